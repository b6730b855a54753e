"""Claims: somebody says that a hand's result is, or should be, another one. A referee decides."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.seats import Side
from tournament.models.schedule import Match


class Claim(models.Model):
    """What a pair says about a hand against what stands there; nothing changes until it is decided.

    `said` is the content that is claimed, by the names of a result's columns, as JSON; None where
    a pair only says that what stands is wrong. `based_on` is the version it was said about, 0 for
    none.
    """

    class Kind(models.TextChoices):
        DISAGREEMENT = "disagreement", pgettext_lazy("claim", "the pairs disagree")
        """The other side does not confirm what was entered."""
        MEANWHILE = "meanwhile", pgettext_lazy("claim", "entered twice")
        """It was sent late, and the hand had been changed, or its round closed, meanwhile."""
        CORRECTION = "correction", pgettext_lazy("claim", "correction asked for")
        """A pair asks for a correction after the round was closed."""

    class Answer(models.TextChoices):
        NONE = "", pgettext_lazy("claim", "not answered")
        AGREED = "agreed", pgettext_lazy("claim", "the opponents agree")
        REFUSED = "refused", pgettext_lazy("claim", "the opponents do not agree")

    class Decision(models.TextChoices):
        NONE = "", pgettext_lazy("claim", "not decided")
        GRANTED = "granted", pgettext_lazy("claim", "result changed")
        """A new version followed: what was claimed, or something else the referee found."""
        REFUSED = "refused", pgettext_lazy("claim", "result stands")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="claims")
    deal = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    """From 1 within the championship, as the record names it."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    side = models.CharField(max_length=2, choices=[(side.value, side.value) for side in Side])
    """Which pair says so."""
    based_on = models.PositiveSmallIntegerField()
    said = models.JSONField(null=True, blank=True)
    words = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=160)

    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True)
    """What the opponents say to it."""
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=160, blank=True)

    decision = models.CharField(max_length=8, choices=Decision.choices, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=160, blank=True)
    decision_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(deal__gte=1), name="claim_deal_from_1"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True)
                | ~Q(decision="") & Q(decided_at__isnull=False) & ~Q(decision_reason=""),
                name="a_decided_claim_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["match", "deal"], condition=Q(decision=""), name="open_claims"),
        ]

    def __str__(self) -> str:
        return str(_("claim %(number)d") % {"number": self.number})
