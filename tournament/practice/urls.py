"""Address of a hand to play."""

from django.urls import path

from tournament.practice import views

app_name = "practice"
urlpatterns = [
    path("c/<slug:slug>/hands/<int:deal>/play/", views.play_hand, name="play"),
]
