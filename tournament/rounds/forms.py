"""Forms of rounds: closing one, and who of a pair sat in which seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.models import Match, Player


class ClosingForm(forms.Form):
    """Closing a round that was closed before."""

    anew = forms.BooleanField(required=False)


class SittingForm(forms.Form):
    """A field for each seat: one of the pair, substitutes included, or nobody."""

    def __init__(self, match: Match, data: Any = None) -> None:
        noted = {sitting.seat: sitting.player_id for sitting in match.sittings.all()}
        super().__init__(data, initial=noted)
        for seat in Seat:
            self.fields[seat.value] = forms.ModelChoiceField(
                label=label(seat),
                queryset=Player.objects.filter(contestant=match.pair_ids[seat.side]),
                required=False,
                empty_label=_("not noted"),
            )

    @property
    def players(self) -> Mapping[Seat, Player | None]:
        """Who sits where; only after `is_valid()`."""
        return {seat: self.cleaned_data[seat.value] for seat in Seat}
