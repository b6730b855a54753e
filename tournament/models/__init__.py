"""The tables of the site: one file a concept, and this catalogue.

A championship has stages (today one, a round robin); a stage has rounds and a deal set; a round
has matches; a match has a table and, for each of its hands, versions of a result. Everything that
happens is an event in the championship's chained record.
"""

from tournament.models.analysis import HandAnalysis
from tournament.models.audit import (
    Action,
    AuditEvent,
    ChainedEvent,
    InstallationAction,
    InstallationEvent,
)
from tournament.models.championships import Championship, Confirmation, Membership, Role
from tournament.models.claims import Claim
from tournament.models.deals import DealSet, HandAccess
from tournament.models.installation import BackupPlan
from tournament.models.jobs import Job
from tournament.models.links import Delivery, LinkSecret
from tournament.models.logos import ChampionshipLogo
from tournament.models.play_records import AttachedPlay, PlayRecord
from tournament.models.results import NotPlayedReason, Outcome, Result, SecondLook
from tournament.models.rulings import Ruling
from tournament.models.schedule import Match, Round, RoundStatus, Sitting, Stage
from tournament.models.teams import Player, Table, Team
from tournament.models.users import User

__all__ = [
    "Action",
    "AttachedPlay",
    "AuditEvent",
    "BackupPlan",
    "ChainedEvent",
    "Championship",
    "ChampionshipLogo",
    "Claim",
    "Confirmation",
    "DealSet",
    "Delivery",
    "HandAccess",
    "HandAnalysis",
    "InstallationAction",
    "InstallationEvent",
    "Job",
    "LinkSecret",
    "Match",
    "Membership",
    "NotPlayedReason",
    "Outcome",
    "PlayRecord",
    "Player",
    "Result",
    "Role",
    "Round",
    "RoundStatus",
    "Ruling",
    "SecondLook",
    "Sitting",
    "Stage",
    "Table",
    "Team",
    "User",
]
