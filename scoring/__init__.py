"""Botifarra, duplicate and ordinary: the game, its play, the arithmetic of championships.

Pure Python with the standard library alone; only `pairing` needs networkx and `solver` Numba, and
nothing else here needs those two but `cli`. Contestants are whatever the caller identifies them by.
Scores are exact fractions and are rounded only for display. The modules, each of which may use
those above it:

    errors         errors, as types
    settings       choices of a setting, what people read of it, how it is stored
    chance         repeatable numbers for searches
    rounding       exact values → two decimals
    whole_numbers  text of digits → a number
    game           cards, seats, deals, tricks, what may be played and announced
    play           a table in play: acts, turns, and what each seat may know
    lots           cards drawn by lot
    carry          points carried from one stage into the next
    rank_by        ranking by the sum, or by the mean per hand
    participation  contestants ranked behind the others, whatever they made
    qualification  contestants of a ranking, or of groups, that go on
    overall        stages → the ranking of a whole championship
    dealing        key and salt → deals; commitment and checks; the codes on the packs
    duplicate      results → final scores → ranking, tie-breaks
    ordinary       hands → games and matches; individuals; abarrotada
    schedule       round robins and their balance; tables of individuals
    pairing        opponents of the next round: by lot, by score, in a bracket
    bots           players that choose legal calls and cards
    solver         the best points with all cards known
    cli            `python -m scoring`

The names in `__all__` are the public ones of `game`, `dealing` and `duplicate`, and `draw_cards`,
`display`, `rounded` and the errors.
"""

from scoring.dealing.deal_set import (
    CheckStep,
    DealingSteps,
    commitment,
    deal_hash,
    deal_hashes,
    deal_number,
    deal_secret,
    dealing_steps,
    failed_step,
    make_deal,
    normalise_salt,
    number_from_secret,
    parse_key,
)
from scoring.dealing.pack_codes import check_codes
from scoring.duplicate.methods import Method
from scoring.duplicate.scores import (
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
from scoring.duplicate.settings import DEFAULT_SETTINGS, FLAT_SCORES, AverageOf, Scale, Settings
from scoring.duplicate.standings import (
    Standings,
    StandingsRow,
    TieSplit,
    contestant_hands,
    rank_contestants,
)
from scoring.duplicate.tally import ContestantHand
from scoring.duplicate.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak
from scoring.errors import (
    ActError,
    ActFault,
    ActFormatError,
    AnnouncementError,
    CardError,
    DealError,
    GameError,
    KeyFormatError,
    PairingError,
    PairingFault,
    PlayError,
    ResultError,
    SaltError,
    ScheduleError,
    ScheduleFault,
    ScheduleFinding,
    ScoringError,
    SettingsError,
    SheetError,
)
from scoring.game.announcements import (
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
    parse_double,
    parse_trump,
)
from scoring.game.cards import PACK, Card, Rank, Suit
from scoring.game.deals import N_DEALS, Deal, hand_text, parse_hand
from scoring.game.legality import PlayRule, broken_rule, legal_cards
from scoring.game.play_check import PlayCheck, PlayFault, check_play, check_play_from
from scoring.game.seats import Seat, Side, Sides, dealer_of, makers_of
from scoring.game.tricks import POINTS_IN_A_HAND, Position, Trick
from scoring.game.variants import PlayVariant
from scoring.lots import draw_cards
from scoring.participation import Completion, Participation, Shortfall, Withdrawn
from scoring.rank_by import RankBy
from scoring.rounding import display, rounded

__all__ = [
    "DEFAULT_SETTINGS",
    "DEFAULT_TIE_BREAKS",
    "FLAT_SCORES",
    "NOTHING_ANNOUNCED",
    "N_DEALS",
    "PACK",
    "POINTS_IN_A_HAND",
    "ActError",
    "ActFault",
    "ActFormatError",
    "Announcement",
    "AnnouncementError",
    "AverageOf",
    "Award",
    "Card",
    "CardError",
    "CheckStep",
    "Completion",
    "ContestantHand",
    "Deal",
    "DealError",
    "DealScores",
    "DealingSteps",
    "Denomination",
    "Double",
    "Field",
    "GameError",
    "Infraction",
    "KeyFormatError",
    "Method",
    "Origin",
    "PairingError",
    "PairingFault",
    "Participation",
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
    "SheetError",
    "Shortfall",
    "Side",
    "SideScore",
    "Sides",
    "Standings",
    "StandingsRow",
    "Suit",
    "TableResult",
    "TableScore",
    "TieBreak",
    "TieSplit",
    "Trick",
    "Withdrawn",
    "broken_rule",
    "check_codes",
    "check_play",
    "check_play_from",
    "commitment",
    "contestant_hands",
    "deal_hash",
    "deal_hashes",
    "deal_number",
    "deal_secret",
    "dealer_of",
    "dealing_steps",
    "display",
    "draw_cards",
    "failed_step",
    "hand_score",
    "hand_text",
    "legal_cards",
    "make_deal",
    "makers_of",
    "normalise_salt",
    "number_from_secret",
    "parse_double",
    "parse_hand",
    "parse_key",
    "parse_trump",
    "rank_contestants",
    "rounded",
    "score_deal",
]
