"""What a championship of so many pairs would take, before anything is fixed."""

from __future__ import annotations

import pytest

from tournament.models import Stage
from tournament.stages.estimate import Estimate, estimate
from tournament.stages.formats import FORMATS

SWISS = FORMATS[Stage.Kind.DUPLICATE_SWISS.value]
ALL_PLAY_ALL = FORMATS[Stage.Kind.ROUND_ROBIN.value]


def test_a_swiss_evening_of_forty_pairs() -> None:
    assert estimate(SWISS, 40) == Estimate(
        contestants=40,
        rounds=7,
        hands_per_match=4,
        tables=20,
        resting=0,
        byes=0,
        minutes=4 * 60 + 40,
        packs=560,
    )


def test_twelve_pairs_that_all_meet_need_264_packs() -> None:
    made = estimate(ALL_PLAY_ALL, 12)
    assert made is not None
    assert (made.rounds, made.tables, made.packs, made.resting) == (11, 6, 264, 0)


def test_a_game_needs_one_pack_at_each_table() -> None:
    made = estimate(FORMATS[Stage.Kind.GAME_SWISS.value], 40)
    assert made is not None
    assert (made.tables, made.packs) == (20, 20)
    assert made.minutes == made.rounds * 55


def test_of_an_odd_number_one_rests_in_each_round() -> None:
    made = estimate(ALL_PLAY_ALL, 7)
    assert made is not None
    assert (made.rounds, made.tables, made.resting) == (7, 3, 1)


@pytest.mark.parametrize(
    ("pairs", "rounds", "tables", "byes"),
    [(2, 1, 1, 0), (11, 4, 4, 5), (16, 4, 8, 0), (33, 6, 16, 31)],
)
def test_a_knockout_halves_the_field(pairs: int, rounds: int, tables: int, byes: int) -> None:
    made = estimate(FORMATS[Stage.Kind.KNOCKOUT.value], pairs)
    assert made is not None
    assert (made.rounds, made.tables, made.packs) == (rounds, tables, tables)
    assert (made.byes, made.resting) == (byes, 0)


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda one: one.kind)
def test_nothing_is_said_of_numbers_that_a_format_cannot_have(format: object) -> None:
    assert isinstance(format, type(SWISS))
    for contestants in (format.least, format.most):
        assert estimate(format, contestants)
    for contestants in (0, format.least - 1, format.most + 1):
        assert estimate(format, contestants) is None
