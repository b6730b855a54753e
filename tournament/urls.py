"""Every address of the site; each feature brings its own.

Refused requests are answered by Django's own handlers with templates/400.html … 500.html.
"""

from django.urls import URLPattern, URLResolver, include, path

from tournament.public.views import first_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("", first_page, name="home"),
    path("i18n/", include("django.conf.urls.i18n")),
    # A line a feature, in the order of the day.
    path("", include("tournament.accounts.urls")),
    path("", include("tournament.deals.urls")),
    path("", include("tournament.rounds.urls")),
    path("", include("tournament.desk.urls")),
    path("", include("tournament.inbox.urls")),
    path("", include("tournament.results.urls")),
    path("", include("tournament.rulings.urls")),
    path("", include("tournament.play_records.urls")),
    path("", include("tournament.championships.urls")),
    path("", include("tournament.contestants.urls")),
    path("", include("tournament.schedule.urls")),
    path("", include("tournament.links.urls")),
    path("", include("tournament.phones.urls")),
    path("", include("tournament.public.urls")),
    path("", include("tournament.search.urls")),
    path("", include("tournament.standings.urls")),
    path("", include("tournament.analysis.urls")),
    path("", include("tournament.score_explanations.urls")),
    path("", include("tournament.exports.urls")),
    path("", include("tournament.jobs.urls")),
    path("", include("tournament.audit.urls")),
    path("", include("tournament.backups.urls")),
    path("", include("tournament.transfer.urls")),
    path("", include("tournament.rehearsal.urls")),
]
