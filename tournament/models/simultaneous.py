"""Simultaneous events: championships that play the same deals in many venues, ranked together."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from tournament.models.championships import Championship
from tournament.models.clock import now
from tournament.models.recorder import Unrecorded
from tournament.models.stages import MOST_HANDS_PER_MATCH, Stage
from tournament.models.users import User

MOST_ROUNDS_TOGETHER = 60
VENUE_NAME_LENGTH = 60


class VenuesField(models.TextChoices):
    """Fields with which a hand is compared in the overall standings."""

    ALL_VENUES = "all-venues", pgettext_lazy("compared with", "all venues")
    OWN_VENUE = "own-venue", pgettext_lazy("compared with", "their own venue")


class Simultaneous(models.Model):
    """An event of several venues: what is the same in all of them while they are tied.

    A venue is a championship of its own, with its tables, referees, links and record. The deals,
    their number, how they are scored and when a round is made public are the event's.
    """

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    date = models.DateField()
    created_at = models.DateTimeField(default=now, editable=False)
    rounds = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=Stage.Kind.choices)
    """The format that a venue made for it is played in."""
    hands_per_match = models.PositiveSmallIntegerField()
    field = models.CharField(
        max_length=10, choices=VenuesField.choices, default=VenuesField.ALL_VENUES
    )
    """Field with which pairs are compared, hand by hand, in the overall standings."""
    is_rehearsal = models.BooleanField(default=False, editable=False)
    """The venues of the event are played by bots."""
    centre_is_elsewhere = models.BooleanField(default=False, editable=False)
    """The event's centre is at another installation: here is a venue with hands from envelopes."""
    organisers = models.ManyToManyField(User, related_name="simultaneous", blank=True)
    """The centre: who adds venues, makes the deals and releases rounds."""

    class Meta:
        ordering = ["-date", "-id"]
        verbose_name_plural = "simultaneous events"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(field__in=VenuesField.values), name="field_of_venues_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(rounds__range=(1, MOST_ROUNDS_TOGETHER)),
                name="a_simultaneous_event_has_1_to_60_rounds",
            ),
            models.CheckConstraint(
                condition=models.Q(hands_per_match__range=(1, MOST_HANDS_PER_MATCH)),
                name="a_simultaneous_match_has_1_to_24_hands",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def hands_of(self, round: int) -> range:
        """Return the numbers of a round's hands: the same in every venue."""
        first = (round - 1) * self.hands_per_match + 1
        return range(first, first + self.hands_per_match)


class LeftOut(models.TextChoices):
    """Reasons why a venue's results don't count over all, and nobody waits for it."""

    MISSING = "missing", pgettext_lazy("venue", "missing")
    DISQUALIFIED = "disqualified", pgettext_lazy("venue", "disqualified")


class Venue(models.Model):
    """A championship that is tied to a simultaneous event."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    simultaneous = models.ForeignKey(Simultaneous, on_delete=models.CASCADE, related_name="venues")
    championship = models.OneToOneField(
        Championship, on_delete=models.CASCADE, related_name="venue"
    )
    name = models.CharField(max_length=VENUE_NAME_LENGTH)
    """Name of the venue in the event."""
    results_key = models.BinaryField(max_length=32, null=True, blank=True)
    """32 secret bytes that encrypt its results on their way to the centre; its envelopes bring
    them. None for a venue that has never had one."""
    left_out = models.CharField(max_length=12, choices=LeftOut.choices, blank=True)
    """Reason why the venue is left out of the event's standings; "" for one that counts."""
    left_out_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["simultaneous", "name"], name="venue_name_is_unique_in_its_event"
            ),
            models.CheckConstraint(
                condition=models.Q(left_out="", left_out_reason="")
                | models.Q(left_out__in=LeftOut.values) & ~models.Q(left_out_reason=""),
                name="who_leaves_a_venue_out_says_why",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ReleaseHour(models.Model):
    """Time at which a round is to be released, whoever has handed it in by then."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    simultaneous = models.ForeignKey(
        Simultaneous, on_delete=models.CASCADE, related_name="release_hours"
    )
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["round"]
        constraints = [
            models.UniqueConstraint(
                fields=["simultaneous", "round"], name="a_round_has_one_hour_of_release"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.at:%Y-%m-%d %H:%M}"


class Release(models.Model):
    """A round of a simultaneous event that was made public in all its venues."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    simultaneous = models.ForeignKey(
        Simultaneous, on_delete=models.CASCADE, related_name="releases"
    )
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=160)
    reason = models.CharField(max_length=500, blank=True)
    """Reason why the centre did not wait; "" where every venue had handed the round in."""

    class Meta:
        ordering = ["round"]
        constraints = [
            models.UniqueConstraint(
                fields=["simultaneous", "round"], name="a_round_is_released_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.at:%Y-%m-%d %H:%M}"
