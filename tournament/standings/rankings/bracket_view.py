"""Bracket of a knock-out, as far as it is known: who meets whom, and who goes on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.pairing.knockout import DecidedBy
from tournament.standings.contestants import ContestantRef


def decided_text(by: DecidedBy | None, *, legs: int) -> str:
    """Return why a pair went on, in a sentence without full stop; "" if a game's points say it."""
    match by:
        case DecidedBy.POINTS if legs:
            return _("more points in both games together")
        case DecidedBy.ALL_POINTS if legs:
            return _("the points that count are the same, so all points of both games decide")
        case DecidedBy.REFEREE:
            return _("given by a referee")
        case DecidedBy.OPPONENT_GONE:
            return _("its opponents have gone")
        case DecidedBy.PLAYED_ON:
            return _("it had played on before the result was corrected")
        case _:
            return ""


def decided_note(by: DecidedBy | None) -> str:
    """Return why a pair went on, in a few words that fit below a match in a drawing; "" if the
    points of a game say it."""
    match by:
        case DecidedBy.ALL_POINTS:
            return pgettext("went on", "by all points")
        case DecidedBy.REFEREE:
            return _("given by a referee")
        case DecidedBy.OPPONENT_GONE:
            return pgettext("went on", "opponents withdrawn")
        case DecidedBy.PLAYED_ON:
            return pgettext("went on", "had already played on")
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class BracketSide:
    """Side of a tie. Without a contestant it isn't known who comes there, or nobody does.

    `points` are None without a game that counts; if a tie has two legs they are the sum of those
    that count, and `legs` are those of each game. `goes_on` is true if it has got through, or won
    the match for third place.
    """

    contestant: ContestantRef | None
    points: int | None = None
    goes_on: bool = False
    legs: tuple[int, ...] = ()

    @property
    def points_text(self) -> str:
        """Return the side's points, with those of both legs: "101 + 80 = 181"."""
        if self.points is None:
            return ""
        if len(self.legs) < 2:
            return str(self.points)
        return f"{' + '.join(map(str, self.legs))} = {self.points}"


@dataclass(frozen=True, slots=True)
class BracketTie:
    """Tie of a bracket: two places that meet. `is_bye` is true if one of them was never taken, so
    that there is no match.

    `is_over` is true if its round counts. `decided_by` is the reason why one side goes on; None
    while neither does.
    """

    sides: tuple[BracketSide, BracketSide]
    is_bye: bool = False
    is_over: bool = False
    decided_by: DecidedBy | None = None

    @property
    def why(self) -> str:
        """Return why one side goes on, in a sentence; "" if the points say it."""
        return decided_text(self.decided_by, legs=max(len(one.legs) for one in self.sides))

    @property
    def note(self) -> str:
        """Return why one side goes on, in a few words; "" if the points say it."""
        return decided_note(self.decided_by)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Round of a bracket: its number in the championship (with two legs, the numbers of both:
    `number` and `last`), its name, and its ties from the top."""

    number: int
    last: int
    name: str
    ties: tuple[BracketTie, ...]
    is_over: bool

    @property
    def matches(self) -> tuple[BracketTie, ...]:
        """Return the ties that are not byes."""
        return tuple(one for one in self.ties if not one.is_bye)


@dataclass(frozen=True, slots=True)
class BracketView:
    """Bracket: all its rounds, the match for third place, and the bracket of the second chance."""

    rounds: tuple[BracketRound, ...]
    third: BracketTie | None
    second: BracketView | None = None

    @property
    def now(self) -> int:
        """Return the index (from 0) of the first round that isn't over; of the last if all are."""
        left = [at for at, one in enumerate(self.rounds) if not one.is_over]
        return left[0] if left else len(self.rounds) - 1
