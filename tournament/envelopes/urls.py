"""Addresses of envelopes and results files: at the centre, and on a venue's laptop."""

from django.urls import path

from tournament.envelopes import views

app_name = "envelopes"
_VENUE = "simultaneous/<slug:event>/manage/venues/<int:venue>/"
urlpatterns = [
    path(f"{_VENUE}envelopes/", views.of_venue, name="venue"),
    path(f"{_VENUE}envelopes/make/", views.make, name="make"),
    path(f"{_VENUE}envelopes/<int:envelope>/file/", views.as_file, name="file"),
    path(f"{_VENUE}envelopes/<int:envelope>/passphrase/", views.passphrase, name="passphrase"),
    path(f"{_VENUE}results/", views.bring, name="bring"),
    path(f"{_VENUE}results/<int:results>/", views.results_file, name="results"),
    path("installation/envelopes/", views.received, name="received"),
    path("installation/envelopes/<int:received>/open/", views.open_, name="open"),
    path("installation/envelopes/<int:received>/discard/", views.discard, name="discard"),
    path("c/<slug:slug>/manage/results-file/", views.for_the_centre_file, name="for_the_centre"),
]
