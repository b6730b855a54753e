"""A hand as a table played it on phones, beside best play; for everybody, once the round is closed.

Until then there is no such page, whoever asks.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.analysis.best_play import read_line
from tournament.analysis.played import (
    Course,
    PlayedCard,
    PlayedTrick,
    course_of,
    courses_of,
    is_known,
    lost_by,
    tricks_of,
)
from tournament.analysis.queries import analysis_is_on, kept_line
from tournament.analysis.replays import Asked, text_of
from tournament.core.lookups import round_of_deal
from tournament.core.permissions import Access, Level, needs
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public, tables_on_phones
from tournament.jobs.views import made_for_everybody
from tournament.models import HandInPlay, Job, Result, Round
from tournament.play.match_now import table_of
from tournament.play.written_hands import as_file, public_hands, written_hands
from tournament.results.played_hands import plays_beside
from tournament.standings.contestants import contestant_refs

AT_ONCE = 200
"""Hands that are written while the visitor waits: less than a second. More are a job."""


def _public(access: Access, deal: int, table: int) -> tuple[Round, DealtHand, HandInPlay]:
    """Return the play of a table, once everybody may see the cards; else 404, whoever asks."""
    round = round_of_deal(access, deal)
    if not hands_are_public(round):
        raise Http404
    dealt = next(iter(dealt_hands(access.championship, [deal])), None)
    hand = courses_of(round).filter(deal=deal, match__table__number=table).first()
    if dealt is None or hand is None:
        raise Http404
    return round, dealt, hand


@require_safe
@needs(Level.PUBLIC)
def played(request: HttpRequest, access: Access, deal: int, table: int) -> HttpResponse:
    """Show every card that a table played, what it lost, and best play with these trumps."""
    round, dealt, hand = _public(access, deal, table)
    match = hand.match
    match.round = round
    state = table_of(match, dealt, hand, sorted(hand.acts.all(), key=lambda one: one.number))
    course = course_of(hand)
    refs = contestant_refs(access.championship)
    tricks = tricks_of(dealt, course) if course else ()
    current = Result.objects.current(match, deal)
    context = {
        "access": access,
        "round": round,
        "dealt": dealt,
        "match": match,
        "pairs": [(side, refs[pk]) for side, pk in match.pair_ids.items()],
        "public": state.public,
        "beside": next(iter(plays_beside([hand], [current] if current else [])), None),
        "tricks": [
            (one, [(card, _address(course, card, table)) for card in one.cards]) for one in tricks
        ],
        "has_losses": is_known(tricks),
        "is_valued": bool(course and course.line),
        "lost": lost_by(tricks),
        "best": [(one, [(card, "") for card in one.cards]) for one in _best(dealt, round, course)],
        "start": _address(course, tricks[0].cards[0], table) if tricks else "",
        "analysis_on": analysis_is_on(),
        "tables": [one for one in tables_on_phones([deal], round)[deal] if one[0] != table],
    }
    return render(request, "play/played.html", context)


def _address(course: Course | None, card: PlayedCard, table: int) -> str:
    """Return the query of the replay before that card of the course."""
    assert course is not None
    asked = Asked(course.trump, values=True, table=table)
    return asked.address(plays=text_of(card.before))


def _best(dealt: DealtHand, round: Round, course: Course | None) -> tuple[PlayedTrick, ...]:
    """Return the tricks of best play with these trumps; () where it isn't known."""
    if course is None:
        return ()
    line = read_line(kept_line(round.stage, dealt.number, course.trump))
    cards = tuple(step.card for step in line)
    return tricks_of(dealt, Course(course.trump, course.variant, cards)) if cards else ()


@require_safe
@needs(Level.PUBLIC)
def written(_request: HttpRequest, access: Access, deal: int, table: int) -> HttpResponse:
    """Answer with the hand and its play as text: docs/played-hands.md."""
    _round, _dealt, hand = _public(access, deal, table)
    name = f"{access.championship.slug}-{deal}-{table}"
    return as_file(written_hands(access.championship, [hand]), name)


@require_safe
@needs(Level.PUBLIC)
def all_written(request: HttpRequest, access: Access) -> HttpResponseBase:
    """Answer with all hands of closed rounds that were played on phones: at once where they are few
    or there already, else the page of the job that makes them."""
    championship = access.championship
    hands = public_hands(championship)
    if hands.count() <= AT_ONCE:
        return as_file(written_hands(championship, hands), championship.slug)
    return made_for_everybody(request, access, Job.Kind.PLAYED)
