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
    """Return 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


class LinkSecret(models.Model):
    """Secret from which the links of a championship's tables and pairs are made.

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
    """The party that a phone speaks for at a match.

    With `deal` 0 the phone was opened with the table's code and is held by that party: no other
    phone is shown the table's results, and the phone sees no other table of the round. With the
    number of a hand the party has spoken on it about that hand: the phone speaks for nobody else
    there. `phones.reach` tells what other phones may still say.
    """

    record = Unrecorded("a phone's number; events know it by its mark, and verify compares them")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="phones")
    deal = models.PositiveSmallIntegerField(default=0)
    phone = models.CharField(max_length=32)
    """Id of its session: 32 random hex digits, told to nobody."""
    side = models.CharField(max_length=2, choices=HELD_CHOICES)
    by_link = models.BooleanField(default=False)
    """The phone spoke by a link of the pair or the player, not by the table's code."""
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
