"""A knock-out played by chance: complete, nobody twice, byes, 1 and 2 in the final."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.errors import SettingsError
from scoring.game.seats import Sides
from scoring.ordinary.standings import PlayedGame, rank_games
from scoring.pairing.bracket import Bracket, Tie, byes_for, drawn_order, rounds_for, seed_places
from scoring.pairing.knockout import BracketRules, KnockoutSettings, progress_of
from tests.examples import examples

SIZES = st.integers(2, 256)
PLAYED_SIZES = st.integers(2, 70)
"""Numbers of contestants for brackets that are played to the end, which takes the longer the larger
they are."""


def bracket_of(count: int) -> Bracket[int]:
    return Bracket(tuple(range(1, count + 1)))


def play(
    bracket: Bracket[int], wins: Sequence[bool], third_place: bool = False
) -> tuple[list[list[tuple[int, int]]], dict[int, Fraction]]:
    """Who met whom in each round, and how far all came, where the upper one wins as `wins` says."""
    drawn = iter(wins)
    through: dict[int, Fraction] = {}
    games: dict[int, list[PlayedGame[int]]] = {}
    for number in range(1, bracket.rounds + 1):
        ties: list[Tie[int]] = [*bracket.ties(number, through)]
        extra = bracket.for_third(through) if number == bracket.rounds and third_place else None
        ties += [extra] if extra is not None else []
        games[number] = []
        for tie in ties:
            if len(tie.contestants) == 2:
                points = Sides(100, 50) if next(drawn, True) else Sides(50, 100)
                one, other = tie.contestants
                games[number].append(PlayedGame(Sides(one, other), points))
        through = progress_of(
            bracket, games, lambda _one, _number: True, BracketRules(third_place=third_place)
        ).through
    met = [[(one.contestants.ns, one.contestants.ew) for one in games[no]] for no in sorted(games)]
    return met, through


def test_the_places_of_small_brackets() -> None:
    assert seed_places(0) == (1,)
    assert seed_places(1) == (1, 2)
    assert seed_places(2) == (1, 4, 2, 3)
    assert seed_places(3) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize(
    ("count", "rounds", "byes"),
    [(1, 0, 0), (2, 1, 0), (3, 2, 1), (4, 2, 0), (11, 4, 5), (32, 5, 0), (33, 6, 31), (256, 8, 0)],
)
def test_rounds_and_byes(count: int, rounds: int, byes: int) -> None:
    assert (rounds_for(count), byes_for(count)) == (rounds, byes)


@settings(max_examples=examples(40))
@given(PLAYED_SIZES, st.lists(st.booleans(), max_size=69))
@example(201, [True, False] * 100)
@example(256, [False, True, True] * 85)
def test_it_is_complete(count: int, wins: list[bool]) -> None:
    """All but one lose once, nobody plays twice in a round, and each round halves the field."""
    bracket = bracket_of(count)
    met, through = play(bracket, wins)
    assert sum(map(len, met)) == count - 1
    left = count
    for ties in met:
        playing = [one for tie in ties for one in tie]
        assert len(playing) == len(set(playing))
        left -= len(ties)
        assert left & (left - 1) == 0, "a power of two is left"
    assert left == 1
    (champion,) = (one for one, number in through.items() if number == bracket.rounds)
    assert bracket.winner(through) == champion


@given(SIZES)
def test_byes_are_those_of_the_first(count: int) -> None:
    bracket = bracket_of(count)
    resting = [tie for tie in bracket.ties(1, {}) if tie.is_bye]
    assert sorted(one for tie in resting for one in tie.contestants) == list(
        range(1, byes_for(count) + 1)
    )
    assert not any(
        tie.is_bye for number in range(2, bracket.rounds + 1) for tie in bracket.ties(number, {})
    )


@settings(max_examples=examples(40))
@given(PLAYED_SIZES)
@example(201)
@example(256)
def test_while_the_stronger_win_the_first_two_meet_in_the_final(count: int) -> None:
    """In each round the strongest are left, and the first of them meets the last."""
    bracket = bracket_of(count)
    met, _through = play(bracket, [])
    through: dict[int, Fraction] = {}
    for number in range(1, bracket.rounds + 1):
        size = 1 << (bracket.rounds - number + 1)
        for tie in bracket.ties(number, through):
            one, other = tie.sides
            if one is not None and other is not None:
                assert one + other == size + 1
        through = {one: Fraction(number) for one in range(1, size // 2 + 1)}
    assert sorted(met[-1][0]) == [1, 2]


@given(SIZES, st.integers(0, 7), st.booleans())
def test_the_first_two_can_meet_only_in_the_final(count: int, number: int, later: bool) -> None:
    bracket = bracket_of(count)
    through = {1: bracket.rounds - 1, 2: bracket.rounds - 1}
    for before in range(1, bracket.rounds):
        assert not any({1, 2} <= set(tie.sides) for tie in bracket.ties(before, through))
    (final,) = bracket.ties(bracket.rounds, through)
    assert set(final.sides) == {1, 2}


@settings(max_examples=examples(40))
@given(st.integers(4, 64), st.lists(st.booleans(), max_size=64))
def test_the_match_for_third_place(count: int, wins: list[bool]) -> None:
    bracket = bracket_of(count)
    met, through = play(bracket, wins, third_place=True)
    semifinals, last = met[-2], met[-1]
    assert len(last) == 2
    final, third = last
    assert {one for tie in semifinals for one in tie} == {*final, *third}
    ranked = rank_games(bracket.contestants, [], KnockoutSettings(tie_breaks=()), scores=through)
    places = [row.rank for row in ranked[:5]]
    assert places == [1, 2, 3, 4, 5][: len(places)]
    assert {row.tally.contestant for row in ranked[:2]} == set(final)
    assert {row.tally.contestant for row in ranked[2:4]} == set(third)


def test_who_has_gone_lets_its_opponent_through() -> None:
    """The first of four wins and goes home: the second is left, and its final is no game."""
    bracket = bracket_of(4)
    games = {
        1: [PlayedGame(Sides(1, 4), Sides(9, 0)), PlayedGame(Sides(2, 3), Sides(9, 0))],
        2: [],
    }

    def takes_part(one: int, number: int) -> bool:
        return not (one in (1, 3) and number == 2)

    through = progress_of(bracket, games, takes_part, BracketRules(third_place=True)).through
    assert through == {1: 1, 2: 2, 3: 0, 4: Fraction(1, 2)}
    assert bracket.winner(through) == 2


def test_with_three_nobody_plays_for_the_third_place() -> None:
    bracket = bracket_of(3)
    assert bracket.for_third({1: 1, 2: 1, 3: 0}) is None


def test_a_whole_part_of_the_bracket_has_gone() -> None:
    bracket = bracket_of(8)
    through = {1: 2, 8: 0, 4: 1, 5: 0, 2: 1, 3: 1}
    first, second = bracket.ties(2, through)[0].sides, bracket.ties(3, through)[0].sides
    assert first == (1, 4)
    assert second == (1, None)
    assert bracket.for_third(through) == Tie(3, 1, (4, None), is_for_third=True)


def test_a_result_corrected_when_the_next_round_was_played() -> None:
    """Both that have come to the same place are known; who has got farther stands there."""
    bracket = bracket_of(4)
    assert bracket.ties(2, {1: 1, 4: 2, 2: 1})[0].sides == (4, 2)


@given(st.sets(st.integers(1, 300), min_size=2), st.text(max_size=12))
def test_lots_dont_depend_on_who_else_takes_part(numbers: set[int], seed: str) -> None:
    order = drawn_order(sorted(numbers), seed)
    assert sorted(order) == sorted(numbers)
    assert order == drawn_order(sorted(numbers, reverse=True), seed)
    gone = max(numbers)
    assert [one for one in order if one != gone] == list(
        drawn_order(sorted(numbers - {gone}), seed)
    )


def test_somebody_has_to_go_on() -> None:
    with pytest.raises(SettingsError, match="extra_hands"):
        KnockoutSettings(extra_hands=0)
    with pytest.raises(SettingsError, match="extra_hands"):
        KnockoutSettings(extra_hands=-1)
