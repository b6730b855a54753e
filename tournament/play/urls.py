"""Addresses of hands on phones: a pair's seats, a seat, and what referees and organisers do."""

from django.urls import include, path

from tournament.play import desk_views, played_views, views

app_name = "play"
_SEAT = [
    path("", views.seat, name="seat"),
    path("state.json", views.state, name="state"),
    path("acts/", views.acts, name="acts"),
    path("agreements/", views.agreements, name="agreements"),
    path("free/", views.free, name="free"),
    path("call/", views.call, name="call"),
]
_TABLE = "c/<slug:slug>/manage/rounds/<int:round>/phones/<int:table>/"
urlpatterns = [
    path("c/<slug:slug>/pair/<int:number>/seats/", views.seats, name="seats"),
    path("c/<slug:slug>/seat/<int:round>/<int:table>/<str:seat>/", include(_SEAT)),
    path("c/<slug:slug>/manage/played-with/", desk_views.played_with, name="played_with"),
    path("c/<slug:slug>/manage/rounds/<int:number>/phones/", desk_views.tables, name="tables"),
    path("c/<slug:slug>/hands/played.txt", played_views.all_written, name="all_written"),
    path("c/<slug:slug>/hands/<int:deal>/played/<int:table>/", played_views.played, name="played"),
    path(
        "c/<slug:slug>/hands/<int:deal>/played/<int:table>/play.txt",
        played_views.written,
        name="written",
    ),
    path(_TABLE, desk_views.table, name="table"),
    path(f"{_TABLE}free/<str:seat>/", desk_views.free, name="free_seat"),
    path(f"{_TABLE}hands/<int:deal>/", desk_views.hand, name="hand"),
    path(f"{_TABLE}hands/<int:deal>/count/", desk_views.count, name="hand_counts"),
    path(f"{_TABLE}<str:act>/", desk_views.act, name="act"),
]
