"""Rulings on more than one table's hand. (One on a single result is a version of that result.)"""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from tournament.models.championships import Championship
from tournament.models.clock import now
from tournament.models.contestants import Contestant
from tournament.models.recorder import Recorded, RecordedModel
from tournament.models.stages import Stage


class Ruling(RecordedModel):
    """A hand cancelled for all tables, or a deduction from a pair's total. Both can be withdrawn.

    `kind` says which; `deal` belongs to the first, the others to the second, which counts in the
    standings of its `stage` alone.
    """

    record = Recorded(
        key=("championship", "number"),
        personal=("reason", "actor", "withdrawn_by", "withdrawal_reason"),
    )

    class Kind(models.TextChoices):
        HAND_CANCELLED = "hand-cancelled", pgettext_lazy("ruling", "hand cancelled for all")
        DEDUCTION = "deduction", pgettext_lazy("ruling", "deduction")

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    """Number from 1 within the championship, as the record names it."""
    kind = models.CharField(max_length=16, choices=Kind.choices)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    stage = models.ForeignKey(
        Stage, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    hundredths = models.PositiveIntegerField(null=True, blank=True)
    """Deduction from the total, in hundredths of a point."""
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(default=now, editable=False)
    actor = models.CharField(max_length=160)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=160, blank=True)
    withdrawal_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="ruling_number_is_unique"
            ),
            models.UniqueConstraint(
                fields=["championship", "deal"],
                condition=Q(kind="hand-cancelled", withdrawn_at__isnull=True),
                name="a_hand_is_cancelled_once",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="a_ruling_has_a_reason"),
            models.CheckConstraint(
                condition=Q(
                    kind="hand-cancelled",
                    deal__gte=1,
                    contestant__isnull=True,
                    stage__isnull=True,
                    hundredths__isnull=True,
                )
                | Q(
                    kind="deduction",
                    deal__isnull=True,
                    contestant__isnull=False,
                    stage__isnull=False,
                    hundredths__gte=1,
                ),
                name="ruling_fits_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | ~Q(withdrawal_reason=""),
                name="a_withdrawal_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
