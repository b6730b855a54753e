"""Pages of the referee's desk: the round, one of its tables, and a correction request."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.audit.event_text import actor_text
from tournament.audit.queries.lines import own_acts
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, refusal_told, tell_conflict
from tournament.core.live import PARAMETER, live_page, version_of
from tournament.core.lookups import played_match, round_at
from tournament.core.permissions import Access, Level, needs
from tournament.correction_requests.queries import (
    CorrectionRequestView,
    correction_request_view,
    open_correction_requests,
)
from tournament.correction_requests.services import decide_correction_request, let_results_stand
from tournament.desk.forms import (
    MINUTES,
    Choice,
    ClockAct,
    ClockForm,
    DecisionForm,
    ReasonForm,
    chosen_versions,
)
from tournament.desk.queries.rounds import desk_of, desk_round
from tournament.desk.services import confirm_hands
from tournament.desk.tags import now_context, now_version
from tournament.inbox.queries import WaitingThings
from tournament.inbox.rows import waiting_rows
from tournament.inbox.summary import waiting_version
from tournament.links.queries import phones_opened, sides_with_a_phone
from tournament.models import CorrectionRequest, Match, Round, RoundStatus
from tournament.results.forms import form_for
from tournament.results.forms.entry import EntryForm
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.kinds import kind_of, kind_of_match, numbers_of
from tournament.results.own_slips import later_undo_offer
from tournament.results.played_hands import why_bound
from tournament.results.services.entry import is_provisional, refuse_unless_open
from tournament.rounds.services.clock import clock_version, extend_clock, pause_clock, resume_clock


@never_cache
@require_safe
@needs(Level.REFEREE)
def desk(request: HttpRequest, access: Access) -> HttpResponse:
    """Go on to the round that needs the desk; before and after the play show a page of its own."""
    if access.championship.ended_at is not None:
        return render(request, "desk/after_the_end.html", {"access": access})
    found = desk_round(access.championship)
    if found is None:
        return render(request, "desk/before_play.html", {"access": access})
    return redirect("desk:round", access.championship.slug, found.number)


@never_cache
@require_safe
@needs(Level.REFEREE)
def now(request: HttpRequest, access: Access) -> HttpResponse:
    """Refresh the line about the day in the bar; 204 while it is up to date."""
    version = now_version(access)
    if request.GET.get(PARAMETER) == version:
        return HttpResponse(status=204)
    return render(request, "desk/_now.html", now_context(access, version))


@never_cache
@require_safe
@needs(Level.REFEREE)
def round_(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show a round at the desk: a tile a table, the slowest first; what is urgent; the clock."""
    round = round_at(access, number)
    if round.status == RoundStatus.PLANNED or access.championship.ended_at is not None:
        return redirect("rounds:round", access.championship.slug, number)

    provisional = is_provisional(round)

    def context() -> dict[str, Any]:
        desk = desk_of(round).seen_by(access)
        return {
            "access": access,
            "desk": desk,
            "calls": waiting_rows(WaitingThings(calls=desk.calls), access.championship.slug),
            "own_acts": own_acts(access.championship, number),
            "round": round,
            "provisional": provisional,
            "clock_version": clock_version(round),
            "minutes": MINUTES,
            "undo": later_undo_offer(round, access),
        }

    return live_page(
        request,
        page="desk/round.html",
        part="desk/_round.html",
        # Two things are no acts, but the page says them: that the time for corrections is over, and
        # for how long a table has been calling.
        version=waiting_version(access.championship) + ("-provisional" if provisional else ""),
        context=context,
    )


