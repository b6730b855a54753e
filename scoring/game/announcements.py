"""Announcements at a table: trumps or botifarra, contro, recontro, Sant Vicenç.

In the duplicate game a double counts only for the side that announced it: botifarra for the makers
of trumps, contro for the others. So both sides of a doubled botifarra score double, and nobody ever
fourfold. Recontro is informational (there was a contro before it); Sant Vicenç is not allowed. What
doubles are worth in the ordinary game is told in `scoring.ordinary.hands`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import AnnouncementError
from scoring.game.seats import Side
from scoring.settings import N_, NC_, Choice, Fixed, OneOf


class Denomination(StrEnum):
    """Choice of the dealer's side: a suit as trumps, or botifarra (no trumps)."""

    OROS = "O"
    COPES = "C"
    ESPASES = "E"
    BASTOS = "B"
    BOTIFARRA = "botifarra"


class Double(StrEnum):
    """Degrees of doubling, in order: each implies those before."""

    NONE = ""
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant-vicenc"


class SantVicencRule(StrEnum):
    """Rules that say when Sant Vicenç is allowed."""

    ALLOWED = "allowed"
    NOT_AFTER_BOTIFARRA = "not-after-botifarra"
    NOT_ALLOWED = "not-allowed"

    def doubles(self, trump: Denomination | None) -> tuple[Double, ...]:
        """Return the doubles that are allowed with these trumps."""
        forbidden = self is SantVicencRule.NOT_ALLOWED or (
            self is SantVicencRule.NOT_AFTER_BOTIFARRA and trump is Denomination.BOTIFARRA
        )
        return tuple(Double)[: -1 if forbidden else None]


SANT_VICENC = OneOf(
    title=N_("Sant Vicenç"),
    question=N_("Whether a recontro can be doubled once more."),
    record=N_("Sant Vicenç"),
    choices={
        SantVicencRule.ALLOWED: Choice(
            NC_("Sant Vicenç", "allowed"), N_("By those who said contro.")
        ),
        SantVicencRule.NOT_AFTER_BOTIFARRA: Choice(
            NC_("Sant Vicenç", "not after botifarra"),
            N_("By those who said contro, if a suit is trumps."),
        ),
        SantVicencRule.NOT_ALLOWED: Choice(
            NC_("Sant Vicenç", "not allowed"), N_("Doubling ends with recontro.")
        ),
    },
    fixed=Fixed.BY_SHEETS,
)
DUPLICATE_DOUBLES = (Double.NONE, Double.CONTRO, Double.RECONTRO)
"""Doubles of the duplicate game."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One table's announcements. `trump` None: a suit was trumps and nobody wrote down which."""

    trump: Denomination | None = None
    double: Double = Double.NONE

    def doubled_by(self, makers: Side) -> frozenset[Side]:
        """Return the sides that announced a double in the duplicate game."""
        sides = set()
        if self.trump is Denomination.BOTIFARRA:
            sides.add(makers)
        if self.double is not Double.NONE:
            sides.add(makers.opponents)
        return frozenset(sides)

    def factor(self, side: Side, makers: Side) -> int:
        """Return the factor of `side`'s duplicate hand score: 2 if it doubled, else 1."""
        if side is makers:
            return 2 if self.trump is Denomination.BOTIFARRA else 1
        return 1 if self.double is Double.NONE else 2


NOTHING_ANNOUNCED = Announcement()
"""An unrecorded suit as trumps, and no double."""


def parse_trump(text: str) -> Denomination | None:
    """Read O, C, E, B or botifarra in any case; nothing is a suit that was not written down.

    Raises `AnnouncementError`.
    """
    if not text:
        return None
    for denomination in Denomination:
        if denomination.value.casefold() == text.casefold():
            return denomination
    expected = [denomination.value for denomination in Denomination]
    raise AnnouncementError(
        f"{text!r} is no denomination", field="trump", text=text, expected=expected
    )


def parse_double(text: str, allowed: Sequence[Double] = DUPLICATE_DOUBLES) -> Double:
    """Read one of the `allowed` doubles in any case, such as contro, or nothing.

    Raises `AnnouncementError`.
    """
    for double in allowed:
        if double.value == text.casefold():
            return double
    expected = [double.value for double in allowed if double]
    raise AnnouncementError(f"{text!r} is no double", field="double", text=text, expected=expected)
