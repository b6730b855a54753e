"""Addresses about accounts that play."""

from django.urls import path

from tournament.looks import views

app_name = "looks"
_HERE = "c/<slug:slug>/manage/playing/"
urlpatterns = [
    path(_HERE, views.note, name="note"),
    path(f"{_HERE}look/", views.look, name="look"),
    path(f"{_HERE}<int:playing>/remove/", views.withdraw, name="withdraw"),
]
