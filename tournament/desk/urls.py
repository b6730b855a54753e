"""Addresses of the referee's desk."""

from django.urls import path

from tournament.desk import views

app_name = "desk"
urlpatterns = [
    path("c/<slug:slug>/manage/desk/", views.desk, name="desk"),
    path("c/<slug:slug>/manage/desk/<int:number>/", views.round_, name="round"),
    path("c/<slug:slug>/manage/desk/<int:number>/clock/", views.clock, name="clock"),
    path("c/<slug:slug>/manage/desk/<int:number>/tables/<int:table>/", views.table, name="table"),
    path(
        "c/<slug:slug>/manage/desk/<int:number>/tables/<int:table>/look/", views.look, name="look"
    ),
    path("c/<slug:slug>/manage/claims/<int:number>/", views.claim, name="claim"),
]
