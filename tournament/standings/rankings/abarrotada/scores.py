"""Points from the results of the tables, and the ranking that they give."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from scoring.ordinary.solo_standings import (
    SoloGame,
    SoloRow,
    SoloTieBreak,
    rank_solo,
    ranks_by_mean,
)
from scoring.participation import Participation
from tournament.core.labels import label
from tournament.models import NotPlayedReason, Outcome, Result, Stage, shown_table
from tournament.models.schedule import in_order
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import Split
from tournament.standings.rankings.abarrotada.columns import SoloFigures
from tournament.standings.rankings.abarrotada.player import PlayerOfTables, TableOfPlayer
from tournament.standings.rankings.dealt_hands.ties import card_text
from tournament.standings.rankings.games.scores import rests_of
from tournament.standings.rankings.played_tables import played_tables
from tournament.standings.rankings.ranking import (
    Ranked,
    Row,
    StageScores,
    StandingsView,
    contestants_to_rank,
    excused_hands,
    left_alone,
    most_by_round,
    rests_of_the_plan,
    who_left,
    withdrawals,
)
from tournament.standings.rankings.tie_words import texts_of_ties
from tournament.standings.stage_rows import Cell, StageRows

SEATS = tuple(Seat)
COLUMNS = (
    *("outcome", "not_played_reason", "hands_played"),
    *(f"game_{seat.value.lower()}" for seat in Seat),
)


class TableOfRound(NamedTuple):
    """Match with its table's result; `game` is None if none was played."""

    round: int
    number: int
    name: str
    players: tuple[int, ...]
    game: SoloGame[int] | None = None
    reason: NotPlayedReason | None = None


@dataclass(frozen=True, slots=True)
class PlayerAtTable:
    """Player at a table, with the points made there, None if not known."""

    seat: Seat
    contestant: ContestantRef
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """Table of a round with its players, from North on."""

    table: str
    players: tuple[PlayerAtTable, ...]
    hands: int | None
    reason: NotPlayedReason | None


@dataclass(frozen=True, slots=True)
class SoloScores(StageScores[SoloFigures]):
    """Scores of all tables of some rounds of a stage; `of` are the stage's rows."""

    tables: tuple[TableOfRound, ...]
    rows: tuple[SoloRow[int], ...]
    of: StageRows

    def ranked(self) -> Ranked[SoloFigures]:
        texts = _tie_texts(self.rows, self.contestants, _ranked_by(self.rows, self.stage))
        made = _made_by_round(self.tables)
        rows = tuple(
            Row(
                row.rank,
                row.tally.contestant,
                figures_of(row, made.get(row.tally.contestant, {})),
                row.splits,
                texts.get(row.tally.contestant, ""),
                row.completion,
                row.shortfall,
            )
            for row in self.rows
        )
        sat = {(player, one.round) for one in self.tables for player in one.players}
        return Ranked(rows, _ranked_by(self.rows, self.stage), sat)

    @property
    def at_tables(self) -> tuple[TableView, ...]:
        """Return the tables by round and number."""
        return tuple(
            TableView(
                shown_table(one.number, one.name),
                self._players(one),
                one.game.hands if one.game else None,
                one.reason,
            )
            for one in sorted(self.tables, key=lambda one: (one.round, one.number))
        )

    def _players(self, table: TableOfRound) -> tuple[PlayerAtTable, ...]:
        made = table.game.points if table.game else (None,) * len(table.players)
        winners = table.game.winners if table.game else ()
        return tuple(
            PlayerAtTable(seat, self.contestants[one], points, one in winners)
            for seat, one, points in zip(SEATS, table.players, made)
        )

    def pair(
        self, contestant: ContestantRef, view: StandingsView[SoloFigures], /
    ) -> PlayerOfTables:
        own = {one.round: one for one in self.tables if contestant.id in one.players}
        rounds = [number for number in self.rounds if contestant.plays_in(number) or number in own]
        return PlayerOfTables(
            contestant=contestant,
            rounds=self.rounds,
            rests=tuple(number for number in rounds if number not in own),
            standing=view.line_of(contestant),
            ranked=view.ranked_beside(contestant),
            final=view.final,
            tables=tuple(self._table(contestant, number, own.get(number)) for number in rounds),
        )

    def _table(
        self, contestant: ContestantRef, number: int, table: TableOfRound | None
    ) -> TableOfPlayer:
        if table is None:
            return TableOfPlayer(number)
        players = self._players(table)
        (own,) = (one for one in players if one.contestant.id == contestant.id)
        return TableOfPlayer(
            number,
            table=shown_table(table.number, table.name),
            seat=own.seat,
            points=own.points,
            hands=table.game.hands if table.game else None,
            others=tuple((one.contestant, one.points) for one in players if one is not own),
            won=own.won,
            reason=table.reason,
        )


Made = Mapping[int, int]
"""Player's points by round."""


def _made_by_round(tables: Iterable[TableOfRound]) -> Mapping[int, Made]:
    """Return the points of each player, by player id and round."""
    made: dict[int, dict[int, int]] = {}
    for table in tables:
        if table.game is not None:
            for player, points in zip(table.players, table.game.points):
                made.setdefault(player, {})[table.round] = points
    return made


