"""Stages: the parts of a championship, and what each is played and scored by."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.carry import Carried, Carry
from scoring.duplicate.methods import Method
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.ordinary.dealers import Misdeal
from scoring.ordinary.hands import KNOWN_MULTIPLIERS, Multipliers, Revoke
from scoring.ordinary.solo_standings import SoloSettings, SoloTieBreak
from scoring.ordinary.standings import ASKED_RESTS, GameScore, GameSettings, GameTieBreak, Rest
from scoring.pairing.knockout import MOST_LEGS, BracketRules, KnockoutSettings
from scoring.participation import LEAST_SHARES, Withdrawn, share_text
from scoring.rank_by import RankBy
from tournament.models.championships import Championship
from tournament.models.contestants import Contestant

MOST_HANDS_PER_MATCH = 24
"""The dealers' four are the rule."""
STAGE_NAME_LENGTH = 40
LONGEST_FRACTION = 1000
"""Characters of an exact fraction: sums of scores can have long denominators."""
GROUP_NAME_LENGTH = 20
MOST_RESERVE_DAYS = 50
SEED_LENGTH = 64
"""Characters of a text that lots come from."""


def _choices(members: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """The values of scoring's enums as database choices; the pages take labels from core.labels."""
    return [(member.value, member.value) for member in members]


LEAST_SHARE_TEXTS = {share_text(share): share for share in LEAST_SHARES}
"""What can be chosen, as it is stored."""


def default_tie_breaks() -> list[str]:
    """The tie-breaks of a new stage, in order."""
    return [rule.value for rule in Settings().tie_breaks]


def nothing_intended() -> dict[str, Any]:
    """What is meant to become of a new stage."""
    return {"rounds": None, "group_size": None, "then": None}


class PlayedWith(models.TextChoices):
    """What hands dealt beforehand are played with: packs of cards, or the players' phones."""

    PACKS = "packs", pgettext_lazy("played with", "packs")
    PHONES = "phones", pgettext_lazy("played with", "their phones")


class ComparedWith(models.TextChoices):
    """With whom those of a group are compared, where all groups play the same hands."""

    EVERYBODY = "everybody", pgettext_lazy("compared with", "everybody")
    OWN_GROUP = "own-group", pgettext_lazy("compared with", "their own group")


class Stage(models.Model):
    """A part of a championship with a schedule and standings of its own.

    Its settings freeze when its first round opens: after that a change needs a reason. Everybody
    plays in it, or (`best`) those who were chosen by the standings of the stage before it: its
    entrants.
    """

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
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=STAGE_NAME_LENGTH, blank=True)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many pairs of the stage before were to go on into it; None where everybody plays."""
    carry = models.CharField(max_length=8, choices=_choices(Carry), default=Carry.NOTHING.value)
    """How much of what ranked them in the stage before its entrants carried over."""
    best_of_each = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many of each group of the stage before were to go on, of the `best`; the others were the
    best that were left. None where that stage had no groups."""
    group_names = models.JSONField(default=list, blank=True)
    """The names of its groups in their order; none where everybody can meet everybody."""
    compared_with = models.CharField(
        max_length=9, choices=ComparedWith.choices, default=ComparedWith.EVERYBODY
    )
    """With whom a group's results of hands dealt beforehand are compared."""
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.ROUND_ROBIN)
    hands_per_match = models.PositiveSmallIntegerField(default=4)
    """How many deals a match plays; in a format of games, how many hands a game has at most."""
    intended = models.JSONField(default=nothing_intended)
    """What is meant to become of it (`stages.intent`): rounds, groups, the stage that follows."""
    published_at = models.DateTimeField(null=True, blank=True)
    """When the schedule, and with it the championship's pages, became public."""

    method = models.CharField(max_length=12, choices=_choices(Method), default=Method.MIN_MAX.value)
    average_of = models.CharField(
        max_length=12, choices=_choices(AverageOf), default=AverageOf.PLAYED.value
    )
    flat_score = models.CharField(
        max_length=4, choices=[("1", "1"), ("3/2", "3/2"), ("2", "2")], default="3/2"
    )
    """An exact fraction on the 1–2 scale."""
    scale = models.CharField(max_length=6, choices=_choices(Scale), default=Scale.ONE_TWO.value)
    rank_by = models.CharField(max_length=6, choices=_choices(RankBy), default=RankBy.AUTO.value)
    least_share = models.CharField(
        max_length=4, choices=[(one, one) for one in LEAST_SHARE_TEXTS], default="2/3"
    )
    """An exact fraction, or "none": who has played less than that share of the hands of whoever has
    most comes behind all who have enough, while means rank."""
    withdrawn = models.CharField(
        max_length=6, choices=_choices(Withdrawn), default=Withdrawn.KEEP.value
    )
    play_variant = models.CharField(
        max_length=24, choices=_choices(PARTNERSHIP_VARIANTS), default=PlayVariant.OBLIGADA.value
    )
    played_with = models.CharField(
        max_length=6, choices=PlayedWith.choices, default=PlayedWith.PACKS
    )
    """What its hands are played with, where they are dealt beforehand."""
    agree_after = models.PositiveSmallIntegerField(null=True, blank=True)
    """On phones: the seconds after which a phone says by itself that a result is right; None: its
    player does."""
    target = models.PositiveSmallIntegerField(null=True, blank=True)
    """The points at which a game ends; None where only hands and time end it."""
    cap = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many points of a game count for the standings; None: all."""
    extra_hands = models.PositiveSmallIntegerField(default=0)
    """How many hands at a time are played after a drawn game; 0: a draw stands."""
    third_place = models.BooleanField(default=False)
    """In a knock-out, the losers of the semifinals play for third place."""
    legs = models.PositiveSmallIntegerField(default=1)
    """In how many games two pairs of a knock-out decide who goes on, each in a round of its own."""
    second_chance = models.BooleanField(default=False)
    """The losers of a knock-out's first round have a bracket of their own, beside its rounds."""
    rest = models.CharField(max_length=8, choices=_choices(Rest), default=Rest.WIN.value)
    """What a round without a game counts for, where games are played."""
    asked_rest = models.CharField(
        max_length=8, choices=_choices(ASKED_RESTS), default=Rest.NOTHING.value
    )
    """What a round counts for a pair that asked to rest in it, where games are played."""
    game_score = models.CharField(
        max_length=9, choices=_choices(GameScore), default=GameScore.GAMES_WON.value
    )
    """What players are ranked by where they play games with changing partners."""
    multipliers = models.CharField(
        max_length=8,
        choices=[(str(one), str(one)) for one in KNOWN_MULTIPLIERS],
        default=str(KNOWN_MULTIPLIERS[0]),
    )
    """What contro, recontro and Sant Vicenç multiply by in a game, such as "2-4-8"."""
    sant_vicenc = models.CharField(
        max_length=20, choices=_choices(SantVicencRule), default=SantVicencRule.ALLOWED.value
    )
    revoke = models.CharField(
        max_length=12, choices=_choices(Revoke), default=Revoke.ALL_POINTS.value
    )
    """What a revoke costs in a game."""
    misdeal = models.CharField(
        max_length=20, choices=_choices(Misdeal), default=Misdeal.SAME_DEALER_ONCE.value
    )
    """Who deals again after a misdeal, where tables deal their own cards; no figure depends on
    it."""
    tie_breaks = models.JSONField(default=default_tie_breaks)
    draw_seed = models.CharField(max_length=SEED_LENGTH, blank=True)
    """What the cards drawn in a tie come from; any text, kept so that a draw can be repeated."""
    pairing_seed = models.CharField(max_length=SEED_LENGTH, blank=True)
    """What the lots come from that decide who meets whom; "" where nothing is drawn."""
    seeded = models.BooleanField(default=False)
    """The first round is paired by the pairs' numbers, the strongest first, not by lot."""

    reserve_days = models.JSONField(default=list, blank=True)
    """Days that are kept free for postponed matches, in ISO 8601 and in order, where it has a
    calendar."""

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
                condition=models.Q(legs__range=(1, MOST_LEGS)), name="a_tie_has_one_leg_or_two"
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
        """Whether its pairs are compared with those of their own group alone."""
        return self.has_groups and self.compared_with == ComparedWith.OWN_GROUP

    def game_settings(self) -> GameSettings:
        """The settings of a stage of games, as the one frozen value that `scoring` works with."""
        return GameSettings(**self._of_games(), withdrawn=Withdrawn(self.withdrawn))

    def knockout_settings(self) -> KnockoutSettings:
        """Return the settings of a stage that is a knock-out of games."""
        return KnockoutSettings(
            **self._of_games(),
            third_place=self.third_place,
            legs=self.legs,
            second_chance=self.second_chance,
        )

    def bracket_rules(self) -> BracketRules:
        """How its bracket is played, where it is a knock-out."""
        return BracketRules(self.third_place, self.legs, self.second_chance)

    def _of_games(self) -> dict[str, Any]:
        return {
            "target": self.target,
            "cap": self.cap,
            "extra_hands": self.extra_hands,
            "rest": Rest(self.rest),
            "asked_rest": Rest(self.asked_rest),
            "game_score": GameScore(self.game_score),
            "play_variant": PlayVariant(self.play_variant),
            "multipliers": Multipliers.of_text(self.multipliers),
            "sant_vicenc": SantVicencRule(self.sant_vicenc),
            "revoke": Revoke(self.revoke),
            "misdeal": Misdeal(self.misdeal),
            "tie_breaks": tuple(GameTieBreak(rule) for rule in self.tie_breaks),
        }

    def solo_settings(self) -> SoloSettings:
        """The settings of a stage of abarrotada."""
        return SoloSettings(
            rank_by=RankBy(self.rank_by),
            least_share=LEAST_SHARE_TEXTS[self.least_share],
            multipliers=Multipliers.of_text(self.multipliers),
            sant_vicenc=SantVicencRule(self.sant_vicenc),
            misdeal=Misdeal(self.misdeal),
            tie_breaks=tuple(SoloTieBreak(rule) for rule in self.tie_breaks),
        )

    def scoring_settings(self) -> Settings:
        """Return the settings of a stage of dealt hands."""
        return Settings(
            method=Method(self.method),
            average_of=AverageOf(self.average_of),
            flat_score=Fraction(self.flat_score),
            scale=Scale(self.scale),
            rank_by=RankBy(self.rank_by),
            least_share=LEAST_SHARE_TEXTS[self.least_share],
            withdrawn=Withdrawn(self.withdrawn),
            tie_breaks=tuple(TieBreak(rule) for rule in self.tie_breaks),
            play_variant=PlayVariant(self.play_variant),
        )


class GroupMember(models.Model):
    """A pair in a group of a stage that has groups."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="group_members")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="groups")
    group = models.PositiveSmallIntegerField()
    """From 1: its place among the stage's `group_names`."""

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


class Entrant(models.Model):
    """A pair that was chosen for a stage, and what it brings along."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entrants")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField()
    """From 1, the best of the stage before first."""
    carried = models.CharField(max_length=LONGEST_FRACTION, default="0")
    """An exact fraction, such as "39/2": what is added to what ranks it."""
    carried_hands = models.CharField(max_length=LONGEST_FRACTION, default="0")
    """How many hands go with it, a fraction too."""

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
        """Return what the contestant brings along into the stage."""
        return Carried(Fraction(self.carried), Fraction(self.carried_hands))
