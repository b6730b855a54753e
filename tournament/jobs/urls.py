"""Addresses of jobs."""

from django.urls import path

from tournament.jobs import views

app_name = "jobs"
urlpatterns = [
    path("c/<slug:slug>/manage/jobs/<int:job>/", views.job_page, name="job"),
    path("c/<slug:slug>/manage/jobs/<int:job>/file/", views.job_file, name="file"),
    path("c/<slug:slug>/made/<int:made>/", views.made_page, name="made"),
    path("c/<slug:slug>/made/<int:made>/file/", views.made_file, name="made_file"),
]
