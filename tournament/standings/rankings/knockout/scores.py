"""From the results of the tables to the rounds that pairs have got through, and the ranking."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from scoring.ordinary.standings import GameRow, PlayedGame, rank_games
from scoring.pairing.bracket import Bracket, Tie
from scoring.pairing.knockout import got_through
from tournament.models import Result, Stage
from tournament.stages.knockout import bracket_of
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.bracket_view import (
    BracketRound,
    BracketSide,
    BracketTie,
    BracketView,
)
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
from tournament.standings.rankings.knockout.columns import KnockoutFigures, knockout_round_name
from tournament.standings.rankings.ranking import RoundStates, contestants_to_rank


@dataclass(frozen=True, slots=True)
class KnockoutScores(GameScores):
    """All games of some rounds of a knock-out."""

    ranked_by: ClassVar[str] = "through"

    bracket: Bracket[int]
    """Of the pairs by their ids."""
    through: Mapping[int, Fraction]
    """How many rounds each pair has got through in these rounds, by its id."""

    def figures(self, row: GameRow[int], made: Made, /) -> KnockoutFigures:
        return knockout_figures(
            row, made, self.stage.knockout_settings().counted, self.bracket.rounds
        )

    def through_after(self, number: int) -> Mapping[int, Fraction]:
        """How many rounds each pair had got through after a round, by its id."""
        rounds = [one for one in self.rounds if one <= number]
        tables = [one for one in self.tables if one.round <= number]
        first = self.states.first
        return _through(self.stage, self.contestants, self.bracket, first, tables, rounds)

    def bracket_view(self) -> BracketView | None:
        if not self.bracket.rounds or not self.states.planned:
            return None
        games = {
            (one.round - self.states.first + 1, frozenset(one.everybody)): of_pairs(one.game)
            for one in self.tables
            if one.game is not None
        }
        over = {number - self.states.first + 1 for number in self.rounds}
        through, bracket = self.through, self.bracket

        def seen(tie: Tie[int]) -> BracketTie:
            game = games.get((tie.round, frozenset(tie.contestants)))
            sides = [self._side(one, tie, game) for one in tie.sides]
            return BracketTie((sides[0], sides[1]), tie.is_bye, tie.round in over)

        rounds = tuple(
            BracketRound(
                number=self.states.first + number - 1,
                name=knockout_round_name(number, bracket.rounds),
                ties=tuple(map(seen, bracket.ties(number, through))),
                is_over=number in over,
            )
            for number in range(1, bracket.rounds + 1)
        )
        third = bracket.for_third(through) if self.stage.third_place else None
        return BracketView(rounds, None if third is None else seen(third))

    def _side(self, one: int | None, tie: Tie[int], game: PlayedGame[int] | None) -> BracketSide:
        if one is None:
            return BracketSide(None)
        through = self.through.get(one, Fraction(0))
        return BracketSide(
            self.contestants[one],
            game.points[game.contestants.side_of(one)] if game is not None else None,
            through.denominator > 1 if tie.is_for_third else through >= tie.round,
        )


def knockout_figures(
    row: GameRow[int], made: Made, counted: Callable[[int], int], rounds: int
) -> KnockoutFigures:
    """What a pair's line shows; as `figures_of`, in a knock-out of so many rounds."""
    of_games = figures_of(row, made, counted)
    told = {one.name: getattr(of_games, one.name) for one in fields(GameFigures)}
    return KnockoutFigures(**told, rounds=rounds)


def bracket_of_ids(
    stage: Stage, numbers: Mapping[int, int], entrants: Iterable[int]
) -> Bracket[int]:
    """The bracket of these pairs by their ids, the strongest first; `numbers` has each one's
    number."""
    ids = {numbers[one]: one for one in entrants}
    by_number = bracket_of(tuple(ids), seed=stage.pairing_seed, seeded=stage.seeded)
    return Bracket(tuple(ids[number] for number in by_number.seeds))


def score_knockout(
    stage: Stage,
    states: RoundStates,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> KnockoutScores:
    """The games of some rounds, and how far they bring everybody; 5 queries.

    Even for rounds that are looked at `alone`, how far pairs have come counts the rounds before.
    """
    before = [one for one in states.closed if one < max(rounds, default=0)] if alone else []
    known = tuple(sorted({*before, *rounds}))
    contestants, tables = read_games(stage, known, draft=draft)
    numbers = {one.id: one.number for one in contestants.values()}
    in_order = sorted(contestants.values(), key=lambda one: one.order)
    entrants = [one.id for one in in_order if one.joined_round <= states.first]
    bracket = bracket_of_ids(stage, numbers, entrants)
    through = _through(stage, contestants, bracket, states.first, tables, known)
    own = tuple(one for one in tables if one.round in rounds)
    rows = _ranked(stage, contestants, own, rounds, through, alone=alone)
    return KnockoutScores(
        *(stage, contestants, {}, rounds, states, own, rows), bracket=bracket, through=through
    )


def ranks_after(scores: KnockoutScores, number: int) -> dict[int, int]:
    """The ranks as they stood after a round, by pair id, with the results as they are today."""
    tables = [one for one in scores.tables if one.round <= number]
    rounds = [one for one in scores.rounds if one <= number]
    through = scores.through_after(number)
    rows = _ranked(scores.stage, scores.contestants, tables, rounds, through)
    return {row.tally.contestant: row.rank for row in rows}


def _through(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    bracket: Bracket[int],
    first: int,
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
) -> Mapping[int, Fraction]:
    """How many rounds each pair has got through, by its id."""
    games = ((one.round, of_pairs(one.game)) for one in tables if one.game is not None)
    return got_through(
        bracket,
        played_by_round(games, rounds, first),
        lambda one, number: contestants[one].is_there_in(first + number - 1),
        third_place=stage.third_place,
    )


def _ranked(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
    through: Mapping[int, Fraction],
    *,
    alone: bool = False,
) -> tuple[GameRow[int], ...]:
    tables = list(tables)
    games = [of_pairs(one.game) for one in tables if one.game is not None]
    rests = rests_of(
        rounds,
        {(pair, one.round) for one in tables for pair in one.everybody},
        {one.id: one.plays_in for one in contestants.values()},
    )
    having = {pair for game in games for pair in game.contestants}
    if not alone:
        having |= rests.keys()
    return rank_games(
        contestants_to_rank(contestants, having, rounds, alone=alone),
        games,
        stage.knockout_settings(),
        rests=rests,
        scores=through,
        draw_seed=stage.draw_seed,
        # As anybody knows them who repeats the draw.
        drawn_as=lambda contestant: str(contestants[contestant].number),
    )


def played_by_round(
    games: Iterable[tuple[int, PlayedGame[Any]]], rounds: Iterable[int], first: int
) -> dict[int, list[PlayedGame[Any]]]:
    """The games by the number of their round in the knock-out, also of rounds without any."""
    played: dict[int, list[PlayedGame[Any]]] = {number - first + 1: [] for number in rounds}
    for number, game in games:
        played[number - first + 1].append(game)
    return played
