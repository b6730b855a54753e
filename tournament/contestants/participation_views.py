"""Late entries and withdrawals, each with a preview of who is affected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.whole_numbers import whole_number
from tournament.contestants.forms import ContestantForm, RoundForm, WithdrawForm
from tournament.contestants.queries.late_entry import (
    late_plan,
    new_schedule,
    room_plan,
    why_nobody_joins,
)
from tournament.contestants.queries.players import late_player, player_leaves, player_returns
from tournament.contestants.queries.withdrawal import (
    playing_rounds,
    withdrawal_effects,
    withdrawal_return,
)
from tournament.contestants.services.late_entry import (
    join_late,
    join_with_new_schedule,
    join_with_room,
    pair_resting,
)
from tournament.contestants.services.players import (
    join_late_player,
    take_back_players_withdrawal,
    withdraw_player,
)
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.contestants.views import say_registered
from tournament.core.forms import (
    ReasonForm,
    posted,
    preview_of_other_choices,
    refusal_shown,
    refusal_told,
)
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.models import Contestant
from tournament.schedule.queries import has_schedule
from tournament.schedule.remaining import first_round_not_begun
from tournament.schedule.resting import resting_meetings


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def late(request: HttpRequest, access: Access) -> HttpResponse:
    """Show whom a late pair would play, and register it; or a late player."""
    made = has_schedule(access.championship)
    if access.championship.of_players:
        return _late_player(request, access, made=made)
    if "resting" in request.POST:
        return _pair_resting(request, access)
    if "way" in request.POST:
        return _late_without_a_place(request, access, None)
    form = ContestantForm(posted(request), with_number=False)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            contestant = join_late(
                actor=access.acting,
                championship=access.championship,
                names_known=form.cleaned_data["names_known"],
                from_round=_shown_round(request),
                **form.values,
            )
            say_registered(request, contestant)
            return redirect("contestants:list", access.championship.slug)
    plan = late_plan(access.championship) if made else None
    if plan is not None and not plan.is_possible:
        return _late_without_a_place(request, access, form if form.is_bound else None)
    context = {
        "access": access,
        "form": form,
        "made": made,
        "plan": plan,
        "meetings": resting_meetings(access.championship) if made else (),
    }
    return render(request, "contestants/late.html", context, status=422 if form.is_bound else 200)


def _pair_resting(request: HttpRequest, access: Access) -> HttpResponse:
    """Let two pairs meet that would both have rested."""
    with refusal_told(request):
        made = pair_resting(
            actor=access.acting,
            championship=access.championship,
            choice=request.POST["resting"],
        )
        messages.success(
            request,
            _("Pairs %(one)d and %(other)d meet in round %(round)d.")
            % {"one": made.pairs.ns.number, "other": made.pairs.ew.number, "round": made.round},
        )
    return redirect("contestants:late", access.championship.slug)


def _shown_round(request: HttpRequest) -> int | None:
    """Return the round that the page showed as the first one."""
    return whole_number(request.POST.get("from_round", ""))


def _late_player(request: HttpRequest, access: Access, *, made: bool) -> HttpResponse:
    """Show when a late player would begin and which rounds change, and register the player."""
    form = ContestantForm(posted(request), with_number=False, of_players=True)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            contestant = join_late_player(
                actor=access.acting,
                championship=access.championship,
                player=form.row.players[0],
                club=form.row.club,
                names_known=form.cleaned_data["names_known"],
                from_round=_shown_round(request),
            )
            say_registered(request, contestant)
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "form": form,
        "made": made,
        "late": late_player(access.championship) if made else None,
        "why": why_nobody_joins(access.championship),
    }
    status = 422 if form.is_bound else 200
    return render(request, "contestants/late_player.html", context, status=status)


_WAYS = {"room": 1, "table": 2, "again": 1}
"""Ways for late pairs to come in where nobody rests, with their number of pairs."""


def _late_without_a_place(
    request: HttpRequest, access: Access, refused: ContestantForm | None
) -> HttpResponse:
    """Show the possible ways where nobody rests (?way=…), with who is affected, and take one."""
    sent = request.method == "POST" and request.POST.get("way") in _WAYS
    way = request.POST.get("way") if sent else request.GET.get("way")
    late_pairs = _WAYS.get(way or "", 0)
    again = new_schedule(access.championship)
    plan = None
    if late_pairs and way != "again":
        plan = room_plan(access.championship, late_pairs)
    forms = [
        ContestantForm(request.POST if sent else None, with_number=False, prefix=f"pair_{index}")
        for index in range(late_pairs)
    ]
    faulty = [form for form in forms if not form.is_valid()]  # all of them are looked at
    if sent and not faulty:
        with refusal_shown(forms[0]):
            for contestant in _join(request, access, way, forms):
                say_registered(request, contestant)
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "way": way if late_pairs else "",
        "plan": plan,
        "forms": forms,
        "why": why_nobody_joins(access.championship),
        "again": again,
        "nothing_begun": first_round_not_begun(access.championship) == 1,
        "meetings": resting_meetings(access.championship),
        "rounds_left": bool(plan.places if plan else room_plan(access.championship, 1).places),
        "refused": refused,
    }
    status = 422 if sent or refused else 200
    return render(request, "contestants/late_without_place.html", context, status=status)


def _join(
    request: HttpRequest, access: Access, way: str | None, forms: Sequence[ContestantForm]
) -> tuple[Contestant, ...]:
    """Register the pairs of valid forms in the chosen way."""
    here: dict[str, Any] = {
        "actor": access.acting,
        "championship": access.championship,
        "names_known": all(form.cleaned_data["names_known"] for form in forms),
    }
    pairs = [form.row for form in forms]
    if way == "again":
        return (join_with_new_schedule(pair=pairs[0], **here),)
    return join_with_room(pairs=pairs, from_round=_shown_round(request), **here)


def _chosen_round(request: HttpRequest, rounds: range, playing: Collection[int]) -> int | None:
    """Return the round that was asked for, if a pair can leave from it.

    Otherwise it is the first after those that are being played: nobody withdraws from one of these
    unless somebody chooses it.
    """
    asked = whole_number(request.POST.get("from_round") or request.GET.get("from_round", ""))
    if asked in rounds:
        return asked
    usual = max([rounds.start, *(number + 1 for number in playing)])
    return usual if usual in rounds else None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def withdraw(request: HttpRequest, access: Access, contestant: int) -> HttpResponse:
    """Show who is affected when a pair or player withdraws (?from_round=…), and withdraw it."""
    found = get_object_or_404(
        access.championship.contestants.prefetch_related("players"), pk=contestant
    )
    if access.championship.of_players:
        return _withdraw_player(request, access, found)
    possible = withdrawal_effects(found, 1)
    rounds = range(possible.first_possible or possible.last_round + 1, possible.last_round + 1)
    playing = playing_rounds(found)
    chosen = _chosen_round(request, rounds, playing)
    if (preview := preview_of_other_choices(request, ["from_round"])) is not None:
        return preview
    form = WithdrawForm(posted(request), initial={"from_round": chosen})
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            withdraw_contestant(actor=access.acting, contestant=found, **form.cleaned_data)
            messages.success(
                request,
                _("Pair %(number)d has withdrawn: %(name)s. This can be taken back.")
                % {"number": found.number, "name": found.shown_name},
            )
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "contestant": found,
        "form": form,
        "round_form": RoundForm(initial={"from_round": chosen}, rounds=rounds, playing=playing),
        "rounds": rounds,
        "made": has_schedule(access.championship),
        "effects": withdrawal_effects(found, chosen) if chosen is not None else None,
        "is_playing": chosen in playing,
        "unpaired": access.championship.rounds.filter(paired=False).values_list(
            "number", flat=True
        ),
    }
    return render(
        request, "contestants/withdraw.html", context, status=422 if form.is_bound else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def take_back(request: HttpRequest, access: Access, contestant: int) -> HttpResponse:
    """Show what a withdrawn pair or player would play again, and let it come back."""
    found = get_object_or_404(
        access.championship.contestants.prefetch_related("players"), pk=contestant
    )
    alone = access.championship.of_players
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            undo = take_back_players_withdrawal if alone else take_back_withdrawal
            undo(actor=access.acting, contestant=found, reason=form.cleaned_data["reason"])
            text = _("Pair %(number)d plays again: %(name)s.")
            if alone:
                text = _("Player %(number)d plays again: %(name)s.")
            messages.success(request, text % {"number": found.number, "name": found.shown_name})
            return redirect("contestants:list", access.championship.slug)
    read = player_returns if alone else withdrawal_return
    context = {
        "access": access,
        "contestant": found,
        "form": form,
        "back": read(found) if found.withdrawn_from is not None else None,
    }
    status = 422 if form.is_bound else 200
    page = "contestants/player_returns.html" if alone else "contestants/take_back.html"
    return render(request, page, context, status=status)


def _withdraw_player(request: HttpRequest, access: Access, player: Contestant) -> HttpResponse:
    """Show who is affected when a player withdraws now, and withdraw the player."""
    made = has_schedule(access.championship)
    leaves = player_leaves(player) if made and player.withdrawn_from is None else None
    initial = {"from_round": leaves and leaves.from_round}
    form = WithdrawForm(posted(request), initial=initial)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            withdraw_player(actor=access.acting, contestant=player, **form.cleaned_data)
            messages.success(
                request,
                _("Player %(number)d has withdrawn: %(name)s. This can be taken back.")
                % {"number": player.number, "name": player.shown_name},
            )
            return redirect("contestants:list", access.championship.slug)
    context = {
        "access": access,
        "contestant": player,
        "form": form,
        "made": made,
        "leaves": leaves,
        "playing": sorted(playing_rounds(player)),
    }
    status = 422 if form.is_bound else 200
    return render(request, "contestants/withdraw_player.html", context, status=status)
