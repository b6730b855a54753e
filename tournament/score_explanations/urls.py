"""Addresses of explanations: a pair's final score in a hand, a hand's history at a table."""

from django.urls import path

from tournament.score_explanations import views

app_name = "score_explanations"
urlpatterns = [
    path("c/<slug:slug>/hands/<int:deal>/pairs/<int:number>/", views.score, name="score"),
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/history/",
        views.history,
        name="history",
    ),
]
