"""Calls of the referee: a table asks for somebody to come."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from scoring.game.seats import party_named
from tournament.models.championships import Championship
from tournament.models.places import ActedBy
from tournament.models.recorder import Recorded, RecordedModel
from tournament.models.schedule import HELD_CHOICES


class RefereeCall(RecordedModel):
    """A table calls a referee; at most one call of a table waits.

    Round and table are their numbers, as the record has them: a call outlives the schedule in which
    it was made.
    """

    record = Recorded(
        key=("championship", "number"),
        personal=("actor", "coming_by", "ended_by"),
    )

    class Outcome(models.TextChoices):
        NONE = "", pgettext_lazy("call of the referee", "waiting")
        WITHDRAWN = "withdrawn", pgettext_lazy("call of the referee", "taken back")
        DONE = "done", pgettext_lazy("call of the referee", "a referee was there")

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="referee_calls"
    )
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    """Number from 1 within the championship, as the record names it."""
    round = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    table = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    side = models.CharField(max_length=2, choices=HELD_CHOICES)
    """Side that calls; where everybody plays alone, the player's seat."""
    at = models.DateTimeField()
    actor = models.CharField(max_length=160)
    actor_contestant = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    actor_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used; None for a pair's own."""

    coming_at = models.DateTimeField(null=True, blank=True)
    coming_by = models.CharField(max_length=160, blank=True)
    """The referee who said that he or she is coming."""

    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=160, blank=True)
    ended_contestant = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    ended_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used to take the call back; None for a pair's own."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="referee_call_number_is_unique"
            ),
            models.UniqueConstraint(
                fields=["championship", "table"],
                condition=Q(outcome=""),
                name="a_table_calls_once",
            ),
            models.CheckConstraint(
                condition=Q(coming_at__isnull=True, coming_by="")
                | Q(coming_at__isnull=False) & ~Q(coming_by=""),
                name="a_referee_who_comes_has_a_name",
            ),
            models.CheckConstraint(
                condition=Q(
                    outcome="",
                    ended_at__isnull=True,
                    ended_by="",
                    ended_contestant__isnull=True,
                    ended_table__isnull=True,
                )
                | ~Q(outcome="") & Q(ended_at__isnull=False) & ~Q(ended_by=""),
                name="an_ended_referee_call_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"referee call {self.number}"

    @property
    def called_by(self) -> ActedBy:
        """The person or pair that called."""
        return self._place(self.actor, self.actor_contestant, self.actor_table)

    @property
    def ended(self) -> ActedBy:
        """The referee or the pair that ended it; a name of "" while it waits."""
        return self._place(self.ended_by, self.ended_contestant, self.ended_table)

    def _place(self, name: str, contestant: int | None, table: int | None) -> ActedBy:
        side = party_named(self.side) if table is not None else None
        return ActedBy(name, contestant, table, side)
