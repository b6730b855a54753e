"""Addresses of the referee's desk."""

from django.urls import path

from tournament.desk import views

app_name = "desk"
urlpatterns = [
    path("c/<slug:slug>/manage/desk/", views.desk, name="desk"),
    path("c/<slug:slug>/manage/desk/<int:number>/", views.round_, name="round"),
    path("c/<slug:slug>/manage/desk/<int:number>/clock/", views.clock, name="clock"),
    path("c/<slug:slug>/manage/desk/<int:number>/tables/<int:table>/", views.table, name="table"),
    path(
        "c/<slug:slug>/manage/desk/<int:number>/tables/<int:table>/confirm/",
        views.confirm,
        name="confirm",
    ),
    path(
        "c/<slug:slug>/manage/correction-requests/<int:number>/",
        views.correction_request,
        name="correction_request",
    ),
]
