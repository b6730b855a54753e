"""Replays of hands, for everybody; the progress of the analysis, for those who run the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Side
from tournament.analysis.best_play import Step, Values, read_line
from tournament.analysis.played import Course, course_at
from tournament.analysis.positions import card_values
from tournament.analysis.queries import analysis_is_on, hand_worth, kept_line, progress_of_rounds
from tournament.analysis.render_cache import Shown, shown_moments
from tournament.analysis.replays import (
    Asked,
    NoSuchReplay,
    Play,
    offers,
    seat_views,
    text_of,
    trick_views,
)
from tournament.analysis.services import queue_missing
from tournament.core.live import live_page
from tournament.core.lookups import round_of_deal
from tournament.core.permissions import Access, Level, needs
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.models import Round, Stage


def _public_hand(access: Access, deal: int) -> tuple[Round, DealtHand]:
    """Return the hand and its round, once everybody may see its cards; else raise 404."""
    round = round_of_deal(access, deal)
    dealt = dealt_hands(access.championship, [deal]) if hands_are_public(round) else ()
    if not dealt:
        raise Http404
    return round, dealt[0]


def _is_poll(request: HttpRequest) -> bool:
    """Return whether a waiting page asks for itself again (a followed link is "boosted")."""
    return "HX-Request" in request.headers and "HX-Boosted" not in request.headers


def _is_step(request: HttpRequest) -> bool:
    """Return whether a page that is there already takes a step, so that only its part changes."""
    return "HX-Boosted" in request.headers and "HX-History-Restore-Request" not in request.headers


@require_safe
@needs(Level.PUBLIC)
def replay(request: HttpRequest, access: Access, deal: int) -> HttpResponse:
    """Show a hand at a moment of its play, all of it in the address; see `replays`."""
    round, hand = _public_hand(access, deal)
    stage = round.stage
    try:
        asked = Asked.of(request.GET)
        course = course_at(round, deal, asked.table) if asked.table else None
        if asked.table and course is None:
            raise NoSuchReplay
        trump = asked.trump or (course.trump if course else _best_call(stage, deal))
        asked = replace(asked, trump=trump)
        kept = kept_line(stage, deal, trump)
        moment = Shown(
            language=get_language() or "",
            hand=hand,
            variant=course.variant if course else stage.settings.play_variant,
            asked=asked,
            line=repr(kept),
            course=repr(course),
            analysis_on=analysis_is_on(),
        )
        part = shown_moments.text(moment) or _part(request, moment, trump, read_line(kept), course)
    except NoSuchReplay:
        raise Http404 from None
    if isinstance(part, HttpResponse):
        return part
    if _is_step(request):
        response = HttpResponse(part)
    else:
        response = render(
            request, "analysis/replay.html", {"access": access, "dealt": hand, "part": part}
        )
    patch_vary_headers(response, ["HX-Boosted", "HX-History-Restore-Request"])
    return response


def _best_call(stage: Stage, deal: int) -> Denomination:
    """Return the denomination to play if the address doesn't say."""
    return next(iter(hand_worth(stage, deal).best_calls), Denomination.OROS)


def _part(
    request: HttpRequest,
    shown: Shown,
    trump: Denomination,
    line: Sequence[Step],
    course: Course | None,
) -> HttpResponse | SafeString:
    """Return the part that changes with each step, kept for others with the same address, or a
    redirect.

    Raises `NoSuchReplay`.
    """
    start = Play.start(shown.hand, trump, shown.variant)
    play = start.followed(shown.asked.plays)
    moment = _Moment(play, shown.asked, line, course)
    if moment.play is not play:
        return HttpResponseRedirect(request.path + moment.asked.address())
    if moment.waits and _is_poll(request):
        return HttpResponse(status=204)
    context = {"dealt": shown.hand, "analysis_on": shown.analysis_on, **moment.context()}
    part = render_to_string("analysis/_replay.html", context)
    if not moment.waits:
        shown_moments.keep(shown, part)
    return part


