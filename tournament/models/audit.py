"""The record of acts: append-only, hash-chained, one chain a championship.

Each event's hash covers its content and the hash before it, so a changed, removed or inserted
event breaks the chain from there on. Triggers of the database (see the migrations) refuse to
change or delete an event, whoever asks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.game.seats import party_named
from tournament.models.championships import Championship
from tournament.models.disclosures import Disclosures, disclosed_in, found_at, put
from tournament.models.places import COLUMNS, KINDS, ActedBy, Place, place_of
from tournament.models.recorder import Unrecorded
from tournament.models.schedule import HELD_CHOICES

PHONE_MARK = 16
"""Hexadecimal digits by which the record knows a phone."""


class Action(models.TextChoices):
    """Kinds of recorded acts; a closed list."""

    CHAMPIONSHIP_CREATED = "championship-created", _("championship created")
    CHAMPIONSHIP_CHANGED = "championship-changed", _("championship changed")
    STAGE_ADDED = "stage-added", _("stage added")
    STAGE_REMOVED = "stage-removed", _("stage taken back")
    GROUPS_DRAWN = "groups-drawn", _("groups made")
    GROUPS_CHANGED = "groups-changed", _("groups changed by hand")
    GROUPS_REMOVED = "groups-removed", _("groups taken back")
    SETTINGS_CHANGED = "settings-changed", _("settings changed")
    PLAYED_WITH_CHANGED = "played-with-changed", _("packs or phones chosen")
    CHAMPIONSHIP_ENDED = "championship-ended", _("championship ended")
    VENUE_TIED = "venue-tied", _("made a venue of a simultaneous event")
    VENUE_LEFT_OUT = "venue-left-out", _("left out of the simultaneous event's standings")
    VENUE_COUNTED_AGAIN = (
        "venue-counted-again",
        _("counted again in the simultaneous event's standings"),
    )
    COMPARED_OVER_ALL = (
        "compared-over-all",
        _("comparison in the overall standings changed"),
    )
    ENVELOPE_MADE = "envelope-made", _("envelope made for the venue")
    ENVELOPE_TOLD = "envelope-told", _("passphrase of an envelope told")
    ENVELOPE_OPENED = "envelope-opened", _("envelope opened")
    RESULTS_TAKEN_IN = "results-taken-in", _("results file of the venue taken in")
    VENUE_UNTIED = "venue-untied", _("no longer a venue of a simultaneous event")
    ARCHIVE_CHANGED = "archive-changed", _("moved to the archive, or out of it")
    MEMBER_ADDED = "member-added", _("person added")
    MEMBER_CHANGED = "member-changed", _("person's role changed")
    MEMBER_REMOVED = "member-removed", _("person removed")
    PLAYS_NOTED = "plays-noted", _("account noted as a player's")
    PLAYS_WITHDRAWN = "plays-withdrawn", _("account no longer noted as a player's")
    CONTESTANT_ADDED = "contestant-added", _("registered")
    CONTESTANT_CHANGED = "contestant-changed", _("register corrected")
    CONTESTANT_REMOVED = "contestant-removed", _("removed from the register")
    CONTESTANTS_IMPORTED = "contestants-imported", _("list registered")
    NUMBERS_DRAWN = "numbers-drawn", _("numbers drawn by lot")
    CONTESTANT_JOINED_LATE = "contestant-joined-late", _("late entry")
    CONTESTANT_WITHDRAWN = "contestant-withdrawn", _("withdrawn from the play")
    WITHDRAWAL_TAKEN_BACK = "withdrawal-taken-back", _("withdrawal taken back")
    PRESENCE_NOTED = "presence-noted", _("pair's presence noted")
    PAYMENT_NOTED = "payment-noted", _("pair's payment noted")
    TABLES_CHANGED = "tables-changed", _("tables changed")
    SCHEDULE_MADE = "schedule-made", _("schedule made")
    ROUND_PAIRED = "round-paired", _("opponents drawn")
    ROUNDS_REPLANNED = "rounds-replanned", _("rounds planned anew")
    ROUND_ENTERED = "round-entered", _("opponents entered by hand")
    PAIRS_EXCHANGED = "pairs-exchanged", _("two pairs exchanged in a round")
    RESTING_PAIRED = "resting-paired", _("two resting pairs meet")
    REST_ASKED = "rest-asked", _("rest in a round asked for")
    ASKED_REST_TAKEN_BACK = "asked-rest-taken-back", _("rest asked for taken back")
    DAYS_SET = "days-set", _("days of rounds set")
    MATCH_POSTPONED = "match-postponed", _("match postponed")
    MATCH_MOVED_BACK = "match-moved-back", _("postponed match moved back")
    SCHEDULE_REMOVED = "schedule-removed", _("schedule removed")
    SCHEDULE_PUBLISHED = "schedule-published", _("schedule published")
    DEALS_MADE = "deals-made", _("hands made")
    SALT_CHANGED = "salt-changed", _("salt changed")
    SALT_FIXED = "salt-fixed", _("salt fixed")
    HANDS_OPENED_EARLY = "hands-opened-early", _("hands opened early")
    HANDS_PRINTED = "hands-printed", _("hands printed")
    HANDS_SEEN = "hands-seen", _("hands of an open round seen")
    HANDS_DEALT = "hands-dealt", _("hands given to the players' phones")
    HANDS_EXCHANGED = "hands-exchanged", _("hands exchanged")
    KEY_PUBLISHED = "key-published", _("key published")
    ROUND_OPENED = "round-opened", _("round opened")
    OPENING_TAKEN_BACK = "opening-taken-back", _("opening of a round taken back")
    ROUND_HANDED_IN = "round-handed-in", _("round handed in")
    HAND_IN_TAKEN_BACK = "hand-in-taken-back", _("handing-in of a round taken back")
    RELEASED_WITHOUT = "released-without", _("round released without this venue")
    ROUND_CLOSED = "round-closed", _("round closed")
    ROUND_REOPENED = "round-reopened", _("round reopened")
    RESULT_ENTERED = "result-entered", _("result entered")
    RESULT_CHANGED = "result-changed", _("result changed")
    PHONE_AT_TABLE = "phone-at-table", _("phone opened with a table's code")
    PHONE_ALLOWED = "phone-allowed", _("another phone let speak with a table's code")
    RESULTS_SEEN = "results-seen", _("results and hands of an open round shown to a player")
    SEAT_TAKEN = "seat-taken", _("seat taken by a phone")
    SEAT_FREED = "seat-freed", _("seat freed")
    SEAT_ALLOWED = "seat-allowed", _("another phone let take a freed seat")
    HAND_PLAYED = "hand-played", _("hand played on phones")
    CARD_TAKEN_BACK = "card-taken-back", _("card taken back on phones")
    HAND_ENDED = "hand-ended", _("hand on phones ended by a referee")
    PLAY_SET_ASIDE = "play-set-aside", _("play of a hand on phones set aside")
    PLAY_COUNTS = "play-counts", _("play of a hand on phones counts again")
    SEATS_EXCHANGED = "seats-exchanged", _("two players on phones exchanged")
    TABLE_PAUSED = "table-paused", _("table on phones paused")
    TABLE_WENT_ON = "table-went-on", _("pause of a table on phones over")
    TABLE_TO_PACKS = "table-to-packs", _("table changed to packs")
    TABLE_TO_PHONES = "table-to-phones", _("table changed back to phones")
    PLAYER_ABSENT = "player-absent", _("table played without a player who has not come")
    PLAYER_CAME = "player-came", _("missing player has come")
    SITTING_NOTED = "sitting-noted", _("players of a match noted")
    DAY_CHANGED = "day-changed", _("day settings changed")
    CLOCK_CHANGED = "clock-changed", _("countdown changed")
    RESULT_CONFIRMED = "result-confirmed", _("result confirmed")
    RESULT_QUESTIONED = "result-questioned", _("table asked to check its entry")
    CORRECTION_REQUEST_MADE = "correction-request-made", _("correction request made")
    CORRECTION_REQUEST_ANSWERED = (
        "correction-request-answered",
        _("correction request answered by the opponents"),
    )
    CORRECTION_REQUEST_DECIDED = "correction-request-decided", _("correction request decided")
    REFEREE_CALLED = "referee-called", _("referee called")
    REFEREE_COMING = "referee-coming", _("referee on the way")
    REFEREE_CALL_WITHDRAWN = "referee-call-withdrawn", _("call of the referee taken back")
    REFEREE_CALL_DONE = "referee-call-done", _("call of the referee dealt with")
    RULING_MADE = "ruling-made", _("ruling made")
    RULING_WITHDRAWN = "ruling-withdrawn", _("ruling withdrawn")
    PLAY_ATTACHED = "play-attached", _("record of play attached")
    LINK_RENEWED = "link-renewed", _("link renewed")
    HALL_TOLD = "hall-told", _("message to the hall")


class ChainedEvent(models.Model):
    """One act: who, when, what, before, after, why; chained to the one before it."""

    record = Unrecorded("a record itself")

    action: models.CharField[str, str]
    """Kind of act: each chain has its own closed list."""
    sequence = models.PositiveIntegerField()
    """Number from 1, without gaps."""
    at = models.DateTimeField()
    actor = models.CharField(max_length=160)
    """Name of the actor, as text: it stays readable when the account is gone."""
    target = models.CharField(max_length=200, blank=True)
    """Name of the event's object: a person, an account, a championship's address."""
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    SEALED: ClassVar[tuple[str, ...]] = (
        *("sequence", "at", "actor", "action", "target", "before", "after", "reason"),
    )
    """The columns that the hash covers, beside the hash before it."""

    class Meta:
        abstract = True

    def sealed(self) -> dict[str, Any]:
        """Return the columns that the hash covers, by their names."""
        return {name: getattr(self, name) for name in self.SEALED}

    @property
    def acted_by(self) -> ActedBy:
        """The actor."""
        return ActedBy(self.actor)


def _makes_a_place() -> Q:
    """Return the constraint on a place's columns: those of one kind are filled, or none."""
    condition = Q(**{f"{name}__isnull": True for name in COLUMNS})
    for kind in KINDS:
        filled = kind.__match_args__
        condition |= Q(target="", **{f"{name}__isnull": name not in filled for name in COLUMNS})
    return condition


