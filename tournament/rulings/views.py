"""Pages of rulings: the list, making one in two steps, withdrawing one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.whole_numbers import whole_number
from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, posted
from tournament.core.lookups import round_of_deal
from tournament.core.method_words import method_words
from tournament.core.permissions import Access, Level, needs
from tournament.deals.queries import hands_are_public
from tournament.models import Match, Outcome, Result, Ruling, Stage
from tournament.play_records.queries import RecordToAttach, fault_in, record_to_attach
from tournament.play_records.sentences import fault_words
from tournament.play_records.services import attach_play
from tournament.results.kinds.dealt_hand import ResultInput, content_of
from tournament.results.queries import asked_hand, ruled_match_at, table_row
from tournament.results.services.entry import refuse_to_leave_a_hole, refuse_unless_open
from tournament.rulings.forms import DeductionForm, HandRulingForm, PublicReasonForm
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind, ruling_in
from tournament.rulings.queries import all_rulings, content_without_ruling
from tournament.rulings.services import (
    cancel_hand,
    deduct,
    next_number,
    refuse_to_cancel,
    refuse_to_deduct,
    refuse_to_withdraw,
    rule_on_hand,
    take_back_hand_ruling,
    withdraw_ruling,
)
from tournament.rulings.steps import PageAct, take_step
from tournament.rulings.tables import ended_table, standing_table

ASKED = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@needs(Level.REFEREE)
def ruling_list(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all rulings, and where to make one (?table=… for one at that table)."""
    authority = access.acting.authority
    rulings = all_rulings(access.championship)
    ended = ended_table(access, rulings.ended, request.GET) if rulings.ended else None
    context = {
        "access": access,
        "standing": standing_table(access, rulings.standing, request.GET),
        "ended": ended,
        "table": request.GET.get("table", "")[:40],
        "refusal": _refusal(partial(refuse_to_deduct, access.championship, authority=authority)),
    }
    return render(request, "rulings/list.html", context)


@require_safe
@needs(Level.REFEREE)
def choose(request: HttpRequest, access: Access) -> HttpResponse:
    """Redirect to the wanted hand: ?hand=10&table=3 at a table, ?hand=10 at all of them."""
    slug = access.championship.slug
    table = request.GET.get("table")
    try:
        found = asked_hand(
            access.championship,
            request.GET.get("hand", "").strip(),
            None if table is None else table.strip(),
        )
    except UserError as error:
        messages.error(request, str(error))
        return redirect("rulings:list", slug)
    if found.table is None:
        return redirect("rulings:cancel", slug, found.deal)
    return redirect("rulings:hand", slug, found.round, found.table, found.deal)


@ASKED
@needs(Level.REFEREE)
def hand(request: HttpRequest, access: Access, number: int, table: int, deal: int) -> HttpResponse:
    """Rule on one hand at one table, or change the ruling that stands."""
    access.must_see(number)
    match, current = _hand(access, number, table, deal)
    content = content_of(current) if current else None
    stands = ruling_in(content) if content else None
    record = record_to_attach(match, deal)
    form = _hand_form(request, match, deal, current, record)

    def act(based_on: int) -> Result:
        result = rule_on_hand(
            actor=access.acting, match=match, deal=deal, ruling=form.ruling, based_on=based_on
        )
        if version := form.cleaned_data["play"]:
            attach_play(actor=access.acting, result=result, version=version)
        return result

    step = take_step(request, form, partial(_act_on_hand, match, deal, act))
    if step.done:
        return _done(request, access, _("The ruling is made."))
    context = _hand_context(access, match, deal, content)
    context |= {"form": form, "step": step, "stands": stands, "record": record}
    return render(request, "rulings/hand.html", context, status=step.status)


def _hand_form(
    request: HttpRequest,
    match: Match,
    deal: int,
    current: Result | None,
    record: RecordToAttach | None,
) -> HandRulingForm:
    """Return the form with the sent values; or with the result, or (?play=12&fault=1) with the
    fault that the rules desk found in a version of the record of play."""
    if request.method == "POST":
        return HandRulingForm(request.POST)
    play, number = (whole_number(request.GET.get(name, "")) for name in ("play", "fault"))
    if play is not None and number is not None:
        fault = fault_in(match, deal, version=play, number=number)
        if fault is not None and record is not None:
            words = fault_words(fault, naming_cards=hands_are_public(match.round))
            found = HandRuling(HandRulingKind.RULE_BREAK, frozenset({fault.seat.side}), words)
            return HandRulingForm.of(found, play=record.version)
    has_one = current is not None and current.plays_attached.exists()
    return HandRulingForm.of(
        ruling_in(content_of(current)) if current else None,
        play=record.version if record and has_one else None,
    )


