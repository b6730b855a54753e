"""Pages of a table at which somebody is missing, and of the pairs that rest on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.core.forms import posted, refusal_shown
from tournament.core.labels import label
from tournament.core.lookups import played_match, round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.rounds.services.absences import (
    TableNow,
    ask_for_rest,
    play_with_everybody,
    play_without,
    table_now,
    take_back_asked_rest,
    who_can_rest,
    why_no_rest,
)
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef


class AbsenceForm(forms.Form):
    """Choice of the player who has not come; none (`came`) where the missing one has come."""

    player = forms.TypedChoiceField(
        label=gettext_lazy("Who has not come?"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, table: TableNow, data: Any = None) -> None:
        super().__init__(data)
        self.came = table.absence is not None
        player = self.fields["player"]
        assert isinstance(player, forms.TypedChoiceField)
        player.required = not self.came
        player.choices = [
            (one.number, f"{label(seat)}: {one.number} {one.shown_name}")
            for seat, one in table.players
        ]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def absence(request: HttpRequest, access: Access, number: int, table: int) -> HttpResponse:
    """Let a table play as three, as somebody has not come, or as four again."""
    match = played_match(access, number, table)
    if not format_of(match.round.stage).alone:
        raise Http404
    now = table_now(match)
    form = AbsenceForm(now, posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            if form.came:
                play_with_everybody(actor=access.acting, match=match)
                messages.success(request, _("Four play at this table, as planned."))
            else:
                player = form.cleaned_data["player"]
                play_without(actor=access.acting, match=match, player=player)
                messages.success(
                    request,
                    _("Three play at this table. Until it has a result, take it back here."),
                )
            return redirect("rounds:absence", access.championship.slug, number, table)
    context = {"access": access, "match": match, "round": match.round, "table": now, "form": form}
    return render(request, "rounds/absence.html", context, status=422 if form.is_bound else 200)


class RestForm(forms.Form):
    """Choice of a pair, and whether it rests (`on`) or plays after all (`off`)."""

    pair = forms.TypedChoiceField(label=gettext_lazy("Pair that doesn't play"), coerce=int)
    rest = forms.ChoiceField(choices=[("on", ""), ("off", "")], widget=forms.HiddenInput)

    def __init__(
        self,
        asked: Sequence[ContestantRef],
        playing: Sequence[ContestantRef],
        data: Any = None,
    ) -> None:
        super().__init__(data, initial={"rest": "on"})
        shown = asked if self["rest"].value() == "off" else playing
        pair = self.fields["pair"]
        assert isinstance(pair, forms.TypedChoiceField)
        pair.choices = [("", "–"), *((one.number, f"{one.number}. {one.name}") for one in shown)]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def rests(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show who rests in a round; note a pair's wish to rest, or take it back."""
    round = round_at(access, number)
    if not format_of(round.stage).rests_on_request:
        raise Http404
    asked, playing = who_can_rest(round)
    form = RestForm(asked, playing, posted(request))
    if form.is_bound and form.is_valid():
        wanted = form.cleaned_data["pair"]
        contestant = access.championship.contestants.get(number=wanted)
        is_rest = form.cleaned_data["rest"] == "on"
        act = ask_for_rest if is_rest else take_back_asked_rest
        with refusal_shown(form):
            act(actor=access.acting, contestant=contestant, round=round)
            told = {"pair": wanted, "round": number}
            messages.success(
                request,
                _("Pair %(pair)d rests in round %(round)d.") % told
                if is_rest
                else _("Pair %(pair)d plays in round %(round)d.") % told,
            )
            if round.paired:
                messages.info(request, _("Round %(round)d was paired anew.") % told)
            return redirect("rounds:rests", access.championship.slug, number)
    context = {
        "access": access,
        "round": round,
        "asked": asked,
        "playing": len(playing),
        "form": form,
        "refusal": why_no_rest(round),
    }
    return render(request, "rounds/rests.html", context, status=422 if form.is_bound else 200)
