"""Addresses of friendly tables: making one, and the pages of a code."""

from django.urls import include, path

from tournament.friendly import views

app_name = "friendly"
_TABLE = [
    path("", views.table, name="table"),
    path("take/", views.take, name="take"),
    path("free/", views.free, name="free"),
    path("played.txt", views.written, name="written"),
    path("play/", views.place, name="place"),
    path("play/state.json", views.state, name="state"),
    path("play/acts/", views.acts, name="acts"),
    path("play/deal/", views.deal, name="deal"),
]
urlpatterns = [
    path("friendly/", views.new_table, name="new"),
    path("friendly/<str:table_code>/", include(_TABLE)),
]
