"""What each setting asks and what each choice does, a sentence each.

The settings page puts them beside the choices; the rules page tells the players those that are in
force. The choices' short names are in `core.labels`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.duplicate.settings import (
    DEFAULT_SETTINGS,
    FLAT_SCORES,
    AverageOf,
    RankBy,
    Scale,
    Settings,
    Withdrawn,
)
from scoring.game.variants import PlayVariant
from tournament.core.labels import label
from tournament.core.numbers import score_text


@dataclass(frozen=True, slots=True)
class Explained:
    """A setting: its title, what it is about, and its choices, each with a sentence."""

    field: str
    """The name of the field of `Settings`."""
    title: Promise
    question: Promise
    choices: Mapping[Any, Promise]


def choice_name(value: Any) -> str:
    """A choice's short name, in the language in force."""
    if isinstance(value, Enum):
        return label(value)
    assert isinstance(value, Fraction)
    return score_text(value)


SETTINGS: tuple[Explained, ...] = (
    Explained(
        "scale",
        _("Scale of the final scores"),
        _("From the worst to the best result of a hand."),
        {
            Scale.ONE_TWO: _("The best result of a hand is worth 2, the worst 1."),
            Scale.HUNDRED: _("The best result of a hand is worth 100, the worst 0."),
        },
    ),
    Explained(
        "flat_score",
        _("A flat hand"),
        _(
            "What everybody gets when all have the same result, on the scale from 1 to 2. It "
            "also replaces an average when there is nobody to average."
        ),
        {
            FLAT_SCORES[0]: _("As if all were worst."),
            FLAT_SCORES[1]: _("The middle: nobody gains or loses."),
            FLAT_SCORES[2]: _("As if all were best."),
        },
    ),
    Explained(
        "average_of",
        _("Average after a rule-break"),
        _("The other side of a table with a rule-break gets an average of final scores."),
        {
            AverageOf.PLAYED: _(
                "Of the pairs that played the hand out with the same cards, at tables without a "
                "rule-break."
            ),
            AverageOf.ALL_OTHERS: _(
                "Of all other pairs with the same cards that have a score of their own: the "
                "zeros of offenders count, but not the averages that others were given."
            ),
        },
    ),
    Explained(
        "rank_by",
        _("Ranking"),
        _("What the pairs are ranked by, in provisional standings too."),
        {
            RankBy.AUTO: _(
                "By the total if all pairs have the same number of scored hands, otherwise by "
                "the mean per hand."
            ),
            RankBy.TOTAL: _("By the total, however many hands each pair has."),
            RankBy.MEAN: _("By the mean per hand."),
        },
    ),
    Explained(
        "withdrawn",
        _("When a pair withdraws"),
        _("What happens to the hands it has played."),
        {
            Withdrawn.KEEP: _("They count, and stay in every comparison."),
            Withdrawn.ANNUL: _(
                "They count for neither side and are compared with nothing; all scores of those "
                "hands are worked out again without them."
            ),
        },
    ),
    Explained(
        "play_variant",
        _("How cards must be played"),
        _("Everybody follows suit, and beats the trick unless the partner is winning it."),
        {
            PlayVariant.OBLIGADA: _(
                "Whoever doesn't beat plays a counting card or the lowest when the partner is "
                "winning, and the lowest when the opponents are; only the second player who can't "
                "follow suit may play a counting card all the same."
            ),
            PlayVariant.OBLIGADA_SECOND_HAND: _(
                "As obligatory play, but the second player who follows suit without beating may "
                "play a counting card too."
            ),
            PlayVariant.OBLIGADA_SAFE_THIRD: _(
                "As obligatory play, but the third player whose partner is winning may play a "
                "counting card only if the partner's card is safe: every higher one of its suit "
                "has been played or is in the third player's own hand. Disputed; the sources "
                "advise against it."
            ),
            PlayVariant.LLIURE: _("A player who doesn't have to beat may play any card."),
        },
    ),
)


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting as a championship has it."""

    title: Promise
    question: Promise
    choice: str
    sentence: Promise
    is_default: bool


def settings_in_force(settings: Settings) -> list[InForce]:
    """Every setting but the tie-breaks, with the choice that was made."""
    lines = []
    for one in SETTINGS:
        value = getattr(settings, one.field)
        lines.append(
            InForce(
                title=one.title,
                question=one.question,
                choice=choice_name(value),
                sentence=one.choices[value],
                is_default=value == getattr(DEFAULT_SETTINGS, one.field),
            )
        )
    return lines
