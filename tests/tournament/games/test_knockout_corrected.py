"""A tie of a knock-out is corrected after the next one was played: what was played stands."""

from __future__ import annotations

import pytest

from tests.tournament.games.cup import Cup, numbers
from tests.tournament.verified import faults
from tournament.standings.contestants import stage_contestants
from tournament.standings.queries.scores import bracket_view

pytestmark = pytest.mark.django_db


def turn(cup: Cup, number: int, one: int, *, by: tuple[int, int] = (50, 100)) -> None:
    """In a round of the past, the opponents of a pair have won after all."""
    (match,) = (match for match in cup.matches(number) if one in numbers(match))
    cup.enter(match, *(by if numbers(match)[0] == one else by[::-1]))


def reasons(cup: Cup, number: int) -> dict[tuple[int, ...], str]:
    """Why somebody goes on, by the pairs of each tie of a round of the bracket."""
    view = bracket_view(cup.stage)
    assert view is not None
    return {
        tuple(one.contestant.number for one in tie.sides if one.contestant): str(tie.decided_by)
        for tie in view.rounds[number - 1].ties
    }


def test_a_corrected_semifinal_makes_no_second_winner() -> None:
    cup = Cup(4)
    cup.play(1)
    cup.play(2)
    before = cup.ranks()
    turn(cup, 1, 1)
    assert {pair: place for pair, (_rank, place) in cup.ranks().items()} == {
        1: "Winner",
        2: "Final",
        3: "Third place",
        4: "Semifinal",
    }
    assert {rank for rank, _place in cup.ranks().values()} == {r for r, _p in before.values()}
    assert reasons(cup, 1) == {(1, 4): "played-on", (2, 3): "points"}
    assert faults(cup.championship) == []


def test_who_did_not_play_on_has_no_bye_in_the_rounds_that_follow() -> None:
    cup = Cup(8)
    cup.play(1)
    cup.play(2)
    turn(cup, 1, 1)
    assert cup.ranks()[8][1] == "Quarter-final"
    assert cup.ranks()[1][1] == "Final"
    here = {one.number: one for one in stage_contestants(cup.stage).values()}
    assert here[8].is_out_in(2)
    assert not here[1].is_out_in(3)
    cup.play(3)
    assert [pair for pair, (_rank, place) in cup.ranks().items() if place == "Winner"] == [1]
    assert faults(cup.championship) == []


def test_between_the_games_of_the_final_its_pairs_stay_the_same() -> None:
    cup = Cup(4, legs=2)
    for number in (1, 2, 3):
        cup.play(number)
    turn(cup, 2, 1, by=(0, 121))
    cup.play(4)
    assert cup.met(3) == sorted((ew, ns) for ns, ew in cup.met(4))
    places = [place for _rank, place in cup.ranks().values()]
    assert sorted(places) == ["Final", "Semifinal", "Third place", "Winner"]
    assert faults(cup.championship) == []
