"""Score sheets as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import SheetError, SheetFault
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.seats import Seat, Side
from scoring.ordinary.games import Ended, Game, GameRules
from scoring.ordinary.hands import Hand, HandRules
from scoring.ordinary.sheets import SheetHand, play_sheet, read_sheet, sheet_text
from tests.examples import examples
from tests.scoring.ordinary.strategies import rules_of_games

announcements = st.builds(
    Announcement, st.sampled_from([None, Denomination.BOTIFARRA]), st.sampled_from(Double)
)
points = st.integers(0, 72).map(lambda ns: (ns, 72 - ns))
hands = st.one_of(
    st.builds(SheetHand, st.sampled_from(Seat), points, announcements, st.just(None)),
    st.builds(SheetHand, st.sampled_from(Seat), st.none(), announcements, st.sampled_from(Side)),
)


def test_a_game_as_a_table_wrote_it() -> None:
    sheet = read_sheet("N 40;w 26 BOTIFARRA\n\n S - contro revoke-EW ;\nE 72 contro botifarra")
    assert sheet_text(sheet) == (
        "N 40; W 26 botifarra; S - contro revoke-EW; E 72 botifarra contro"
    )
    totals = [tuple(game.totals) for game in play_sheet(GameRules(), sheet)]
    # 4; then 10 twice; a revoke costs E-W their 20 and gives 36; then 36 fourfold.
    assert totals == [(0, 0), (4, 0), (4, 20), (40, 0), (184, 0)]
    assert play_sheet(GameRules(), sheet)[-1].ended is Ended.TARGET
    assert play_sheet(GameRules(target=None, hands=4), sheet)[-1].ended is Ended.HANDS
    assert play_sheet(GameRules(), sheet[:2])[-1].ended is None


@pytest.mark.parametrize(
    ("text", "fault", "hand", "told"),
    [
        ("N 40\nX 40", SheetFault.DEALER, 2, "X"),
        ("N", SheetFault.POINTS, 1, ""),
        ("N 73", SheetFault.POINTS, 1, "73"),
        ("N 40-32", SheetFault.POINTS, 1, "40-32"),
        ("N 40 trumps-S", SheetFault.WORD, 1, "trumps-S"),
        ("N 40 revoke-S", SheetFault.WORD, 1, "revoke-S"),
        ("N ٣", SheetFault.POINTS, 1, "٣"),
        ("N -", SheetFault.POINTS, 1, "-"),
        ("N 40 contra", SheetFault.WORD, 1, "contra"),
        ("N 40 contro recontro", SheetFault.WORD, 1, "recontro"),
        ("N 40 revoke-NS revoke-EW", SheetFault.WORD, 1, "revoke-EW"),
    ],
)
def test_what_can_not_be_read_is_named(text: str, fault: SheetFault, hand: int, told: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_sheet(text)
    error = refused.value
    assert (error.fault, error.hand, error.text) == (fault, hand, told)


def test_what_can_not_be_one_game_is_named() -> None:
    over = read_sheet("N 72 contro\nW 72 contro\nS 40")
    with pytest.raises(SheetError) as refused:
        play_sheet(GameRules(), over)
    assert (refused.value.fault, refused.value.hand) == (SheetFault.OVER, 3)
    rules = GameRules(hand=HandRules(sant_vicenc=SantVicencRule.NOT_ALLOWED))
    with pytest.raises(SheetError) as refused:
        play_sheet(rules, read_sheet("N 40\nW 40 sant-vicenc"))
    assert (refused.value.fault, refused.value.hand) == (SheetFault.DOUBLE, 2)


@settings(max_examples=examples(50))
@given(st.lists(hands, max_size=20))
def test_a_sheet_is_read_as_it_was_written(sheet: list[SheetHand]) -> None:
    assert read_sheet(sheet_text(sheet)) == tuple(sheet)
    assert sheet_text(read_sheet(sheet_text(sheet))) == sheet_text(sheet)


@settings(max_examples=examples(50))
@given(rules_of_games, st.lists(hands, max_size=16))
def test_a_sheet_is_played_hand_by_hand(rules: GameRules, sheet: list[SheetHand]) -> None:
    games = [Game.begin(rules)]
    for one in sheet:
        if games[-1].ended is not None:
            with pytest.raises(SheetError):
                play_sheet(rules, sheet[: len(games)])
            break
        ns_points = None if one.points is None else one.points[0]
        revoke = None if one.revoke is None else Side(one.revoke)
        hand = Hand(one.dealer.side, ns_points, one.announcement, revoke)
        games.append(games[-1].play(hand))
    assert play_sheet(rules, sheet[: len(games) - 1]) == tuple(games)
