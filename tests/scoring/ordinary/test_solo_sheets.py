"""Score sheets of abarrotada and its ranking, against what the rules say by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import SheetError, SheetFault
from scoring.game.announcements import SantVicencRule
from scoring.game.seats import Seat
from scoring.ordinary.abarrotada import SoloRules
from scoring.ordinary.hands import Multipliers
from scoring.ordinary.sheets import play_solo_sheet, read_sheet, sheet_text
from scoring.ordinary.solo_standings import SoloGame, SoloSettings, SoloTieBreak, rank_solo
from scoring.rank_by import RankBy


def test_totals_after_each_hand() -> None:
    hands = read_sheet("n 26-14-8-; W 10-30-20-12 trumps-s Botifarra contro\n\nS - revoke-W", Seat)
    assert sheet_text(hands) == (
        "N 26-14-8-24; W 10-30-20-12 trumps-S botifarra contro; S - revoke-W"
    )
    totals = play_solo_sheet(SoloRules(12), 4, hands)
    assert totals == ((0, 0, 0, 0), (8, 0, 0, 6), (8, 48, 8, 6), (26, -6, 26, 24))


def test_three_players_have_a_higher_threshold_and_other_multipliers_count() -> None:
    hands = read_sheet("S 30-20-22 recontro; N - revoke-S", Seat)
    rules = SoloRules(8, Multipliers(2, 3, 5))
    assert play_solo_sheet(rules, 3, hands)[1:] == ((18, 0, 0), (42, 24, -48))
    assert (rules.hands_of(4), rules.hands_of(3), SoloRules(2).hands_of(3)) == (8, 6, 3)


@pytest.mark.parametrize(
    ("text", "players", "fault"),
    [
        ("X 30-20-22", 3, SheetFault.DEALER),
        ("E 30-20-22", 3, SheetFault.DEALER),
        ("N 30-20-23", 3, SheetFault.POINTS),
        ("N 30-20", 3, SheetFault.POINTS),
        ("N", 3, SheetFault.POINTS),
        ("N -", 3, SheetFault.POINTS),
        ("N 30-20-22", 4, SheetFault.POINTS),
        ("N 80-0-", 3, SheetFault.POINTS),
        ("N 30-20-22 trumps-E", 3, SheetFault.POINTS),
        ("N 30-20-22 twice", 3, SheetFault.WORD),
        ("N 30-20-22 contro recontro", 3, SheetFault.WORD),
        ("N - revoke-NS", 3, SheetFault.WORD),
        ("N 30-20-22 sant-vicenc", 3, SheetFault.DOUBLE),
        ("; ".join(["N 30-20-22"] * 7), 3, SheetFault.OVER),
    ],
)
def test_what_no_table_can_have_played(text: str, players: int, fault: SheetFault) -> None:
    rules = SoloRules(8, sant_vicenc=SantVicencRule.NOT_ALLOWED)
    with pytest.raises(SheetError) as refused:
        play_solo_sheet(rules, players, read_sheet(text, Seat))
    assert refused.value.fault is fault


@given(st.lists(st.tuples(st.integers(0, 72), st.integers(0, 72)), max_size=6))
def test_a_sheet_reads_as_it_was_written(made: list[tuple[int, int]]) -> None:
    text = "; ".join(f"N {a}-{b}-{72 - a - b}" for a, b in made if a + b <= 72)
    assert sheet_text(read_sheet(text, Seat)) == text


GAMES = (
    SoloGame(("a", "b", "c", "d"), (40, 40, 10, 0), 12),
    SoloGame(("e", "f", "g"), (40, 5, -8), 12),
)


def ranks(games: tuple[SoloGame[str], ...], settings: SoloSettings) -> list[tuple[int, str]]:
    rows = rank_solo("abcdefg", games, settings, rests={})
    return [(row.rank, row.tally.contestant) for row in rows]


def test_the_sum_ranks_while_all_have_played_as_many_hands() -> None:
    assert ranks(GAMES, SoloSettings()) == [
        *((1, "a"), (1, "b"), (1, "e")),
        *((4, "c"), (5, "f"), (6, "d"), (7, "g")),
    ]
    fewer = (GAMES[0], SoloGame(("e", "f", "g"), (40, 5, -8), 6))
    assert ranks(fewer, SoloSettings(least_share=None))[:2] == [(1, "e"), (2, "a")]
    assert ranks(fewer, SoloSettings())[0] == (1, "a"), "6 of 12 hands are fewer than 2/3"
    assert ranks(fewer, SoloSettings(rank_by=RankBy.TOTAL))[:3] == [(1, "a"), (1, "b"), (1, "e")]


def test_ties_go_by_tables_won_then_the_best_round() -> None:
    games = (
        *GAMES,
        SoloGame(("a", "c", "d", "e"), (10, 50, 0, 10), 12),
        SoloGame(("b", "f", "g"), (10, 0, 0), 12),
    )
    rows = rank_solo("abe", games, rests={})
    assert [(row.rank, row.tally.contestant) for row in rows] == [(1, "b"), (2, "a"), (2, "e")]
    (split,) = rows[0].splits
    assert (split.rule, split.value) == (SoloTieBreak.TABLES_WON, Fraction(2))