@ASKED
@needs(Level.REFEREE)
def withdraw_from_hand(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponse:
    """Withdraw the ruling on a hand at a table: its result before it is entered again."""
    access.must_see(number)
    match, current = _hand(access, number, table, deal)
    content = content_of(current) if current else None
    form = ReasonForm(posted(request))

    def act(based_on: int) -> Result:
        reason = form.cleaned_data["reason"]
        return take_back_hand_ruling(
            actor=access.acting, match=match, deal=deal, based_on=based_on, reason=reason
        )

    step = take_step(request, form, partial(_act_on_hand, match, deal, act))
    if step.done:
        return _done(request, access, _("The ruling is withdrawn."))
    before = content_without_ruling(match, deal)
    context = _hand_context(access, match, deal, content)
    context |= {
        "form": form,
        "step": step,
        "stands": ruling_in(content) if content else None,
        "before": before,
    }
    if before.outcome is Outcome.BLANK and not context["refusal"]:
        context["refusal"] = _refusal(partial(refuse_to_leave_a_hole, match.round))
    return render(request, "rulings/withdraw_from_hand.html", context, status=step.status)


@ASKED
@needs(Level.REFEREE)
def cancel(request: HttpRequest, access: Access, deal: int) -> HttpResponse:
    """Cancel a hand for all tables."""
    round = round_of_deal(access, deal)
    access.must_see(round.number)
    championship = access.championship
    form = PublicReasonForm(posted(request))

    def act(_based_on: int) -> Ruling:
        return cancel_hand(
            actor=access.acting,
            championship=championship,
            deal=deal,
            reason=form.cleaned_data["reason"],
        )

    step = take_step(request, form, lambda: _act_of_ruling(round.stage, act, deal=deal))
    if step.done:
        return _done(request, access, _("Hand %(hand)d is cancelled for all.") % {"hand": deal})
    authority = access.acting.authority
    context = {
        "access": access,
        "form": form,
        "step": step,
        "round": round,
        "deal": deal,
        "stands": championship.rulings.filter(deal=deal, withdrawn_at=None).first(),
        "refusal": _refusal(partial(refuse_to_cancel, round, authority=authority)),
    }
    return render(request, "rulings/cancel.html", context, status=step.status)


@ASKED
@needs(Level.REFEREE)
def deduct_(request: HttpRequest, access: Access) -> HttpResponse:
    """Deduct points from a pair's total."""
    championship = access.championship
    form = DeductionForm(access.stage, posted(request))

    def act(based_on: int) -> Ruling:
        return deduct(actor=access.acting, stage=access.stage, number=based_on, **form.cleaned_data)

    def page_act() -> PageAct:
        return _act_of_ruling(access.stage, act, about=form.cleaned_data["contestant"].pk)

    step = take_step(request, form, page_act)
    if step.done:
        return _done(request, access, _("The deduction is made."))
    authority = access.acting.authority
    context = {
        "access": access,
        "form": form,
        "step": step,
        "refusal": _refusal(partial(refuse_to_deduct, championship, authority=authority)),
    }
    return render(request, "rulings/deduct.html", context, status=step.status)


@ASKED
@needs(Level.REFEREE)
def withdraw(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Withdraw a cancelled hand or a deduction."""
    championship = access.championship
    rulings = championship.rulings.select_related("contestant", "stage__championship")
    ruling = rulings.filter(number=number).first()
    if ruling is None:
        raise Http404
    if ruling.deal is not None:
        access.must_see(round_of_deal(access, ruling.deal).number)
    form = ReasonForm(posted(request))

    def act(_based_on: int) -> Ruling:
        reason = form.cleaned_data["reason"]
        return withdraw_ruling(actor=access.acting, ruling=ruling, reason=reason)

    def page_act() -> PageAct:
        stage = ruling.stage
        if ruling.deal is not None:
            stage = round_of_deal(access, ruling.deal).stage
        assert stage is not None, "the database holds that a deduction has its stage"
        return _act_of_ruling(stage, act, deal=ruling.deal, about=ruling.contestant_id)

    step = take_step(request, form, page_act)
    if step.done:
        return _done(request, access, _("The ruling is withdrawn."))
    authority = access.acting.authority
    refuse = partial(refuse_to_withdraw, championship, ruling, authority=authority)
    context = {
        "access": access,
        "form": form,
        "step": step,
        "ruling": ruling,
        "points": Fraction(ruling.hundredths, 100) if ruling.hundredths else None,
        "refusal": _refusal(refuse),
    }
    return render(request, "rulings/withdraw.html", context, status=step.status)


def _done(request: HttpRequest, access: Access, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return redirect("rulings:list", access.championship.slug)


def _refusal(refuse: Callable[[], object]) -> str:
    """Return why something can't be done now, as `refuse` says it; "" if it can."""
    try:
        refuse()
    except UserError as error:
        return str(error)
    return ""


def _hand(access: Access, number: int, table: int, deal: int) -> tuple[Match, Result | None]:
    """Return the match and the current result of an address; 404 where there is no such hand."""
    match = ruled_match_at(access.championship, number, table, deal)
    if match is None:
        raise Http404
    return match, Result.objects.current(match, deal)


def _hand_context(
    access: Access, match: Match, deal: int, content: ResultInput | None
) -> dict[str, Any]:
    blank = content is None or content.outcome is Outcome.BLANK
    refuse = partial(refuse_unless_open, match, deal, authority=access.acting.authority)
    return {
        "access": access,
        "round": match.round,
        "row": table_row(match),
        "deal": deal,
        "content": None if blank else content,
        "words": method_words(match.round.stage.scoring_settings()),
        "refusal": _refusal(refuse),
    }


def _act_on_hand(match: Match, deal: int, act: Callable[[int], object]) -> PageAct:
    def newest() -> int:
        current = Result.objects.current(match, deal)
        return current.version if current else 0

    return PageAct(
        stage=match.round.stage,
        act=act,
        newest=newest,
        deal=deal,
        match_id=match.pk,
        about=frozenset(match.pair_ids),
    )


def _act_of_ruling(
    stage: Stage,
    act: Callable[[int], object],
    *,
    deal: int | None = None,
    about: int | None = None,
) -> PageAct:
    return PageAct(
        stage=stage,
        act=act,
        newest=partial(next_number, stage.championship),
        deal=deal,
        about=frozenset() if about is None else frozenset({about}),
    )
