"""The tables of the site: one file a concept, and this catalogue.

A championship has stages, and deal sets that its hands come from; a stage has rounds; a round has
its deals and its matches; a match has a table and, for each of its hands, versions of a result.
Everything that happens is an event in the championship's chained record.
"""

from scoring.ordinary.games import MOST_GAME_POINTS
from tournament.models.analysis import HandAnalysis, PlayedAnalysis
from tournament.models.audit import (
    Action,
    AuditEvent,
    ChainedEvent,
    InstallationAction,
    InstallationEvent,
)
from tournament.models.championships import Championship, ConfirmationRule, Membership, Role
from tournament.models.contestants import Contestant, Player, PlayingAccount, Table, shown_table
from tournament.models.correction_requests import CorrectionRequest
from tournament.models.deals import MOST_DEALS_IN_A_SET, DealSet, HandAccess
from tournament.models.envelopes import Envelope, ReceivedEnvelope, ResultsFile
from tournament.models.friendly import (
    LARGEST_SET_NUMBER,
    FriendlyAct,
    FriendlyGame,
    FriendlyHand,
    FriendlyPlace,
    FriendlyTable,
)
from tournament.models.installation import BackupPlan
from tournament.models.jobs import Job, MadeFile
from tournament.models.links import Delivery, LinkSecret, PhoneAtTable
from tournament.models.logos import ChampionshipLogo
from tournament.models.play import ActRow, HandInPlay, PlayAct, SeatTaken
from tournament.models.play_records import AttachedPlay, PlayRecord
from tournament.models.referee_calls import RefereeCall
from tournament.models.results import (
    MOST_SHEET,
    MOST_SOLO_POINTS,
    NotPlayedReason,
    Outcome,
    Result,
    ResultConfirmation,
)
from tournament.models.rulings import Ruling
from tournament.models.schedule import (
    PAIR_IDS,
    PAIR_NUMBERS,
    Match,
    MatchQuerySet,
    MatchSeat,
    Round,
    RoundDeal,
    RoundStatus,
    Sitting,
)
from tournament.models.settings import STAGE_SETTINGS, AnySettings, bracket_of, settings_of
from tournament.models.simultaneous import (
    MOST_ROUNDS_TOGETHER,
    VENUE_NAME_LENGTH,
    LeftOut,
    Release,
    ReleaseHour,
    Simultaneous,
    Venue,
    VenuesField,
)
from tournament.models.stages import (
    GROUP_NAME_LENGTH,
    LONGEST_FRACTION,
    MOST_HANDS_PER_MATCH,
    MOST_RESERVE_DAYS,
    SEED_LENGTH,
    STAGE_NAME_LENGTH,
    ComparedWith,
    Entrant,
    GroupMember,
    PlayedWith,
    Stage,
)
from tournament.models.users import LoginAttempts, User
from tournament.models.wall import Wall

__all__ = [
    "GROUP_NAME_LENGTH",
    "LARGEST_SET_NUMBER",
    "LONGEST_FRACTION",
    "MOST_DEALS_IN_A_SET",
    "MOST_GAME_POINTS",
    "MOST_HANDS_PER_MATCH",
    "MOST_RESERVE_DAYS",
    "MOST_ROUNDS_TOGETHER",
    "MOST_SHEET",
    "MOST_SOLO_POINTS",
    "PAIR_IDS",
    "PAIR_NUMBERS",
    "SEED_LENGTH",
    "STAGE_NAME_LENGTH",
    "STAGE_SETTINGS",
    "VENUE_NAME_LENGTH",
    "ActRow",
    "Action",
    "AnySettings",
    "AttachedPlay",
    "AuditEvent",
    "BackupPlan",
    "ChainedEvent",
    "Championship",
    "ChampionshipLogo",
    "ComparedWith",
    "ConfirmationRule",
    "Contestant",
    "CorrectionRequest",
    "DealSet",
    "Delivery",
    "Entrant",
    "Envelope",
    "FriendlyAct",
    "FriendlyGame",
    "FriendlyHand",
    "FriendlyPlace",
    "FriendlyTable",
    "GroupMember",
    "HandAccess",
    "HandAnalysis",
    "HandInPlay",
    "InstallationAction",
    "InstallationEvent",
    "Job",
    "LeftOut",
    "LinkSecret",
    "LoginAttempts",
    "MadeFile",
    "Match",
    "MatchQuerySet",
    "MatchSeat",
    "Membership",
    "NotPlayedReason",
    "Outcome",
    "PhoneAtTable",
    "PlayAct",
    "PlayRecord",
    "PlayedAnalysis",
    "PlayedWith",
    "Player",
    "PlayingAccount",
    "ReceivedEnvelope",
    "RefereeCall",
    "Release",
    "ReleaseHour",
    "Result",
    "ResultConfirmation",
    "ResultsFile",
    "Role",
    "Round",
    "RoundDeal",
    "RoundStatus",
    "Ruling",
    "SeatTaken",
    "Simultaneous",
    "Sitting",
    "Stage",
    "Table",
    "User",
    "Venue",
    "VenuesField",
    "Wall",
    "bracket_of",
    "settings_of",
    "shown_table",
]
