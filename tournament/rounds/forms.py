"""Forms of rounds: closing one, and who of a pair sat in which seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import Seat
from tournament.core.labels import label
from tournament.models import Match, Player
from tournament.standings.queries import ContestantRef


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


class ExchangeForm(forms.Form):
    """Two pairs of a round that are to change places."""

    one = forms.TypedChoiceField(label=gettext_lazy("Pair"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("changes places with"), coerce=int)

    def __init__(self, contestants: Sequence[ContestantRef], data: Any = None) -> None:
        super().__init__(data)
        choices = [(one.number, f"{one.number}. {one.name}") for one in contestants]
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [("", "–"), *choices]

    def clean(self) -> dict[str, Any]:
        """Two different ones."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different pairs of this round."))
        return cleaned

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the two; only after `is_valid()`."""
        return {"one": self.cleaned_data["one"], "other": self.cleaned_data["other"]}
