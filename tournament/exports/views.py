"""Papers at addresses of their own: each is a declared paper, made while the visitor waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.core.forms import posted
from tournament.core.lookups import round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.deals.hand_access import sealed_page
from tournament.deals.queries import hands_are_public, loose_salts
from tournament.exports.files import export, pdf_response, print_sealed
from tournament.exports.forms import PrintHandsForm
from tournament.exports.papers import Paper, check_in, hands, places, request_of, results
from tournament.exports.papers.assembly import BoundFile, one_paper
from tournament.models import Round
from tournament.schedule.queries import has_schedule
from tournament.standings.views import round_asked_for


def _bound(
    request: HttpRequest, access: Access, paper: Paper, rounds: Sequence[int] = ()
) -> BoundFile:
    """The paper for these rounds of the championship."""
    return one_paper(replace(request_of(request, access), rounds=tuple(rounds)), paper)


def _paper(
    request: HttpRequest, access: Access, paper: Paper, number: int | None = None
) -> HttpResponse:
    """The paper of a round, or of the championship; 404 where it can't be made yet."""
    asked = request_of(request, access)
    if number is not None:
        if all(one.number != number for one in asked.known.rounds):
            raise Http404
        asked = replace(asked, rounds=(number,))
    if paper.missing(asked):
        raise Http404
    bound = one_paper(asked, paper)
    return pdf_response(bound.content, bound.heading)


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings now, empty before the first round is closed, or after a round (?after=3)."""
    number = round_asked_for(request)
    if number is not None:
        return _paper(request, access, results.STANDINGS_AFTER, number)
    bound = _bound(request, access, results.STANDINGS_NOW)
    return pdf_response(bound.content, bound.heading)


@require_safe
@export
@needs(Level.PUBLIC)
def hand_sheets_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """The hand sheets of a closed round."""
    return _paper(request, access, results.HAND_SHEETS, number)


@require_safe
@export
@needs(Level.PUBLIC)
def pairings_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Who plays whom in a round, for the wall."""
    return _paper(request, access, places.PAIRINGS, number)


@require_safe
@export
@needs(Level.PUBLIC)
def commitment_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """What is hung up before the first round, so that the hands can be checked afterwards."""
    return _paper(request, access, hands.COMMITMENT)


@require_safe
@export
@needs(Level.REFEREE)
def check_in_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """Who is here and who has paid; 404 while there are no pairs."""
    return _paper(request, access, check_in.CHECK_IN)


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def table_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """A card with its link for every table."""
    return _link_cards(request, access, places.TABLE_CARDS)


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def pair_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """A card with its link for every pair."""
    return _link_cards(request, access, places.PAIR_CARDS)


def _link_cards(request: HttpRequest, access: Access, paper: Paper) -> HttpResponse:
    if not has_schedule(access.championship):
        return redirect("links:list", access.championship.slug)  # which says why
    return _paper(request, access, paper)


@require_http_methods(["GET", "HEAD", "POST"])
@export
@needs(Level.PUBLIC)
def hands_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponseBase:
    """The hands of a round: as records for everybody once public; before that to be prepared.

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
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
    if not access.private_line:
        return sealed_page(request, access, round)
    return _print_sealed_hands(request, access, round)


def _print_sealed_hands(request: HttpRequest, access: Access, round: Round) -> HttpResponse:
    """The hands of sealed rounds to prepare, or the page that asks of which, and why."""
    sealed = access.championship.rounds.filter(first_closed_at=None).order_by("number")
    form = PrintHandsForm(
        posted(request),
        sealed=sealed.values_list("number", flat=True),
        initial={"rounds": [round.number]},
    )
    rounds = sorted(form.cleaned_data["rounds"]) if form.is_bound and form.is_valid() else []
    made = print_sealed(
        access, form, rounds, lambda: _bound(request, access, hands.HANDS_TO_PREPARE, rounds)
    )
    if made is not None:
        return made
    context = {
        "access": access,
        "round": round,
        "form": form,
        "loose_salts": loose_salts(access.championship, [round.number]),
    }
    return render(
        request, "exports/print_hands.html", context, status=422 if form.is_bound else 200
    )
