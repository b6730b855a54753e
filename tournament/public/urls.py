"""Addresses of the pages for everybody."""

from django.urls import path

from tournament.public import views

app_name = "public"
urlpatterns = [
    path("c/<slug:slug>/", views.home, name="home"),
    path("c/<slug:slug>/share/", views.share, name="share"),
    path("c/<slug:slug>/schedule/", views.schedule, name="schedule"),
    path("c/<slug:slug>/pairings/", views.current_pairings, name="current_pairings"),
    path("c/<slug:slug>/pairings/<int:number>/", views.pairings, name="pairings"),
    path("c/<slug:slug>/pairs/", views.contestants, name="contestants"),
]
