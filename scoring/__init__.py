"""Duplicate botifarra: the game, its play, the arithmetic of a championship, its schedules.

Pure Python with the standard library alone; only `solver` needs Numba, and nothing else needs
`solver`. Teams are whatever the caller identifies them by.
Scores are exact fractions and are rounded only for display. The modules, each of which may use
those above it:

    errors                          what can go wrong, as types
    seats, cards                    the table and the pack
    deals                           four hands, their text and their number
    dealing                         key and salt → deals; the commitment
    pack_codes                      key and salt → the codes on the packs
    announcements, settings         what tables announce, what organisers choose
    championship                    results of a deal → final scores
    drawing, standings              final scores → ranking, tie-breaks
    card_sets, tricks               the state of play, card by card
    legality, checking              what may be played; the faults of what was played
    rounding                        exact values → two decimals
    galois, chance                  finite fields; repeatable numbers for searches
    bot                             a player that chooses legal cards
    calling                         what such players announce
    solver                          the best points with all cards known
    starters, stored_starters       base rounds that shifts make a round robin of
    rotations, balancing            full round robins; shorter plans, searched for balance
    plan, seating                   rounds, schedules and their balance; late teams, fixed tables
    schedule                        who meets whom, in which direction, and how balanced that is
    cli                             `python -m scoring`

The names in `__all__` are the public ones of all down to `rounding`.
"""

from scoring.announcements import (
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
    parse_double,
    parse_trump,
)
from scoring.cards import PACK, Card, Rank, Suit
from scoring.championship import (
    POINTS_IN_A_HAND,
    Award,
    DealScores,
    Field,
    Infraction,
    Origin,
    SideScore,
    TableResult,
    TableScore,
    hand_score,
    score_deal,
)
from scoring.checking import PlayCheck, PlayFault, check_play, check_play_from
from scoring.dealing import (
    DealingSteps,
    commitment,
    deal_number,
    dealing_steps,
    make_deal,
    normalise_salt,
    parse_key,
)
from scoring.deals import N_DEALS, Deal, hand_text, parse_hand
from scoring.drawing import draw_cards
from scoring.errors import (
    AnnouncementError,
    CardError,
    DealError,
    KeyFormatError,
    PlayError,
    ResultError,
    SaltError,
    ScheduleError,
    ScheduleFault,
    ScheduleFinding,
    ScoringError,
    SettingsError,
)
from scoring.legality import PlayRule, broken_rule, legal_cards
from scoring.pack_codes import check_codes
from scoring.rounding import display, half_up
from scoring.seats import Seat, Side, dealer_of, makers_of
from scoring.settings import (
    DEFAULT_SETTINGS,
    DEFAULT_TIE_BREAKS,
    FLAT_SCORES,
    AverageOf,
    PlayVariant,
    RankBy,
    Scale,
    Settings,
    TieBreak,
    Withdrawn,
)
from scoring.standings import (
    Standings,
    StandingsRow,
    TeamHand,
    TieSplit,
    rank_teams,
    team_hands,
)
from scoring.tricks import Position, Trick

__all__ = [
    "DEFAULT_SETTINGS",
    "DEFAULT_TIE_BREAKS",
    "FLAT_SCORES",
    "NOTHING_ANNOUNCED",
    "N_DEALS",
    "PACK",
    "POINTS_IN_A_HAND",
    "Announcement",
    "AnnouncementError",
    "AverageOf",
    "Award",
    "Card",
    "CardError",
    "Deal",
    "DealError",
    "DealScores",
    "DealingSteps",
    "Denomination",
    "Double",
    "Field",
    "Infraction",
    "KeyFormatError",
    "Origin",
    "PlayCheck",
    "PlayError",
    "PlayFault",
    "PlayRule",
    "PlayVariant",
    "Position",
    "Rank",
    "RankBy",
    "ResultError",
    "SaltError",
    "Scale",
    "ScheduleError",
    "ScheduleFault",
    "ScheduleFinding",
    "ScoringError",
    "Seat",
    "Settings",
    "SettingsError",
    "Side",
    "SideScore",
    "Standings",
    "StandingsRow",
    "Suit",
    "TableResult",
    "TableScore",
    "TeamHand",
    "TieBreak",
    "TieSplit",
    "Trick",
    "Withdrawn",
    "broken_rule",
    "check_codes",
    "check_play",
    "check_play_from",
    "commitment",
    "deal_number",
    "dealer_of",
    "dealing_steps",
    "display",
    "draw_cards",
    "half_up",
    "hand_score",
    "hand_text",
    "legal_cards",
    "make_deal",
    "makers_of",
    "normalise_salt",
    "parse_double",
    "parse_hand",
    "parse_key",
    "parse_trump",
    "rank_teams",
    "score_deal",
    "team_hands",
]
