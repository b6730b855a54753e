"""Stages: the parts of a championship, and what each is played and scored by."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.carry import Carried, Carry
from scoring.duplicate.settings import Settings
from scoring.ordinary.solo_standings import SoloSettings
from scoring.ordinary.standings import GameSettings
from scoring.pairing.knockout import KnockoutSettings
from tournament.models.championships import Championship
from tournament.models.contestants import Contestant
from tournament.models.recorder import Recorded, RecordedModel
from tournament.models.settings import SettingsField

MOST_HANDS_PER_MATCH = 24
"""The dealers' four are the rule."""
STAGE_NAME_LENGTH = 40
LONGEST_FRACTION = 1000
"""Characters of an exact fraction: sums of scores can have long denominators."""
GROUP_NAME_LENGTH = 20
MOST_RESERVE_DAYS = 50
SEED_LENGTH = 64
"""Characters of a text that lots come from."""


def nothing_intended() -> dict[str, Any]:
    """Return the intentions of a new stage."""
    return {"rounds": None, "group_size": None, "then": None}


class PlayedWith(models.TextChoices):
    """Material for hands dealt beforehand: packs of cards, or the players' phones."""

    PACKS = "packs", pgettext_lazy("played with", "packs")
    PHONES = "phones", pgettext_lazy("played with", "their phones")


class ComparedWith(models.TextChoices):
    """Fields with which a group's results are compared, where all groups play the same hands."""

    EVERYBODY = "everybody", pgettext_lazy("compared with", "everybody")
    OWN_GROUP = "own-group", pgettext_lazy("compared with", "their own group")


