"""Addresses of replays and of the progress of the analysis."""

from django.urls import path

from tournament.analysis import views

app_name = "analysis"
urlpatterns = [
    path("c/<slug:slug>/hands/<int:deal>/replay/", views.replay, name="replay"),
    path("c/<slug:slug>/manage/analysis/", views.progress, name="progress"),
]
