"""All scores of some rounds of a stage: the sheets of their hands, and the ranking they give."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from scoring.duplicate.standings import Standings, contestant_hands, rank_in_groups
from scoring.duplicate.tally import ContestantHand
from tournament.core.method_words import method_words
from tournament.models import Result, Stage
from tournament.standings.columns import StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.columns import hand_column
from tournament.standings.rankings.dealt_hands.figures import HandFigures, figures_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.hands import hand_sheets
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet, sheet_of, sheets_of
from tournament.standings.rankings.dealt_hands.ties import tie_texts
from tournament.standings.rankings.ranking import (
    Ranked,
    RoundStates,
    Row,
    StageScores,
    StandingsView,
    contestants_to_rank,
    in_groups,
)
from tournament.standings.rankings.recorded_stage import Cell
from tournament.standings.rulings import Deduction, deducted, rulings_in_force


@dataclass(frozen=True, slots=True)
class DealtScores(StageScores[HandFigures]):
    """All scores of some rounds of a stage: `sheets` are by deal, in the order of their numbers.

    The `deductions` are already taken off the totals of the `standings`.
    """

    sheets: Mapping[int, HandSheet]
    standings: Standings[int]
    hands: Mapping[int, Sequence[ContestantHand[int]]]
    """By round; those that have a final score."""

    def ranked(self) -> Ranked[HandFigures]:
        totals, sat = self._round_totals()
        texts = tie_texts(self.standings, self.contestants)
        rows = tuple(
            Row(
                rank=row.rank,
                contestant=row.contestant,
                figures=figures_of(
                    row,
                    {number: totals.get((row.contestant, number)) for number in self.rounds},
                ),
                splits=row.splits,
                tie_text=texts.get(row.contestant, ""),
            )
            for row in self.standings.rows
        )
        scored = str(method_words(self.stage.scoring_settings()).scored)
        return Ranked(rows, self.standings.ranked_by.value, sat, scored)

    def pair(self, contestant: ContestantRef, view: StandingsView[HandFigures], /) -> PairSheet:
        return sheet_of(self.sheets, contestant, view)

    def pairs(self, view: StandingsView[HandFigures], /) -> tuple[PairSheet, ...]:
        return sheets_of(self.sheets, self.contestants, view)

    def hand_sheets(self) -> Mapping[int, HandSheet]:
        return self.sheets

    def parts(self) -> Sequence[StandingsColumn[HandFigures]]:
        """A column for each hand."""
        columns = []
        for sheet in self.sheets.values():
            sides = (own for entry in sheet.entries for own in entry.sides)
            columns.append(hand_column(sheet.deal, {own.contestant.id: own.final for own in sides}))
        return columns

    def _round_totals(self) -> tuple[dict[Cell, Fraction], set[Cell]]:
        """What each pair scored in each round, and who sat at a table in which round."""
        totals: dict[Cell, Fraction] = {}
        sat: set[Cell] = set()
        for sheet in self.sheets.values():
            for entry in sheet.entries:
                for own in entry.sides:
                    cell = (own.contestant.id, sheet.round)
                    sat.add(cell)
                    if own.final is not None:
                        totals[cell] = totals[cell] + own.final if cell in totals else own.final
        return totals, sat


def score_dealt_hands(
    stage: Stage,
    states: RoundStates,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> DealtScores:
    """The scores of some rounds; 5 queries.

    By themselves they rank no pair without a scored hand: a rest is no reason to rank by the mean.
    """
    rulings = rulings_in_force(stage.championship)
    deductions = {} if alone else rulings.deductions.get(stage.pk, {})
    contestants, scored = hand_sheets(stage, rounds, rulings, draft)
    sheets: dict[int, HandSheet] = {}
    hands: dict[int, list[ContestantHand[int]]] = {}
    for sheet, scores in scored:
        sheets[sheet.deal] = sheet
        hands.setdefault(sheet.round, []).extend(contestant_hands(scores))
    all_hands = list(chain.from_iterable(hands.values()))
    standings = _ranked(stage, contestants, all_hands, deductions, rounds, alone=alone)
    return DealtScores(stage, contestants, deductions, rounds, states, sheets, standings, hands)


def ranks_after(scores: DealtScores, number: int) -> dict[int, int]:
    """The ranks as they stood after a round, by pair id, with the results as they are today."""
    hands = [hand for round, found in scores.hands.items() if round <= number for hand in found]
    rounds = [one for one in scores.rounds if one <= number]
    standings = _ranked(scores.stage, scores.contestants, hands, scores.deductions, rounds)
    return {row.contestant: row.rank for row in standings.rows}


def _ranked(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    hands: Sequence[ContestantHand[int]],
    deductions: Mapping[int, tuple[Deduction, ...]],
    rounds: Collection[int],
    *,
    alone: bool = False,
) -> Standings[int]:
    with_hands = {hand.contestant for hand in hands}
    to_rank = contestants_to_rank(contestants, with_hands, rounds, alone=alone)
    return rank_in_groups(
        in_groups(to_rank, lambda one: contestants[one].group),
        hands,
        stage.scoring_settings(),
        deductions={contestant: deducted(found) for contestant, found in deductions.items()},
        carried={} if alone else {one.id: one.carried for one in contestants.values()},
        draw_seed=stage.draw_seed,
        # As anybody knows them who repeats the draw.
        drawn_as=lambda contestant: str(contestants[contestant].number),
    )
