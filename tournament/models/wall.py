"""State of the walls of a hall, as steered from the desk."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from tournament.models.championships import Championship
from tournament.models.recorder import Unrecorded


def usually_shown() -> list[str]:
    """Return the parts that a wall shows while nobody has chosen."""
    return [Wall.Shows.BRACKET.value, Wall.Shows.STANDINGS.value, Wall.Shows.COURSE.value]


class Wall(models.Model):
    """Steering of a championship's walls; there is no row until somebody steers them.

    It is not part of the championship, which is the same whatever a projector shows. Only the
    message is in the record.
    """

    record = Unrecorded("what projectors show; the record tells of messages")

    class Shows(models.TextChoices):
        BRACKET = "bracket", pgettext_lazy("on the wall", "bracket")
        STANDINGS = "standings", pgettext_lazy("on the wall", "standings")
        COURSE = "course", pgettext_lazy("on the wall", "course of the standings")
        PAIRINGS = "pairings", pgettext_lazy("on the wall", "pairings of the next round")
        COUNTDOWN = "countdown", pgettext_lazy("on the wall", "countdown")

    LONGEST_MESSAGE = 120

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="wall")
    shows = models.JSONField(default=usually_shown)
    """Values of `Shows`; their screens are shown in turns, in the order of `Shows`."""
    held = models.CharField(max_length=24, blank=True)
    """The key of the screen that stays; "" where they take turns."""
    paused = models.BooleanField(default=False)
    """Each wall stays on the screen that it happens to show."""
    steps = models.PositiveIntegerField(default=0)
    """Counts how often it was steered: a wall that sees a new number follows."""
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    """Message to the hall above every screen, until `message_until`."""
    message_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(message="", message_until__isnull=True)
                | ~Q(message="") & Q(message_until__isnull=False),
                name="a_message_to_the_hall_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"wall of {self.championship}"
