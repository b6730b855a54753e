"""Lines of the standings: the data common to all rankings, and each ranking's own figures."""

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
"""Type of a ranking's figures."""


class Split(Protocol):
    """Rule that split a tie, with the contestant's value or drawn card."""

    @property
    def rule(self) -> str: ...
    @property
    def value(self) -> Fraction | None: ...
    @property
    def card(self) -> Card | None: ...


@dataclass(frozen=True, slots=True)
class StandingsLine(Generic[F]):
    """Line of the standings, for one contestant.

    `figures` are the ranking's own. `deductions` are those made by rulings; `rests` are the shown
    rounds in which it took part and sat at no table. `tie_text` says in the language in force how a
    tie was split, or that it stands; "" if there was none. `ranks` has the rank after each round,
    None for a round after which it was not ranked; () if ranks were not read. `completion` is the
    class in which it is ranked; a `shortfall` has no effect before the last round is closed.
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
        """Return a remark if it has too few hands, in the language in force: "15 of 28 hands: fewer
        than 2/3"; "" if it has enough."""
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
        """Return whether podium and diplomas include it: false if it withdrew."""
        return self.completion is not Completion.WITHDRAWN

    @property
    def climb(self) -> int | None:
        """Return by how many ranks it rose with the last round; negative if it fell, None if it had
        no rank before."""
        if len(self.ranks) < 2 or self.ranks[-2] is None or self.ranks[-1] is None:
            return None
        return self.ranks[-2] - self.ranks[-1]
