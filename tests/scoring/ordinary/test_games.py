"""Games: how they end, caps, draws and extra hands, time, what is carried over."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import GameError, GameFault, SettingsError
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side, Sides
from scoring.ordinary.games import Ended, Game, GameRules, score_sheet
from scoring.ordinary.hands import Hand, HandRules, Revoke
from tests.examples import examples
from tests.scoring.ordinary.strategies import hands, rules_of_games

NS, EW = Side.NS, Side.EW
CONTRO = Announcement(Denomination.OROS, Double.CONTRO)
NO_TARGET = GameRules(target=None)


def won(points: int, side: Side = NS) -> Hand:
    """A hand in which that side scores so many points, up to 36."""
    return Hand(NS, 36 + points if side is NS else 36 - points)


def last(rules: GameRules, *played: Hand, start: tuple[int, int] = (0, 0)) -> Game:
    return score_sheet(rules, played, Sides(*start))[-1]


def told(game: Game) -> tuple[tuple[int, ...], Ended | None, Side | None]:
    return tuple(game.totals), game.ended, game.winner


def test_side_that_reaches_the_target_wins_and_carries_what_it_has_above() -> None:
    game = last(GameRules(), Hand(NS, 46, CONTRO), start=(95, 40))
    assert told(game) == ((115, 40), Ended.TARGET, NS)
    assert (game.scores, game.carried) == (Sides(20, 0), Sides(14, 0))


def test_target_is_reached_exactly_with_nothing_to_carry() -> None:
    game = last(GameRules(), won(1, EW), start=(95, 100))
    assert told(game) == ((95, 101), Ended.TARGET, EW)
    assert game.carried == Sides(0, 0)


def test_game_goes_on_below_the_target() -> None:
    game = last(GameRules(), won(36), won(36), won(28))
    assert told(game) == ((100, 0), None, None)
    assert (game.is_draw, game.carried) == (False, Sides(0, 0))


def test_target_reached_in_the_last_hand_is_the_reason_told() -> None:
    rules = GameRules(hands=3)
    assert told(last(rules, won(36), won(36), won(29)))[1:] == (Ended.TARGET, NS)
    assert told(last(rules, won(36), won(36), won(28)))[1:] == (Ended.HANDS, NS)
    assert told(last(rules, won(3), won(5, EW), won(0)))[1:] == (Ended.HANDS, EW)


def test_without_target_and_hands_a_game_never_ends() -> None:
    assert told(last(NO_TARGET, *[won(36)] * 50)) == ((1800, 0), None, None)


def test_equal_points_at_the_last_hand_are_a_draw() -> None:
    game = last(GameRules(hands=2), won(7), won(7, EW))
    assert (told(game), game.is_draw) == (((7, 7), Ended.HANDS, None), True)
    assert game.carried == Sides(0, 0)


def test_extra_hands_until_it_is_decided() -> None:
    rules = GameRules(hands=2, extra_hands=1)
    drawn = [won(7), won(7, EW)]
    assert told(last(rules, *drawn))[1:] == (None, None)
    assert told(last(rules, *drawn, won(0)))[1:] == (None, None)
    assert told(last(rules, *drawn, won(0), won(1)))[1:] == (Ended.HANDS, NS)
    assert told(last(rules, won(7), won(6, EW)))[1:] == (Ended.HANDS, NS)


def test_extra_hands_in_twos_are_both_played_unless_the_target_is_reached() -> None:
    rules = GameRules(hands=2, extra_hands=2)
    drawn = [won(36), won(36, EW)]
    assert last(rules, *drawn, won(5)).ended is None
    assert told(last(rules, *drawn, won(5), won(9, EW)))[1:] == (Ended.HANDS, EW)
    assert last(rules, *drawn, won(5), won(5, EW), won(1)).ended is None
    rules = replace(rules, target=50)
    assert told(last(rules, *drawn, won(14)))[1:] == (Ended.TARGET, NS)


def test_cap_cuts_the_match_points_alone() -> None:
    rules = GameRules(cap=121)
    game = last(rules, Hand(EW, 0, CONTRO), start=(80, 100))
    assert (game.totals, game.match_points) == (Sides(80, 172), Sides(80, 121))
    assert game.carried == Sides(0, 71)
    over_both = last(GameRules(target=None, hands=1, cap=20), won(1), start=(30, 25))
    assert over_both.match_points == Sides(20, 20)
    assert over_both.winner is NS


def test_revoke_takes_a_carried_start_too() -> None:
    game = last(GameRules(), Hand(NS, None, revoke=NS), start=(14, 0))
    assert (game.totals, game.scores) == (Sides(0, 36), Sides(-14, 36))
    stake = GameRules(hand=HandRules(revoke=Revoke.STAKE))
    assert last(stake, Hand(NS, None, revoke=NS), start=(14, 0)).totals == Sides(14, 36)


def test_revoke_can_end_a_game() -> None:
    game = last(GameRules(), Hand(NS, None, revoke=NS), start=(100, 70))
    assert told(game) == ((0, 106), Ended.TARGET, EW)


def test_no_hand_is_played_after_the_end() -> None:
    with pytest.raises(GameError) as caught:
        last(GameRules(hands=1), won(1), won(1))
    assert caught.value.fault is GameFault.OVER


@pytest.mark.parametrize(
    ("start", "fault"),
    [
        ((101, 0), GameFault.START_AT_TARGET),
        ((0, 150), GameFault.START_AT_TARGET),
        ((-1, 0), GameFault.NEGATIVE_START),
    ],
)
def test_start_that_cant_be_is_refused(start: tuple[int, int], fault: GameFault) -> None:
    with pytest.raises(GameError) as caught:
        Game.begin(GameRules(), Sides(*start))
    assert caught.value.fault is fault


def test_any_start_will_do_without_a_target() -> None:
    assert Game.begin(NO_TARGET, Sides(500, 0)).ended is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("target", 0), ("hands", 0), ("cap", -1), ("extra_hands", -1), ("target", True)],
)
def test_rules_outside_their_range_are_refused(field: str, value: int) -> None:
    with pytest.raises(SettingsError) as caught:
        replace(GameRules(), **{field: value})  # type: ignore[arg-type]
    assert caught.value.field == field


def test_what_is_above_the_target_can_be_carried_over() -> None:
    capot = Announcement(Denomination.BOTIFARRA, Double.SANT_VICENC)
    game = last(GameRules(), Hand(NS, 72, capot))
    assert game.carried == Sides(475, 0)


@settings(max_examples=examples(50))
@given(rules_of_games, st.lists(hands, max_size=20))
def test_totals_are_sums_never_negative_and_the_first_end_is_the_end(
    rules: GameRules, played: list[Hand]
) -> None:
    game = Game.begin(rules)
    totals = [0, 0]
    for number, hand in enumerate(played, start=1):
        if game.ended is not None:
            with pytest.raises(GameError):
                game.play(hand)
            return
        game = game.play(hand)
        totals = [total + score for total, score in zip(totals, game.scores)]
        assert list(game.totals) == totals
        assert min(totals) >= 0
        assert game.played == number
        if game.ended is not None:
            assert (game.winner is None) == game.is_draw
            loser = None if game.winner is None else game.winner.opponents
            assert loser is None or game.carried[loser] == 0
