"""The tables of the site: one file a concept, and this catalogue.

A championship has stages (today one, a round robin); a stage has rounds and a deal set; a round
has matches; a match has a table and, for each of its hands, versions of a result. Everything that
happens is an event in the championship's chained record.
"""

from tournament.models.audit import Action, AuditEvent
from tournament.models.championships import Championship, Membership, Role
from tournament.models.deals import DealSet, HandAccess
from tournament.models.results import NotPlayedReason, Outcome, Result
from tournament.models.schedule import Match, Round, RoundStatus, Sitting, Stage
from tournament.models.teams import Player, Table, Team
from tournament.models.users import User

__all__ = [
    "Action",
    "AuditEvent",
    "Championship",
    "DealSet",
    "HandAccess",
    "Match",
    "Membership",
    "NotPlayedReason",
    "Outcome",
    "Player",
    "Result",
    "Role",
    "Round",
    "RoundStatus",
    "Sitting",
    "Stage",
    "Table",
    "Team",
    "User",
]
