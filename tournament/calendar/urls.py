"""Addresses of the calendar: everybody's page, and the organisers'."""

from django.urls import path

from tournament.calendar import views

app_name = "calendar"
urlpatterns = [
    path("c/<slug:slug>/calendar/", views.calendar_page, name="calendar"),
    path("c/<slug:slug>/manage/calendar/", views.days, name="days"),
    path("c/<slug:slug>/manage/calendar/in-turn/", views.in_turn, name="in_turn"),
    path("c/<slug:slug>/manage/calendar/reserve/", views.reserve, name="reserve"),
    path(
        "c/<slug:slug>/manage/calendar/rounds/<int:number>/tables/<int:table>/",
        views.postpone,
        name="postpone",
    ),
]
