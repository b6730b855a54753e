"""Late pairs and withdrawals, each with a preview of who is affected."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.contestants.forms import ContestantForm, RoundForm, WithdrawForm
from tournament.contestants.queries import late_plan, withdrawal_effects
from tournament.contestants.services import join_late, withdraw_contestant
from tournament.core.forms import posted, refusal_shown
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.schedule.queries import has_schedule


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def late(request: HttpRequest, access: Access) -> HttpResponse:
    """Whom a late pair would play, and registering it."""
    made = has_schedule(access.championship)
    form = ContestantForm(posted(request), with_number=False)
    if form.is_bound and form.is_valid():
        shown = request.POST.get("from_round", "")
        with refusal_shown(form):
            contestant = join_late(
                actor=access.acting,
                championship=access.championship,
                namesakes_known=form.cleaned_data["namesakes_known"],
                from_round=int(shown) if shown.isdecimal() and len(shown) < 5 else None,
                **form.values,
            )
            messages.success(
                request,
                _("Pair %(number)d is registered: %(name)s.")
                % {"number": contestant.number, "name": contestant.shown_name},
            )
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "form": form,
        "made": made,
        "plan": late_plan(access.championship) if made else None,
    }
    return render(request, "contestants/late.html", context, status=422 if form.is_bound else 200)


def _chosen_round(request: HttpRequest, rounds: range) -> int:
    """The round that was asked for, if a pair can leave from it, else the first one it can."""
    asked = request.POST.get("from_round") or request.GET.get("from_round", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 5 and int(asked) in rounds:
        return int(asked)
    return rounds.start


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def withdraw(request: HttpRequest, access: Access, contestant: int) -> HttpResponse:
    """Who is affected when a pair withdraws (?from_round=…), and withdrawing it."""
    found = get_object_or_404(
        access.championship.contestants.prefetch_related("players"), pk=contestant
    )
    possible = withdrawal_effects(found, 1)
    rounds = range(possible.first_possible or possible.last_round + 1, possible.last_round + 1)
    chosen = _chosen_round(request, rounds)
    form = WithdrawForm(posted(request), initial={"from_round": chosen})
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            withdraw_contestant(actor=access.acting, contestant=found, **form.cleaned_data)
            messages.success(
                request,
                _("Pair %(number)d has withdrawn: %(name)s.")
                % {"number": found.number, "name": found.shown_name},
            )
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "contestant": found,
        "form": form,
        "round_form": RoundForm(initial={"from_round": chosen}, rounds=rounds),
        "rounds": rounds,
        "made": has_schedule(access.championship),
        "effects": withdrawal_effects(found, chosen),
    }
    return render(
        request, "contestants/withdraw.html", context, status=422 if form.is_bound else 200
    )
