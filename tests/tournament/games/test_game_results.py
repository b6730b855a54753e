"""What a result of a game may say, and what is unlikely about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.game.seats import Side, Sides
from tournament.core.errors import UserError
from tournament.models import Outcome
from tournament.results.kinds.game import GAME, GameDoubtKind, GameInput


def game(ns: int | None, ew: int | None, **more: Any) -> GameInput:
    return GameInput(Outcome.PLAYED, points=Sides(ns, ew), **more)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (game(None, 40), "ns"),
        (game(40, None), "ew"),
        (game(1000, 40), "ns"),
        (game(-1, 40), "ns"),
        (game(101, 101), "ew"),
        (game(104, 40, not_played_reason="time"), "not_played_reason"),
        (GameInput(Outcome.NOT_PLAYED), "not_played_reason"),
        (GameInput(Outcome.NOT_PLAYED, not_played_reason="other"), "note"),
        (
            GameInput(Outcome.NOT_PLAYED, points=Sides(4, None), not_played_reason="time"),
            "not_played_reason",
        ),
    ],
)
def test_what_can_not_be_is_refused_with_its_field(entry: GameInput, field: str) -> None:
    with pytest.raises(UserError) as refused:
        GAME.checked(entry)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "entry",
    [
        game(104, 87),
        game(60, 60),
        game(0, 0, given_to=Side.EW, note="nobody came"),
        GameInput(Outcome.NOT_PLAYED, not_played_reason="time"),
        GAME.blank,
    ],
)
def test_what_can_be_is_stored_as_it_is_and_read_again(entry: GameInput) -> None:
    assert GAME.checked(entry) == entry
    assert GAME.read(entry.as_columns()) == entry


@pytest.mark.parametrize(
    ("points", "doubts"),
    [
        ((104, 87), []),
        ((60, 60), [GameDoubtKind.DRAWN]),
        ((174, 20), [GameDoubtKind.ABOVE]),
        ((20, 15), [GameDoubtKind.FEW]),
        ((0, 0), [GameDoubtKind.DRAWN, GameDoubtKind.FEW]),
    ],
)
def test_what_is_unlikely(points: tuple[int, int], doubts: list[GameDoubtKind]) -> None:
    found = GAME.doubts_about(points, others=(), before=None)
    assert [one.kind for one in found] == doubts
    assert all(str(one) for one in found)


def test_a_pair_can_not_give_itself_a_game() -> None:
    assert GAME.is_for_pairs(game(104, 87))
    assert not GAME.is_for_pairs(game(0, 0, given_to=Side.NS))
    given = game(0, 0, given_to=Side.NS, note="late")
    assert GAME.with_ruling(given, game(101, 4)) == replace(given, points=Sides(101, 4))


@pytest.mark.parametrize(
    "sent", [{"ns": True, "ew": 4}, {"ns": "4", "ew": 4}, {"ns": 4, "ew": 1000}]
)
def test_a_table_sends_whole_numbers(sent: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no points"):
        GAME.from_table(sent)
