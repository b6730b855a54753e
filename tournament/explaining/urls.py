"""The address of an explanation: one pair's final score in one hand."""

from django.urls import path

from tournament.explaining import views

app_name = "explaining"
urlpatterns = [
    path("c/<slug:slug>/hands/<int:deal>/pairs/<int:number>/", views.score, name="score"),
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/history/",
        views.history,
        name="history",
    ),
]
