"""Addresses of links: short ones to scan, and the organisers' page of all links."""

from django.urls import path

from tournament.links import organiser_views, views

app_name = "links"
urlpatterns = [
    path("t/<str:code>/", views.table, name="table"),
    path("p/<str:code>/", views.pair, name="pair"),
    path("c/<slug:slug>/manage/links/", organiser_views.listing, name="list"),
    path("c/<slug:slug>/manage/links/renew/", organiser_views.renew, name="renew"),
]
