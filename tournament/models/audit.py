"""The record of acts: append-only, hash-chained, one chain a championship.

Each event's hash covers its content and the hash before it, so a changed, removed or inserted
event breaks the chain from there on. Triggers of the database (see the migrations) refuse to
change or delete an event, whoever asks.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.championships import Championship


class Action(models.TextChoices):
    """Everything that is recorded; a closed list."""

    CHAMPIONSHIP_CREATED = "championship-created", _("championship created")
    CHAMPIONSHIP_CHANGED = "championship-changed", _("championship changed")
    SETTINGS_CHANGED = "settings-changed", _("settings changed")
    CHAMPIONSHIP_ENDED = "championship-ended", _("championship ended")
    MEMBER_ADDED = "member-added", _("person added")
    MEMBER_CHANGED = "member-changed", _("person's role changed")
    MEMBER_REMOVED = "member-removed", _("person removed")
    TEAM_ADDED = "team-added", _("pair added")
    TEAM_CHANGED = "team-changed", _("pair changed")
    TEAM_REMOVED = "team-removed", _("pair removed")
    TEAMS_IMPORTED = "teams-imported", _("pairs imported")
    NUMBERS_DRAWN = "numbers-drawn", _("numbers drawn by lot")
    TEAM_JOINED_LATE = "team-joined-late", _("late pair")
    TEAM_WITHDRAWN = "team-withdrawn", _("pair withdrawn")
    TABLES_CHANGED = "tables-changed", _("tables changed")
    SCHEDULE_MADE = "schedule-made", _("schedule made")
    SCHEDULE_REMOVED = "schedule-removed", _("schedule removed")
    SCHEDULE_PUBLISHED = "schedule-published", _("schedule published")
    DEALS_MADE = "deals-made", _("hands made")
    SALT_CHANGED = "salt-changed", _("salt changed")
    SALT_FIXED = "salt-fixed", _("salt fixed")
    HANDS_OPENED_EARLY = "hands-opened-early", _("hands opened early")
    HANDS_PRINTED = "hands-printed", _("hands printed")
    KEY_PUBLISHED = "key-published", _("key published")
    ROUND_OPENED = "round-opened", _("round opened")
    ROUND_CLOSED = "round-closed", _("round closed")
    ROUND_REOPENED = "round-reopened", _("round reopened")
    RESULT_ENTERED = "result-entered", _("result entered")
    RESULT_CHANGED = "result-changed", _("result changed")
    SITTING_NOTED = "sitting-noted", _("players of a match noted")
    DAY_CHANGED = "day-changed", _("course of the day changed")
    CLOCK_CHANGED = "clock-changed", _("countdown changed")
    RESULT_CONFIRMED = "result-confirmed", _("result confirmed")
    RESULT_QUESTIONED = "result-questioned", _("table asked to check what it entered")
    CLAIM_MADE = "claim-made", _("claim made")
    CLAIM_ANSWERED = "claim-answered", _("claim answered by the opponents")
    CLAIM_DECIDED = "claim-decided", _("claim decided")
    RULING_MADE = "ruling-made", _("ruling made")
    RULING_WITHDRAWN = "ruling-withdrawn", _("ruling withdrawn")
    PLAY_ATTACHED = "play-attached", _("record of play attached")
    LINK_RENEWED = "link-renewed", _("link renewed")


class ChainedEvent(models.Model):
    """One act: who, when, what, before, after, why; chained to the one before it."""

    action: models.CharField[str, str]
    """What was done: each chain has its own closed list."""
    sequence = models.PositiveIntegerField()
    """From 1, without gaps."""
    at = models.DateTimeField()
    actor = models.CharField(max_length=160)
    """Who, as text: it stays readable when the account is gone."""
    target = models.CharField(max_length=200, blank=True)
    """What it was done to, in words that stay stable: "round 3", "round 3 table 2 hand 10"."""
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True


class AuditEvent(ChainedEvent):
    """An act in a championship."""

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="events")
    action = models.CharField(max_length=32, choices=Action.choices)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "sequence"], name="event_sequence_is_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.action}"


class InstallationAction(models.TextChoices):
    """Everything that is recorded of the installation itself; a closed list."""

    ACCOUNT_MADE = "account-made", _("account made")
    ACCOUNT_CHANGED = "account-changed", _("account changed")
    PASSWORD_RESET = "password-reset", _("password reset")
    CHAMPIONSHIP_EXPORTED = "championship-exported", _("championship exported")
    CHAMPIONSHIP_IMPORTED = "championship-imported", _("championship imported")
    SITE_RESTORED = "site-restored", _("site restored from a backup")
    BACKUPS_CHANGED = "backups-changed", _("folder of the backups changed")


class InstallationEvent(ChainedEvent):
    """An act that concerns the installation and no championship alone."""

    action = models.CharField(max_length=32, choices=InstallationAction.choices)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["sequence"], name="installation_sequence_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.action}"
