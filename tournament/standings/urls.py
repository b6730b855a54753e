"""Addresses of standings, hand sheets and pair sheets, as pages and as JSON."""

from django.urls import path

from tournament.standings import overall_views, views

app_name = "standings"
urlpatterns = [
    path("c/<slug:slug>/standings/", views.standings, name="standings"),
    path("c/<slug:slug>/standings/championship/", overall_views.overall, name="overall"),
    path("c/<slug:slug>/championship.json", overall_views.overall_json, name="overall_json"),
    path("c/<slug:slug>/standings/what-if/", views.what_if_page, name="what_if"),
    path("c/<slug:slug>/standings/course/", views.course, name="course"),
    path("c/<slug:slug>/standings.json", views.standings_json, name="standings_json"),
    path("c/<slug:slug>/results.json", views.results_json, name="results_json"),
    path("c/<slug:slug>/rounds/<int:number>/", views.round_page, name="round"),
    path("c/<slug:slug>/hands/<int:deal>/", views.hand_page, name="hand_sheet"),
    path("c/<slug:slug>/pairs/<int:number>/", views.pair_page, name="pair_sheet"),
]
