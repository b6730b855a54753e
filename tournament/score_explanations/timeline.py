"""History of a hand, act by act, with the effect of each on one pair's final score.

Confirmations, correction requests and decisions are included: they change no score, but explain the
entry before or after them.

Pure: the acts are read from the record elsewhere, and the hand is scored again after each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import assert_never

from scoring.duplicate.scores import TableResult, score_deal
from scoring.duplicate.settings import Settings
from scoring.game.seats import Side, Sides, makers_of
from scoring.participation import Withdrawn
from tournament.models import Outcome, ResultConfirmation
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.score_explanations.acts import (
    Act,
    Answered,
    AtTable,
    CancellationWithdrawn,
    Confirmed,
    Entered,
    HandCancelled,
    PairReturned,
    PairWithdrew,
    Requested,
    RoundClosed,
    RulesChanged,
    Scoring,
)
from tournament.standings.contestants import ContestantRef


@dataclass(frozen=True, slots=True)
class Place:
    """Table of the hand's round, with the two pairs that sit there."""

    number: int
    name: str
    pairs: Sides[ContestantRef]


@dataclass(frozen=True, slots=True)
class Step:
    """Act, with the pair's final score before and after it (None if it had none).

    `place` is None for an act that concerns all tables. `replaced` is the table's result before the
    act, None if there was none.
    """

    act: Act
    place: Place | None
    replaced: ResultInput | None
    before: Fraction | None
    after: Fraction | None

    @property
    def moved(self) -> bool:
        return self.before != self.after

    @property
    def contestant(self) -> ContestantRef | None:
        """Return the pair that confirms, asks for a correction or answers; else None."""
        if self.place is None:
            return None
        match self.act.what:
            case Requested(side=side) | Answered(side=side):
                return self.place.pairs[side]
            case Confirmed(by=ResultConfirmation.By.NS | ResultConfirmation.By.EW as by):
                return self.place.pairs[Side(by)]
            case _:
                return None


@dataclass(slots=True)
class _Hand:
    """State of the hand between two acts."""

    deal: int
    settings: Settings
    entries: dict[int, ResultInput] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    cancelled: bool = False

    def follow(self, what: Scoring) -> None:
        match what:
            case Entered():
                self.entries[what.table] = what.entry
            case HandCancelled():
                self.cancelled = True
            case CancellationWithdrawn():
                self.cancelled = False
            case PairWithdrew():
                self.withdrawn.add(what.pair)
            case PairReturned():
                self.withdrawn.discard(what.pair)
            case RulesChanged():
                self.settings = what.settings
            case _:
                assert_never(what)

    @property
    def annuls(self) -> bool:
        """Return whether the hands of a pair that withdraws are annulled."""
        return self.settings.withdrawn is Withdrawn.ANNUL

    def final_of(
        self, contestant: ContestantRef | None, places: Mapping[int, Place]
    ) -> Fraction | None:
        if contestant is None:
            return None
        results = [
            TableResult(
                places[table].pairs.map(lambda pair: pair.number),
                entry.ns_points,
                entry.announcement,
                entry.infraction,
                entry.award,
            )
            for table, entry in sorted(self.entries.items())
            if entry.outcome is Outcome.PLAYED and table in places
        ]
        scores = score_deal(
            makers_of(self.deal),
            results,
            self.settings,
            annulled=self.withdrawn if self.annuls else (),
            cancelled=self.cancelled,
        )
        for table in scores.tables:
            for own in table.sides:
                if own.contestant == contestant.number:
                    return own.final
        return None


def timeline_of(
    deal: int,
    contestant: ContestantRef | None,
    places: Sequence[Place],
    acts: Sequence[Act],
    settings: Settings,
) -> Iterator[Step]:
    """Yield the acts in order, each with its effect on the pair's final score in this deal.

    `settings` are those in force before the first act. Without a pair no score is followed. Three
    kinds of act are skipped: acts at a table that is not among the places, confirmations at another
    table than the pair's own, and the withdrawal or return of a pair that did not have this hand or
    whose results stand.
    """
    by_number = {place.number: place for place in places}
    hand = _Hand(deal, settings)
    final: Fraction | None = None
    for act in acts:
        place = replaced = None
        if isinstance(act.what, AtTable):
            if act.what.table not in by_number:
                continue
            place, replaced = by_number[act.what.table], hand.entries.get(act.what.table)
        before = final
        if isinstance(act.what, Scoring):
            hand.follow(act.what)
            final = hand.final_of(contestant, by_number)
        step = Step(act, place, replaced, before, final)
        if _concerns(step, contestant, places, annuls=hand.annuls):
            yield step


def _concerns(
    step: Step, contestant: ContestantRef | None, places: Sequence[Place], *, annuls: bool
) -> bool:
    match step.act.what:
        case PairWithdrew(pair=number) | PairReturned(pair=number):
            return annuls and number in {pair.number for place in places for pair in place.pairs}
        case Confirmed() if contestant is not None and step.place is not None:
            return contestant in step.place.pairs
        case _:
            return True


def public_part(steps: Sequence[Step]) -> tuple[tuple[Step, ...], Fraction | None]:
    """Return the steps after the round was first closed, and the score at that moment.

    Returns () and None if the round was never closed. Earlier entries stay with the referees.
    Account names, which are used to log in, are left out, and so are reasons and a pair's own
    words, which are for the two pairs and the referees.
    """
    for index, step in enumerate(steps):
        if isinstance(step.act.what, RoundClosed):
            later = (replace(one, act=_public(one.act)) for one in steps[index + 1 :])
            return tuple(later), step.after
    return (), None


def _public(act: Act) -> Act:
    what = replace(act.what, words="") if isinstance(act.what, Requested) else act.what
    return replace(act, actor=replace(act.actor, name=act.public_actor), reason="", what=what)
