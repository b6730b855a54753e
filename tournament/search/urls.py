"""Address of the search."""

from django.urls import path

from tournament.search import views

app_name = "search"
urlpatterns = [path("c/<slug:slug>/search/", views.search, name="search")]
