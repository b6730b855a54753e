"""Scores of some rounds of a stage: their hand sheets, and the ranking that they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from scoring.duplicate.standings import (
    Standings,
    contestant_hands,
    rank_in_groups,
    ranks_round_by_round,
)
from scoring.duplicate.tally import ContestantHand, exact_sum
from scoring.participation import Participation
from tournament.core.method_words import method_words
from tournament.models import NotPlayedReason, Result, Stage
from tournament.stages.formats import format_of
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
    Row,
    StageScores,
    StandingsView,
    annulled_sides,
    contestants_to_rank,
    excused_hands,
    in_groups,
    left_alone,
    most_by_round,
    rests_of_the_plan,
    who_left,
    withdrawals,
)
from tournament.standings.rulings import Deduction, deducted
from tournament.standings.stage_rows import Cell, RoundStates, StageRows


@dataclass(frozen=True, slots=True)
class DealtScores(StageScores[HandFigures]):
    """Scores of some rounds of a stage: `sheets` are by deal, in the order of their numbers.

    The `deductions` are already taken off the totals of the `standings`.
    """

    sheets: Mapping[int, HandSheet]
    standings: Standings[int]
    hands: Mapping[int, Sequence[ContestantHand[int]]]
    """Hands that have a final score, by round."""
    participation: Participation[int]

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
                completion=row.completion,
                shortfall=row.shortfall,
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
        """Return a column for each hand."""
        columns = []
        for sheet in self.sheets.values():
            sides = (own for entry in sheet.entries for own in entry.sides)
            columns.append(hand_column(sheet.deal, {own.contestant.id: own.final for own in sides}))
        return columns

    def _round_totals(self) -> tuple[dict[Cell, Fraction], set[Cell]]:
        """Return each contestant's score in each round, and each contestant and round with a seat
        at a table."""
        finals: dict[Cell, list[Fraction]] = {}
        for number, hands in self.hands.items():
            for hand in hands:
                finals.setdefault((hand.contestant, number), []).append(hand.final)
        sat = _sat(self.sheets.values())
        return {cell: exact_sum(found) for cell, found in finals.items()}, sat


def score_dealt_hands(
    rows: StageRows,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> DealtScores:
    """Return the scores of some rounds; 5 queries.

    Rounds scored `alone` rank no pair without a scored hand: a rest is no reason to rank by the
    mean.
    """
    stage, states = rows.stage, rows.states
    rulings = rows.rulings()
    deductions = {} if alone else rulings.deductions
    contestants, scored = hand_sheets(rows, rounds, rulings, draft)
    sheets: dict[int, HandSheet] = {}
    hands: dict[int, list[ContestantHand[int]]] = {}
    lost: list[int] = []
    for sheet, scores in scored:
        sheets[sheet.deal] = sheet
        hands.setdefault(sheet.round, []).extend(contestant_hands(scores))
        lost += annulled_sides(scores)
    participation: Participation[int] = Participation()
    if not alone:
        participation = participation_in(
            *(contestants, sheets.values(), hands, lost, states, rounds),
            by_hand=format_of(stage).by_hand,
        )
    all_hands = list(chain.from_iterable(hands.values()))
    groups = _groups(contestants, {hand.contestant for hand in all_hands}, rounds, alone=alone)
    given = _given(stage, contestants, deductions, alone=alone)
    settings = stage.scoring_settings()
    if alone:
        settings = replace(settings, least_share=None)
    standings = rank_in_groups(groups, all_hands, settings, participation=participation, **given)
    return DealtScores(
        *(stage, contestants, deductions, rounds, states),
        sheets,
        standings,
        hands,
        participation,
    )


def participation_in(
    contestants: Mapping[int, ContestantRef],
    sheets: Iterable[HandSheet],
    hands: Mapping[int, Sequence[ContestantHand[int]]],
    annulled: Iterable[int],
    states: RoundStates,
    rounds: Collection[int],
    *,
    by_hand: bool,
) -> Participation[int]:
    """Return the contestants that withdrew by the last of some rounds, and the excused missing
    hands; `hands` are by round, and `annulled` has a contestant for each hand that was annulled."""
    hands_in = Counter((one.contestant, number) for number, own in hands.items() for one in own)
    sheets = tuple(sheets)
    rests = rests_of_the_plan(contestants, _sat(sheets), rounds, by_hand=by_hand)
    lost = chain(annulled, _without_opponents(sheets, withdrawals(contestants)))
    return Participation(
        who_left(contestants, states, rounds),
        excused_hands(rests, most_by_round(hands_in), lost),
        states.are_all(rounds),
    )


def _without_opponents(
    sheets: Iterable[HandSheet], withdrawn: Mapping[int, int | None]
) -> Iterator[int]:
    """Yield the other pair of each hand that was not played because one had withdrawn."""
    for sheet in sheets:
        for entry in sheet.entries:
            if entry.reason is NotPlayedReason.WITHDRAWN and not sheet.cancelled:
                pairs = [(own.contestant.id,) for own in entry.sides]
                yield from left_alone(sheet.round, pairs, withdrawn)


def _sat(sheets: Iterable[HandSheet]) -> set[Cell]:
    """Return each contestant and round for which the contestant sat at a table."""
    return {
        (own.contestant.id, sheet.round)
        for sheet in sheets
        for entry in sheet.entries
        for own in (entry.sides.ns, entry.sides.ew)
    }


def earlier_ranks(scores: DealtScores) -> list[dict[int, int]]:
    """Return the ranks after each round but the last, by pair id, from today's results."""

    def rounds() -> Iterator[
        tuple[Sequence[Sequence[int]], Sequence[ContestantHand[int]], Participation[int]]
    ]:
        with_hands: set[int] = set()
        for number in scores.rounds[:-1]:
            hands = scores.hands.get(number, ())
            with_hands.update(hand.contestant for hand in hands)
            left = who_left(scores.contestants, scores.states, [number])
            groups = _groups(scores.contestants, with_hands, [number], alone=False)
            yield groups, hands, Participation(left, complete=False)

    given = _given(scores.stage, scores.contestants, scores.deductions, alone=False)
    settings = scores.stage.scoring_settings()
    return list(ranks_round_by_round(list(scores.contestants), rounds(), settings, **given))


def _groups(
    contestants: Mapping[int, ContestantRef],
    with_hands: Collection[int],
    rounds: Collection[int],
    *,
    alone: bool,
) -> tuple[list[int], ...]:
    """Return the contestants to rank after the last of these rounds, group by group."""
    to_rank = contestants_to_rank(contestants, with_hands, rounds, alone=alone)
    return in_groups(to_rank, lambda one: contestants[one].group)


def _given(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    deductions: Mapping[int, tuple[Deduction, ...]],
    *,
    alone: bool,
) -> dict[str, Any]:
    """Return the other arguments for ranking them: deductions, carried points and the draw."""
    return {
        "deductions": {contestant: deducted(found) for contestant, found in deductions.items()},
        "carried": {} if alone else {one.id: one.carried for one in contestants.values()},
        "draw_seed": stage.draw_seed,
        # As anybody knows them who repeats the draw.
        "drawn_as": lambda contestant: str(contestants[contestant].number),
    }
