"""Addresses of the wall."""

from django.urls import path

from tournament.wall import views

app_name = "wall"
urlpatterns = [
    path("c/<slug:slug>/wall/", views.wall, name="wall"),
    path("c/<slug:slug>/manage/wall/", views.steer, name="steer"),
    path("c/<slug:slug>/manage/wall/act/", views.act, name="act"),
]
