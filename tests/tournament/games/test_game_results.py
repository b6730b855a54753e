"""What a result of a game may say, and what is unlikely about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from scoring.game.seats import Side, Sides
from scoring.ordinary.sheets import read_sheet, sheet_text
from tournament.core.errors import UserError
from tournament.models import Outcome
from tournament.results.kinds.game import GAME
from tournament.results.kinds.points import GameDoubtKind, GameInput
from tournament.results.kinds.score_sheet import read_typed, shown


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
    found = GAME.doubts_about(game(*points), others=(), before=None)
    assert [one.kind for one in found] == doubts
    assert all(str(one) for one in found)


def test_a_pair_can_not_give_itself_a_game() -> None:
    assert GAME.is_for_pairs(game(104, 87))
    assert not GAME.is_for_pairs(game(0, 0, given_to=Side.NS))
    given = game(0, 0, given_to=Side.NS, note="late")
    assert GAME.with_ruling(given, game(101, 4)) == replace(given, points=Sides(101, 4))


@pytest.mark.parametrize(
    "sent",
    [
        {"ns": True, "ew": 4, "sheet": ""},
        {"ns": "4", "ew": 4, "sheet": ""},
        {"ns": 4, "ew": 1000, "sheet": ""},
    ],
)
def test_a_table_sends_whole_numbers(sent: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no points"):
        GAME.from_table(sent)


SHEET = read_sheet("N 62 botifarra; W 40 contro; S 56 botifarra recontro")


def test_a_score_sheet_gives_the_points() -> None:
    alone = GAME.checked(GameInput(Outcome.PLAYED, sheet=SHEET))
    assert alone == game(220, 0, sheet=SHEET)
    assert GAME.checked(alone) == GAME.read(alone.as_columns()) == alone
    with pytest.raises(UserError, match="add up to 220–0, not 220–4") as refused:
        GAME.checked(game(220, 4, sheet=SHEET))
    assert refused.value.field == "sheet"


def test_a_sheet_that_goes_on_after_the_end_is_refused_and_asks_nothing() -> None:
    entry = game(224, 0, sheet=(*SHEET, *read_sheet("E 40")))
    with pytest.raises(UserError, match="Hand 4: the game was over before it"):
        GAME.checked(entry)
    assert GAME.compared(entry) is not None
    doubts = GAME.doubts_about(GAME.compared(entry), others=(), before=None)
    assert [one.kind for one in doubts] == [GameDoubtKind.ABOVE]


def test_a_sheet_has_room_where_it_is_stored() -> None:
    typed = read_typed("N 36 f v\n" * 200)
    with pytest.raises(UserError, match="too many hands") as refused:
        GAME.checked(GameInput(Outcome.PLAYED, sheet=typed))
    assert refused.value.field == "sheet"


def test_a_sheet_that_stops_early_is_asked_about() -> None:
    made = GAME.compared(game(60, 0, sheet=SHEET[:2]))
    doubts = GAME.doubts_about(made, others=(), before=None)
    assert [str(one) for one in doubts] == [
        "The game was not over after hand 2. Had the time run out?"
    ]


def test_who_confirms_says_the_points_whoever_kept_score() -> None:
    assert GAME.agree(game(220, 0, sheet=SHEET), game(220, 0))
    assert not GAME.agree(game(220, 0, sheet=SHEET), game(220, 4))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("N 62 f\nO 40 x\nS 56 f r", "N 62 botifarra; W 40 contro; S 56 botifarra recontro"),
        ("n 40; w - v renunci-EO", "N 40; W - sant-vicenc revoke-EW"),
    ],
)
def test_a_sheet_is_typed_with_the_keys_and_words_of_the_language(
    typed: str, expected: str
) -> None:
    assert sheet_text(read_typed(typed)) == expected
    for language in ("ca", "es", "en"):
        with translation.override(language):
            assert sheet_text(read_typed(shown(read_typed(typed)))) == expected


@pytest.mark.parametrize("typed", ["X 40", "N", "N 73", "N 40 contra", "N -"])
def test_what_is_wrong_with_a_typed_sheet_is_said(typed: str) -> None:
    with pytest.raises(UserError, match="Hand 1:") as refused:
        read_typed(typed)
    assert refused.value.field == "sheet"
