"""Values of hands with all cards known, as the solver found them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from scoring.game.announcements import Denomination
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.game.variants import PARTNERSHIP_VARIANTS
from tournament.models.play import HandInPlay
from tournament.models.recorder import Unrecorded
from tournament.models.stages import Stage


class HandAnalysis(models.Model):
    """One hand with one denomination: the makers' points with best play of all four.

    Everything here is worked out from the cards and can be worked out again: it is neither in the
    record nor in a championship's file.
    """

    record = Unrecorded("worked out from the cards, and can be worked out again")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="analyses")
    deal = models.PositiveIntegerField()
    variant = models.CharField(
        max_length=24, choices=[(one.value, one.value) for one in PARTNERSHIP_VARIANTS]
    )
    trump = models.CharField(max_length=9, choices=[(one.value, one.value) for one in Denomination])
    low = models.PositiveSmallIntegerField()
    high = models.PositiveSmallIntegerField()
    """Equal to `low` where the value is known; above it where the solver gave up before."""
    line = models.JSONField(null=True, blank=True)
    """Best play card by card, as `tournament.analysis.best_play` writes it; None: not looked for
    yet. It may end early, where the solver could not tell what is best."""

    class Meta:
        verbose_name_plural = "hand analyses"
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "deal", "variant", "trump"], name="a_hand_is_analysed_once"
            ),
            models.CheckConstraint(condition=Q(deal__gte=1), name="analysed_deal_from_1"),
            models.CheckConstraint(
                condition=Q(low__lte=F("high"), high__lte=POINTS_IN_A_HAND),
                name="analysed_points_are_bounds",
            ),
            models.CheckConstraint(
                condition=Q(variant__in=[one.value for one in PARTNERSHIP_VARIANTS]),
                name="analysed_variant_is_known",
            ),
            models.CheckConstraint(
                condition=Q(trump__in=[one.value for one in Denomination]),
                name="analysed_trump_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal} {self.trump}: {self.low}–{self.high}"


class PlayedAnalysis(models.Model):
    """A hand as a table played it on phones, card by card, with what each card was worth.

    Worked out from the cards and the acts, as `HandAnalysis` is.
    """

    record = Unrecorded("worked out from the cards and the acts, and can be worked out again")

    hand = models.OneToOneField(HandInPlay, on_delete=models.CASCADE, related_name="analysis")
    line = models.JSONField()
    """The cards and their values, as `tournament.analysis.best_play` writes a line."""

    class Meta:
        verbose_name_plural = "analyses of hands on phones"

    def __str__(self) -> str:
        return f"{self.hand_id}: play"
