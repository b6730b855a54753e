"""Papers at addresses of their own: each is a declared paper, made while the visitor waits."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.forms import ReasonForm, posted
from tournament.core.logging_in import sent_to_login
from tournament.core.lookups import played_match, round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.deals.hand_access import sealed_off, sealed_page
from tournament.deals.queries import hands_are_public
from tournament.exports.files import SealedPrinting, export, pdf_response, print_sealed
from tournament.exports.forms import PrintHandsForm
from tournament.exports.papers import (
    HandsOfTable,
    Paper,
    PaperRequest,
    PrintedHand,
    check_in,
    hands,
    places,
    plays,
    request_of,
    results,
)
from tournament.exports.papers.assembly import one_paper
from tournament.models import Round
from tournament.play.left_hands import hands_left
from tournament.play.match_now import Step, match_now
from tournament.play_records.views import match_or_404
from tournament.schedule.queries import has_schedule
from tournament.standings.views import round_asked_for


def _answer(asked: PaperRequest, paper: Paper) -> HttpResponse:
    """Send the paper, where something can be made of the request; else 404."""
    if paper.missing(asked):
        raise Http404
    bound = one_paper(asked, paper)
    return pdf_response(bound.content, bound.heading)


def _paper(
    request: HttpRequest, access: Access, paper: Paper, number: int | None = None
) -> HttpResponse:
    """Send the paper of a round, or of the championship; 404 where it can't be made yet."""
    asked = request_of(request, access)
    if number is not None:
        if all(one.number != number for one in asked.known.rounds):
            raise Http404
        asked = replace(asked, rounds=(number,))
    return _answer(asked, paper)


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """Send the standings now (empty before a round is closed) or after a round (?after=3)."""
    number = round_asked_for(request)
    if number is not None:
        return _paper(request, access, results.STANDINGS_AFTER, number)
    bound = one_paper(request_of(request, access), results.STANDINGS_NOW)
    return pdf_response(bound.content, bound.heading)


@require_safe
@export
@needs(Level.PUBLIC)
def hand_sheets_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _paper(request, access, results.HAND_SHEETS, number)


@require_safe
@export
@needs(Level.PUBLIC)
def pairings_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    return _paper(request, access, places.PAIRINGS, number)


@require_safe
@export
@needs(Level.PUBLIC)
def commitment_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """Send the sheet to hang up before round 1, by which the hands can be checked."""
    return _paper(request, access, hands.COMMITMENT)


@require_safe
@export
@needs(Level.REFEREE)
def check_in_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """Send the list of who is here and who has paid; 404 while there are no pairs."""
    return _paper(request, access, check_in.CHECK_IN)


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def table_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    return _link_cards(request, access, places.TABLE_CARDS)


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def pair_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    return _link_cards(request, access, places.PAIR_CARDS)


def _link_cards(request: HttpRequest, access: Access, paper: Paper) -> HttpResponse:
    if not has_schedule(access.championship):
        return redirect("links:list", access.championship.slug)  # which says why
    return _paper(request, access, paper)


@require_http_methods(["GET", "HEAD", "POST"])
@export
@needs(Level.PUBLIC)
def hands_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponseBase:
    """Send the hands of a round: as records for everybody once public; before that to be prepared.

    Sealed hands go to organisers only, who say why, over a line that nobody reads along, and each
    printing is recorded before the paper is made.
    """
    round = round_at(access, number)
    if not access.championship.has_hands:
        raise Http404
    if hands_are_public(round):
        return _paper(request, access, hands.HAND_RECORDS, number)
    if not access.is_organiser:
        if access.actor is None:
            return sent_to_login(request)
        raise PermissionDenied
    if not access.private_line:
        return sealed_page(request, access, round)
    return _print_sealed_hands(request, access, round)


@require_http_methods(["GET", "HEAD", "POST"])
@export
@needs(Level.ORGANISER)
def table_hands_as_pdf(
    request: HttpRequest, access: Access, number: int, table: int
) -> HttpResponseBase:
    """Send the hands that a table which was changed to packs still has to play, to be made up.

    404 for any other table. They are printed as all sealed hands are.
    """
    match = played_match(access, number, table)
    deals = hands_left(match) if match_now(match).step is Step.PACKS else ()
    if not deals:
        raise Http404
    if not access.private_line:
        return sealed_page(request, access, match.round)
    asked = replace(
        request_of(request, access),
        rounds=(number,),
        for_table=HandsOfTable(match.table.shown_name, frozenset(deals)),
    )
    printing = SealedPrinting(
        rounds=asked.rounds,
        make=lambda: one_paper(asked, hands.HANDS_TO_PREPARE),
        back=reverse("play:table", args=[access.championship.slug, number, table]),
        deals=deals,
    )
    return print_sealed(request, access, ReasonForm(posted(request)), printing)


def _print_sealed_hands(request: HttpRequest, access: Access, round: Round) -> HttpResponse:
    """Send the hands of sealed rounds to prepare, or show the page that asks of which, and why."""
    sealed = access.championship.rounds.filter(first_closed_at=None).order_by("number")
    form = PrintHandsForm(
        posted(request),
        sealed=sealed.values_list("number", flat=True),
        initial={"rounds": [round.number]},
    )
    chosen = form.cleaned_data["rounds"] if form.is_bound and form.is_valid() else [round.number]
    asked = replace(request_of(request, access), rounds=tuple(sorted(chosen)))
    printing = SealedPrinting(
        rounds=asked.rounds,
        make=lambda: one_paper(asked, hands.HANDS_TO_PREPARE),
        back=reverse("deals:deals", args=[access.championship.slug]),
    )
    return print_sealed(request, access, form, printing)


@require_safe
@export
@needs(Level.REFEREE)
def play_record_as_pdf(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponseBase:
    match = match_or_404(access, number, table, deal)
    return _paper_of_hand(request, access, PrintedHand(match, deal))


@require_safe
@export
@needs(Level.REFEREE)
def attached_play_as_pdf(
    request: HttpRequest,
    access: Access,
    number: int,
    table: int,
    deal: int,
    version: int,
    play: int,
) -> HttpResponseBase:
    """Send the record that a ruling rests on, as it was then."""
    match = match_or_404(access, number, table, deal)
    return _paper_of_hand(request, access, PrintedHand(match, deal, (version, play)))


def _paper_of_hand(request: HttpRequest, access: Access, hand: PrintedHand) -> HttpResponseBase:
    asked = replace(request_of(request, access), hand=hand)
    if plays.PLAY_RECORD.missing(asked):
        raise Http404
    return sealed_off(request, access, hand.match.round) or _answer(asked, plays.PLAY_RECORD)