class _Moment:
    """A moment of play after the cards that are played without the visitor, as far as they are
    known; `waits` says that something has to be computed first."""

    def __init__(
        self, play: Play, asked: Asked, line: Sequence[Step], course: Course | None
    ) -> None:
        self.line = line
        self.course = course
        self.on = analysis_is_on()
        self.waits = False
        self.values: Values | None = None
        self.play = self._after_replies(play, asked)
        self.asked = (
            asked if self.play is play else replace(asked, go=False, plays=text_of(self.play.cards))
        )
        if asked.values and not self.waits and not self.play.position.is_over:
            self.values = self._values(self.play)
            self.waits = self.values is None and self.on

    def _after_replies(self, play: Play, asked: Asked) -> Play:
        goes = asked.go
        while not play.position.is_over and (
            goes or asked.side not in (None, play.position.to_play.side)
        ):
            card = self._best(play)
            if card is None:
                self.waits = self.on
                break
            play, goes = play.then(card), False
        return play

    def _best(self, play: Play) -> Card | None:
        """Return the best card; the line's own while it is followed."""
        step = play.on_line(self.line)
        if step is not None and step.card in play.legal:
            return step.card
        best = play.best(None) or play.best(self._values(play))
        return best.card if best else None

    def _values(self, play: Play) -> Values | None:
        """Return the makers' points after each legal card; None: not known, or not yet."""
        step = play.on_line(self.line)
        if step is None and self.course and self.course.next_card(play):
            step = play.on_line(self.course.line)
        if step is not None:
            return step.values
        return card_values(play.position, play.variant, play.hand.makers) if self.on else None

    def context(self) -> dict[str, Any]:
        play, asked = self.play, self.asked
        position = play.position
        step = play.on_line(self.line)
        can_go = not position.is_over and not self.waits and (self.on or step is not None)
        back = play.before(asked.side)
        follows = self.course.next_card(play) if self.course else None
        return {
            "table": asked.table,
            # Without the championship's name: what is rendered is kept for whoever asks for it.
            "all_played": f"../played/{asked.table}/",
            "next_card": follows,
            "next_played": asked.address(plays=text_of((*play.cards, follows))) if follows else "",
            "play": play,
            "position": position,
            "trump": position.trump,
            "side": asked.side,
            "waits": self.waits,
            "again": asked.address(go=asked.go),
            "seats": seat_views(play, {} if self.waits else offers(play, asked, self.values)),
            "shows_values": asked.values,
            "values": self.values,
            "inexact": any(not value.is_exact for value in (self.values or {}).values()),
            "tricks": [(one, asked.address(plays=one.plays)) for one in trick_views(play)],
            "points": {side.value: position.points(side) for side in Side},
            "start": asked.address(plays="") if back is not None else "",
            "back": None if back is None else asked.address(plays=text_of(back)),
            "best": asked.address(go=True) if can_go else "",
            "end": self._end(),
            "toggle_values": asked.address(values=not asked.values),
            "trumps": [
                (one, asked.address(trump=one, plays="", values=asked.values))
                for one in Denomination
            ],
            "sides": [(one, asked.address(side=one)) for one in (None, *Side)],
            "on_line": step is not None or self._has_followed_all(),
        }

    def _has_followed_all(self) -> bool:
        played = tuple(step.card for step in self.line)
        return bool(played) and self.play.cards == played

    def _end(self) -> str:
        """Return the text at the end of best play, if it is known and was followed so far."""
        followed = self.play.on_line(self.line) is not None
        if not followed or len(self.line) < 48:
            return ""
        return self.asked.address(plays=text_of([step.card for step in self.line]))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def progress(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the progress of each round; by POST, ask for whatever is missing."""
    if request.method == "POST":
        _queue(request, access)
        return redirect("analysis:progress", access.championship.slug)
    rounds = [one for stage in access.stages for one in progress_of_rounds(stage)]
    told = "-".join(f"{one.valued}.{one.lines}.{one.played}.{one.job or ''}" for one in rounds)

    def context() -> dict[str, Any]:
        return {
            "access": access,
            "rounds": rounds,
            "missing": any(not one.is_complete for one in rounds),
            "analysis_on": analysis_is_on(),
        }

    return live_page(
        request,
        page="analysis/progress.html",
        part="analysis/_progress.html",
        version=told or "none",
        context=context,
    )


def _queue(request: HttpRequest, access: Access) -> None:
    actor = access.acting
    asked_for = sum(queue_missing(actor=actor, stage=stage) for stage in access.stages)
    if asked_for:
        told = ngettext(
            "%(count)d round is analysed now.", "%(count)d rounds are analysed now.", asked_for
        )
        messages.success(request, told % {"count": asked_for})
    elif analysis_is_on():
        messages.info(request, _("Nothing is missing."))
    else:
        messages.warning(request, _("Analysis is off here."))
