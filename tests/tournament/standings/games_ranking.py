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

from scoring.game.seats import Sides
from tournament.models import Match, Outcome, Result, Stage
from tournament.standings.columns import (
    OF_THE_PAIR,
    REMARKS,
    Kind,
    Output,
    StandingsColumn,
    round_column,
)
from tournament.standings.contestants import ContestantRef, contestant_refs
from tournament.standings.rankings.ranking import (
    PairView,
    Ranked,
    Ranking,
    RoundOfContestant,
    RoundStates,
    Row,
    StageScores,
    StandingsView,
    contestants_to_rank,
    one_by_one,
)
from tournament.standings.rankings.recorded_stage import RecordedStage

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
    stage: Stage,
    states: RoundStates,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool,
    draft: Result | None,
) -> GameScores:
    current = Result.objects.filter(
        kind="test-game",
        is_current=True,
        match__round__stage=stage,
        match__round__number__in=rounds,
    )
    results = {one.match_id: one for one in current.exclude(outcome=Outcome.BLANK)}
    if draft is not None and draft.match.round.number in rounds:
        results[draft.match_id] = draft
    matches = Match.objects.filter(pk__in=results, cancelled=False).select_related("round")
    games = tuple(
        game_of(match.round.number, match.pair_ids, results[match.pk].ns_points)
        for match in matches.prefetch_related("seats").order_by("round__number", "table__number")
    )
    contestants = contestant_refs(stage.championship)
    return GameScores(stage, contestants, {}, rounds, states, games, alone)


def ranks_after(scores: GameScores, number: int) -> dict[int, int]:
    rounds = tuple(one for one in scores.rounds if one <= number)
    then = score(scores.stage, scores.states, rounds, alone=False, draft=None)
    return {row.contestant: row.rank for row in then.ranked().rows}


def game_of(round: int, pairs: Sides[int], stored: int | None) -> Game:
    return Game(round, pairs, Sides(*divmod(stored or 0, ONE)))


def recomputed(recorded: RecordedStage) -> Ranked[GameFigures]:
    games = [
        game_of(
            place.round,
            recorded.matches[place.round, place.table].map(lambda side: side[0]),
            content["ns_points"],
        )
        for place, content in recorded.results.items()
        if content["outcome"] == Outcome.PLAYED
    ]
    playing = {one for game in games for one in game.pairs}
    return Ranked(ranked(recorded.ranked(playing), games), "wins")


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
    recomputed=recomputed,
    note=_note,
    short_note=short_note,
    unranked=lazystr("Without a match:"),
    unranked_in_round=lazystr("Without a match in this round:"),
    pair_template=_PAIR,
    round_template="standings/_record_head.html",
    phone_template=_PHONE,
)
