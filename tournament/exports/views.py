"""The files a visitor can take away: standings, pairings, hand sheets, hands, the commitment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.analysis.queries import hand_worths
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error
from tournament.core.permissions import Access, Level, needs
from tournament.core.running import while_running
from tournament.deals.proof import proof_of
from tournament.deals.queries import dealt_hands, hands_are_public
from tournament.deals.sealing import sealed_page
from tournament.deals.services import record_hand_printing
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.files import export, pdf_response, workbook_response
from tournament.exports.forms import PrintHandsForm
from tournament.exports.heading import Heading, heading_of, result_status
from tournament.exports.papers.hands import hands_by_number, round_to_prepare
from tournament.exports.pdf.commitment import commitment_pdf
from tournament.exports.pdf.hand_records import hand_record_pages
from tournament.exports.pdf.hand_sheets import hand_sheets_pdf
from tournament.exports.pdf.link_cards import link_cards_pdf
from tournament.exports.pdf.pairings import pairings_pdf
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.standings import standings_pdf
from tournament.exports.rows import after_rounds, round_title, rounds_title
from tournament.links.addresses import site_address
from tournament.links.queries import links_of
from tournament.links.tokens import PlaceKind
from tournament.models import Round
from tournament.public.queries import round_pairings
from tournament.schedule.queries import has_schedule
from tournament.standings.queries import (
    StandingsView,
    closed_rounds,
    stage_scores,
)
from tournament.standings.views import asked_standings


def _standings(request: HttpRequest, access: Access) -> tuple[Heading, StandingsView]:
    """The standings now, or after a round (?after=3); 404 for one that isn't closed."""
    view = asked_standings(request, access)
    heading = heading_of(
        access.championship,
        _("Standings"),
        subtitle=after_rounds(view.rounds),
        status=pgettext("results", "final") if view.final else pgettext("results", "provisional"),
        made_at=view.made_at,
    )
    return heading, view


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings on paper."""
    heading, view = _standings(request, access)
    return pdf_response(standings_pdf(heading, view), heading)


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_workbook(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings as a workbook."""
    heading, view = _standings(request, access)
    return workbook_response(standings_workbook(heading, view), heading)


@require_safe
@export
@needs(Level.PUBLIC)
def hand_sheets_as_pdf(_request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """The hand sheets of a closed round on paper."""
    if number not in closed_rounds(access.stage):
        raise Http404
    heading = _results_heading(access, subtitle=round_title(number))
    sheets = stage_scores(access.stage, rounds=[number]).sheets
    ordered = [sheets[deal] for deal in sorted(sheets)]
    hands = hands_by_number(access.stage, number)
    worths = hand_worths(access.stage, hands)
    return pdf_response(hand_sheets_pdf(heading, ordered, hands, worths), heading)


def _results_heading(access: Access, *, subtitle: str) -> Heading:
    return heading_of(
        access.championship,
        _("Hand sheets"),
        subtitle=subtitle,
        status=result_status(access.championship),
        made_at=timezone.now(),
    )


@require_safe
@export
@needs(Level.PUBLIC)
def pairings_as_pdf(_request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Who plays whom in a round, for the wall."""
    pairings = round_pairings(access.stage, number)
    if pairings is None:
        raise Http404
    heading = heading_of(
        access.championship,
        _("Pairings"),
        subtitle=round_title(number),
        made_at=timezone.now(),
    )
    return pdf_response(pairings_pdf(heading, pairings), heading)


@require_safe
@export
@needs(Level.PUBLIC)
def commitment_as_pdf(_request: HttpRequest, access: Access) -> HttpResponse:
    """What is hung up before the first round, so that the hands can be checked afterwards."""
    proof = proof_of(access.championship, access.stage)
    if proof is None:
        raise Http404
    heading = heading_of(access.championship, _("Commitment to the hands"), made_at=timezone.now())
    return pdf_response(commitment_pdf(heading, proof), heading)


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def table_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """A card with its link for every table."""
    return _link_cards(request, access, PlaceKind.TABLE, _("Cards of the tables"))


@require_safe
@export
@needs(Level.ORGANISER)
@while_running
def pair_cards_as_pdf(request: HttpRequest, access: Access) -> HttpResponse:
    """A card with its link for every pair."""
    return _link_cards(request, access, PlaceKind.PAIR, _("Cards of the pairs"))


def _link_cards(request: HttpRequest, access: Access, kind: PlaceKind, title: str) -> HttpResponse:
    if not has_schedule(access.championship):
        return redirect("links:list", access.championship.slug)  # which says why
    site = site_address(request)
    heading = heading_of(
        access.championship,
        title,
        status="" if site.is_for_phones else _("not for phones"),
        made_at=timezone.now(),
    )
    links = links_of(access.championship, kind)
    return pdf_response(link_cards_pdf(heading, site.url, links), heading)


@require_http_methods(["GET", "HEAD", "POST"])
@export
@needs(Level.PUBLIC)
def hands_as_pdf(request: HttpRequest, access: Access, number: int) -> HttpResponseBase:
    """The hands of a round: as records for everybody once public; before that to be prepared.

    Sealed hands go to organisers only, who say why, over a line that nobody reads along, and each
    printing is recorded before the paper is made.
    """
    round = access.stage.rounds.filter(number=number).first()
    if round is None or access.stage.deal_set is None:
        raise Http404
    if hands_are_public(round):
        return _hand_records(access, number)
    if not access.is_organiser:
        if access.actor is None:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
    if not access.private_line:
        return sealed_page(request, access, round)
    return _print_sealed_hands(request, access, round)


def _print_sealed_hands(request: HttpRequest, access: Access, round: Round) -> HttpResponse:
    sealed = access.stage.rounds.filter(first_closed_at=None).order_by("number")
    form = PrintHandsForm(
        request.POST if request.method == "POST" else None,
        sealed=sealed.values_list("number", flat=True),
        initial={"rounds": [round.number]},
    )
    if form.is_bound and form.is_valid():
        rounds = form.cleaned_data["rounds"]
        try:
            record_hand_printing(
                actor=access.acting,
                stage=access.stage,
                rounds=rounds,
                reason=form.cleaned_data["reason"],
            )
        except UserError as error:
            add_user_error(form, error)
        else:
            # The salt as it is fixed now, not as it was when this request began.
            access.stage.refresh_from_db(fields=["deal_set"])
            return _hands_to_prepare(access, rounds)
    context = {"access": access, "round": round, "form": form, "deal_set": access.stage.deal_set}
    return render(
        request, "exports/print_hands.html", context, status=422 if form.is_bound else 200
    )


def _hands_to_prepare(access: Access, rounds: Sequence[int]) -> HttpResponse:
    """The paper: each round's pages bear its name, the file the names of all."""
    rounds = sorted(rounds)
    whole = heading_of(
        access.championship,
        _("Hands to prepare"),
        subtitle=rounds_title(rounds),
        status=pgettext("hands", "sealed"),
        made_at=timezone.now(),
    )
    pages = []
    for number in rounds:
        heading = replace(whole, subtitle=round_title(number))
        pages += round_to_prepare(heading, access.stage, number)
    return pdf_response(write(pages, whole), whole)


def _hand_records(access: Access, number: int) -> HttpResponse:
    heading = heading_of(
        access.championship,
        _("Hand records"),
        subtitle=round_title(number),
        made_at=timezone.now(),
    )
    deals = access.stage.deals_of_round(number)
    worths = hand_worths(access.stage, deals)
    pages = hand_record_pages(heading, dealt_hands(access.stage, deals), worths)
    return pdf_response(write(pages), heading)
