"""Addresses of the rules desk: the choice of a hand, its desk, and a ruling's record."""

from django.urls import path

from tournament.play_records import views

app_name = "play_records"
_HAND = "c/<slug:slug>/manage/rounds/<int:number>/tables/<int:table>/hands/<int:deal>/play/"
urlpatterns = [
    path("c/<slug:slug>/manage/rules-desk/", views.records, name="list"),
    path(_HAND, views.desk, name="desk"),
    path(f"{_HAND}attached/<int:version>/<int:play>/", views.attached, name="attached"),
]
