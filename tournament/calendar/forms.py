"""Forms of the calendar: the days of rounds, days in reserve, and another day for a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.calendar.queries import CalendarRound, Days, days_in_turn
from tournament.core.reasons import LONGEST as LONGEST_REASON
from tournament.models import RoundStatus

MORE_DAYS = 2
LONGEST = 366
"""Most days between two rounds, and of a round."""


def _day_field(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class InTurnForm(forms.Form):
    """Days of rounds one after the other, at equal distances."""

    first = forms.DateField(
        label=gettext_lazy("The first round begins on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    every = forms.IntegerField(
        label=gettext_lazy("A round begins every … days"),
        min_value=1,
        max_value=LONGEST,
        initial=7,
    )
    lasting = forms.IntegerField(
        label=gettext_lazy("Days on which a round can be played"),
        min_value=1,
        max_value=LONGEST,
        initial=7,
        help_text=gettext_lazy(
            "1 where all play on the same day; 7 where each match chooses a day of the week."
        ),
    )

    def days(self, rounds: Sequence[CalendarRound]) -> dict[int, Days | None]:
        """Return the days of the rounds that are still planned; only after `is_valid()`."""
        planned = [one.number for one in rounds if one.status is RoundStatus.PLANNED]
        wanted = self.cleaned_data
        found = days_in_turn(
            wanted["first"],
            rounds=len(planned),
            every=wanted["every"],
            lasting=wanted["lasting"],
        )
        return dict(zip(planned, found, strict=True))


class DaysForm(forms.Form):
    """First and last day of each round; the last one can be left out."""

    def __init__(self, rounds: Sequence[CalendarRound], data: Any = None) -> None:
        known = {one.number: one.days for one in rounds}
        super().__init__(
            data,
            initial={
                f"{name}_{number}": getattr(days, name)
                for number, days in known.items()
                for name in ("first", "last")
                if days is not None
            },
        )
        self.rounds = rounds
        for one in rounds:
            self.fields[f"first_{one.number}"] = _day_field(
                _("Round %(number)d: first day") % {"number": one.number}
            )
            self.fields[f"last_{one.number}"] = _day_field(
                _("Round %(number)d: last day") % {"number": one.number}
            )

    def clean(self) -> dict[str, Any]:
        """Check that no last day stands without a first one, or before it."""
        cleaned = super().clean() or self.cleaned_data
        for one in self.rounds:
            first, last = (cleaned.get(f"{name}_{one.number}") for name in ("first", "last"))
            if last is not None and first is None and f"first_{one.number}" not in self.errors:
                self.add_error(f"first_{one.number}", _("Say on which day it begins."))
            elif last is not None and first is not None and last < first:
                self.add_error(f"last_{one.number}", _("The last day is before the first one."))
        return cleaned

    @property
    def days(self) -> dict[int, Days | None]:
        """Entered days, by round; only after `is_valid()`."""
        found: dict[int, Days | None] = {}
        for one in self.rounds:
            first, last = (
                self.cleaned_data.get(f"{name}_{one.number}") for name in ("first", "last")
            )
            found[one.number] = None if first is None else Days(first, last or first)
        return found

    @property
    def rows(self) -> Iterator[tuple[CalendarRound, forms.BoundField, forms.BoundField]]:
        """Yield each round with its two fields."""
        for one in self.rounds:
            yield one, self[f"first_{one.number}"], self[f"last_{one.number}"]


class ReserveForm(forms.Form):
    """Days that are kept free for postponed matches, with room for more."""

    def __init__(self, days: Sequence[date], data: Any = None) -> None:
        super().__init__(data)
        for place in range(len(days) + MORE_DAYS):
            field = _day_field(_("Reserve day %(number)d") % {"number": place + 1})
            field.initial = days[place] if place < len(days) else None
            self.fields[f"day_{place + 1}"] = field

    @property
    def days(self) -> tuple[date, ...]:
        """Return the dates that were entered; only after `is_valid()`."""
        return tuple(filter(None, self.cleaned_data.values()))


class PostponeForm(forms.Form):
    """Another day for a match, and why."""

    day = forms.DateField(
        label=gettext_lazy("The day on which it is played"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "list": "reserve-days"}, format="%Y-%m-%d"),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("It goes into the record, with your name and the time."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, reserve: Sequence[Days], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if reserve:
            self.fields["day"].help_text = _("Reserve days: %(days)s.") % {
                "days": "; ".join(one.text for one in reserve)
            }

    def clean(self) -> dict[str, Any]:
        """Return the day, which is required unless the match is moved back."""
        cleaned = super().clean() or self.cleaned_data
        if "back" not in self.data and cleaned.get("day") is None and "day" not in self.errors:
            self.add_error("day", _("Say on which day it is played."))
        return cleaned
