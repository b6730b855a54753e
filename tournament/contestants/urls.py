"""Addresses of the register of pairs and of the tables."""

from django.urls import path

from tournament.contestants import import_views, participation_views, views

app_name = "contestants"
_CONTESTANTS = "c/<slug:slug>/manage/pairs"
urlpatterns = [
    path(f"{_CONTESTANTS}/", views.contestant_list, name="list"),
    path(f"{_CONTESTANTS}/add/", views.add, name="add"),
    path(f"{_CONTESTANTS}/paste/", import_views.paste, name="paste"),
    path(f"{_CONTESTANTS}/upload/", import_views.upload, name="upload"),
    path(f"{_CONTESTANTS}/confirm/", import_views.confirm, name="confirm_import"),
    path(f"{_CONTESTANTS}/empty-list.xlsx", import_views.empty_workbook, name="empty_workbook"),
    path(f"{_CONTESTANTS}/empty-list.csv", import_views.empty_text, name="empty_text"),
    path(f"{_CONTESTANTS}/draw/", views.draw, name="draw"),
    path(f"{_CONTESTANTS}/late/", participation_views.late, name="late"),
    path(f"{_CONTESTANTS}/<int:contestant>/edit/", views.edit, name="edit"),
    path(f"{_CONTESTANTS}/<int:contestant>/remove/", views.remove, name="remove"),
    path(
        f"{_CONTESTANTS}/<int:contestant>/withdraw/", participation_views.withdraw, name="withdraw"
    ),
    path(
        f"{_CONTESTANTS}/<int:contestant>/take-back/",
        participation_views.take_back,
        name="take_back_withdrawal",
    ),
    path("c/<slug:slug>/manage/tables/", views.tables, name="tables"),
]
