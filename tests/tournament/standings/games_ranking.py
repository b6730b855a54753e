"""A ranking for tests: by matches won, then by the difference of points of the games.

It knows results of the test-only kind alone, one a match. Nothing of the site knows of it: it is
found in the registry of rankings, under the name that a format gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.template import Template
from django.utils.functional import lazystr

from scoring.game.seats import Side, Sides
from tournament.models import Outcome, Result, Stage
from tournament.standings.columns import (
    OF_THE_PAIR,
    REMARKS,
    Kind,
    Output,
    StandingsColumn,
    round_column,
)
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.ranking import (
    PairView,
    Ranked,
    Ranking,
    RoundOfContestant,
    Row,
    StageScores,
    StandingsView,
    contestants_to_rank,
    one_by_one,
)
from tournament.standings.stage_rows import StageRows, StoredRows

ONE = 181
"""What a point of N–S counts in the column of a result that keeps both pairs' points."""


class Game(NamedTuple):
    """A match that was played: the ids of its pairs, and their points."""

    round: int
    pairs: Sides[int]
    points: Sides[int]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What a pair's matches came to."""

    wins: int
    difference: int
    by_round: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ByDifference:
    """How those with as many wins were split."""

    value: Fraction
    rule: str = "difference"
    card: None = None


@dataclass(frozen=True, slots=True)
class GameOfPair(RoundOfContestant):
    """A pair's round; without opponents where it rested."""

    opponents: ContestantRef | None
    points: str


@dataclass(frozen=True, slots=True)
class PairOfGames(PairView[GameFigures]):
    games: tuple[GameOfPair, ...]

    @property
    def groups(self) -> tuple[GameOfPair, ...]:
        return self.games


@dataclass(frozen=True, slots=True)
class GameScores(StageScores[GameFigures]):
    games: tuple[Game, ...]
    alone: bool

    def ranked(self) -> Ranked[GameFigures]:
        playing = {one for game in self.games for one in game.pairs}
        ids = contestants_to_rank(self.contestants, playing, self.rounds, alone=self.alone)
        sat = {(one, game.round) for game in self.games for one in game.pairs}
        return Ranked(ranked(ids, self.games), "wins", sat)

    def pair(self, contestant: ContestantRef, view: StandingsView[GameFigures], /) -> PairOfGames:
        own = {game.round: game for game in self.games if contestant.id in game.pairs}
        rounds = [number for number in self.rounds if contestant.plays_in(number)]
        standing = [line for line in view.lines if line.contestant.id == contestant.id]
        return PairOfGames(
            contestant=contestant,
            rounds=self.rounds,
            rests=tuple(number for number in rounds if number not in own),
            standing=standing[0] if standing else None,
            ranked=len(view.lines),
            final=view.final,
            games=tuple(self._game(contestant, number, own.get(number)) for number in rounds),
        )

    def _game(self, contestant: ContestantRef, number: int, game: Game | None) -> GameOfPair:
        if game is None:
            return GameOfPair(number, None, "")
        side = game.pairs.side_of(contestant.id)
        opponents = self.contestants[game.pairs[side.opponents]]
        return GameOfPair(
            number, opponents, f"{game.points[side]} to {game.points[side.opponents]}"
        )


def ranked(ids: Iterable[int], games: Iterable[Game]) -> tuple[Row[GameFigures], ...]:
    """Best first; who has as many wins and the same difference shares the rank."""
    by_round: dict[int, dict[int, int]] = {one: {} for one in ids}
    for game in games:
        for side, one in game.pairs.items():
            by_round[one][game.round] = game.points[side] - game.points[side.opponents]
    figures = {
        one: GameFigures(sum(made > 0 for made in own.values()), sum(own.values()), own)
        for one, own in by_round.items()
    }
    keys = {one: (own.wins, own.difference) for one, own in figures.items()}
    order = sorted(keys, key=lambda one: keys[one], reverse=True)
    rows = []
    for one in order:
        alike = [other for other in order if keys[other][0] == keys[one][0]]
        split = len({keys[other] for other in alike}) > 1
        rows.append(
            Row(
                rank=1 + sum(keys[other] > keys[one] for other in order),
                contestant=one,
                figures=figures[one],
                splits=(ByDifference(Fraction(keys[one][1])),) if split else (),
                tie_text="Split by the difference." if split else "",
            )
        )
    return tuple(rows)


def score(
    rows: StageRows,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> GameScores:
    kind: Any = "test-game"
    tables = {one.match: one for one in rows.tables(rounds)}
    results = {
        match: points
        for match, outcome, points in rows.results(rounds, kind, ("outcome", "ns_points"))
        if outcome != Outcome.BLANK
    }
    if draft is not None and draft.match.round.number in rounds:
        results[draft.match_id] = draft.ns_points
    games = tuple(
        game_of(one.round, Sides(one.held[Side.NS], one.held[Side.EW]), results[match])
        for match, one in tables.items()
        if match in results
    )
    return GameScores(rows.stage, rows.contestants(), {}, rounds, rows.states, games, alone)


def ranks_after(scores: GameScores, number: int) -> dict[int, int]:
    rounds = tuple(one for one in scores.rounds if one <= number)
    then = score(StoredRows(scores.stage), rounds)
    return {row.contestant: row.rank for row in then.ranked().rows}


def game_of(round: int, pairs: Sides[int], stored: int | None) -> Game:
    return Game(round, pairs, Sides(*divmod(stored or 0, ONE)))


WINS: StandingsColumn[GameFigures] = StandingsColumn(
    key="wins",
    title="Matches won",
    short="Won",
    value=lambda line: line.figures.wins,
    kind=Kind.COUNT,
    ranks=True,
)
DIFFERENCE: StandingsColumn[GameFigures] = StandingsColumn(
    key="difference",
    title="Difference",
    value=lambda line: line.figures.difference,
    kind=Kind.SIGNED,
    ranks=True,
    beside="wins",
    shown=Output.EVERYWHERE | Output.WALL | Output.POSTER,
)


def _round(number: int) -> StandingsColumn[GameFigures]:
    return round_column(number, lambda line: line.figures.by_round.get(number), Kind.SIGNED)


def _note(_stage: Stage, view: StandingsView[GameFigures], _settled: bool) -> str:
    return short_note(view)


def short_note(_view: StandingsView[GameFigures]) -> str:
    return "Ranked by matches won, then by the difference of points."


_PAIR: Any = Template(
    "{% for one in sheet.groups %}<p>Round {{ one.round }}: {{ one.opponents.name }}"
    " {{ one.points }}</p>{% endfor %}"
)
_PHONE: Any = Template(
    "<p>Round {{ result.group.round }}: {{ result.group.opponents.name }}"
    " {{ result.group.points }}</p>"
)
GAMES: Ranking[GameFigures] = Ranking(
    key="test-games",
    columns=(*OF_THE_PAIR, WINS, DIFFERENCE, REMARKS),
    round_column=_round,
    sum=DIFFERENCE,
    criteria=("difference",),
    score=score,
    earlier_ranks=one_by_one(ranks_after),
    note=_note,
    short_note=short_note,
    unranked=lazystr("Without a match:"),
    unranked_in_round=lazystr("Without a match in this round:"),
    pair_template=_PAIR,
    round_template="standings/_record_head.html",
    phone_template=_PHONE,
)
