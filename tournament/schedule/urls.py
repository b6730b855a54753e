"""Addresses of the organisers' schedule pages."""

from django.urls import path

from tournament.schedule import views

app_name = "schedule"
urlpatterns = [
    path("c/<slug:slug>/manage/schedule/", views.schedule, name="schedule"),
    path("c/<slug:slug>/manage/schedule/make/", views.make, name="make"),
    path("c/<slug:slug>/manage/schedule/publish/", views.publish, name="publish"),
    path("c/<slug:slug>/manage/schedule/remove/", views.remove, name="remove"),
]
