"""Addresses of championships as files."""

from django.urls import path

from tournament.transfer import views

app_name = "transfer"
urlpatterns = [
    path("installation/import/", views.take_in, name="import"),
    path("c/<slug:slug>/manage/file/", views.as_file, name="file"),
    path("c/<slug:slug>/manage/delete/", views.delete, name="delete"),
]
