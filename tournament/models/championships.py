"""Championships, the settings of their rules, and who has which role in them."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.settings import (
    AverageOf,
    PlayVariant,
    RankBy,
    Scale,
    Settings,
    TieBreak,
    Withdrawn,
)


def _choices(enum: type[StrEnum]) -> list[tuple[str, str]]:
    """The values of a scoring enum as database choices; the pages take labels from core.labels."""
    return [(member.value, member.value) for member in enum]


def default_tie_breaks() -> list[str]:
    """The tie-breaks of a new championship, in order."""
    return [rule.value for rule in Settings().tie_breaks]


class Confirmation(models.TextChoices):
    """Whose second look a result needs before its round can be closed."""

    NONE = "none", pgettext_lazy("confirmation", "nobody's")
    OTHER_SIDE = "other-side", pgettext_lazy("confirmation", "the other pair's")
    REFEREE = "referee", pgettext_lazy("confirmation", "a referee's")


class Championship(models.Model):
    """One duplicate championship. Its scoring settings freeze when its first round opens.

    What only says how the day runs (how long a round lasts, who confirms a result, how long
    corrections can be asked for) may change at any time.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    date = models.DateField(_("date"))
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """When the championship ended: from then on its standings are final and its key is public."""

    average_of = models.CharField(
        max_length=12, choices=_choices(AverageOf), default=AverageOf.PLAYED.value
    )
    flat_score = models.CharField(
        max_length=4, choices=[("1", "1"), ("3/2", "3/2"), ("2", "2")], default="3/2"
    )
    """An exact fraction on the 1–2 scale."""
    scale = models.CharField(max_length=6, choices=_choices(Scale), default=Scale.ONE_TWO.value)
    rank_by = models.CharField(max_length=6, choices=_choices(RankBy), default=RankBy.AUTO.value)
    withdrawn = models.CharField(
        max_length=6, choices=_choices(Withdrawn), default=Withdrawn.KEEP.value
    )
    play_variant = models.CharField(
        max_length=24, choices=_choices(PlayVariant), default=PlayVariant.OBLIGADA.value
    )
    tie_breaks = models.JSONField(default=default_tie_breaks)
    draw_seed = models.CharField(max_length=64, blank=True)
    """What the cards drawn in a tie come from; any text, kept so that a draw can be repeated."""

    confirmation = models.CharField(
        max_length=10, choices=Confirmation.choices, default=Confirmation.OTHER_SIDE
    )
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """How long a round is to last, from its opening; None: no countdown."""
    correction_minutes = models.PositiveSmallIntegerField(default=30)
    """How long after a round was closed its results are provisional; 0: not at all."""
    record_number = models.PositiveBigIntegerField(null=True, blank=True)
    """The number in the hashes of its record; None: its own id. One that was brought here from
    another installation keeps the number it had there, so that its chain stays whole."""
    is_rehearsal = models.BooleanField(default=False, editable=False)
    """Played by bots, with a key that a seed gives: all that is shown of it says so. Set when it
    is created and never again; the first event of its record says it too."""

    class Meta:
        ordering = ["-date", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(confirmation__in=Confirmation.values),
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

    @property
    def chained_as(self) -> int:
        """The number that stands for this championship in the hashes of its record."""
        return self.pk if self.record_number is None else self.record_number

    def scoring_settings(self) -> Settings:
        """The settings as the one frozen value that `scoring` works with."""
        return Settings(
            average_of=AverageOf(self.average_of),
            flat_score=Fraction(self.flat_score),
            scale=Scale(self.scale),
            rank_by=RankBy(self.rank_by),
            withdrawn=Withdrawn(self.withdrawn),
            tie_breaks=tuple(TieBreak(rule) for rule in self.tie_breaks),
            play_variant=PlayVariant(self.play_variant),
        )


class Role(models.TextChoices):
    """What somebody is in a championship. The public is nobody's role: it needs no account."""

    ORGANISER = "organiser", _("organiser")
    REFEREE = "referee", _("referee")


class Membership(models.Model):
    """An account's role in a championship."""

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
