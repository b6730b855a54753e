"""Stages, rounds, matches, and who sat where."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.seats import Seat
from tournament.models.championships import Championship
from tournament.models.deals import DealSet
from tournament.models.teams import Player, Table, Team


class Stage(models.Model):
    """A part of a championship with its own schedule; every championship has exactly one today."""

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("all play all")

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.ROUND_ROBIN)
    hands_per_match = models.PositiveSmallIntegerField(default=4)
    deal_set = models.ForeignKey(
        DealSet, on_delete=models.PROTECT, null=True, blank=True, related_name="stages"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    """When the schedule, and with it the championship's pages, became public."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="stage_number_is_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(hands_per_match__gte=1), name="a_match_has_hands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.championship} / {self.number}"

    def deals_of_round(self, number: int) -> range:
        """The deals of a round: with 4 hands a match, round r plays 4r−3 … 4r."""
        first = (number - 1) * self.hands_per_match + 1
        return range(first, first + self.hands_per_match)

    def round_of_deal(self, deal: int) -> int:
        """The number of the round in which a deal (from 1) is played."""
        return (deal - 1) // self.hands_per_match + 1


class RoundStatus(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("round", "planned")
    OPEN = "open", pgettext_lazy("round", "open")
    CLOSED = "closed", pgettext_lazy("round", "closed")


class Round(models.Model):
    """A round: planned → open → closed, and open again with a reason. Several may be open."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(
        max_length=8, choices=RoundStatus.choices, default=RoundStatus.PLANNED
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    first_closed_at = models.DateTimeField(null=True, blank=True)
    """When its hands became public; they stay so when the round is reopened."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the countdown of an open round reaches zero; None without a countdown or in a pause."""
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    """What was left when the countdown was paused; None while it runs."""
    corrections_until = models.DateTimeField(null=True, blank=True)
    """Until when the results of a closed round are provisional and pairs may ask for a
    correction; None while it is not closed, or where there is no such time."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=RoundStatus.values), name="round_status_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(seconds_left__isnull=True),
                name="a_countdown_runs_or_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def deals(self) -> range:
        """The numbers of the deals played in this round."""
        return self.stage.deals_of_round(self.number)


class Match(models.Model):
    """Two teams at a table in a round. A cancelled match (a withdrawal) leaves both resting."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    ns = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_ns")
    ew = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_ew")
    cancelled = models.BooleanField(default=False)

    class Meta:
        ordering = ["round__number", "table__number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=models.Q(cancelled=False),
                name="one_match_per_table_and_round",
            ),
            models.UniqueConstraint(
                fields=["round", "ns"],
                condition=models.Q(cancelled=False),
                name="one_match_per_ns_team_and_round",
            ),
            models.UniqueConstraint(
                fields=["round", "ew"],
                condition=models.Q(cancelled=False),
                name="one_match_per_ew_team_and_round",
            ),
            models.CheckConstraint(
                condition=~models.Q(ns=models.F("ew")), name="a_team_does_not_meet_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ns_id} – {self.ew_id}"


class Sitting(models.Model):
    """Who of a pair sat in which seat of a match, where somebody noted it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sittings")
    seat = models.CharField(max_length=1, choices=[(seat.value, seat.value) for seat in Seat])
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"