class Stage(RecordedModel):
    """A part of a championship with a schedule and standings of its own.

    Its settings freeze when its first round opens: after that a change needs a reason. Everybody
    plays in it, or (`best`) those who were chosen by the standings of the stage before it: its
    entrants.
    """

    record = Recorded(key=("championship", "number"))

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round-robin", _("all play all")
        DRAWN = "drawn", _("opponents drawn by lot")
        DUPLICATE_SWISS = "duplicate-swiss", _("duplicate Swiss")
        BY_HAND = "by-hand", _("opponents chosen by hand")
        GAME_SWISS = "swiss-101", _("Swiss at 101")
        GAME_ROUND_ROBIN = "round-robin-101", _("all play all at 101")
        KNOCKOUT = "knockout-101", _("knock-out at 101")
        GAME_BY_HAND = "by-hand-101", _("opponents chosen by hand at 101")
        INDIVIDUALS = "individuals-101", _("individuals at 101")
        LEAGUE = "league-101", _("league at 101")
        DUPLICATE_LEAGUE = "duplicate-league", _("league of dealt hands")
        ABARROTADA = "abarrotada", _("abarrotada")
        ABARROTADA_RANKED = "abarrotada-rank", _("abarrotada, tables by rank")

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    name = models.CharField(max_length=STAGE_NAME_LENGTH, blank=True)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number of contestants of the stage before that go on into it; None where everybody plays."""
    carry = models.CharField(
        max_length=8, choices=[(one.value, one.value) for one in Carry], default=Carry.NOTHING.value
    )
    """Part of the points, in the stage before, that its entrants carry over."""
    best_of_each = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """Number from each group of the stage before that go on, of the `best`; the others are the best
    that are left. None where that stage had no groups."""
    group_names = models.JSONField(default=list, blank=True)
    """The names of its groups in their order; none where everybody can meet everybody."""
    compared_with = models.CharField(
        max_length=9, choices=ComparedWith.choices, default=ComparedWith.EVERYBODY
    )
    """Field with which a group's results of hands dealt beforehand are compared."""
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.ROUND_ROBIN)
    hands_per_match = models.PositiveSmallIntegerField(default=4)
    """Deals of a match; in a format of games, the greatest number of hands in a game."""
    intended = models.JSONField(default=nothing_intended)
    """Intentions for it (`stages.intent`): rounds, groups, the stage that follows."""
    published_at = models.DateTimeField(null=True, blank=True)
    """Time at which the schedule, and with it the championship's pages, became public."""

    settings = SettingsField(default=Settings)
    """Settings of scoring and ranking, of its format's kind."""
    played_with = models.CharField(
        max_length=6, choices=PlayedWith.choices, default=PlayedWith.PACKS
    )
    """Material with which its hands are played, where they are dealt beforehand."""
    agree_after = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    """On phones: seconds until a phone says by itself that a result is right; None: never."""
    draw_seed = models.CharField(max_length=SEED_LENGTH, blank=True)
    """Seed of the cards drawn in a tie; any text, kept so that a draw can be repeated."""
    pairing_seed = models.CharField(max_length=SEED_LENGTH, blank=True)
    """Seed of the lots that decide opponents; "" where nothing is drawn."""
    seeded = models.BooleanField(default=False)
    """The first round is paired by the pairs' numbers, the strongest first, not by lot."""

    reserve_days = models.JSONField(default=list, blank=True)
    """Days kept free for postponed matches, in ISO 8601 and in order, with a calendar."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["championship", "number"], name="stage_number_is_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(hands_per_match__gte=1), name="a_match_has_hands"
            ),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__gte=1, number__gte=2),
                name="the_best_are_those_of_a_stage_before",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.championship} / {self.number}"

    @property
    def shown_name(self) -> str:
        """Return the stage's own name, or its number."""
        return self.name or gettext("Stage %(number)s") % {"number": self.number}

    @property
    def has_groups(self) -> bool:
        return bool(self.group_names)

    @property
    def compares_groups_apart(self) -> bool:
        """Its pairs are compared with those of their own group alone."""
        return self.has_groups and self.compared_with == ComparedWith.OWN_GROUP

    def scoring_settings(self) -> Settings:
        """Settings of a stage of hands dealt beforehand; of another stage the defaults, as some
        pages serve both."""
        return self.settings if isinstance(self.settings, Settings) else Settings()

    def game_settings(self) -> GameSettings:
        """Return the settings of a stage of games."""
        assert isinstance(self.settings, GameSettings)
        return self.settings

    def knockout_settings(self) -> KnockoutSettings:
        """Return the settings of a knock-out of games."""
        assert isinstance(self.settings, KnockoutSettings)
        return self.settings

    def solo_settings(self) -> SoloSettings:
        """Return the settings of a stage of abarrotada."""
        assert isinstance(self.settings, SoloSettings)
        return self.settings


class GroupMember(RecordedModel):
    """A pair in a group of a stage that has groups."""

    record = Recorded(key=("stage", "contestant"))

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="group_members")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="groups")
    group = models.PositiveSmallIntegerField()
    """Number from 1: its place among the stage's `group_names`."""

    class Meta:
        ordering = ["group"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "contestant"], name="nobody_is_in_two_groups_of_a_stage"
            ),
            models.CheckConstraint(condition=models.Q(group__gte=1), name="group_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.group}: {self.contestant_id}"


class Entrant(RecordedModel):
    """A pair that was chosen for a stage, and what it brings along."""

    record = Recorded(key=("stage", "contestant"))

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entrants")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField()
    """Number from 1, the best of the stage before first."""
    carried = models.CharField(max_length=LONGEST_FRACTION, default="0")
    """An exact fraction, such as "39/2": what is added to what ranks it."""
    carried_hands = models.CharField(max_length=LONGEST_FRACTION, default="0")
    """Number of hands that are carried over, a fraction too."""

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "contestant"], name="nobody_enters_a_stage_twice"
            ),
            models.UniqueConstraint(fields=["stage", "seed"], name="a_seed_is_given_once"),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="seed_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}: {self.contestant_id}"

    @property
    def brought(self) -> Carried:
        """The points that the contestant brings along into the stage."""
        return Carried(Fraction(self.carried), Fraction(self.carried_hands))
