"""Envelopes: the hands of some rounds for a venue without a network, and its results sent back.

The centre's installation keeps `Envelope` and `ResultsFile`, that of the venue `ReceivedEnvelope`.
"""

from __future__ import annotations

from django.db import models

from tournament.models.championships import Championship
from tournament.models.clock import now
from tournament.models.recorder import Unrecorded
from tournament.models.simultaneous import Venue

_DIGEST = r"^[0-9a-f]{64}$"


class Envelope(models.Model):
    """An envelope that was made here for a venue, with the passphrase that opens it."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="envelopes")
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    content = models.BinaryField()
    """The file: it can be fetched again."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the file, in hex."""
    passphrase = models.CharField(max_length=80)
    events = models.PositiveIntegerField()
    """Number of the venue's last event that is in it."""
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=160)
    told_at = models.DateTimeField(null=True, blank=True)
    """Time at which the passphrase was first shown; None: nobody knows it."""
    told_to = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["made_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first_round__gte=1, last_round__gte=models.F("first_round")),
                name="an_envelope_has_rounds",
            ),
        ]

    def __str__(self) -> str:
        return self.digest[:8]

    def __repr__(self) -> str:
        return f"<Envelope {self.digest[:8]}>"  # never the passphrase

    @property
    def rounds(self) -> range:
        return range(self.first_round, self.last_round + 1)


class ReceivedEnvelope(models.Model):
    """An envelope from the centre of an event elsewhere; still closed, or opened."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    content = models.BinaryField()
    digest = models.CharField(max_length=64, unique=True)
    event = models.CharField(max_length=120)
    venue = models.CharField(max_length=60)
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    received_at = models.DateTimeField(default=now, editable=False)
    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, null=True, blank=True, related_name="envelopes"
    )
    """The championship that plays it; None while nobody has opened it."""
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["received_at", "id"]

    def __str__(self) -> str:
        return f"{self.event} {self.venue} {self.digest[:8]}"


class ResultsFile(models.Model):
    """Results that a venue has sent back, as they came; looked at first, then taken in."""

    record = Unrecorded("what ties championships: the record of each venue tells of it")

    venue = models.ForeignKey(Venue, on_delete=models.CASCADE, related_name="results_files")
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    events = models.PositiveIntegerField()
    """Number and hash of the last event in the venue's record by then."""
    head = models.CharField(max_length=64)
    brought_at = models.DateTimeField(default=now, editable=False)
    brought_by = models.CharField(max_length=160)
    taken_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["brought_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["venue", "digest"], name="a_results_file_is_kept_once"),
            models.CheckConstraint(
                condition=models.Q(digest__regex=_DIGEST), name="a_digest_is_64_hex_digits"
            ),
        ]

    def __str__(self) -> str:
        return self.digest[:8]
