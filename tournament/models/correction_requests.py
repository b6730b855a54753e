"""Correction requests: a pair says that a result is wrong, and a referee decides."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.seats import Party, Side, party_named
from tournament.models.clock import now
from tournament.models.places import ActedBy
from tournament.models.recorder import Recorded, RecordedModel
from tournament.models.schedule import HELD_CHOICES, Match


class CorrectionRequest(RecordedModel):
    """A pair says that a hand's result is wrong; nothing changes until a referee decides.

    `said` is the result that it asks for, by the names of a result's columns, as JSON; None if the
    pair only disagrees. `based_on` is the version that it is about, 0 for none.
    """

    record = Recorded(
        key=("match", "number"),
        withheld={"phone": "a phone's number, which is told to nobody"},
        personal=("words", "actor", "answered_by", "decided_by", "decision_reason"),
    )

    class Kind(models.TextChoices):
        DISAGREEMENT = "disagreement", pgettext_lazy("correction request", "the pairs disagree")
        """The other side does not confirm what was entered."""
        MEANWHILE = "meanwhile", pgettext_lazy("correction request", "entered twice")
        """Sent late, after the hand had been changed or its round closed."""
        CORRECTION = "correction", pgettext_lazy("correction request", "correction asked for")
        """A pair asks for a correction after the round was closed."""
        LATE = "late", pgettext_lazy("correction request", "came too late")
        """The request was sent when the time for corrections was over: a note to the referee, one
        for each hand at a table, that nothing waits for."""

    class Answer(models.TextChoices):
        NONE = "", pgettext_lazy("correction request", "not answered")
        AGREED = "agreed", pgettext_lazy("correction request", "the opponents agree")
        REFUSED = "refused", pgettext_lazy("correction request", "the opponents do not agree")

    class Decision(models.TextChoices):
        NONE = "", pgettext_lazy("correction request", "not decided")
        GRANTED = "granted", pgettext_lazy("correction request", "result changed")
        """A new version followed: what was claimed, or something else the referee found."""
        REFUSED = "refused", pgettext_lazy("correction request", "result stands")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="correction_requests")
    deal = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    """Number from 1 within the championship, as the record names it."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    side = models.CharField(max_length=2, choices=HELD_CHOICES)
    """Side that asks; where everybody plays alone, the player's seat."""
    based_on = models.PositiveSmallIntegerField()
    said = models.JSONField(null=True, blank=True)
    words = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=now, editable=False)
    actor = models.CharField(max_length=160)
    actor_contestant = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the pair, where a link was used: its table's or its own."""
    actor_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used; None for a pair's own."""
    phone = models.CharField(max_length=32, blank=True)
    """The number of the phone that sent it, told to nobody: the opponents answer on another one."""

    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True)
    """The opponents' answer."""
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=160, blank=True)
    answered_contestant = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    answered_table = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """The number of the table whose link was used to answer; None for a pair's own."""

    decision = models.CharField(max_length=8, choices=Decision.choices, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=160, blank=True)
    decision_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], name="correction_request_number_is_unique"
            ),
            models.CheckConstraint(condition=Q(deal__gte=1), name="correction_request_deal_from_1"),
            models.CheckConstraint(
                condition=Q(decision="", decided_at__isnull=True)
                | ~Q(decision="") & Q(decided_at__isnull=False) & ~Q(decision_reason=""),
                name="a_decided_correction_request_says_why",
            ),
            models.CheckConstraint(
                condition=Q(actor_table__isnull=True) | Q(actor_contestant__isnull=False),
                name="a_table_correction_requests_for_a_pair",
            ),
            models.CheckConstraint(
                condition=Q(answered_table__isnull=True) | Q(answered_contestant__isnull=False),
                name="a_table_answers_for_a_pair",
            ),
        ]
        indexes = [
            models.Index(
                fields=["match", "deal"], condition=Q(decision=""), name="open_correction_requests"
            ),
        ]

    def __str__(self) -> str:
        return str(_("correction request %(number)d") % {"number": self.number})

    @property
    def party(self) -> Party:
        """The side or seat that asks."""
        return party_named(self.side)

    @property
    def acted_by(self) -> ActedBy:
        """The person or pair that asked."""
        side = self.party if self.actor_table is not None else None
        return ActedBy(self.actor, self.actor_contestant, self.actor_table, side)

    @property
    def answered(self) -> ActedBy:
        """The person or pair that answered; a name of "" while nobody has."""
        party, table = self.party, self.answered_table
        side = party.opponents if isinstance(party, Side) and table is not None else None
        return ActedBy(self.answered_by, self.answered_contestant, table, side)
