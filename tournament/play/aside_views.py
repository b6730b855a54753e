"""The page on which a referee decides whether the play of a hand on phones counts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.whole_numbers import whole_number
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, tell_conflict
from tournament.core.lookups import played_match
from tournament.core.permissions import Access, Level, needs
from tournament.correction_requests.queries import open_correction_requests
from tournament.models import Match, Result, RoundStatus
from tournament.play.forms import SetAsideForm
from tournament.play.services.aside import let_play_count, set_play_aside
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.kinds import content_of, numbers_of
from tournament.results.played_hands import is_bound, made_by, play_of, plays_beside
from tournament.results.queries import standing, table_row
from tournament.stages.formats import format_of


def _match(access: Access, round: int, table: int, deal: int) -> Match:
    """Return the match of a dealt hand in a round that was opened; else 404."""
    match = played_match(access, round, table)
    is_dealt = format_of(match.round.stage).deals and deal in numbers_of(match.round)
    if not is_dealt or match.round.status == RoundStatus.PLANNED:
        raise Http404
    return match


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def hand(request: HttpRequest, access: Access, round: int, table: int, deal: int) -> HttpResponse:
    """Show the play of a hand beside its result; set the play aside, with a result and a reason."""
    access.must_see(round, table=table)
    match = _match(access, round, table, deal)
    current = Result.objects.current(match, deal)
    form = SetAsideForm(posted(request), initial={"based_on": current.version if current else 0})
    if form.is_bound and form.is_valid() and form.check(DEALT_HAND):
        try:
            set_play_aside(
                actor=access.acting,
                match=match,
                deal=deal,
                entry=form.entry,
                based_on=form.cleaned_data["based_on"],
                reason=form.cleaned_data["reason"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect("play:hand", access.championship.slug, round, table, deal)
        except UserError as error:
            add_user_error(form, error)
        else:
            _say(request, match, deal, _("Table %(table)s, hand %(deal)d: its play is set aside."))
            return redirect("desk:table", access.championship.slug, round, table)
    context = _context(access, match, deal, current, form)
    return render(request, "play/hand.html", context, status=422 if form.is_bound else 200)


def _context(
    access: Access, match: Match, deal: int, current: Result | None, form: SetAsideForm
) -> dict[str, Any]:
    play = play_of(match, deal)
    stands = standing(current)
    besides = plays_beside([play] if play else [], [current] if current else [])
    requests = open_correction_requests(access.championship)
    return {
        "access": access,
        "match": match,
        "round": match.round,
        "deal": deal,
        "row": table_row(match),
        "dealer": DEALT_HAND.dealer(deal),
        "made": made_by(play),
        "stands": content_of(stands) if stands else None,
        "version": current.version if current else 0,
        "beside": next(iter(besides), None),
        "is_bound": is_bound(match, play),
        "waiting": [one for one in requests if (one.match_id, one.deal) == (match.pk, deal)],
        "form": form,
    }


@require_POST
@needs(Level.REFEREE)
def count(request: HttpRequest, access: Access, round: int, table: int, deal: int) -> HttpResponse:
    """Let the play of a hand count again."""
    access.must_see(round, table=table)
    match = _match(access, round, table, deal)
    version = whole_number(request.POST.get("based_on", ""))
    try:
        let_play_count(
            actor=access.acting,
            match=match,
            deal=deal,
            based_on=-1 if version is None else version,
            reason=request.POST.get("reason", ""),
        )
    except UserError as error:
        messages.error(request, str(error))
        return redirect("play:hand", access.championship.slug, round, table, deal)
    _say(request, match, deal, _("Table %(table)s, hand %(deal)d: its play counts."))
    return redirect("desk:table", access.championship.slug, round, table)


def _say(request: HttpRequest, match: Match, deal: int, sentence: str) -> None:
    messages.success(request, sentence % {"table": match.table.shown_name, "deal": deal})
