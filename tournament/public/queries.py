"""Pairs, the schedule and pairings, as everybody may read them.

Each read costs the same number of queries whatever the size of the championship.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from scoring.game.seats import Party, Sides
from tournament.core.finality import provisional
from tournament.core.names import plain, surname_key
from tournament.models import Match, Round, RoundStatus, Stage
from tournament.schedule.queries import RoundLine, round_lines
from tournament.stages.legs import leg_text
from tournament.standings.contestants import (
    ContestantRef,
    company_of,
    contestant_refs,
    refs_of_sides,
    stage_contestants,
    who_play,
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two pairs at a table."""

    table: str
    table_number: int
    pairs: Sides[ContestantRef]

    @property
    def found_by(self) -> str:
        """Return the texts that a search looks through: the table and both pairs."""
        return " ".join([self.table, *(pair.found_by for pair in self.pairs)])


@dataclass(frozen=True, slots=True)
class Place:
    """A person of a pair and the table to go to; `table` is "" for a pair that rests."""

    person: str
    is_substitute: bool
    contestant: ContestantRef
    table: str
    side: Party | None
    """The seat, where everybody plays alone."""
    opponent: ContestantRef | None
    partner: ContestantRef | None = None
    """The player who plays with them, where contestants are players."""

    @property
    def found_by(self) -> str:
        """Return the texts to search: the person, the pair's own name and its number."""
        own_name = self.contestant.name if self.contestant.has_own_name else ""
        return f"{self.person} {own_name} {self.contestant.number}"


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """Pairings of a round by table, and the pairs that rest."""

    number: int
    status: RoundStatus
    first_deal: int
    """Number of the first hand dealt beforehand; 0 where there is none."""
    last_deal: int
    tables: tuple[Pairing, ...]
    resting: tuple[ContestantRef, ...]
    rounds: tuple[RoundLine, ...]
    paired: bool
    """Whether it is known who meets whom."""
    leg_text: str
    """A sentence that says which of two games against the same pair it is."""

    @property
    def parts(self) -> tuple[tuple[str, RoundPairings], ...]:
        """Return name, tables and rests of each group; everything under "" without groups."""
        everybody = (*(one.pairs.ns for one in self.tables), *self.resting)
        groups = sorted({(one.group, one.group_name) for one in everybody if one.group is not None})
        if not groups:
            return (("", self),)
        return tuple(
            (
                name,
                replace(
                    self,
                    tables=tuple(one for one in self.tables if one.pairs.ns.group == group),
                    resting=tuple(one for one in self.resting if one.group == group),
                ),
            )
            for group, name in groups
        )

    def by_person(self, *, surname: bool = False) -> tuple[Place, ...]:
        """Return every person's place, in the order of names or of surnames, ignoring accents."""
        key = surname_key if surname else plain
        places: list[Place] = []
        for pairing in self.tables:
            for own in pairing.pairs:
                for one in own.everybody:
                    with_it = company_of(one.id, pairing.pairs)
                    met = with_it.opponent, with_it.partner
                    places += _places(one, pairing.table, with_it.held, *met)
        for contestant in self.resting:
            places += _places(contestant, "", None, None)
        return tuple(sorted(places, key=lambda place: (key(place.person), place.contestant.number)))


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round in which time runs: until it ends, or until its results are final.

    An open round has `ends_at`, or `seconds_left` in a pause; a closed one `corrections_until`.
    """

    number: int
    ends_at: datetime | None
    seconds_left: int | None
    corrections_until: datetime | None


def rounds_now(*stages: Stage) -> tuple[RoundNow, ...]:
    """Return the rounds of some stages in which time runs, by number; 1 query."""
    rounds = Round.objects.filter(stage__in=stages).filter(
        Q(status=RoundStatus.OPEN, ends_at__isnull=False)
        | Q(status=RoundStatus.OPEN, seconds_left__isnull=False)
        | Q(status=RoundStatus.CLOSED) & provisional()
    )
    fields = ("number", "ends_at", "seconds_left", "corrections_until")
    return tuple(RoundNow(*one) for one in rounds.order_by("number").values_list(*fields))


def _places(
    contestant: ContestantRef,
    table: str,
    side: Party | None,
    opponent: ContestantRef | None,
    partner: ContestantRef | None = None,
) -> Iterator[Place]:
    for person in contestant.players:
        yield Place(person, False, contestant, table, side, opponent, partner)
    for person in contestant.substitutes:
        yield Place(person, True, contestant, table, side, opponent)


def round_pairings(stages: Sequence[Stage], number: int) -> RoundPairings | None:
    """Return the pairings of a round of these stages, which are of one championship; None if there
    is no such round.

    5 queries, 1 more where some pairs were chosen for a stage, and 2 where it has groups.
    """
    rounds = round_lines(*stages)
    line = next((one for one in rounds if one.number == number), None)
    if line is None:
        return None
    championship = stages[0].championship
    matches = Match.objects.filter(
        round__championship=championship, round__number=number, cancelled=False
    )
    matches = matches.select_related("table").prefetch_related("seats").order_by("table__number")
    seated = list(matches)  # before the pairs: a pair may join meanwhile
    stage = next(one for one in stages if one.pk == line.stage)
    if stage.has_groups:
        contestants = stage_contestants(stage)
    else:  # a pair that was knocked out of another stage may rest in this one
        contestants = contestant_refs(championship, (stage,))
    plays = who_play(stages)
    tables = tuple(
        Pairing(
            table=match.table.shown_name,
            table_number=match.table.number,
            pairs=refs_of_sides(match.side_ids, contestants),
        )
        for match in seated
    )
    playing = {one.id for pairing in tables for side in pairing.pairs for one in side.everybody}
    deals = sorted(
        championship.round_deals.filter(round__number=number).values_list("number", flat=True)
    )
    own_numbers = [one.number for one in rounds if one.stage == line.stage]
    return RoundPairings(
        number=number,
        status=line.status,
        first_deal=deals[0] if deals else 0,
        last_deal=deals[-1] if deals else 0,
        tables=tables,
        resting=tuple(
            contestant
            for contestant in contestants.values()
            if line.paired
            and contestant.id not in playing
            and contestant.plays_in(number)
            and plays(contestant.id, line.stage)
        ),
        rounds=rounds,
        paired=line.paired,
        leg_text=leg_text(stage, number, own_numbers),
    )
