"""Addresses of results: one hand at one table."""

from django.urls import include, path

from tournament.results import views

app_name = "results"
_hand = [
    path("", views.entry, name="entry"),
    path("preview/", views.preview, name="preview"),
    path("take-back/", views.take_back, name="take_back"),
    path("undo/", views.undo, name="undo"),
]
urlpatterns = [
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/",
        include(_hand),
    ),
]
