"""Addresses of the referees' inbox."""

from django.urls import path

from tournament.inbox import views

app_name = "inbox"
urlpatterns = [
    path("c/<slug:slug>/manage/inbox/", views.inbox, name="inbox"),
    path("c/<slug:slug>/manage/inbox/summary/", views.summary, name="summary"),
    path("c/<slug:slug>/manage/inbox/calls/<int:call>/", views.call, name="call"),
]