@require_POST
@needs(Level.REFEREE)
def clock(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Pause the countdown, let it run on, or give more minutes."""
    round = round_at(access, number)
    form = ClockForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            _set_clock(access, round, **form.cleaned_data)
    else:
        messages.error(request, _("This page can no longer be used. Reload it."))
    return redirect("desk:round", access.championship.slug, number)


def _set_clock(access: Access, round: Round, *, act: str, minutes: int, based_on: str) -> None:
    if act == ClockAct.PAUSE:
        pause_clock(actor=access.acting, round=round)
    elif act == ClockAct.RESUME:
        resume_clock(actor=access.acting, round=round)
    else:
        extend_clock(actor=access.acting, round=round, minutes=minutes, based_on=based_on)


def _match(access: Access, number: int, table: int) -> Match:
    """Return the match at a table in a round that was opened. Raises Http404 for none."""
    found = played_match(access, number, table)
    if found.round.status == RoundStatus.PLANNED:
        raise Http404
    return found


@never_cache
@require_safe
@needs(Level.REFEREE)
def table(request: HttpRequest, access: Access, number: int, table: int) -> HttpResponse:
    """Show a table of the round: what was entered by whom, what is unlikely or disputed."""
    match = _match(access, number, table)

    def context() -> dict[str, Any]:
        desk = desk_of(match.round).seen_by(access)
        return {
            "access": access,
            "round": match.round,
            "desk": desk,
            "table": desk.table(table),
            "phones": phones_opened(match),
            "with_a_phone": sides_with_a_phone(match),
            "has_rulings": kind_of(match.round.stage).has_rulings,
            "refusal": _refusal(access, match),
            "undo": later_undo_offer(match.round, access),
        }

    return live_page(
        request,
        page="desk/table.html",
        part="desk/_table.html",
        version=version_of(access.championship),
        context=context,
    )


def _refusal(access: Access, match: Match) -> str:
    """Return why nothing can be changed in this match now; "" if it can."""
    try:
        refuse_unless_open(match, numbers_of(match.round)[0], authority=access.acting.authority)
    except UserError as error:
        return str(error)
    return ""


@require_POST
@needs(Level.REFEREE)
def confirm(request: HttpRequest, access: Access, number: int, table: int) -> HttpResponse:
    """Note that the referee looked at hands of a table and finds them right."""
    match = _match(access, number, table)
    access.must_see(number, table=table)
    from_inbox = request.POST.get("back") == "inbox"
    versions = chosen_versions(request.POST.getlist("hand"))
    if versions is None:
        messages.error(request, _("This page can no longer be used. Reload it."))
        return redirect("desk:table", access.championship.slug, number, table)
    try:
        confirm_hands(actor=access.acting, match=match, versions=versions)
    except Conflict:
        messages.error(request, _("A result has been changed meanwhile. Check the current one."))
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("Table %(table)s: confirmed.") % {"table": match.table.shown_name}
        )
        if not from_inbox:
            return redirect("desk:round", access.championship.slug, number)
    if from_inbox:
        return redirect("inbox:inbox", access.championship.slug)
    return redirect("desk:table", access.championship.slug, number, table)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def correction_requests(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all waiting requests; the ticked ones are decided at once, their results stay."""
    waiting = open_correction_requests(access.championship)
    access.must_see(*{one.round for one in waiting} or {0})
    form = ReasonForm(request.POST if request.method == "POST" else None)
    ticked = request.POST.getlist("request")
    fault = ""
    if form.is_bound and form.is_valid():
        try:
            count = let_results_stand(
                actor=access.acting,
                championship=access.championship,
                versions=chosen_versions(ticked) or {},
                reason=form.cleaned_data["reason"],
            )
        except UserError as error:
            if error.field in form.fields:
                add_user_error(form, error)
            else:
                fault = str(error)
        else:
            messages.success(
                request,
                ngettext("%(count)d request decided.", "%(count)d requests decided.", count)
                % {"count": count},
            )
            return redirect("desk:correction_requests", access.championship.slug)
    context = {
        "access": access,
        "waiting": waiting,
        "ticked": ticked,
        "form": form,
        "fault": fault,
    }
    status = 422 if form.is_bound else 200
    return render(request, "desk/correction_requests.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def correction_request(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show a correction request: both versions side by side, their scores, and the decision."""
    view = correction_request_view(access.championship, number)
    if view is None:
        raise Http404
    access.must_see(view.round)
    match = Match.objects.select_related("round__stage__championship", "table").get(
        pk=view.match_id
    )
    kind, entry_form = kind_of_match(match), form_for(match.round.stage)
    # For another result the fields start with the claim, or else with the current result.
    content = _requested(kind, view.stands, view) or view.stands
    other = entry_form(initial=entry_form.values_of(content) if content else {})
    if request.method != "POST":
        return _correction_request_page(request, access, view, match, DecisionForm(view), other)
    form = DecisionForm(view, request.POST)
    chosen_other = request.POST.get("choice") == Choice.OTHER
    if chosen_other:
        other = entry_form(request.POST)
    if not form.is_valid() or (chosen_other and not other.is_valid()):
        return _correction_request_page(request, access, view, match, form, other, status=422)
    try:
        decide_correction_request(
            actor=access.acting,
            correction_request=CorrectionRequest.objects.select_related(
                "match__round__stage__championship"
            ).get(pk=view.correction_request_id),
            entry=_decided(kind, view, form, other),
            reason=form.cleaned_data["reason"],
            based_on=form.cleaned_data["based_on"],
        )
    except Conflict as error:
        tell_conflict(request, error)
        return redirect("desk:correction_request", access.championship.slug, number)
    except UserError as error:
        is_others = chosen_other and error.field not in form.fields and error.field in other.fields
        add_user_error(other if is_others else form, error)
        return _correction_request_page(request, access, view, match, form, other, status=422)
    messages.success(
        request,
        (
            _("Decided: table %(table)s, hand %(deal)d.")
            if view.numbered
            else _("Decided: table %(table)s.")
        )
        % {"table": view.table_name, "deal": view.deal},
    )
    if request.GET.get("back") == "inbox":
        return redirect("inbox:inbox", access.championship.slug)
    return redirect("desk:round", access.championship.slug, _desk_after(access, view.round))


def _desk_after(access: Access, number: int) -> int:
    """Return the number of the round with which the desk goes on after a decision about round
    `number`: an open one, if there is any."""
    waiting = desk_round(access.championship)
    is_open = waiting is not None and waiting.status == RoundStatus.OPEN
    if waiting is None or not is_open or round_at(access, number).status == RoundStatus.OPEN:
        return number
    return waiting.number


def _requested(
    kind: ResultKind[Any], version: Content | None, view: CorrectionRequestView
) -> Content | None:
    """Return the claimed content; parts in which pairs have no say are as in the version."""
    if version is None or view.said is None:
        return view.said
    requested: Content = kind.with_ruling(version, view.said)
    return requested


def _decided(
    kind: ResultKind[Any], view: CorrectionRequestView, form: DecisionForm, other: EntryForm
) -> Content | None:
    """Return the content that the decision makes; None where the result stays."""
    choice = form.cleaned_data["choice"]
    if choice is Choice.REQUESTED:
        return _requested(kind, view.stands, view)
    if choice is Choice.STANDS:
        return None
    entry: Content = other.entry
    return entry


def _correction_request_page(
    request: HttpRequest,
    access: Access,
    view: CorrectionRequestView,
    match: Match,
    form: DecisionForm,
    other: EntryForm,
    *,
    status: int = 200,
) -> HttpResponse:
    kind = kind_of(match.round.stage)
    table = desk_of(match.round).table(view.table_number)
    # A decided request keeps showing the version it was about, whatever stands by now.
    against = view.stands if view.is_open else view.disputed
    requested = _requested(kind, against, view)
    foreseen = requested if view.is_open else None
    context = {
        "access": access,
        "correction_request": view,
        "requested_by": actor_text(view.actor),
        "decided_by": view.decided_by,
        "round": match.round,
        "table": table,
        "hand": next((hand for hand in table.hands if hand.deal == view.deal), None)
        if table
        else None,
        "has_rulings": kind.has_rulings,
        "differs": kind.differences(against, requested) if against and requested else (),
        "against": against,
        **other.preview(match, view.deal, foreseen),
        "refusal": _refusal(access, match) if view.is_open and not view.is_note else "",
        "bound": why_bound(match, view.deal) if view.is_open and not view.is_note else "",
        "form": form,
        "other": other,
    }
    return render(request, "desk/correction_request.html", context, status=status)
