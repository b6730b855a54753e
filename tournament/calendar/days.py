"""The days on which rounds are played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format


@dataclass(frozen=True, slots=True)
class Days:
    """From when to when a round is played; on one day where both are the same."""

    first: date
    last: date

    @property
    def text(self) -> str:
        """Return the days as a text, such as "5 October – 11 October 2026", in the language in
        force."""
        last = date_format(self.last, "DATE_FORMAT")
        if self.first == self.last:
            return last
        same_year = self.first.year == self.last.year
        first = date_format(self.first, "MONTH_DAY_FORMAT" if same_year else "DATE_FORMAT")
        return f"{first} – {last}"

    def as_recorded(self) -> dict[str, str]:
        """What the record says of them."""
        return {"first_day": self.first.isoformat(), "last_day": self.last.isoformat()}


def days_in_turn(first: date, *, rounds: int, every: int, lasting: int) -> tuple[Days, ...]:
    """Return the days of `rounds` rounds: each begins `every` days after the one before, and lasts
    `lasting` days."""
    begins = [first + timedelta(days=every * place) for place in range(rounds)]
    return tuple(Days(one, one + timedelta(days=lasting - 1)) for one in begins)
