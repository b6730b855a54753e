"""The pages of those who play on phones: the seats of a pair, and a seat of a table.

A seat's page is made for the phone that holds it, from what that seat may know. It asks again every
second (`state`), and what it does comes as JSON (`acts`, `agreements`); `docs/play-protocol.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.game.seats import Seat
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.live import PARAMETER
from tournament.links.session_places import Holder, by_link
from tournament.links.tokens import PlaceKind
from tournament.models import Match, MatchQuerySet, SeatTaken
from tournament.play.answers import body_of, lost, refusal_of
from tournament.play.documents import seat_document
from tournament.play.payloads import read_act, read_agreement
from tournament.play.phone import phone_made, phone_of
from tournament.play.places import AT_A_TABLE, parts_of_table
from tournament.play.queries import match_version, seat_view, seats_of_pair
from tournament.play.services import (
    SeatLost,
    agree_on_result,
    free_seat,
    play_act,
    seat_lost,
    take_seat,
)
from tournament.play.stored_acts import sent_text

WITH_PAGE = "page"
"""?page=1: the answer has the part of our own page, too."""


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def seats(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """The seats that a pair may take where it plays now; posted, this phone takes one."""
    holder.must_hold(PlaceKind.PAIR, number)
    championship = holder.access.championship
    if request.method == "POST":
        try:
            match, seat = _asked_seat(holder, request, number)
            take_seat(
                actor=Actor.of_pair(number), match=match, seat=seat, phone=phone_made(request)
            )
        except UserError as error:
            messages.error(request, str(error))
            return redirect("play:seats", championship.slug, number)
        return redirect(
            "play:seat", championship.slug, match.round.number, match.table.number, seat.value
        )
    context = {
        "access": holder.access,
        "pair": number,
        "playing": seats_of_pair(championship, number, phone_of(request)),
    }
    return render(request, "play/seats.html", context)


def _asked_seat(holder: Holder, request: HttpRequest, number: int) -> tuple[Match, Seat]:
    """The match of the pair in the round that was asked for, and the seat."""
    seat, round = request.POST.get("seat", ""), request.POST.get("round", "")
    if seat not in list(Seat) or not (round.isascii() and round.isdigit() and len(round) < 6):
        raise UserError(_("Choose one of the seats."))
    found = _matches(holder).filter(seats__contestant__number=number, round__number=int(round))
    match = found.filter(cancelled=False).first()
    if match is None:
        raise NotNow(_("You are not playing now: go to a referee."))
    return match, Seat(seat)


def _matches(holder: Holder) -> MatchQuerySet:
    matches = Match.objects.filter(round__championship=holder.access.championship)
    return matches.select_related("round__stage__championship", "table")


@dataclass(frozen=True, slots=True)
class _AtTable:
    """A seat of a match, the pair to which it belongs, and the phone that asks."""

    match: Match
    seat: Seat
    pair: int
    phone: str
    holds: bool
    """The phone holds the seat."""

    @property
    def actor(self) -> Actor:
        return Actor.of_pair(self.pair)


def _at_table(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> _AtTable:
    """What an address is about. Raises `LinkNeeded` without the link of the seat's pair."""
    found = _matches(holder).filter(round__number=round, table__number=table, cancelled=False)
    match = found.first()
    if seat not in list(Seat) or match is None:
        # Who holds no place here learns nothing of the tables; `by_link` has answered the others.
        raise Http404
    pair = match.pairs[Seat(seat).side].number
    holder.must_hold(PlaceKind.PAIR, pair)
    phone = phone_of(request)
    taken = SeatTaken.objects.filter(match=match, seat=seat, freed_at=None, phone=phone)
    return _AtTable(match, Seat(seat), pair, phone, bool(phone) and taken.exists())


@require_safe
@by_link
@sensitive_variables()
def seat(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> HttpResponse:
    """The page of a seat, for the phone that holds it; others are sent to the pair's seats."""
    at = _at_table(request, holder, round, table, seat)
    slug = holder.access.championship.slug
    if not at.holds:
        messages.warning(request, _("This phone doesn't hold this seat: take it first."))
        return redirect("play:seats", slug, at.pair)
    version = match_version(at.match)
    address = [slug, round, table, seat]
    context = {
        "access": holder.access,
        "version": version,
        "csrf": get_token(request),
        "addresses": {
            name: reverse(f"play:{name}", args=address)
            for name in ("state", "acts", "agreements", "free")
        },
        **_seen(holder, at),
    }
    return render(request, "play/seat.html", context)


@require_safe
@by_link
@sensitive_variables()
def state(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> HttpResponse:
    """What the seat may know now; 204 where ?version=… is still the newest."""
    at = _at_table(request, holder, round, table, seat)
    if not at.holds:
        return lost(seat_lost())
    version = match_version(at.match)
    if request.GET.get(PARAMETER) == version:
        return HttpResponse(status=204)
    return JsonResponse(_document(request, holder, at, version))


@require_POST
@by_link
def acts(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> HttpResponse:
    """The seat calls, plays a card, claims or answers a claim."""
    at = _at_table(request, holder, round, table, seat)

    def act() -> None:
        sent = read_act(body_of(request), at.seat)
        play_act(
            actor=at.actor,
            match=at.match,
            deal=sent.deal,
            phone=at.phone,
            own_number=sent.own_number,
            act=sent.act,
        )

    return _answered(request, holder, at, act)


@require_POST
@by_link
def agreements(
    request: HttpRequest, holder: Holder, round: int, table: int, seat: str
) -> HttpResponse:
    """The seat's side says that the result of a hand is right."""
    at = _at_table(request, holder, round, table, seat)

    def act() -> None:
        sent = read_agreement(body_of(request))
        agree_on_result(
            actor=at.actor,
            match=at.match,
            deal=sent.deal,
            seat=at.seat,
            phone=at.phone,
            content=sent.content,
        )

    return _answered(request, holder, at, act)


@require_POST
@by_link
def free(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> HttpResponse:
    """The phone leaves its seat to another one."""
    at = _at_table(request, holder, round, table, seat)
    try:
        free_seat(actor=at.actor, match=at.match, seat=at.seat, phone=at.phone)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The seat is free."))
    return redirect("play:seats", holder.access.championship.slug, at.pair)


@sensitive_variables()
def _answered(
    request: HttpRequest, holder: Holder, at: _AtTable, act: Callable[[], None]
) -> JsonResponse:
    """What the seat may know now, or the sentence of a refusal: 400 unreadable, 403 not its seat,
    409 not (any more), 422 else."""
    try:
        act()
    except SeatLost as error:
        return lost(error)
    except UserError as error:
        return refusal_of(error)
    match = _matches(holder).get(pk=at.match.pk)
    now = _AtTable(match, at.seat, at.pair, at.phone, at.holds)
    return JsonResponse(_document(request, holder, now, match_version(match)))


@sensitive_variables()
def _document(request: HttpRequest, holder: Holder, at: _AtTable, version: str) -> dict[str, Any]:
    # The version was read first: what changes since then shows with the next question.
    seen = _seen(holder, at)
    document = seat_document(seen["now"], version)
    if WITH_PAGE in request.GET:
        document["page"] = render_to_string("play/_seat.html", seen, request)
    return document


@sensitive_variables()
def _seen(holder: Holder, at: _AtTable) -> dict[str, Any]:
    """What the part of the page is made from: what the seat may know, and nothing else."""
    now = seat_view(at.match, at.seat)
    context: dict[str, Any] = {"access": holder.access, "now": now, "pair": at.pair}
    return context | parts_of_table(now.view, sent_text, AT_A_TABLE) if now.view else context
