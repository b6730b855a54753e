"""The secret behind a championship's links, and what phones have sent."""

from __future__ import annotations

import secrets

from django.db import models

from tournament.models.championships import Championship

SECRET_BYTES = 32


def new_secret() -> bytes:
    """32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


class LinkSecret(models.Model):
    """What the links of a championship's tables and pairs are made from.

    The links themselves are never stored. The secret is stored with the championship, not with the
    installation, so that printed links still work on a laptop where a backup was restored.
    """

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

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="deliveries"
    )
    key = models.CharField(max_length=32)
    """32 hex digits, drawn at random by the phone."""
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of what was sent: another thing under the same key is refused."""
    answer = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

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
