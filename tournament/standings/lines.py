"""A line of the standings: what every ranking has, and beside it the ranking's own figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from django.utils.translation import gettext as _

from scoring.game.cards import Card
from scoring.participation import Completion, Shortfall
from tournament.standings.contestants import ContestantRef
from tournament.standings.rulings import Deduction

F = TypeVar("F")
"""The figures of a ranking."""


class Split(Protocol):
    """A rule that split a tie, and what the contestant had by it: a value or a drawn card."""

    @property
    def rule(self) -> str: ...
    @property
    def value(self) -> Fraction | None: ...
    @property
    def card(self) -> Card | None: ...


@dataclass(frozen=True, slots=True)
class StandingsLine(Generic[F]):
    """A contestant in the standings.

    `figures` are what the ranking counts. `deductions` are what rulings took from them; `rests` the
    shown rounds in which it took part and sat at no table. `tie_text` says in the language in force
    how a tie was split or that it stands, "" where there was none. `ranks` are those after each of
    the rounds, None where it was not ranked; () where nobody asked for them. `completion` is the
    class in which it is ranked; a `shortfall` decides nothing before the last round is closed.
    """

    rank: int
    shared: bool
    contestant: ContestantRef
    figures: F
    deductions: tuple[Deduction, ...]
    rests: tuple[int, ...]
    splits: tuple[Split, ...]
    tie_text: str
    ranks: tuple[int | None, ...] = ()
    completion: Completion = Completion.ENOUGH
    shortfall: Shortfall | None = None

    @property
    def too_few_hands(self) -> str:
        """That it has too few hands, in the language in force: "15 of 28 hands: fewer than 2/3";
        "" where it has enough."""
        if self.shortfall is None:
            return ""
        text = _("%(hands)d of %(most)d hands: fewer than %(share)s")
        if self.completion is Completion.ENOUGH:
            text = _(
                "%(hands)d of %(most)d hands: fewer than %(share)s, which counts once the last "
                "round is closed"
            )
        return text % {
            "hands": self.shortfall.hands,
            "most": self.shortfall.most,
            "share": self.shortfall.least_share,
        }

    @property
    def is_honoured(self) -> bool:
        """Whether podium and diplomas name it: not if it withdrew."""
        return self.completion is not Completion.WITHDRAWN

    @property
    def climb(self) -> int | None:
        """How many ranks it rose with the last round; negative where it fell, None where it had no
        rank before."""
        if len(self.ranks) < 2 or self.ranks[-2] is None or self.ranks[-1] is None:
            return None
        return self.ranks[-2] - self.ranks[-1]
