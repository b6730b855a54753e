"""Addresses of the check-in."""

from django.urls import path

from tournament.check_in import views

app_name = "check_in"
urlpatterns = [
    path("c/<slug:slug>/manage/check-in/", views.listing, name="list"),
    path("c/<slug:slug>/manage/check-in/<int:number>/", views.note, name="note"),
    path("c/<slug:slug>/check-in/", views.wall, name="wall"),
]
