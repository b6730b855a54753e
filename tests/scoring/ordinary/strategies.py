"""Made-up hands and rules of the ordinary game for property tests."""

from hypothesis import strategies as st

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from scoring.ordinary.games import GameRules
from scoring.ordinary.hands import Hand, HandRules, Multipliers, Revoke

announcements = st.builds(
    Announcement, st.sampled_from([None, *Denomination]), st.sampled_from(Double)
)
sides = st.sampled_from(Side)
hands = st.builds(
    Hand,
    makers=sides,
    ns_points=st.integers(0, 72),
    announcement=announcements,
    revoke=st.sampled_from([None, None, None, None, *Side]),
)
multipliers = st.sampled_from([Multipliers(), Multipliers(2, 3, 5), Multipliers(2, 4, 10)])
rules_of_games = st.builds(
    GameRules,
    target=st.sampled_from([None, 1, 50, 101]),
    hands=st.none() | st.integers(1, 14),
    cap=st.sampled_from([None, 40, 121]),
    extra_hands=st.integers(0, 2),
    hand=st.builds(HandRules, multipliers=multipliers, revoke=st.sampled_from(Revoke)),
)
