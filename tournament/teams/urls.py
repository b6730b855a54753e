"""Addresses of the register of pairs and of the tables."""

from django.urls import path

from tournament.teams import changing_views, import_views, views

app_name = "teams"
_TEAMS = "c/<slug:slug>/manage/teams"
urlpatterns = [
    path(f"{_TEAMS}/", views.team_list, name="list"),
    path(f"{_TEAMS}/add/", views.add, name="add"),
    path(f"{_TEAMS}/paste/", import_views.paste, name="paste"),
    path(f"{_TEAMS}/upload/", import_views.upload, name="upload"),
    path(f"{_TEAMS}/confirm/", import_views.confirm, name="confirm_import"),
    path(f"{_TEAMS}/empty-list.xlsx", import_views.empty_workbook, name="empty_workbook"),
    path(f"{_TEAMS}/empty-list.csv", import_views.empty_text, name="empty_text"),
    path(f"{_TEAMS}/draw/", views.draw, name="draw"),
    path(f"{_TEAMS}/late/", changing_views.late, name="late"),
    path(f"{_TEAMS}/<int:team>/edit/", views.edit, name="edit"),
    path(f"{_TEAMS}/<int:team>/remove/", views.remove, name="remove"),
    path(f"{_TEAMS}/<int:team>/withdraw/", changing_views.withdraw, name="withdraw"),
    path("c/<slug:slug>/manage/tables/", views.tables, name="tables"),
]
