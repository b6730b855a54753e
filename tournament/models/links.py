"""The secret behind a championship's links, what phones have sent, and for whom they speak."""

from __future__ import annotations

import secrets

from django.db import models

from tournament.models.championships import Championship
from tournament.models.clock import now
from tournament.models.recorder import Unrecorded
from tournament.models.schedule import HELD_CHOICES, Match

SECRET_BYTES = 32


def new_secret() -> bytes:
    """32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


class LinkSecret(models.Model):
    """What the links of a championship's tables and pairs are made from.

    The links themselves are never stored. The secret is stored with the championship, not with the
    installation, so that printed links still work on a laptop where a backup was restored.
    """

    record = Unrecorded("what links are made from: new wherever a championship is imported")

    championship = models.OneToOneField(
        Championship, on_delete=models.CASCADE, related_name="link_secret"
    )
    key = models.BinaryField(max_length=SECRET_BYTES, default=new_secret)
    last_ended = models.PositiveSmallIntegerField(default=0)
    """The highest number that a link had whose table or pair is gone, or has another number now: a
    link of those that come after is numbered on from it."""

    def __repr__(self) -> str:
        return f"<LinkSecret of {self.championship_id}>"  # never the key, wherever it is printed

    def __str__(self) -> str:
        return repr(self)


class Delivery(models.Model):
    """Something a phone sent, by the key that the phone gave it.

    However often it arrives it is accepted once, and gets the same answer each time.
    """

    record = Unrecorded("answers to what phones sent, so that they get the same one twice")

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="deliveries"
    )
    key = models.CharField(max_length=32)
    """32 hex digits, drawn at random by the phone."""
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of what was sent: another thing under the same key is refused."""
    answer = models.JSONField()
    at = models.DateTimeField(default=now, editable=False)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "key"], name="a_delivery_is_taken_once"
            ),
            models.CheckConstraint(
                condition=models.Q(key__regex=r"^[0-9a-f]{32}$"),
                name="delivery_key_is_32_hex_digits",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class PhoneAtTable(models.Model):
    """For whom a phone speaks at a match.

    With `deal` 0 it is who holds the phone that was opened with the table's code: the table's
    results are shown to no other, and the phone sees no other table of the round. With the number
    of a hand it is who has spoken on it about that hand: the phone speaks for nobody else there.
    Whom that keeps other phones from speaking for is told in `phones.reach`.
    """

    record = Unrecorded("a phone's number; events know it by its mark, and verify compares them")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="phones")
    deal = models.PositiveSmallIntegerField(default=0)
    phone = models.CharField(max_length=32)
    """What its session is known by: 32 random hex digits, told to nobody."""
    side = models.CharField(max_length=2, choices=HELD_CHOICES)
    by_link = models.BooleanField(default=False)
    """It spoke by an own link of the pair or the player, and not by the table's code."""
    another_allowed = models.BooleanField(default=False)
    """A referee has let another phone speak for that side by the table's code since."""
    at = models.DateTimeField(default=now, editable=False)

    class Meta:
        verbose_name_plural = "phones at tables"
        constraints = [
            models.UniqueConstraint(
                fields=["match", "deal", "phone"], name="a_phone_speaks_for_one_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.deal}: {self.side}"
