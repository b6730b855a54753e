"""Rounds that pairs have got through, from the results of the tables, and the ranking."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from scoring.ordinary.standings import GameRow, PlayedGame, rank_games
from scoring.pairing.bracket import Bracket
from scoring.pairing.knockout import Progress, progress_of
from scoring.participation import Completion
from tournament.models import Result, Stage
from tournament.stages.knockout import bracket_of
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.games.scores import (
    GameScores,
    Made,
    TableOfRound,
    figures_of,
    of_pairs,
    read_games,
    rests_of,
)
from tournament.standings.rankings.knockout.bracket_reader import BracketReader
from tournament.standings.rankings.knockout.columns import KnockoutFigures
from tournament.standings.rankings.ranking import contestants_to_rank, who_left
from tournament.standings.stage_rows import StageRows


@dataclass(frozen=True, slots=True)
class KnockoutScores(GameScores):
    """Scores of all games of some rounds of a knock-out."""

    ranked_by: ClassVar[str] = "through"

    progress: Progress[int]
    """Progress of each pair after these rounds, by its id."""

    def figures(self, row: GameRow[int], made: Made, /) -> KnockoutFigures:
        settings, bracket = self.stage.knockout_settings(), self.progress.bracket
        of_games, pair = figures_of(row, made, settings.counted), row.tally.contestant
        told = {one.name: getattr(of_games, one.name) for one in fields(GameFigures)}
        return KnockoutFigures(
            **{**told, "score": self.progress.through.get(pair, Fraction(0))},
            rounds=bracket.rounds,
            second_chance=self.progress.second_place(pair),
            second_rounds=settings.bracket.second_rounds(len(bracket.seeds)),
        )

    def completions(self) -> Mapping[int, Completion]:
        """Return the completion class of each pair: one that withdrew is ranked by the round it
        reached, but is not honoured for it."""
        left = who_left(self.contestants, self.states, self.rounds)
        return {
            one: Completion.WITHDRAWN if one in left else Completion.ENOUGH
            for one in (row.tally.contestant for row in self.rows)
        }

    def progress_after(self, number: int) -> Progress[int]:
        """Return the progress of each pair after a round."""
        rounds = [one for one in self.rounds if one <= number]
        tables = [one for one in self.tables if one.round <= number]
        bracket, first = self.progress.bracket, self.states.first
        return _progress(self.stage, self.contestants, bracket, first, tables, rounds)

    def bracket_view(self) -> BracketView | None:
        if not self.progress.bracket.rounds or not self.states.planned:
            return None
        return BracketReader(
            self.contestants,
            self.progress,
            _games_by_round(
                ((one.round, of_pairs(one.game)) for one in self.tables if one.game is not None),
                self.rounds,
                self.states.first,
            ),
            self.stage.knockout_settings(),
            self.states.first,
        ).view()


def score_knockout(
    rows: StageRows,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> KnockoutScores:
    """Return the scores of the games of some rounds, and the progress of everybody; 5 queries.

    Even for rounds scored `alone`, progress includes the rounds before.
    """
    stage, states = rows.stage, rows.states
    before = [one for one in states.closed if one < max(rounds, default=0)] if alone else []
    known = tuple(sorted({*before, *rounds}))
    contestants, tables = read_games(rows, known, draft=draft)
    in_order = sorted(contestants.values(), key=lambda one: one.order)
    ids = {one.number: one.id for one in in_order if one.joined_round <= states.first}
    by_number = bracket_of(tuple(ids), seed=stage.pairing_seed, seeded=stage.seeded)
    bracket = Bracket(tuple(ids[number] for number in by_number.contestants))
    progress = _progress(stage, contestants, bracket, states.first, tables, known)
    own = tuple(one for one in tables if one.round in rounds)
    ranked = _ranked(stage, contestants, own, rounds, progress, alone=alone)
    return KnockoutScores(*(stage, contestants, {}, rounds, states, own, ranked), progress=progress)


def ranks_after(scores: KnockoutScores, number: int) -> dict[int, int]:
    """Return the ranks after a round, by pair id, with the results as they are today."""
    tables = [one for one in scores.tables if one.round <= number]
    rounds = [one for one in scores.rounds if one <= number]
    progress = scores.progress_after(number)
    rows = _ranked(scores.stage, scores.contestants, tables, rounds, progress)
    return {row.tally.contestant: row.rank for row in rows}


def _progress(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    bracket: Bracket[int],
    first: int,
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
) -> Progress[int]:
    """Return the progress of each pair, by its id."""
    settings = stage.knockout_settings()
    games = ((one.round, of_pairs(one.game)) for one in tables if one.game is not None)
    return progress_of(
        bracket,
        _games_by_round(games, rounds, first),
        lambda one, number: contestants[one].is_there_in(first + number - 1),
        settings.bracket,
        settings.counted,
    )


def _ranked(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
    progress: Progress[int],
    *,
    alone: bool = False,
) -> tuple[GameRow[int], ...]:
    tables = list(tables)
    games = [of_pairs(one.game) for one in tables if one.game is not None]
    sat = {(pair, one.round) for one in tables for pair in one.everybody}
    rests = rests_of(contestants, rounds, sat)
    having = {pair for game in games for pair in game.contestants}
    if not alone:
        having |= rests.keys()
    return rank_games(
        contestants_to_rank(contestants, having, rounds, alone=alone),
        games,
        stage.knockout_settings(),
        rests=rests,
        scores=progress.scores,
        draw_seed=stage.draw_seed,
        # As anybody knows them who repeats the draw.
        drawn_as=lambda contestant: str(contestants[contestant].number),
    )


def _games_by_round(
    games: Iterable[tuple[int, PlayedGame[Any]]], rounds: Iterable[int], first: int
) -> dict[int, list[PlayedGame[Any]]]:
    """Return the games by round of the knock-out (from 1), including rounds without any."""
    played: dict[int, list[PlayedGame[Any]]] = {number - first + 1: [] for number in rounds}
    for number, game in games:
        played[number - first + 1].append(game)
    return played
