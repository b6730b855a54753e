"""Addresses of what keeps an installation: backups, and championships as files."""

from django.urls import path

from tournament.holding import file_views, views

app_name = "holding"
urlpatterns = [
    path("installation/backups/", views.backups, name="backups"),
    path("installation/backups/now/", views.back_up_now, name="back_up_now"),
    path("installation/import/", file_views.take_in, name="import"),
    path("c/<slug:slug>/manage/file/", file_views.as_file, name="file"),
]
