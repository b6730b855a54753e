"""Addresses that a table's or a pair's link leads to."""

from django.urls import path

from tournament.phones import pair_views, views

app_name = "phones"
urlpatterns = [
    path("c/<slug:slug>/table/<int:number>/", views.table, name="table"),
    path("c/<slug:slug>/table/<int:number>/state.json", views.state, name="state"),
    path("c/<slug:slug>/table/<int:number>/entries/", views.entries, name="entries"),
    path(
        "c/<slug:slug>/table/<int:number>/confirmations/",
        views.confirmations,
        name="confirmations",
    ),
    path("c/<slug:slug>/table/<int:number>/objections/", views.objections, name="objections"),
    path("c/<slug:slug>/pair/<int:number>/", pair_views.pair, name="pair"),
    path(
        "c/<slug:slug>/pair/<int:number>/hands/<int:deal>/correction/",
        pair_views.correction,
        name="correction",
    ),
    path(
        "c/<slug:slug>/pair/<int:number>/correction-requests/<int:correction_request>/",
        pair_views.answer,
        name="answer",
    ),
]
