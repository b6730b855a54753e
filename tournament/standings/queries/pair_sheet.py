"""One pair's championship: all its hands, seen from its side of the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.duplicate.scores import Field
from scoring.game.seats import Side
from tournament.models import Contestant, Stage
from tournament.standings.queries.contestants import ContestantRef
from tournament.standings.queries.hands import HandEntry, HandSheet, SideOfHand
from tournament.standings.queries.scores import StageScores, stage_scores
from tournament.standings.queries.table import StandingsLine, StandingsView, view_of


@dataclass(frozen=True, slots=True)
class PairSheetLine:
    """A hand of a pair, seen from the side on which it sat."""

    sheet: HandSheet
    entry: HandEntry
    side: Side

    @property
    def own(self) -> SideOfHand:
        return self.entry.sides[self.side]

    @property
    def opponents(self) -> SideOfHand:
        return self.entry.sides[self.side.opponents]

    @property
    def field(self) -> Field:
        """What the pair's hand score is compared with."""
        return self.sheet.fields[self.side]


@dataclass(frozen=True, slots=True)
class RoundOfContestant:
    """A pair's round: its hands, none where it rested, and what they add up to."""

    round: int
    lines: tuple[PairSheetLine, ...]
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class PairSheet:
    """All hands of a pair by number. `standing` is None for a pair that is not ranked.

    `by_round` and `rests` are as in `StandingsLine`; `ranked` pairs stand in the standings.
    """

    contestant: ContestantRef
    lines: tuple[PairSheetLine, ...]
    rounds: tuple[int, ...]
    by_round: Mapping[int, Fraction | None]
    rests: tuple[int, ...]
    standing: StandingsLine | None
    ranked: int
    final: bool

    @property
    def groups(self) -> tuple[RoundOfContestant, ...]:
        """The hands round by round, of the rounds in which it took part."""
        return tuple(
            RoundOfContestant(
                round=number,
                lines=tuple(line for line in self.lines if line.entry.round == number),
                total=self.by_round[number],
            )
            for number in self.rounds
            if self.contestant.plays_in(number)
        )

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.standing else None

    @property
    def total(self) -> Fraction:
        return self.standing.total if self.standing else Fraction(0)

    @property
    def mean(self) -> Fraction | None:
        return self.standing.mean if self.standing else None


def pair_sheet(stage: Stage, number: int, *, rounds: Collection[int] | None = None) -> PairSheet:
    """The sheet of the pair with that number, for the given rounds or those published.

    6 queries. Raises `Contestant.DoesNotExist`.
    """
    scores = stage_scores(stage, rounds=rounds)
    contestant = next((ref for ref in scores.contestants.values() if ref.number == number), None)
    if contestant is None:
        raise Contestant.DoesNotExist(f"there is no pair number {number}")
    return sheet_of(scores, contestant)


def sheet_of(scores: StageScores, contestant: ContestantRef) -> PairSheet:
    """One pair's part of the scores."""
    lines = tuple(
        PairSheetLine(sheet, entry, side)
        for sheet in scores.sheets.values()
        for entry in sheet.entries
        for side, own in entry.sides.items()
        if own.contestant.id == contestant.id
    )
    return _sheet(contestant, lines, view_of(scores))


def sheets_of_all(scores: StageScores) -> tuple[PairSheet, ...]:
    """The sheets of all pairs, by their numbers: in one go, as there may be hundreds."""
    lines: dict[int, list[PairSheetLine]] = {contestant: [] for contestant in scores.contestants}
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            for side, own in entry.sides.items():
                lines[own.contestant.id].append(PairSheetLine(sheet, entry, side))
    view = view_of(scores)
    return tuple(
        _sheet(contestant, tuple(lines[contestant.id]), view)
        for contestant in scores.contestants.values()
    )


def _sheet(
    contestant: ContestantRef, lines: tuple[PairSheetLine, ...], view: StandingsView
) -> PairSheet:
    standing = next((line for line in view.lines if line.contestant.id == contestant.id), None)
    sat = {line.entry.round for line in lines}
    return PairSheet(
        contestant=contestant,
        lines=lines,
        rounds=view.rounds,
        by_round=standing.by_round if standing else dict.fromkeys(view.rounds),
        rests=tuple(
            number for number in view.rounds if number not in sat and contestant.plays_in(number)
        ),
        standing=standing,
        ranked=len(view.lines),
        final=view.final,
    )
