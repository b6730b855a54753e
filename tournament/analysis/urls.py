"""Addresses of replays, and of how far the analysis is."""

from django.urls import path

from tournament.analysis import views

app_name = "analysis"
urlpatterns = [
    path("c/<slug:slug>/hands/<int:deal>/replay/", views.replay, name="replay"),
    path("c/<slug:slug>/manage/analysis/", views.progress, name="progress"),
]
