"""Forms of rounds: closing one, its pairings, and the seats of a pair's players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import Seat, Side, Sides
from scoring.whole_numbers import whole_number
from tournament.core.labels import label
from tournament.models import Match, Player, Table
from tournament.schedule.by_hand import NO_MATCH, SeatedMatch, field_name, wrong_places
from tournament.standings.contestants import ContestantRef


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
        """Player of each seat; only after `is_valid()`."""
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
        """Check that the two pairs differ."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different pairs of this round."))
        return cleaned

    @property
    def numbers(self) -> dict[str, int]:
        """Numbers of the two pairs; only after `is_valid()`."""
        return {"one": self.cleaned_data["one"], "other": self.cleaned_data["other"]}


class OpponentsForm(forms.Form):
    """Pairings of a round: for each table the numbers of two pairs, or nothing.

    `sure` repeats a token from `token_of`: exactly these matches are meant, in spite of the doubts.
    `based_on` is the `seating_version` that the page showed.
    """

    based_on = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        tables: Sequence[Table],
        contestants: Sequence[ContestantRef],
        data: Any = None,
        **known: Any,
    ) -> None:
        super().__init__(data, **known)
        self.tables = tables
        self.contestants = contestants
        self.names = {one.number: one.name for one in contestants}
        for table in tables:
            for side in Side:
                field = forms.IntegerField(
                    label=_("Table %(table)s, %(side)s")
                    % {"table": table.shown_name, "side": label(side)},
                    required=False,
                    widget=forms.TextInput(
                        attrs={"inputmode": "numeric", "list": "pairs", "autocomplete": "off"}
                    ),
                )
                self.fields[field_name(side, table.number)] = field

    def clean(self) -> dict[str, Any]:
        """Check that each table has two pairs or none, and each pair one table."""
        cleaned = super().clean() or self.cleaned_data
        for table in self.tables:
            names = [field_name(side, table.number) for side in Side]
            empty = [name for name in names if cleaned.get(name) is None]
            if len(empty) == 1 and empty[0] not in self.errors:
                self.add_error(empty[0], _("Who meets them? Enter the number of a pair."))
        if not self.errors and not self.matches:
            self.add_error(None, NO_MATCH)
        if not self.errors:
            for name, why in wrong_places(self.matches, list(self.names)):
                self.add_error(name, why)
        return cleaned

    @property
    def matches(self) -> tuple[SeatedMatch, ...]:
        """Entered matches, in the order of the tables; only those without a wrong field."""
        ns, ew = Side
        return tuple(
            SeatedMatch(
                one.number,
                self.cleaned_data[field_name(ns, one.number)],
                self.cleaned_data[field_name(ew, one.number)],
            )
            for one in self.tables
            if self.cleaned_data[field_name(ns, one.number)] is not None
        )

    @property
    def rows(self) -> Iterator[tuple[Table, Sides[tuple[forms.BoundField, str]]]]:
        """Yield each table with its two fields, and the names of their pairs."""
        for table in self.tables:
            yield (
                table,
                Sides(*(self._named(field_name(side, table.number)) for side in Side)),
            )

    def _named(self, name: str) -> tuple[forms.BoundField, str]:
        field = self[name]
        number = whole_number(str(field.value() or "").strip())
        return field, "" if number is None else self.names.get(number, "")

    def sure_of(self, doubts: Sequence[str]) -> bool:
        """Return whether these matches were meant in spite of these doubts."""
        return bool(self.cleaned_data["sure"] == token_of(self.matches, doubts))

    def asking(self, doubts: Sequence[str]) -> OpponentsForm:
        """Return the form as typed, which confirms the matches when it is sent again."""
        sent = {name: self.data.get(name, "") for name in self.fields}
        return OpponentsForm(
            self.tables, self.contestants, sent | {"sure": token_of(self.matches, doubts)}
        )


def token_of(matches: Sequence[SeatedMatch], doubts: Sequence[str]) -> str:
    """Return the token that confirms these matches in spite of these doubts."""
    told = "\n".join([*(" ".join(map(str, one)) for one in matches), *doubts])
    return sha256(told.encode()).hexdigest()


def as_typed(matches: Iterable[SeatedMatch]) -> dict[str, int]:
    """Return the form's initial values for these matches."""
    return {
        field_name(side, one.table): number
        for one in matches
        for side, number in one.pairing.items()
    }