def figures_of(row: SoloRow[int], made: Made) -> SoloFigures:
    """Return the figures of a player's line."""
    tally, has_played = row.tally, row.tally.hands > 0
    return SoloFigures(
        points=tally.points if has_played else None,
        mean=tally.mean if has_played else None,
        hands=tally.hands,
        tables=len(tally.rounds),
        wins=tally.wins,
        best=tally.best if has_played else None,
        rests=tally.rests,
        by_round=made,
    )


def _ranked_by(rows: Iterable[SoloRow[int]], stage: Stage) -> str:
    """Return the key of the column that ranks."""
    by_mean = ranks_by_mean([row.tally for row in rows], stage.solo_settings().rank_by)
    return "mean" if by_mean else "points"


def game_of(players: tuple[int, ...], content: Mapping[str, Any]) -> SoloGame[int] | None:
    """Return the game in a result's columns; None if none was played."""
    if content["outcome"] != Outcome.PLAYED:
        return None
    points = (content[f"game_{seat.value.lower()}"] for seat in SEATS[: len(players)])
    return SoloGame(players, tuple(points), content["hands_played"])


def score_solo(
    rows: StageRows,
    rounds: tuple[int, ...],
    /,
    *,
    alone: bool = False,
    draft: Result | None = None,
) -> SoloScores:
    """Return the scores of the tables of some rounds; 4 queries."""
    contestants, tables = _read_tables(rows, rounds, draft=draft)
    ranked = _ranked(rows, contestants, tables, rounds, alone=alone)
    return SoloScores(rows.stage, contestants, {}, rounds, rows.states, tables, ranked, rows)


def _read_tables(
    rows: StageRows, rounds: tuple[int, ...], *, draft: Result | None
) -> tuple[Mapping[int, ContestantRef], tuple[TableOfRound, ...]]:
    tables = []
    for one in played_tables(rows, rounds, Result.Kind.ABARROTADA, COLUMNS, draft):
        players = in_order(one.held)
        game = game_of(players, one.said) if one.said else None
        tables.append(TableOfRound(one.round, one.number, one.name, players, game, one.reason))
    return rows.contestants(), tuple(tables)


def ranks_after(scores: SoloScores, number: int) -> dict[int, int]:
    """Return the ranks after a round, by player id, with the results as they are today."""
    tables = [one for one in scores.tables if one.round <= number]
    rounds = [one for one in scores.rounds if one <= number]
    rows = _ranked(scores.of, scores.contestants, tables, rounds)
    return {row.tally.contestant: row.rank for row in rows}


def _ranked(
    rows: StageRows,
    contestants: Mapping[int, ContestantRef],
    tables: Iterable[TableOfRound],
    rounds: Collection[int],
    *,
    alone: bool = False,
) -> tuple[SoloRow[int], ...]:
    stage, states, tables = rows.stage, rows.states, list(tables)
    games = [one.game for one in tables if one.game is not None]
    having = {one for game in games for one in game.players}
    sat = {(player, one.round) for one in tables for player in one.players}
    settings = stage.solo_settings()
    participation: Participation[int] = Participation()
    if alone:
        settings = replace(settings, least_share=None)
    else:
        rests = [
            (one, number)
            for one, number in rests_of_the_plan(
                contestants, sat, rounds, by_hand=format_of(stage).by_hand
            )
            if (contestants[one].number, number) not in rows.absences
        ]
        hands = {
            (player, one.round): one.game.hands
            for one in tables
            if one.game is not None
            for player in one.players
        }
        participation = Participation(
            who_left(contestants, states, rounds),
            excused_hands(
                [*rests, *_without_opponents(tables, withdrawals(contestants))],
                most_by_round(hands),
                (),
            ),
            states.are_all(rounds),
        )
    return rank_solo(
        contestants_to_rank(contestants, having, rounds, alone=alone),
        games,
        settings,
        rests=rests_of(contestants, rounds, sat),
        participation=participation,
        draw_seed=stage.draw_seed,
        # By the numbers: whoever repeats the draw knows them too.
        drawn_as=lambda contestant: str(contestants[contestant].number),
    )


def _without_opponents(
    tables: Iterable[TableOfRound], withdrawn: Mapping[int, int | None]
) -> Iterator[Cell]:
    """Yield each player and round at a table that did not play as another player had withdrawn."""
    for table in tables:
        if table.reason == NotPlayedReason.WITHDRAWN:
            parties = [(one,) for one in table.players]
            yield from ((one, table.round) for one in left_alone(table.round, parties, withdrawn))


def _tie_texts(
    rows: Iterable[SoloRow[int]], contestants: Mapping[int, ContestantRef], by: str
) -> dict[int, str]:
    """Return a sentence for each player that was tied, by id, in the language in force."""
    return texts_of_ties(
        [Row(row.rank, row.tally.contestant, None, row.splits) for row in rows],
        {row.tally.contestant: row.tally.merit(by_mean=by == "mean") for row in rows},
        contestants,
        _split_text,
    )


def _split_text(split: Split) -> str:
    """Return the rule with the player's value: "tables won (3)"."""
    rule = SoloTieBreak(split.rule)
    told = card_text(split.card) if split.card is not None else str(split.value)
    return _("%(rule)s (%(value)s)") % {"rule": label(rule), "value": told}
