"""Pages of rounds: the list, a round with every table's hands, opening, closing, reopening."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.check_in.queries import absent_from
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import (
    ReasonForm,
    add_user_error,
    choices_in,
    posted,
    preview_of_other_choices,
    refusal_shown,
    refusal_told,
    tell_conflict,
)
from tournament.core.live import live_page, version_of
from tournament.core.lookups import played_match, round_at
from tournament.core.permissions import Access, Level, for_pairs, needs, while_running
from tournament.core.ties import waits_for_release
from tournament.deals.queries import hands_of_stage_were_seen, looks_at
from tournament.inbox.summary import waiting
from tournament.models import PlayedWith, Round, RoundStatus
from tournament.results.kinds.kinds import kind_of, numbers_of
from tournament.results.own_slips import later_undo_offer
from tournament.results.queries import asked_table, next_missing, round_sheet
from tournament.results.services.entry import is_provisional
from tournament.rounds.correction_time import correction_time
from tournament.rounds.forms import ClosingForm, ExchangeForm, OpponentsForm, SittingForm, as_typed
from tournament.rounds.queries import (
    closing_obstacles,
    leaders_after,
    play_has_begun_besides,
    round_lines,
    why_opening_stays,
)
from tournament.rounds.services.lifecycle import (
    close_round,
    open_round,
    refuse_to_reopen,
    reopen_round,
    take_back_opening,
)
from tournament.rounds.services.sittings import note_sitting
from tournament.schedule.by_hand import (
    doubts_in,
    proposal,
    seated_matches,
    seating_version,
    taking_part,
)
from tournament.schedule.pairings import cost_text, price_of_exchange, round_pairings, why_outdated
from tournament.schedule.services.rounds import enter_pairings, exchange_pairs, pair_round
from tournament.stages.formats import format_of
from tournament.stages.intent import to_follow


@never_cache
@require_safe
@needs(Level.REFEREE)
def round_list(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all rounds: the state of each, its number of results, and the acts that are possible."""
    context = {
        "access": access,
        "rounds": (lines := round_lines(access.stages)),
        "without_hands": next(
            (one.number for one in lines if one.is_planned and not one.cards.are_made), None
        ),
        "waiting": waiting(access),
    }
    return render(request, "rounds/list.html", context)


@never_cache
@require_safe
@needs(Level.REFEREE)
def round_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show a round: every table and its hands. ?table=7 goes to that table's next hand to enter."""
    round = round_at(access, number)
    if wanted := request.GET.get("table", "").strip():
        return _to_table(request, access, round, wanted)

    def context() -> dict[str, Any]:
        sheet = round_sheet(round).seen_by(access)
        first = next(
            ((row.number, cell.deal) for row in sheet.rows for cell in row.cells if cell.is_owed),
            None,
        )
        lines = round_lines(access.stages)
        return {
            "access": access,
            "rounds": lines,
            "line": next(line for line in lines if line.number == round.number),
            "sheet": sheet,
            "has_rulings": kind_of(round.stage).has_rulings,
            "first_missing": first,
            "corrections_until": round.corrections_until if is_provisional(round) else None,
            "undo": later_undo_offer(round, access),
            "outdated": why_outdated(round),
            "on_phones": round.stage.played_with == PlayedWith.PHONES,
        }

    return live_page(
        request,
        page="rounds/round.html",
        part="rounds/_sheet.html",
        # The end of the time for corrections is no act, but the page tells it.
        version=version_of(access.championship) + ("-provisional" if is_provisional(round) else ""),
        context=context,
    )


