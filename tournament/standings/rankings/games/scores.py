"""Games from the results of the tables, and the ranking that they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from scoring.game.seats import Side, Sides
from scoring.ordinary.standings import GameRow, PlayedGame, rank_partners
from scoring.participation import Completion, Withdrawn
from tournament.models import NotPlayedReason, Outcome, Result, Stage, shown_table
from tournament.models.schedule import sides_of
from tournament.standings.contestants import ContestantRef, refs_of_sides, together
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.games.pair import GameOfPair, PairOfGames
from tournament.standings.rankings.games.words import tie_texts
from tournament.standings.rankings.played_tables import played_tables
from tournament.standings.rankings.ranking import (
    Ranked,
    Row,
    StageScores,
    StandingsView,
    contestants_to_rank,
    in_groups,
    who_left,
)
from tournament.standings.stage_rows import Cell, RoundStates, StageRows

SideIds = Sides[tuple[int, ...]]
"""Contestant ids by side: one pair, or two players."""
Game = PlayedGame[tuple[int, ...]]


class TableOfRound(NamedTuple):
    """Match with its table's result; `game` is None if no game was played."""

    round: int
    number: int
    name: str
    sides: SideIds
    game: Game | None = None
    reason: NotPlayedReason | None = None
    annulled: Game | None = None
    """Game that was played and counts for nobody, as somebody withdrew."""
    withdrawn: Collection[int] = ()
    """Contestants of the table that withdrew, if that annuls its game."""

    @property
    def sat(self) -> tuple[int, ...]:
        """Return the ids of contestants that didn't rest: opponents of one that withdrew did, as if
        there had been no match."""
        return tuple(self.withdrawn) or self.everybody

    @property
    def everybody(self) -> tuple[int, ...]:
        """Return the ids of all contestants at the table."""
        return (*self.sides.ns, *self.sides.ew)


@dataclass(frozen=True, slots=True)
class GameAtTable:
    """Table's game, seen from neither side; without points it was not played."""

    round: int
    table: str
    pairs: Sides[ContestantRef]
    points: Sides[int] | None
    winner: Side | None
    given: bool
    reason: NotPlayedReason | None
    annulled: bool = False


@dataclass(frozen=True, slots=True)
class GameScores(StageScores[GameFigures]):
    """Scores of all games of some rounds of a stage."""

    ranked_by: ClassVar[str] = "score"

    tables: tuple[TableOfRound, ...]
    rows: tuple[GameRow[int], ...]

    def ranked(self) -> Ranked[GameFigures]:
        texts, completions = tie_texts(self.rows, self.contestants), self.completions()
        made = _made_by_round(self.tables)
        rows = tuple(
            Row(
                row.rank,
                row.tally.contestant,
                self.figures(row, made.get(row.tally.contestant, {})),
                row.splits,
                texts.get(row.tally.contestant, ""),
                completions[row.tally.contestant],
            )
            for row in self.rows
        )
        return Ranked(rows, self.ranked_by, _sat_at(self.tables))

    def completions(self) -> Mapping[int, Completion]:
        """Return the completion class of each ranked contestant, by id."""
        return {row.tally.contestant: row.completion for row in self.rows}

    def figures(self, row: GameRow[int], made: Made, /) -> GameFigures:
        """Return the figures of a pair's line, from its games `made`."""
        return figures_of(row, made, self.stage.game_settings().counted)

    @property
    def at_tables(self) -> tuple[GameAtTable, ...]:
        """Return the games by round and table."""
        return tuple(
            GameAtTable(
                round=one.round,
                table=shown_table(one.number, one.name),
                pairs=refs_of_sides(one.sides, self.contestants),
                points=game.points if game else None,
                winner=one.game.winner if one.game else None,
                given=game is not None and game.awarded is not None,
                reason=one.reason,
                annulled=one.annulled is not None,
            )
            for one in sorted(self.tables, key=lambda one: (one.round, one.number))
            for game in (one.game or one.annulled,)
        )

    def pair(self, contestant: ContestantRef, view: StandingsView[GameFigures], /) -> PairOfGames:
        own = {one.round: one for one in self.tables if contestant.id in one.everybody}
        rounds = [number for number in self.rounds if contestant.plays_in(number) or number in own]
        return PairOfGames(
            contestant=contestant,
            rounds=self.rounds,
            rests=tuple(number for number in rounds if number not in own),
            standing=view.line_of(contestant),
            ranked=view.ranked_beside(contestant),
            final=view.final,
            games=tuple(self._game(contestant, number, own.get(number)) for number in rounds),
        )

    def _game(
        self, contestant: ContestantRef, number: int, table: TableOfRound | None
    ) -> GameOfPair:
        if table is None:
            return GameOfPair(number)
        side = next(side for side, own in table.sides.items() if contestant.id in own)
        partners = [self.contestants[one] for one in table.sides[side] if one != contestant.id]
        game = table.game or table.annulled
        return GameOfPair(
            number,
            table=shown_table(table.number, table.name),
            side=side,
            opponents=together(self.contestants[one] for one in table.sides[side.opponents]),
            partner=partners[0] if partners else None,
            points=(game.points[side], game.points[side.opponents]) if game else None,
            outcome="" if table.game is None else outcome_for(side, table.game),
            given=game is not None and game.awarded is not None,
            reason=table.reason,
            annulled=table.annulled is not None,
        )


