"""Addresses of the referee's desk."""

from django.urls import URLPattern, URLResolver, include, path

from tournament.desk import views

app_name = "desk"
_ROUND = [
    path("", views.round_, name="round"),
    path("clock/", views.clock, name="clock"),
    path("tables/<int:table>/", views.table, name="table"),
    path("tables/<int:table>/confirm/", views.confirm, name="confirm"),
]
_MANAGE: list[URLPattern | URLResolver] = [
    path("now/", views.now, name="now"),
    path("desk/", views.desk, name="desk"),
    path("desk/<int:number>/", include(_ROUND)),
    path("correction-requests/", views.correction_requests, name="correction_requests"),
    path("correction-requests/<int:number>/", views.correction_request, name="correction_request"),
]

urlpatterns = [path("c/<slug:slug>/manage/", include(_MANAGE))]
