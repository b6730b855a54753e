"""Addresses of a championship as a whole."""

from django.urls import path

from tournament.championships import creation_views, logo_views, people_views, stage_views, views

app_name = "championships"
urlpatterns = [
    path("new/", creation_views.choose, name="choose_preset"),
    path("new/<slug:preset>/", creation_views.create, name="create"),
    path("c/<slug:slug>/rules/", views.rules, name="rules"),
    path("c/<slug:slug>/manage/", views.start, name="start"),
    path("c/<slug:slug>/manage/details/", views.details, name="details"),
    path("c/<slug:slug>/manage/settings/", views.settings, name="settings"),
    path("c/<slug:slug>/manage/day/", views.day, name="day"),
    path("c/<slug:slug>/manage/logo/", logo_views.logo, name="logo"),
    path("c/<slug:slug>/manage/logo.png", logo_views.logo_picture, name="logo_picture"),
    path("c/<slug:slug>/manage/stages/", stage_views.stages, name="stages"),
    path("c/<slug:slug>/manage/stages/add/", stage_views.add, name="add_stage"),
    path("c/<slug:slug>/manage/stages/remove/", stage_views.remove, name="remove_stage"),
    path("c/<slug:slug>/manage/end/", views.end, name="end"),
    path("c/<slug:slug>/manage/another/", views.another, name="another"),
    path("c/<slug:slug>/manage/archive/", views.archive, name="archive"),
    path("c/<slug:slug>/manage/people/", people_views.people, name="people"),
    path("c/<slug:slug>/manage/people/add/", people_views.add, name="add_person"),
    path("c/<slug:slug>/manage/people/new/", people_views.add_new, name="new_person"),
    path(
        "c/<slug:slug>/manage/people/<int:membership>/role/",
        people_views.change,
        name="change_person",
    ),
    path(
        "c/<slug:slug>/manage/people/<int:membership>/remove/",
        people_views.remove,
        name="remove_person",
    ),
]