Made = Mapping[int, tuple[PlayedGame[Any], Side]]
"""Pair's games by round, each with its side."""


def outcome_for(side: Side, game: PlayedGame[Any]) -> str:
    """Return the outcome of a game for a side: "won", "drawn" or "lost"."""
    winner = game.winner
    return "drawn" if winner is None else "won" if winner is side else "lost"


def _made_by_round(tables: Iterable[TableOfRound]) -> Mapping[int, Made]:
    """Return the games of each contestant, by contestant id and round."""
    made: dict[int, dict[int, tuple[Game, Side]]] = {}
    for table in tables:
        if table.game is not None:
            for side, own in table.game.contestants.items():
                for one in own:
                    made.setdefault(one, {})[table.round] = (table.game, side)
    return made


def figures_of(row: GameRow[int], made: Made, counted: Callable[[int], int]) -> GameFigures:
    """Return the figures of a pair's line; `counted` returns the points of a game that count."""
    tally = row.tally
    return GameFigures(
        score=tally.score,
        carried=tally.carried,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        rests=tally.rests,
        points_for=tally.points_for,
        points_against=tally.points_against,
        difference=tally.difference,
        buchholz=tally.buchholz,
        by_round={
            number: counted(game.points[side]) - counted(game.points[side.opponents])
            for number, (game, side) in made.items()
        },
        given={
            number: game.awarded is side
            for number, (game, side) in made.items()
            if game.awarded is not None and game.awarded is not game.ahead
        },
    )


def of_pairs(game: Game) -> PlayedGame[int]:
    """Return a game in which each side is one pair, with the pairs as its contestants."""
    return replace(game, contestants=game.contestants.map(lambda side: side[0]))  # type: ignore[arg-type, return-value]


def _game_of(sides: SideIds, content: Mapping[str, Any]) -> Game | None:
    """Return the game in a result's columns; None if none was played."""
    if content["outcome"] != Outcome.PLAYED:
        return None
    points = Sides(content["game_ns"], content["game_ew"])
    return PlayedGame(sides, points, Side(content["given_to"]) if content["given_to"] else None)


_COLUMNS = ("outcome", "game_ns", "game_ew", "given_to", "not_played_reason")


