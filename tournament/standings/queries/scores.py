"""All scores of some rounds of a stage: the sheets of their hands, and the ranking they give."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.duplicate.standings import Standings, contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from tournament.models import Result, RoundStatus, Stage
from tournament.standings.queries.contestants import ContestantRef
from tournament.standings.queries.hands import HandSheet, hand_sheets
from tournament.standings.queries.rulings import Deduction, deducted, rulings_in_force


@dataclass(frozen=True, slots=True)
class RoundStates:
    """How far a stage is: the numbers of its closed rounds, and how many are planned in all.

    `corrections` says until when the results of each closed round can be corrected, if they can.
    """

    closed: tuple[int, ...]
    planned: int
    corrections: Mapping[int, datetime]


@dataclass(frozen=True, slots=True)
class StageScores:
    """All scores of some rounds of a stage.

    `contestants` and `sheets` are by pair id and by deal, in the order of their numbers.
    `standings` has no row for a pair without a scored hand that withdrew, or came after the last of
    the `rounds`. `deductions`, by pair id, are already taken off the totals.
    """

    stage: Stage
    contestants: Mapping[int, ContestantRef]
    sheets: Mapping[int, HandSheet]
    standings: Standings[int]
    deductions: Mapping[int, tuple[Deduction, ...]]
    rounds: tuple[int, ...]
    states: RoundStates


def closed_rounds(stage: Stage) -> tuple[int, ...]:
    """The numbers of the rounds whose results are published; 1 query."""
    return round_states(stage).closed


def stage_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> StageScores:
    """Score the given rounds of a stage, whatever their state; None: those that are published.

    6 queries (the championship of `stage` should be loaded).
    """
    states = round_states(stage)
    return score_rounds(stage, states, states.closed if rounds is None else rounds)


def round_scores(stage: Stage, number: int) -> StageScores:
    """The scores of one round by itself, published or not; 6 queries.

    Pairs without a scored hand in it are not ranked: a rest is no reason to rank by the mean. What
    was deducted from totals belongs to no round.
    """
    return score_rounds(stage, round_states(stage), [number], alone=True)


def round_states(stage: Stage) -> RoundStates:
    """How far the rounds are; 1 query."""
    rounds = list(
        stage.rounds.order_by("number").values_list("number", "status", "corrections_until")
    )
    closed = {number: until for number, status, until in rounds if status == RoundStatus.CLOSED}
    corrections = {number: until for number, until in closed.items() if until is not None}
    return RoundStates(tuple(closed), len(rounds), corrections)


def score_rounds(
    stage: Stage,
    states: RoundStates,
    rounds: Collection[int],
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> StageScores:
    """Score the rounds; 5 queries.

    Pairs that still wait for their first hand are ranked, and deductions are taken from totals,
    unless the rounds are looked at `alone`. `draft` is as for `standings_view`.
    """
    chosen = tuple(sorted(rounds))
    rulings = rulings_in_force(stage.championship)
    deductions = {} if alone else rulings.deductions.get(stage.pk, {})
    contestants, scored = hand_sheets(stage, chosen, rulings, draft)
    sheets: dict[int, HandSheet] = {}
    hands: list[ContestantHand[int]] = []
    for sheet, scores in scored:
        sheets[sheet.deal] = sheet
        hands += contestant_hands(scores)
    with_hands = {hand.contestant for hand in hands}
    last = max(chosen, default=0)
    ranked = [
        contestant.id
        for contestant in contestants.values()
        if contestant.id in with_hands or (not alone and _waits(contestant, after=last))
    ]
    standings = rank_contestants(
        ranked,
        hands,
        stage.scoring_settings(),
        deductions={contestant: deducted(found) for contestant, found in deductions.items()},
        draw_seed=stage.draw_seed,
        drawn_as=lambda contestant: str(
            contestants[contestant].number
        ),  # as anybody knows it who draws again
    )
    return StageScores(stage, contestants, sheets, standings, deductions, chosen, states)


def _waits(contestant: ContestantRef, *, after: int) -> bool:
    """Whether a pair without a hand is in the championship and only has to wait for one.

    A pair that withdrew, or is still to come, would make the numbers of hands differ, and so
    change what everybody is ranked by.
    """
    return contestant.withdrawn_from is None and contestant.joined_round <= after
