"""A hand of a table, read once under its championship's lock and handed on from act to act."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.core.locks import lock_championship
from tournament.models import Championship, Match, Result
from tournament.models.places import HandPlace
from tournament.results.queries import standing


@dataclass(frozen=True, slots=True)
class LockedHand:
    """Subject of a result, such as a hand; nothing is newer until the transaction ends."""

    match: Match
    """Match with its round, its stage, its locked championship and its table."""
    deal: int
    current: Result | None
    """Newest version, also of a result that was taken back."""

    @property
    def championship(self) -> Championship:
        return self.match.round.stage.championship

    @property
    def place(self) -> HandPlace:
        return hand_place(self.match, self.deal)

    @property
    def stands(self) -> Result | None:
        """Result that stands; None for none, or one that was taken back."""
        return standing(self.current)

    @property
    def version(self) -> int:
        """Number of the newest version; 0 for none."""
        return self.current.version if self.current else 0


def lock_hand(match: Match, deal: int) -> LockedHand:
    """Return a hand as it stands now, its championship locked until the transaction ends; 3
    queries.

    Raises `NotNow` if the championship has been deleted meanwhile.
    """
    championship = lock_championship(match.round.stage.championship)
    match = Match.objects.select_related("round__stage", "table").get(pk=match.pk)
    match.round.stage.championship = championship
    return LockedHand(match, deal, Result.objects.current(match, deal))


def hand_place(match: Match, deal: int) -> HandPlace:
    """Return a hand at the table of a match (reads `round` and `table`)."""
    return HandPlace(match.round.number, match.table.number, deal)
