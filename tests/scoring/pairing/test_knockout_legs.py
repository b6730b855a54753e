"""Ties of two legs and the second chance, played by chance for any number of contestants."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.errors import SettingsError
from scoring.game.seats import Side, Sides
from scoring.ordinary.standings import PlayedGame
from scoring.pairing.bracket import Bracket, byes_for, rounds_for
from scoring.pairing.knockout import (
    BracketRules,
    KnockoutSettings,
    PlayedTie,
    Progress,
    out_after,
    progress_of,
    ties_to_play,
)

SIZES = st.integers(2, 80)
CHANCE = st.integers(0, 2**32).map(Random)


def capped(points: int) -> int:
    return min(points, 121)


@dataclass
class Cup:
    """A knock-out that is played round by round; some lose without a point."""

    count: int
    rules: BracketRules
    chance: Random
    games: dict[int, list[PlayedGame[int]]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    """Who has withdrawn, from which round on."""

    def __post_init__(self) -> None:
        self.bracket = Bracket(tuple(range(1, self.count + 1)))

    @property
    def rounds(self) -> int:
        return self.bracket.rounds * self.rules.legs

    def is_there(self, one: int, number: int) -> bool:
        return number < self.left.get(one, number + 1)

    def progress(self) -> Progress[int]:
        return progress_of(self.bracket, self.games, self.is_there, self.rules, capped)

    def to_play(self, number: int) -> list[tuple[int, ...]]:
        so_far = self.progress()
        second = {one: so_far.second_place(one) for one in so_far.through}
        ties = ties_to_play(self.bracket, so_far.through, second, self.rules, number)
        present = [tuple(one for one in tie if self.is_there(one, number)) for tie in ties]
        return [two for two in present if len(two) == 2]

    def play(self, number: int) -> list[tuple[int, ...]]:
        met, played = self.to_play(number), []
        for one, other in met:
            before = [
                game
                for leg in self.rules.legs_of(self.rules.place_of(number)[0])
                for game in self.games.get(leg, ())
                if set(game.contestants) == {one, other}
            ]
            made = Sides(self.chance.randrange(130), self.chance.choice((0, 50, 140)))
            tie = PlayedTie((*before, PlayedGame(Sides(one, other), made)), number)
            if self.rules.place_of(number)[1] == self.rules.legs:
                while tie.winner(capped, is_over=True) is None:
                    made = Sides(made.ns + 1, made.ew)
                    tie = PlayedTie((*before, PlayedGame(Sides(one, other), made)), number)
            played.append(PlayedGame(Sides(one, other), made))
        self.games[number] = played
        return met


RULES = st.builds(BracketRules, st.booleans(), st.integers(1, 2), st.booleans())


@settings(max_examples=60)
@given(SIZES, RULES, CHANCE)
def test_it_ends_with_one_winner_and_nobody_plays_twice_in_a_round(
    count: int, rules: BracketRules, chance: Random
) -> None:
    cup = Cup(count, rules, chance)
    for number in range(1, cup.rounds + 1):
        met = cup.play(number)
        assert len({one for two in met for one in two}) == 2 * len(met)
        if rules.legs == 2 and number % 2 == 0:
            first = {frozenset(game.contestants) for game in cup.games[number - 1]}
            assert first == {frozenset(two) for two in met}, "both legs have the same ties"
    end = cup.progress()
    winners = [one for one, come in end.through.items() if come == cup.bracket.rounds]
    assert len(winners) == 1
    assert end.bracket.winner(end.through) == winners[0]


@settings(max_examples=60)
@given(st.integers(5, 80), st.integers(1, 2), CHANCE)
def test_each_loser_of_the_first_round_with_a_point_is_once_in_the_second_chance(
    count: int, legs: int, chance: Random
) -> None:
    rules = BracketRules(third_place=True, legs=legs, second_chance=True)
    cup = Cup(count, rules, chance)
    for number in range(1, cup.rounds + 1):
        cup.play(number)
    games = [game for number in rules.legs_of(1) for game in cup.games[number]]
    made: Counter[int] = Counter()
    for game in games:
        for side, one in game.contestants.items():
            made[one] += game.points[side]
    end = cup.progress()
    lost = {one for one in made if end.through[one] == 0}
    assert len(lost) == (count - byes_for(count)) // 2
    if len(lost) < 2:
        assert end.second is None
        return
    assert end.second is not None
    expected = {one for one in lost if made[one]}
    assert set(end.second.contestants) == expected
    assert len(end.second.contestants) == len(expected)
    if expected:
        come = Counter(end.second_through.values())
        assert come[rounds_for(len(lost))] == 1, "one of them wins it"
    out, again = out_after(cup.games, rules, capped, rules.second_rounds(count))
    assert again == expected
    for one in lost - expected:
        assert out[one] == rules.legs_of(1)[-1]
    playing = {
        one: number for number, row in cup.games.items() for g in row for one in g.contestants
    }
    third = {one for one, come in end.through.items() if come >= cup.bracket.rounds - 2}
    assert all(playing[one] <= out[one] for one in out if one not in third), "nobody plays when out"
    order = sorted(end.scores, key=end.scores.__getitem__, reverse=True)
    first_losers = [one for one in order if one in lost]
    assert set(order[: count - len(lost)]).isdisjoint(lost), "they stand behind all others"
    assert [end.second_place(one) for one in first_losers] == sorted(
        (end.second_place(one) for one in lost), reverse=True
    )


@settings(max_examples=60)
@given(st.integers(6, 64), st.integers(1, 2), CHANCE)
def test_whoever_leaves_lets_the_others_go_on(count: int, legs: int, chance: Random) -> None:
    """In any state: before a round, and between its legs."""
    cup = Cup(count, BracketRules(True, legs, second_chance=True), chance)
    for number in range(1, cup.rounds + 1):
        here = [one for one in range(1, count + 1) if cup.is_there(one, number)]
        if len(here) > 2 and number > 1:
            cup.left[chance.choice(here)] = number
        cup.play(number)
    end = cup.progress()
    assert sum(come == cup.bracket.rounds for come in end.through.values()) <= 1
    for one, come in end.second_through.items():
        assert come == 0 or end.through[one] == 0
    for number, games in cup.games.items():
        playing = [one for game in games for one in game.contestants]
        assert len(playing) == len(set(playing))
        assert all(cup.is_there(one, number) for one in playing)


@settings(max_examples=60)
# Two ties of the second round then look like one and the same tie of the bracket.
@example(7, 1, Random(2))
@given(st.integers(6, 64), st.integers(1, 2), CHANCE)
def test_a_first_round_corrected_later_changes_nobodys_bracket(
    count: int, legs: int, chance: Random
) -> None:
    """Contestants that have played on stay in the bracket in which they have."""
    rules = BracketRules(True, legs, second_chance=True)
    cup = Cup(count, rules, chance)
    first, second = rules.legs_of(1), rules.legs_of(2)
    for number in [*first, *second]:
        if number <= cup.rounds:
            cup.play(number)
    played_on = {one for number in second for game in cup.games[number] for one in game.contestants}
    before = cup.progress()
    turned = chance.choice(cup.games[first[-1]])
    one = turned.contestants.ns
    loser = Side.NS if before.second_place(one) or before.through[one] < 1 else Side.EW
    given = PlayedGame(turned.contestants, turned.points, loser)
    cup.games[first[-1]] = [given if game is turned else game for game in cup.games[first[-1]]]
    after = cup.progress()
    for one in played_on:
        assert (before.second_place(one) > 0) == (after.second_place(one) > 0)
        assert before.through[one] == after.through[one]


def tie(*games: tuple[int, int], awarded: Side | None = None) -> PlayedTie[str]:
    """Two legs of A and B, A North–South first, then the other way round; the last one awarded."""
    sides = [Sides("A", "B"), Sides("B", "A")]
    made = [PlayedGame(two, Sides(*points)) for two, points in zip(sides, games, strict=False)]
    made[-1] = PlayedGame(made[-1].contestants, made[-1].points, awarded)
    return PlayedTie(tuple(made), 2)


def test_the_points_of_both_legs_decide() -> None:
    assert tie((101, 80), (101, 90)).winner(capped, is_over=True) == "A"
    assert tie((101, 80), (105, 80)).winner(capped, is_over=True) == "B"
    assert tie((101, 80)).winner(capped, is_over=False) is None, "one leg decides nothing"
    assert tie((80, 80), (80, 80)).winner(capped, is_over=True) is None, "extra hands are due"


def test_of_each_leg_the_points_up_to_the_cap_count_and_all_of_them_where_those_are_equal() -> None:
    assert tie((140, 100), (101, 65)).winner(capped, is_over=True) == "B", "201 to 186"
    assert tie((140, 100), (101, 65)).winner(int, is_over=True) == "A", "205 to 201"
    assert tie((130, 100), (121, 100)).winner(capped, is_over=True) == "A", "230 to 221"


def test_a_leg_given_by_a_referee_gives_the_tie() -> None:
    assert tie((101, 0), awarded=Side.EW).winner(capped, is_over=False) == "B"
    assert tie((101, 0), (50, 40), awarded=Side.NS).winner(capped, is_over=True) == "B"


@pytest.mark.parametrize("legs", [0, 3])
def test_one_leg_or_two(legs: int) -> None:
    with pytest.raises(SettingsError, match="legs"):
        KnockoutSettings(legs=legs)


@pytest.mark.parametrize(
    ("contestants", "rounds"), [(4, 0), (5, 0), (6, 1), (8, 2), (9, 0), (11, 2), (16, 3), (32, 4)]
)
def test_how_many_rounds_a_second_chance_takes(contestants: int, rounds: int) -> None:
    assert BracketRules(second_chance=True).second_rounds(contestants) == rounds
    assert BracketRules().second_rounds(contestants) == 0