def _to_table(request: HttpRequest, access: Access, round: Round, wanted: str) -> HttpResponse:
    """Redirect to a table's first missing hand, or its first hand; without hands to the round."""
    slug = access.championship.slug
    try:
        table = asked_table(round, wanted).number
    except UserError as error:
        messages.error(request, str(error))
        return redirect("rounds:round", slug, round.number)
    onward = next_missing(round, table=table, deal=0)
    deal = onward[1] if onward and onward[0] == table else numbers_of(round)[0]
    return redirect("results:entry", slug, round.number, table, deal)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def open_(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Open a round; the page before it tells the consequences, the first time, out of turn, and
    where pairs are missing."""
    round = round_at(access, number)
    line = next(one for one in round_lines(access.stages) if one.number == number)
    absent = absent_from(round)
    is_meant = (line.is_next or "out_of_turn" in request.POST) and (
        not absent or "without_absent" in request.POST
    )
    if request.method == "POST" and (is_meant or line.status is not RoundStatus.PLANNED):
        try:
            open_round(actor=access.acting, round=round)
        except UserError as error:
            messages.error(request, str(error))
            return redirect("rounds:list", access.championship.slug)
        if line.status is RoundStatus.PLANNED:
            messages.success(
                request,
                _("Round %(round)d is open. While it has no result this can be taken back.")
                % {"round": number},
            )
        return redirect("rounds:round", access.championship.slug, number)
    if round.status != RoundStatus.PLANNED:
        return redirect("rounds:round", access.championship.slug, number)
    context = {"access": access, "round": round, "line": line, "absent": absent}
    status = 422 if request.method == "POST" else 200
    return render(request, "rounds/open.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def take_back(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Take the opening of a round back, with a reason; the page names who has seen its hands."""
    round = round_at(access, number)
    form = ReasonForm(posted(request))
    looks = looks_at(round)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            reason = form.cleaned_data["reason"]
            take_back_opening(actor=access.acting, round=round, reason=reason)
            return _after_taking_back(request, access, round, seen=bool(looks))
    elif round.status == RoundStatus.PLANNED:
        return redirect("rounds:round", access.championship.slug, number)
    context = {
        "access": access,
        "round": round,
        "form": form,
        "looks": looks,
        "refusal": why_opening_stays(round),
        "others_begun": play_has_begun_besides(round),
        "frozen": hands_of_stage_were_seen(round.stage),
    }
    status = 422 if form.is_bound else 200
    return render(request, "rounds/take_back.html", context, status=status)


def _after_taking_back(
    request: HttpRequest, access: Access, round: Round, *, seen: bool
) -> HttpResponse:
    """Say so, and where hands have been seen let organisers exchange them."""
    told = {"round": round.number}
    messages.success(request, _("Round %(round)d is planned again.") % told)
    slug = access.championship.slug
    if not seen:
        return redirect("rounds:list", slug)
    told |= {"first": round.deals[0], "last": round.deals[-1]}
    messages.warning(
        request, _("Hands %(first)d to %(last)d have been seen: exchange them if need be.") % told
    )
    if access.is_organiser:
        return redirect("deals:exchange", slug, round.number)
    return redirect("rounds:list", slug)


@require_POST
@needs(Level.REFEREE)
@while_running
def draw(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Draw who meets whom in a round, or draw it again after somebody has come or left."""
    with refusal_told(request):
        pair_round(actor=access.acting, round=round_at(access, number))
    return redirect("rounds:round", access.championship.slug, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def opponents(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Enter the pairings of a round, in a format that leaves them to the organisers.

    The form begins with the entered pairings, or else a proposal; doubts are asked about before it
    is stored.
    """
    round = round_at(access, number)
    if not format_of(round.stage).by_hand:
        raise Http404
    if round.status != RoundStatus.PLANNED:
        return redirect("rounds:round", access.championship.slug, number)
    form = OpponentsForm(
        tuple(access.championship.tables.order_by("number")),
        taking_part(round),
        posted(request),
        initial={
            **as_typed(seated_matches(round) if round.paired else proposal(round)),
            "based_on": seating_version(round),
        },
    )
    doubts: tuple[str, ...] = ()
    if form.is_bound and form.is_valid():
        doubts = doubts_in(round, form.matches)
        if not doubts or form.sure_of(doubts):
            try:
                enter_pairings(
                    actor=access.acting,
                    round=round,
                    matches=form.matches,
                    based_on=form.cleaned_data["based_on"],
                )
            except Conflict as error:
                tell_conflict(request, error)
                return redirect("rounds:opponents", access.championship.slug, number)
            except UserError as error:
                add_user_error(form, error)
            else:
                return redirect("rounds:round", access.championship.slug, number)
        else:
            form = form.asking(doubts)
    context = {"access": access, "round": round, "form": form, "doubts": doubts}
    return render(request, "rounds/opponents.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def pairing(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show why pairs meet in a round that was paired by scores, and let two of them change places.

    ?one=3&other=8 shows the cost of exchanging these two; posted, they are exchanged.
    """
    round = round_at(access, number)
    if not round.paired or format_of(round.stage).swiss_field is None:
        raise Http404
    if (preview := preview_of_other_choices(request, ["one", "other"])) is not None:
        return preview
    pairings = round_pairings(round)
    asked = request.POST if request.method == "POST" else (request.GET or None)
    form = ExchangeForm(pairings.contestants, asked)
    status = 200
    if request.method == "POST" and form.is_valid():
        with refusal_shown(form):
            exchange_pairs(
                actor=access.acting,
                round=round,
                **form.numbers,
                based_on=request.POST.get("based_on", ""),
            )
            said = _("Pairs %(one)d and %(other)d have changed places.") % form.numbers
            messages.success(request, said)
            return redirect("rounds:pairing", access.championship.slug, number)
    if form.is_bound and not form.is_valid():
        status = 422
    context = {
        "access": access,
        "round": round,
        "pairings": pairings,
        "form": form,
        "rounds": round_lines(access.stages),
    }
    if status == 200 and asked is not None:
        after = price_of_exchange(round, **form.numbers)
        context |= {
            "after": after,
            "shown": choices_in(asked, ["one", "other"]),
            "cost_after": cost_text(after),
            "version": seating_version(round),
        }
    return render(request, "rounds/pairing.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def close(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Close a round, or list the obstacles."""
    round = round_at(access, number)
    status, refusal = 200, ""
    if request.method == "POST":
        form = ClosingForm(request.POST)
        form.is_valid()
        try:
            close_round(actor=access.acting, round=round, anew=form.cleaned_data["anew"])
        except UserError as error:
            status, refusal = 422, str(error)
        else:
            return redirect("rounds:closed", access.championship.slug, number)
    elif round.status != RoundStatus.OPEN:
        return redirect("rounds:round", access.championship.slug, number)
    if waits_for_release(round):
        return redirect("simultaneous:hand_in", access.championship.slug, number)
    context = {
        "access": access,
        "round": round,
        "obstacles": closing_obstacles(round),
        "numbered": kind_of(round.stage).numbered,
        "time": correction_time(round),
        "refusal": refusal,
    }
    return render(request, "rounds/close.html", context, status=status)


@never_cache
@require_safe
@needs(Level.REFEREE)
def closed(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show what follows the closing of a round; redirect to the round where it is not closed."""
    round = round_at(access, number)
    if round.status != RoundStatus.CLOSED:
        return redirect("rounds:round", access.championship.slug, number)
    lines = round_lines(access.stages)
    context = {
        "access": access,
        "round": round,
        "corrections_until": round.corrections_until if is_provisional(round) else None,
        "top": leaders_after(round),
        "open": tuple(line for line in lines if line.status is RoundStatus.OPEN),
        "next": next((line for line in lines if line.status is RoundStatus.PLANNED), None),
        "to_follow": to_follow(access.stages),
        "waiting": waiting(access),
    }
    return render(request, "rounds/closed.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def reopen(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    round = round_at(access, number)
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            reopen_round(actor=access.acting, round=round, reason=form.cleaned_data["reason"])
            return redirect("rounds:round", access.championship.slug, number)
    elif round.status != RoundStatus.CLOSED:
        return redirect("rounds:round", access.championship.slug, number)
    context = {"access": access, "round": round, "form": form, "refusal": ""}
    try:
        refuse_to_reopen(round, authority=access.acting.authority)
    except UserError as error:
        context["refusal"] = str(error)
    return render(request, "rounds/reopen.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@for_pairs
@while_running
def sitting(request: HttpRequest, access: Access, number: int, table: int) -> HttpResponse:
    """Note who sat where in a match."""
    match = played_match(access, number, table)
    form = SittingForm(match, posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            note_sitting(actor=access.acting, match=match, players=form.players)
            messages.success(request, _("Who sat where is noted."))
            return redirect("rounds:round", access.championship.slug, number)
    context = {"access": access, "match": match, "round": match.round, "form": form}
    return render(request, "rounds/sitting.html", context, status=422 if form.is_bound else 200)
