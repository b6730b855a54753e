"""Addresses of simultaneous events, and of what a venue does for one."""

from django.urls import path

from tournament.simultaneous import centre_views, round_views, views

app_name = "simultaneous"
urlpatterns = [
    path("simultaneous/new/", views.make, name="make"),
    path("simultaneous/<slug:event>/", views.event_page, name="event"),
    path("simultaneous/<slug:event>/standings/", views.standings, name="standings"),
    path("simultaneous/<slug:event>/standings.json", views.standings_json, name="standings_json"),
    path("simultaneous/<slug:event>/pairs/<int:venue>/<int:number>/", views.pair, name="pair"),
    path("simultaneous/<slug:event>/manage/", centre_views.centre, name="centre"),
    path("simultaneous/<slug:event>/manage/details/", centre_views.details, name="details"),
    path("simultaneous/<slug:event>/manage/delete/", centre_views.delete, name="delete"),
    path("simultaneous/<slug:event>/manage/venues/add/", centre_views.add, name="add_venue"),
    path("simultaneous/<slug:event>/manage/venues/tie/", centre_views.tie, name="tie"),
    path(
        "simultaneous/<slug:event>/manage/venues/<int:venue>/untie/",
        centre_views.untie_,
        name="untie",
    ),
    path(
        "simultaneous/<slug:event>/manage/venues/<int:venue>/leave-out/",
        centre_views.leave_out_,
        name="leave_out",
    ),
    path(
        "simultaneous/<slug:event>/manage/rounds/<int:number>/hour/",
        round_views.set_hour,
        name="hour",
    ),
    path("simultaneous/<slug:event>/manage/hands/", centre_views.make_hands, name="make_hands"),
    path(
        "simultaneous/<slug:event>/manage/hands/exchange/", centre_views.exchange, name="exchange"
    ),
    path("simultaneous/<slug:event>/manage/settings/", centre_views.settings, name="settings"),
    path("simultaneous/<slug:event>/manage/salt/", centre_views.fix_salt, name="fix_salt"),
    path("simultaneous/<slug:event>/manage/people/", centre_views.add_person, name="add_person"),
    path(
        "simultaneous/<slug:event>/manage/people/<int:user_id>/remove/",
        centre_views.remove_person,
        name="remove_person",
    ),
    path(
        "simultaneous/<slug:event>/manage/rounds/<int:number>/open/",
        round_views.open_round_for_all,
        name="open",
    ),
    path(
        "simultaneous/<slug:event>/manage/rounds/<int:number>/release/",
        round_views.release_,
        name="release",
    ),
    path("c/<slug:slug>/manage/rounds/<int:number>/hand-in/", round_views.hand_in_, name="hand_in"),
    path(
        "c/<slug:slug>/manage/rounds/<int:number>/hand-in/take-back/",
        round_views.take_back_,
        name="take_back",
    ),
]
