"""Championships, the course of their day, and people's roles in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.models.clock import now
from tournament.models.deals import DealSet
from tournament.models.recorder import Recorded, RecordedModel

if TYPE_CHECKING:
    from tournament.models.simultaneous import Venue


class ConfirmationRule(models.TextChoices):
    """Confirmations that a result needs before its round can be closed."""

    NONE = "none", pgettext_lazy("confirmation", "nobody's")
    OTHER_SIDE = "other-side", pgettext_lazy("confirmation", "the other side's")
    REFEREE = "referee", pgettext_lazy("confirmation", "a referee's")
    TABLE = "table", pgettext_lazy("confirmation", "the table's, on one phone")
    """An entry by the table's link counts as agreed there; an entry by a pair's own link still
    needs the other side."""


class Championship(RecordedModel):
    """One championship: what is common to all its stages.

    How the day runs (how long a round lasts, who confirms a result, how long corrections can be
    asked for) may change at any time. How it is played and scored is a matter of its stages.
    """

    record = Recorded(
        key=(),
        withheld={
            "slug": "an address, another one where a championship is imported",
            "record_number": "what the record's own hashes begin with",
        },
    )

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    date = models.DateField(_("date"))
    created_at = models.DateTimeField(default=now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    """Time at which the championship ended: its standings are final and its key is public."""

    is_archived = models.BooleanField(default=False)
    """The first page tells of it among what is past, whether it ended or not."""

    confirmation = models.CharField(
        max_length=10, choices=ConfirmationRule.choices, default=ConfirmationRule.OTHER_SIDE
    )
    round_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """Planned minutes of a round, from its opening; None: no countdown."""
    correction_minutes = models.PositiveSmallIntegerField(default=30)
    """Minutes after a round's closing for which its results are provisional; 0: not at all."""
    record_number = models.PositiveBigIntegerField(null=True, blank=True)
    """The number in the hashes of its record; None: its own id. One that was brought here from
    another installation keeps the number it had there, so that its chain stays whole."""
    is_rehearsal = models.BooleanField(default=False, editable=False)
    """Played by bots, with a key that a seed gives: all that is shown of it says so. Set when it
    is created and never again; the first event of its record says it too."""

    of_players = models.BooleanField(default=False, editable=False)
    """The contestants are players, not pairs, in all stages: as the format of the first says."""

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(confirmation__in=ConfirmationRule.values),
                name="confirmation_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(round_minutes__isnull=True)
                | models.Q(round_minutes__range=(1, 600)),
                name="a_round_lasts_1_to_600_minutes",
            ),
            models.CheckConstraint(
                condition=models.Q(correction_minutes__range=(0, 10080)),
                name="corrections_for_a_week_at_most",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name as it is shown everywhere: nobody shall take a rehearsal for a championship."""
        if self.is_rehearsal:
            return gettext("Rehearsal: %(name)s") % {"name": self.name}
        return self.name

    def deal_set(self) -> DealSet | None:
        """Return the newest deal set; None while there are no hands. 1 query."""
        return self.deal_sets.order_by("number").last()

    @cached_property
    def has_hands(self) -> bool:
        """Return whether hands have been made; 1 query, the first time."""
        return self.deal_sets.exists()

    @cached_property
    def end_shows_hands(self) -> bool:
        """Its end makes every hand public: there are hands, and their keys are here. Hands that
        came in envelopes may still be played by other venues. 1 query, the first time."""
        found = self.deal_sets.aggregate(sets=models.Count("pk"), keys=models.Count("key"))
        return bool(found["sets"]) and bool(found["sets"] == found["keys"])

    @cached_property
    def tie(self) -> Venue | None:
        """Its tie to the other venues of a simultaneous event, or None; 1 query, the first time,
        unless read along (`select_related`)."""
        return getattr(self, "venue", None)

    @property
    def chained_as(self) -> int:
        """The number that stands for this championship in the hashes of its record."""
        return self.pk if self.record_number is None else self.record_number


class Role(models.TextChoices):
    """Roles of people in a championship. The public needs no account, so it is no role."""

    ORGANISER = "organiser", _("organiser")
    REFEREE = "referee", _("referee")


class Membership(RecordedModel):
    """An account's role in a championship."""

    record = Recorded(key=("championship", "user"), personal=("user",))

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey("User", on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["championship", "user"], name="one_role_per_user"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.role}"
