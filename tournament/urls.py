"""Every address of the site; each feature brings its own.

Refused requests are answered by Django's own handlers with templates/400.html and 403.html.
"""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.public.views import first_page

handler404 = "tournament.core.content_types.page_not_found"
handler500 = "tournament.core.write_queue.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", first_page, name="home"),
    # Sets a cookie and goes back: without a token, so that a page can be the same for everybody.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    # A line a feature, in the order of the day.
    path("", include("tournament.accounts.urls")),
    path("", include("tournament.looks.urls")),
    path("", include("tournament.deals.urls")),
    path("", include("tournament.rounds.urls")),
    path("", include("tournament.desk.urls")),
    path("", include("tournament.inbox.urls")),
    path("", include("tournament.wall.urls")),
    path("", include("tournament.results.urls")),
    path("", include("tournament.rulings.urls")),
    path("", include("tournament.play_records.urls")),
    path("", include("tournament.championships.urls")),
    path("", include("tournament.simultaneous.urls")),
    path("", include("tournament.envelopes.urls")),
    path("", include("tournament.contestants.urls")),
    path("", include("tournament.check_in.urls")),
    path("", include("tournament.groups.urls")),
    path("", include("tournament.schedule.urls")),
    path("", include("tournament.calendar.urls")),
    path("", include("tournament.links.urls")),
    path("", include("tournament.phones.urls")),
    path("", include("tournament.play.urls")),
    path("", include("tournament.public.urls")),
    path("", include("tournament.search.urls")),
    path("", include("tournament.guide.urls")),
    path("", include("tournament.standings.urls")),
    path("", include("tournament.analysis.urls")),
    path("", include("tournament.practice.urls")),
    path("", include("tournament.friendly.urls")),
    path("", include("tournament.score_explanations.urls")),
    path("", include("tournament.exports.urls")),
    path("", include("tournament.jobs.urls")),
    path("", include("tournament.audit.urls")),
    path("", include("tournament.backups.urls")),
    path("", include("tournament.transfer.urls")),
    path("", include("tournament.rehearsal.urls")),
]
