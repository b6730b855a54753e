"""Pages of players on phones: the seats of a pair, and a seat of a table.

A seat's page is made for the phone that holds it, from the seat's knowledge. It asks again every
second (`state`), and sends its acts as JSON (`acts`, `agreements`); see `docs/play-protocol.md`.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.game.seats import Seat
from scoring.whole_numbers import whole_number
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.forms import refusal_told
from tournament.links.phone import phone_made, phone_of
from tournament.links.session_places import Holder, by_link
from tournament.links.tokens import PlaceKind
from tournament.models import Match
from tournament.play.payloads import answered, body_of, read_act, read_agreement
from tournament.play.queries import seats_of_pair
from tournament.play.seat_access import AtTable, by_seat, by_seat_of_link, matches_of
from tournament.play.seat_answers import seen_at, told, told_anew
from tournament.play.services.acts import play_act
from tournament.play.services.results import agree_on_result
from tournament.play.services.seats import free_seat, take_seat
from tournament.referee_calls.queries import call_of_table, waiting_call
from tournament.referee_calls.services import call_referee, withdraw_call
from tournament.streams.topics import Topic, let_connect, stream_address


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def seats(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Show the seats that a pair may take where it plays now; posted, this phone takes one."""
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
    """Return the match of the pair in the round that was asked for, and the seat."""
    seat, round = request.POST.get("seat", ""), whole_number(request.POST.get("round", ""))
    if seat not in list(Seat) or round is None:
        raise UserError(_("Choose one of the seats."))
    found = matches_of(holder).filter(seats__contestant__number=number, round__number=round)
    match = found.filter(cancelled=False).first()
    if match is None:
        raise NotNow(_("You are not playing now: go to a referee."))
    return match, Seat(seat)


@require_safe
@by_seat_of_link
@sensitive_variables()
def seat(request: HttpRequest, holder: Holder, at: AtTable) -> HttpResponse:
    """Show the page of a seat to the phone that holds it; send others to the pair's seats."""
    slug = holder.access.championship.slug
    round, table = at.match.round.number, at.match.table.number
    if not at.holds:
        messages.warning(request, _("This phone doesn't hold this seat: take it first."))
        return redirect("play:seats", slug, at.pair)
    address = [slug, round, table, at.seat.value]
    stream = stream_address(request, Topic(holder.access.championship.pk, table))
    context = {
        "access": holder.access,
        "pair": at.pair,
        "version": at.version,
        "newest": at.news.act,
        "csrf": get_token(request),
        "addresses": {
            name: reverse(f"play:{name}", args=address)
            for name in ("state", "acts", "agreements", "free", "call")
        },
        "call": call_of_table(holder.access.championship, at.match.table.number),
        "stream": stream,
        **seen_at(at),
    }
    response = render(request, "play/seat.html", context)
    let_connect(response, stream)
    return response


@require_safe
@by_seat
@sensitive_variables()
def state(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Answer with the knowledge of the seat; 204 where ?version=… is still the newest.

    Most questions are answered by `seat_answers.answer_questions`, before they come here.
    """
    return told(request, at)


@require_POST
@by_seat
def acts(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Do an act of the seat: a call, a card, a claim or the answer to one."""

    def act() -> None:
        sent = read_act(body_of(request), at.seat)
        play_act(
            actor=at.actor,
            match=at.match,
            deal=sent.deal,
            phone=at.phone_at,
            own_number=sent.own_number,
            act=sent.act,
        )

    return answered(act, lambda: told_anew(request, at.again()))


@require_POST
@by_seat
def agreements(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Agree to the result of a hand for the seat's side."""

    def act() -> None:
        sent = read_agreement(body_of(request))
        agree_on_result(
            actor=at.actor,
            match=at.match,
            deal=sent.deal,
            seat=at.seat,
            phone=at.phone_at,
            content=sent.content,
        )

    return answered(act, lambda: told_anew(request, at.again()))


@require_POST
@by_seat_of_link
def free(request: HttpRequest, holder: Holder, at: AtTable) -> HttpResponse:
    """Free the seat, for another phone."""
    try:
        free_seat(actor=at.actor, match=at.match, seat=at.seat, phone=at.phone)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The seat is free."))
    return redirect("play:seats", holder.access.championship.slug, at.pair)


@require_POST
@by_seat_of_link
def call(request: HttpRequest, holder: Holder, at: AtTable) -> HttpResponse:
    """Call the referee to the seat's table, or take its pair's call back."""
    with refusal_told(request):
        if request.POST.get("act") == "withdraw":
            withdraw_call(actor=at.actor, call=waiting_call(at.match))
        else:
            call_referee(actor=at.actor, match=at.match, side=at.seat.side)
    match = at.match
    slug, round, table = holder.access.championship.slug, match.round.number, match.table.number
    return redirect("play:seat", slug, round, table, at.seat.value)
