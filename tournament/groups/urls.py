"""Addresses of the organisers' page of groups."""

from django.urls import path

from tournament.groups import views

app_name = "groups"
urlpatterns = [
    path("c/<slug:slug>/manage/groups/", views.groups, name="groups"),
    path("c/<slug:slug>/manage/groups/draw/", views.draw, name="draw"),
    path("c/<slug:slug>/manage/groups/change/", views.change, name="change"),
    path("c/<slug:slug>/manage/groups/remove/", views.remove, name="remove"),
]
