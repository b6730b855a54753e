"""What a hand of abarrotada scores with four and three players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import GameError, GameFault
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.ordinary.abarrotada import THRESHOLDS, SoloHand, score_solo_hand
from scoring.ordinary.hands import Multipliers
from tests.scoring.ordinary.strategies import announcements, multipliers

CONTRADA = Announcement(Denomination.BOTIFARRA, Double.CONTRO)


def scores(*points: int, announcement: Announcement = NOTHING_ANNOUNCED) -> tuple[int, ...]:
    return score_solo_hand(SoloHand(len(points), 0, points, announcement))


def test_four_players_score_what_they_have_above_18() -> None:
    assert scores(26, 14, 8, 24) == (8, 0, 0, 6)
    assert scores(18, 18, 18, 18) == (0, 0, 0, 0)
    assert scores(72, 0, 0, 0) == (54, 0, 0, 0)


def test_three_players_score_what_they_have_above_24() -> None:
    assert scores(25, 24, 23) == (1, 0, 0)
    assert scores(30, 42, 0) == (6, 18, 0)


def test_factor_holds_for_everybody() -> None:
    assert scores(26, 14, 8, 24, announcement=CONTRADA) == (32, 0, 0, 24)
    hand = SoloHand(3, 2, (30, 42, 0), Announcement(None, Double.RECONTRO))
    assert score_solo_hand(hand, Multipliers(2, 3, 5)) == (18, 54, 0)


def test_revoke_shares_the_points_at_stake_among_the_others() -> None:
    assert score_solo_hand(SoloHand(4, 0, None, revoke=2)) == (18, 18, -54, 18)
    assert score_solo_hand(SoloHand(3, 0, None, revoke=0)) == (-48, 24, 24)
    doubled = SoloHand(4, 0, (72, 0, 0, 0), CONTRADA, revoke=0)
    assert score_solo_hand(doubled) == (-216, 72, 72, 72)


@pytest.mark.parametrize(
    ("players", "maker", "points", "revoke", "fault"),
    [
        (5, 0, None, 1, GameFault.PLAYERS),
        (3, 3, (24, 24, 24), None, GameFault.PLAYERS),
        (3, 0, (24, 24, 24), 3, GameFault.PLAYERS),
        (4, 0, None, None, GameFault.POINTS),
        (4, 0, (24, 24, 24), None, GameFault.POINTS),
        (4, 0, (24, 24, 25, 0), 1, GameFault.POINTS),
        (4, 0, (73, -1, 0, 0), None, GameFault.POINTS),
    ],
)
def test_hand_that_cant_be_is_refused(
    players: int,
    maker: int,
    points: tuple[int, ...] | None,
    revoke: int | None,
    fault: GameFault,
) -> None:
    with pytest.raises(GameError) as caught:
        SoloHand(players, maker, points, revoke=revoke)
    assert caught.value.fault is fault


@given(st.sampled_from([4, 3]), st.data(), announcements, multipliers)
def test_revokes_add_up_to_nothing_and_nobody_else_loses(
    players: int, data: st.DataObject, announcement: Announcement, times: Multipliers
) -> None:
    place = data.draw(st.integers(0, players - 1))
    revoked = score_solo_hand(SoloHand(players, 0, None, announcement, place), times)
    assert sum(revoked) == 0
    assert [score < 0 for score in revoked] == [other == place for other in range(players)]
    cuts = sorted(data.draw(st.integers(0, 72)) for _ in range(players - 1))
    points = tuple(high - low for low, high in zip([0, *cuts], [*cuts, 72]))
    played = score_solo_hand(SoloHand(players, 0, points, announcement), times)
    factor = times.factor(announcement)
    above = [max(0, each - THRESHOLDS[players]) for each in points]
    assert list(played) == [each * factor for each in above]
