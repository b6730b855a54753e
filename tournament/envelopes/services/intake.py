"""Data of taking a venue's results in, and the report of what that does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from tournament.core.actor import Actor
from tournament.models import Championship, MatchSeat, Stage
from tournament.transfer.reader import Document


@dataclass(frozen=True, slots=True)
class Change:
    """Change of something here: the place, and its text before and after."""

    where: str
    before: str
    after: str


@dataclass
class TakenIn:
    """Effects of taking a file in, done or previewed."""

    rounds: list[int] = field(default_factory=list)
    """Numbers of the rounds that the venue has handed in."""
    pairs_new: int = 0
    results_new: int = 0
    results_same: int = 0
    changes: list[Change] = field(default_factory=list)
    """Results and names that are here already, and differ."""
    rulings: list[str] = field(default_factory=list)
    not_counted: list[int] = field(default_factory=list)
    """Hands that were played with cards which the centre has exchanged since."""

    @property
    def is_nothing(self) -> bool:
        """True if everything in the file is here already."""
        return not (self.pairs_new or self.results_new or self.changes or self.rulings)


@dataclass(frozen=True, slots=True)
class Intake:
    """Venue's championship here, and the document of it that its laptop has made.

    `why` is the reason of all changes; `taken` is filled by each function that does a part.
    `old_cards` are the hands whose cards the centre has exchanged since.
    """

    actor: Actor
    championship: Championship
    document: Document
    why: str
    taken: TakenIn
    stage: Stage
    old_cards: Collection[int]

    def who_met(self, round: int) -> Mapping[int, Mapping[str, int]]:
        """Return the matches of a round on the laptop, by number, with the pair's number by
        side."""
        found: dict[int, dict[str, int]] = defaultdict(dict)
        for one in self.document.all(MatchSeat):
            if one.match.round.number == round and not one.match.cancelled:
                found[one.match.number][one.held] = one.contestant.number
        return found

    def stage_now(self) -> Stage:
        """Return the stage as it is stored at this moment."""
        return Stage.objects.select_related("championship").get(pk=self.stage.pk)
