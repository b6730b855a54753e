"""The club's logo, which stands at the head of every paper of a championship."""

from __future__ import annotations

from django.db import models

from tournament.models.championships import Championship
from tournament.models.recorder import Recorded, RecordedModel


class ChampionshipLogo(RecordedModel):
    """A small picture as a PNG of our own making: grey or RGB, without metadata.

    It is no larger than printing needs, so that it can be stored in the database.
    """

    record = Recorded(key=("championship",), apart={"png": "a picture; its digest stands for it"})

    MOST_BYTES = 512 * 1024
    MOST_WIDTH, MOST_HEIGHT = 600, 240

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="logo")
    png = models.BinaryField(max_length=MOST_BYTES)
    width = models.PositiveSmallIntegerField()
    """Width in pixels, like the height."""
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    """SHA-256 of the PNG, as the record names it."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(width__range=(1, 600)) & models.Q(height__range=(1, 240)),
                name="a_logo_has_a_size_that_is_printed",
            ),
            models.CheckConstraint(
                condition=models.Q(digest__regex=r"^[0-9a-f]{64}$"),
                name="logo_digest_is_64_hex_digits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"
