"""What happened to a hand, one act after the other, and what each did to one pair's final score.

Who confirmed a result, who disagreed and what a referee decided are acts too: they move no score
themselves, but say why the entry before or after them stands.

Pure: the acts are read from the record elsewhere, and the hand is scored anew after each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from scoring.championship import TableResult, score_deal
from scoring.seats import Side, makers_of
from scoring.settings import Settings, Withdrawn
from tournament.models import Claim, Outcome, SecondLook
from tournament.results.entry import BLANK, ResultInput
from tournament.standings.queries import TeamRef


class Kind(StrEnum):
    """What happened; a closed list."""

    ENTERED = "entered"
    """A table's result: the first one, or another in the place of one."""
    LOOKED = "looked"
    """Somebody confirmed a table's result: the other pair, or a referee."""
    CLAIMED = "claimed"
    """A pair says that its table's result should be another one."""
    ANSWERED = "answered"
    """What the opponents say to that."""
    DECIDED = "decided"
    """What a referee made of it; where the result changed, that entry comes before."""
    ATTACHED = "attached"
    """What a table's ruling rests on: a record of play."""
    CANCELLED = "cancelled"
    """The hand, for all tables."""
    RESTORED = "restored"
    """That ruling was withdrawn."""
    WITHDRAWN = "withdrawn"
    """A pair that had this hand withdrew, and its hands are annulled."""
    SETTINGS = "settings"
    """The rules of scoring changed after play had begun."""
    CLOSED = "closed"
    REOPENED = "reopened"
    """The round."""


MOVING = frozenset(
    {Kind.ENTERED, Kind.CANCELLED, Kind.RESTORED, Kind.WITHDRAWN, Kind.SETTINGS},
)
"""What a final score can move by."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the hand's round and the two pairs that sit there."""

    number: int
    name: str
    ns: TeamRef
    ew: TeamRef


@dataclass(frozen=True, slots=True)
class Saying:
    """A claim, an answer to one or its decision: which, by the claim's number, and what it says.

    `side` is the pair that says so, None for a referee; `content` what a claim says the result
    should be, None where it only says that something is wrong; `words` are the pair's own.
    """

    claim: int
    what: Claim.Kind | Claim.Answer | Claim.Decision
    side: Side | None = None
    content: ResultInput | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened. `table` is where, 0 for all; `entry` and `version` belong to an
    entry, `by` and `version` to a look, `play` (a number) and `version` to what was attached,
    `saying` to a claim and what follows it, `pair` (a number) to a withdrawal, `settings` to a
    change of them: those in force from then on."""

    sequence: int
    at: datetime
    actor: str
    kind: Kind
    reason: str = ""
    table: int = 0
    entry: ResultInput = BLANK
    version: int = 0
    by: SecondLook.By | None = None
    play: int = 0
    saying: Saying | None = None
    pair: int = 0
    settings: Settings | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An act, and what it did to the pair's final score (None where it had none).

    `place` is None for what concerns all tables; `replaced` is what stood at the table before, None
    where nothing did.
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
    def team(self) -> TeamRef | None:
        """The pair that says or confirms something; None for a referee."""
        said = self.act.saying.side if self.act.saying else None
        looked = self.act.by if self.act.by is not SecondLook.By.REFEREE else None
        side = said or (Side(looked) if looked else None)
        if self.place is None or side is None:
            return None
        return self.place.ns if side is Side.NS else self.place.ew


@dataclass(slots=True)
class _Hand:
    """The hand as it stands between two acts."""

    deal: int
    settings: Settings
    entries: dict[int, ResultInput] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    cancelled: bool = False

    def follow(self, act: Act) -> None:
        if act.kind is Kind.ENTERED:
            self.entries[act.table] = act.entry
        elif act.kind in (Kind.CANCELLED, Kind.RESTORED):
            self.cancelled = act.kind is Kind.CANCELLED
        elif act.kind is Kind.WITHDRAWN:
            self.withdrawn.add(act.pair)
        elif act.settings is not None:
            self.settings = act.settings

    @property
    def annuls(self) -> bool:
        """Whether the hands of a pair that withdraws are annulled."""
        return self.settings.withdrawn is Withdrawn.ANNUL

    def final_of(self, team: TeamRef | None, places: Mapping[int, Place]) -> Fraction | None:
        if team is None:
            return None
        results = [
            TableResult(
                places[table].ns.number,
                places[table].ew.number,
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
            for side in Side:
                if table.result.team(side) == team.number:
                    return table.side(side).final
        return None


def course_of(
    deal: int,
    team: TeamRef | None,
    places: Sequence[Place],
    acts: Sequence[Act],
    settings: Settings,
) -> Iterator[Step]:
    """The steps that the acts, in their order, make of the pair's final score in this deal.

    `settings` are those in force before the first act; without a pair no score is followed. No step
    is what happened at a table that is not among the places, a second look elsewhere than at the
    pair's own table, and the withdrawal of a pair that did not have this hand or whose results
    stand.
    """
    by_number = {place.number: place for place in places}
    hand = _Hand(deal, settings)
    final: Fraction | None = None
    for act in acts:
        if act.table and act.table not in by_number:
            continue
        replaced = hand.entries.get(act.table)
        before = final
        if act.kind in MOVING:
            hand.follow(act)
            final = hand.final_of(team, by_number)
        step = Step(act, by_number.get(act.table), replaced, before, final)
        if _concerns(step, team, places, annuls=hand.annuls):
            yield step


def _concerns(step: Step, team: TeamRef | None, places: Sequence[Place], *, annuls: bool) -> bool:
    if step.act.kind is Kind.WITHDRAWN:
        pairs = {pair.number for place in places for pair in (place.ns, place.ew)}
        return annuls and step.act.pair in pairs
    if step.act.kind is Kind.LOOKED and team is not None and step.place is not None:
        return team in (step.place.ns, step.place.ew)
    return True


def public_part(steps: Sequence[Step]) -> tuple[tuple[Step, ...], Fraction | None]:
    """What everybody may know: the steps after the round was closed for the first time, and the
    final score at that moment; nothing and None while that hasn't happened.

    What was entered before it stays with the referees, in whichever order it came in. Who entered a
    result is told without the name of the account, with which one logs in, and nobody's own words
    are told: what a pair writes to a referee is for the two pairs and the referees.
    """
    for index, step in enumerate(steps):
        if step.act.kind is Kind.CLOSED:
            later = (replace(one, act=_public(one.act)) for one in steps[index + 1 :])
            return tuple(later), step.after
    return (), None


def _public(act: Act) -> Act:
    saying = replace(act.saying, words="") if act.saying else None
    return replace(act, actor=_without_account(act.actor), reason="", saying=saying)


def _without_account(actor: str) -> str:
    name, bracket, _account = actor.rpartition(" (")
    return name if bracket else actor