def _counts_from_1(*names: str) -> Q:
    condition = Q()
    for name in names:
        condition &= Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__gte": 1})
    return condition


class AuditEvent(ChainedEvent):
    """An act in a championship: what it was done to is a place, or has a name, or is all of it."""

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="events")
    action = models.CharField(max_length=32, choices=Action.choices)

    # The place: `tournament.models.places` says which of these are filled together.
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    contestant = models.PositiveSmallIntegerField(null=True, blank=True)
    correction_request = models.PositiveIntegerField(null=True, blank=True)
    ruling = models.PositiveIntegerField(null=True, blank=True)

    public_actor = models.CharField(max_length=160)
    """Public name of the actor, without the account's name, with which one logs in."""
    actor_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The table by whose link somebody acted, with the side and the pair that sat there."""
    actor_side = models.CharField(max_length=2, blank=True, choices=HELD_CHOICES)
    actor_contestant = models.PositiveSmallIntegerField(null=True, blank=True)
    """The pair that acted, by its table's link or by its own."""
    actor_phone = models.CharField(max_length=PHONE_MARK, blank=True)
    """Mark of the acting phone at a table, in this record alone (`core.phone_mark`); else ""."""
    own_table = models.BooleanField(default=False)
    """An account that plays did it as a referee, at the table of its own pair or to that pair."""
    rows = models.JSONField(default=dict, blank=True)
    """The rows that were written since the event before (`audit.images`)."""
    disclosed: models.JSONField[Disclosures, Disclosures] = models.JSONField(
        default=dict, blank=True
    )
    """What people wrote in it, by the places at which digests stand for that in the table. An
    event that was read has the values in its columns; `sealed` gives the digests."""
    _digests: Mapping[str, str] = MappingProxyType({})
    """The digests of what was put in their places."""
    installation_head = models.CharField(max_length=64, blank=True)
    """The newest hash in the installation's own log at that time, "" where it had no event yet: so
    that log can't be cut short either without breaking this chain."""

    SEALED: ClassVar[tuple[str, ...]] = (
        *ChainedEvent.SEALED,
        *COLUMNS,
        *("public_actor", "actor_table", "actor_side", "actor_contestant", "actor_phone"),
        *("own_table", "rows", "installation_head"),
    )

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "sequence"], name="event_sequence_is_unique"
            ),
            models.CheckConstraint(condition=_makes_a_place(), name="event_is_at_a_place"),
            models.CheckConstraint(
                condition=_counts_from_1(*COLUMNS, "actor_table", "actor_contestant"),
                name="event_counts_from_1",
            ),
            models.CheckConstraint(
                condition=Q(actor_table__isnull=True, actor_side="")
                | Q(actor_table__isnull=False, actor_contestant__isnull=False) & ~Q(actor_side=""),
                name="a_table_acts_for_a_pair",
            ),
        ]
        indexes = [
            models.Index(fields=["championship", "round", "table", "deal"], name="events_by_round"),
            models.Index(fields=["championship", "deal"], name="events_by_deal"),
            models.Index(fields=["championship", "table", "sequence"], name="events_by_table"),
            models.Index(fields=["championship", "contestant"], name="events_by_contestant"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.action}"

    @classmethod
    def from_db(cls, db: Any, field_names: Collection[str], values: Collection[Any]) -> AuditEvent:
        event = super().from_db(db, field_names, values)
        if "disclosed" in field_names:
            event.disclose()
        return event

    def disclose(self) -> None:
        """Put what is disclosed in the places of its digests; a digest stays where it is another
        one, and what nobody can have disclosed is left alone."""
        columns = super().sealed()
        self._digests, values = disclosed_in(columns, self.disclosed)
        for name, value in put(columns, values).items():
            setattr(self, name, value)

    def conceal(self) -> None:
        """Undo `disclose`: that is how the event is stored."""
        for name, value in self.sealed().items():
            setattr(self, name, value)
        self._digests = {}

    def sealed(self) -> dict[str, Any]:
        """Return the columns that the hash covers, with the digests of what was disclosed."""
        columns = super().sealed()
        unchanged = {
            place: digest
            for place, digest in self._digests.items()
            if found_at(columns, place) == self.disclosed[place][1]
        }
        return put(columns, unchanged)

    @property
    def place(self) -> Place | None:
        """The place that the event is about, or None. Raises `ValueError`."""
        return place_of({name: getattr(self, name) for name in COLUMNS})

    @property
    def acted_by(self) -> ActedBy:
        side = party_named(self.actor_side) if self.actor_side else None
        return ActedBy(self.actor, self.actor_contestant, self.actor_table, side)


class InstallationAction(models.TextChoices):
    """Kinds of recorded acts on the installation itself; a closed list."""

    ACCOUNT_MADE = "account-made", _("account made")
    ACCOUNT_CHANGED = "account-changed", _("account changed")
    PASSWORD_RESET = "password-reset", _("password reset")
    CHAMPIONSHIP_EXPORTED = "championship-exported", _("championship exported")
    CHAMPIONSHIP_IMPORTED = "championship-imported", _("championship imported")
    CHAMPIONSHIP_DELETED = "championship-deleted", _("championship deleted")
    SITE_RESTORED = "site-restored", _("site restored from a backup")
    SIMULTANEOUS_MADE = "simultaneous-made", _("simultaneous event made")
    SIMULTANEOUS_CHANGED = "simultaneous-changed", _("simultaneous event changed")
    SIMULTANEOUS_DELETED = "simultaneous-deleted", _("simultaneous event deleted")
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
