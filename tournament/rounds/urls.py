"""Addresses of rounds: the list, one round, and its acts."""

from django.urls import path

from tournament.rounds import absence_views, views

app_name = "rounds"
urlpatterns = [
    path("c/<slug:slug>/manage/rounds/", views.round_list, name="list"),
    path("c/<slug:slug>/manage/rounds/<int:number>/", views.round_page, name="round"),
    path("c/<slug:slug>/manage/rounds/<int:number>/open/", views.open_, name="open"),
    path("c/<slug:slug>/manage/rounds/<int:number>/take-back/", views.take_back, name="take_back"),
    path("c/<slug:slug>/manage/rounds/<int:number>/draw/", views.draw, name="draw"),
    path("c/<slug:slug>/manage/rounds/<int:number>/opponents/", views.opponents, name="opponents"),
    path("c/<slug:slug>/manage/rounds/<int:number>/pairing/", views.pairing, name="pairing"),
    path("c/<slug:slug>/manage/rounds/<int:number>/rests/", absence_views.rests, name="rests"),
    path("c/<slug:slug>/manage/rounds/<int:number>/close/", views.close, name="close"),
    path("c/<slug:slug>/manage/rounds/<int:number>/closed/", views.closed, name="closed"),
    path("c/<slug:slug>/manage/rounds/<int:number>/reopen/", views.reopen, name="reopen"),
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/players/",
        views.sitting,
        name="sitting",
    ),
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/absent/",
        absence_views.absence,
        name="absence",
    ),
]
