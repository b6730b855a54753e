"""Each preset played to its end over HTTP by bots, and its standings worked out once more by plain
arithmetic from what was entered at the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from scoring.game.seats import Side
from tests.tournament.presets.playing import Entered, Played, plain_games, plain_hands
from tests.tournament.verified import faults
from tournament.models import Stage
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of
from tournament.standings.queries.overall import overall_standings
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PRESETS: dict[str, tuple[int, dict[str, Any]]] = {
    "round-robin": (4, {"hands": 2}),
    "duplicate-swiss": (5, {"rounds": 3, "hands": 2}),
    "drawn": (4, {"rounds": 2, "hands": 2}),
    "groups-and-final": (6, {"group_size": 3, "hands": 2}),
    "swiss-101-short": (5, {"rounds": 3}),
    "swiss-101": (6, {"rounds": 3}),
    "lligueta": (6, {"group_size": 3}),
    "league-101": (3, {}),
    "individuals-101": (5, {"rounds": 3}),
    "abarrotada": (7, {"rounds": 2}),
    "abarrotada-rank": (7, {"rounds": 2}),
}
"""How many there are, and what is typed on the card in place of what stands there."""
_RESTS = {"win": Fraction(1), "draw": Fraction(1, 2), "nothing": Fraction(0)}


def from_one_to_two(score: int, field: Collection[int]) -> Fraction:
    low, high = min(field), max(field)
    return Fraction(3, 2) if low == high else 1 + Fraction(score - low, high - low)


@pytest.mark.parametrize("key", PRESETS)
def test_its_standings_are_those_of_plain_arithmetic(key: str) -> None:
    pairs, typed = PRESETS[key]
    played = Played(key, pairs)
    played.begin(**typed)
    played.play(played.stages[0])
    if intent_of(played.stages[0]).then:
        played.play(played.go_on())
    for stage in played.stages:
        own = [one for one in played.entered if one.stage == stage.number]
        assert {one.round for one in own} == set(standings_view(stage).rounds)
        if format_of(stage).deals:
            check_hands(stage, own)
        elif format_of(stage).alone:
            check_everybody_alone(stage, own)
        elif format_of(stage).knocks_out:
            check_knockout(stage, own)
        else:
            check_games(stage, own)
    assert len(overall_standings(played.stages).lines) == pairs
    assert faults(played.championship) == []


def check_everybody_alone(stage: Stage, entered: list[Entered]) -> None:
    """Points of all tables; ties by tables won, then by the best round."""
    made: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for table in entered:
        most = max(table.made.values())
        for seat, (player,) in table.sides.items():
            made[player].append((table.made[seat], table.made[seat] == most))
    expected = {
        player: (
            sum(points for points, _won in tables),
            sum(won for _points, won in tables),
            max(points for points, _won in tables),
        )
        for player, tables in made.items()
    }
    lines = standings_view(stage).lines
    assert {
        line.contestant.number: (line.figures.points, line.figures.wins, line.figures.best)
        for line in lines
    } == expected
    values = list(expected.values())
    for line in lines:
        own = expected[line.contestant.number]
        assert line.rank == 1 + sum(other > own for other in values)


def check_hands(stage: Stage, entered: list[Entered]) -> None:
    def place(score: int, field: Collection[int]) -> Fraction:
        placed = from_one_to_two(score, field)
        return 100 * (placed - 1) if stage.scoring_settings().scale == "0-100" else placed

    expected = plain_hands(entered, place)
    view = standings_view(stage)
    by_mean = len({hands for _total, hands in expected.values()}) > 1
    assert view.ranked_by == ("mean" if by_mean else "total")
    for _name, part in view.parts:
        ranked = []
        for line in part.lines:
            total, hands = expected[line.contestant.number]
            assert (line.figures.total, line.figures.hands) == (total, hands)
            ranked.append(total / hands if by_mean else total)
        assert ranked == sorted(ranked, reverse=True)


def check_games(stage: Stage, entered: list[Entered]) -> None:
    view, settings = standings_view(stage), stage.game_settings()
    for _name, part in view.parts:
        numbers = [line.contestant.number for line in part.lines]
        of_group = [
            game for game in entered if set(next(iter(game.sides.values()))) <= set(numbers)
        ]
        expected = plain_games(of_group, settings.cap, numbers, _RESTS[settings.rest])
        told = [
            (line.figures.score, line.figures.difference, line.figures.points_for)
            for line in part.lines
        ]
        assert told == [expected[one] for one in numbers]
        # Wins come first where they split those with the same score.
        ranked = [
            (
                line.figures.score,
                *([line.figures.wins] if "wins" in stage.settings.tie_breaks else []),
                *two,
            )
            for line, (_score, *two) in zip(part.lines, told)
        ]
        assert ranked == sorted(ranked, reverse=True)


def check_knockout(stage: Stage, entered: list[Entered]) -> None:
    """Who loses is out, and whoever lost no game stands first."""
    view = standings_view(stage)
    losers, rounds = set(), []
    for _round, games in groupby(entered, key=lambda one: one.round):
        played = list(games)
        rounds.append(len(played))
        for game in played:
            ((loser,),) = (
                game.sides[side] for side in Side if game.made[side] < game.made[side.opponents]
            )
            losers.add(loser)
    (winner,) = {line.contestant.number for line in view.lines} - losers
    assert view.lines[0].contestant.number == winner
    assert [line.rank for line in view.lines][:2] == [1, 2]
