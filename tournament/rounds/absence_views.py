"""The page of a table of four at which somebody is missing."""

from __future__ import annotations

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
from tournament.core.lookups import played_match
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.rounds.absences import TableNow, table_now
from tournament.rounds.services.absences import play_with_everybody, play_without
from tournament.stages.formats import format_of


class AbsenceForm(forms.Form):
    """Who has not come; nobody (`came`) where somebody who was missing has come after all."""

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
