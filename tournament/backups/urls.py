"""Addresses of the installation's backups."""

from django.urls import path

from tournament.backups import views

app_name = "backups"
urlpatterns = [
    path("installation/backups/", views.backups, name="backups"),
    path("installation/backups/now/", views.back_up_now, name="back_up_now"),
]