def score_games(
    rows: StageRows,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> GameScores:
    """Return the scores of the games of some rounds; 4 queries, and 1 more if contestants were
    chosen for the stage."""
    stage, states = rows.stage, rows.states
    contestants, tables = read_games(rows, rounds, draft=draft)
    if stage.game_settings().withdrawn is Withdrawn.ANNUL:
        left = who_left(contestants, states, states.closed)
        tables = tuple(_annulled_at(one, left) for one in tables)
    ranked = _ranked(stage, contestants, tables, rounds, states, alone=alone)
    return GameScores(stage, contestants, {}, rounds, states, tables, ranked)


def read_games(
    rows: StageRows, rounds: tuple[int, ...], *, draft: Result | None
) -> tuple[Mapping[int, ContestantRef], tuple[TableOfRound, ...]]:
    """Return the contestants, and the tables of some rounds by round and table; 4 queries, and 1
    more if contestants were chosen for the stage.

    `draft` is as in `Ranking.score`.
    """
    tables = []
    for one in played_tables(rows, rounds, Result.Kind.GAME, _COLUMNS, draft):
        sides = sides_of(one.held)
        game = _game_of(sides, one.said) if one.said else None
        tables.append(TableOfRound(one.round, one.number, one.name, sides, game, one.reason))
    return rows.contestants(), tuple(tables)


def ranks_after(scores: GameScores, number: int) -> dict[int, int]:
    """Return the ranks after a round, by contestant id, with the results as they are today."""
    tables = [one for one in scores.tables if one.round <= number]
    rounds = [one for one in scores.rounds if one <= number]
    rows = _ranked(scores.stage, scores.contestants, tables, rounds, scores.states)
    return {row.tally.contestant: row.rank for row in rows}


def _ranked(
    stage: Stage,
    contestants: Mapping[int, ContestantRef],
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
    states: RoundStates,
    *,
    alone: bool = False,
) -> tuple[GameRow[int], ...]:
    tables = list(tables)
    games = [one.game for one in tables if one.game is not None]
    sat = _sat_at(tables)
    rests = rests_of(contestants, rounds, sat)
    having = {one for game in games for side in game.contestants for one in side}
    if not alone:
        having |= rests.keys()
    to_rank = contestants_to_rank(contestants, having, rounds, alone=alone)
    return tuple(
        row
        for group in in_groups(to_rank, lambda one: contestants[one].group)
        for row in rank_partners(
            group,
            games,
            stage.game_settings(),
            rests=rests,
            asked=_asked_rests_of(contestants, rounds, sat),
            carried={} if alone else {one.id: one.carried.points for one in contestants.values()},
            withdrawn=() if alone else who_left(contestants, states, rounds),
            draw_seed=stage.draw_seed,
            # By the numbers: whoever repeats the draw knows them too.
            drawn_as=lambda contestant: str(contestants[contestant].number),
        )
    )


def _annulled_at(table: TableOfRound, left: Collection[int]) -> TableOfRound:
    """Return the table without its game if any of its contestants is in `left`."""
    own = tuple(one for one in table.everybody if one in left)
    return table._replace(game=None, annulled=table.game, withdrawn=own) if own else table


def _sat_at(tables: Iterable[TableOfRound]) -> set[Cell]:
    """Return each contestant and round for which the contestant sat at one of these tables."""
    return {(one, table.round) for table in tables for one in table.sat}


def rests_of(
    contestants: Mapping[int, ContestantRef], rounds: Collection[int], sat: Collection[Cell]
) -> Mapping[int, int]:
    """Return the number of rounds in which each contestant took part and had no match."""
    return Counter(
        pair
        for pair, one in contestants.items()
        for number in rounds
        if one.plays_in(number) and (pair, number) not in sat
    )


def _asked_rests_of(
    contestants: Mapping[int, ContestantRef], rounds: Collection[int], sat: Collection[Cell]
) -> Mapping[int, int]:
    """Return the number of these rests that each contestant asked for."""
    return Counter(
        pair
        for pair, one in contestants.items()
        for number in rounds
        if one.has_asked_to_rest(number) and (pair, number) not in sat
    )
