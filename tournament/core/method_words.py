"""Words for the methods of scoring a hand, as pages explain final scores.

A method that is added to `scoring.duplicate.methods` has its entry in `METHOD_WORDS`; its name and
its sentence on the settings page stand beside the setting in `scoring.duplicate.settings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import Scale, Settings
from tournament.core.numbers import score_text


@dataclass(frozen=True, slots=True)
class MethodWords:
    """Words for a method. Functions write in the language in force."""

    formula: Callable[[Settings], str]
    """The hand points as a formula: "hand points = 1 + …"."""
    terms: Promise
    """Meaning of the words in the formula, in a sentence or two."""
    level: Callable[[Settings], str]
    """Value of a hand in which all made the same."""
    how: Callable[[Settings], str]
    """The way to a pair's final score, for a reader who asks about one."""
    offence: Promise
    """Cost of a rule-break, in general."""
    offence_how: Promise | str = ""
    """The way to an offender's final score, where it differs."""
    scored: Promise | str = ""
    """Text beside standings; "" for the official method, which goes without saying."""


def method_words(settings: Settings) -> MethodWords:
    """Return the words for the method that a stage is scored by."""
    return METHOD_WORDS[settings.method]


def _between(settings: Settings) -> str:
    if settings.scale is Scale.ONE_TWO:
        return _("hand points = 1 + (hand score − min) / (max − min)")
    return _("hand points = 100 × (hand score − min) / (max − min)")


def _share(settings: Settings) -> str:
    if settings.scale is Scale.ONE_TWO:
        return _("hand points = 1 + (2 × worse + equal) / (2 × all others)")
    return _("hand points = 100 × (2 × worse + equal) / (2 × all others)")


def _difference(_settings: Settings) -> str:
    return _("hand points = hand score − mean")


def _all_get_the_flat_score(settings: Settings) -> str:
    flat = score_text(settings.flat)
    return _("Where all have the same hand score, everybody gets %(flat)s.") % {"flat": flat}


def _alone(settings: Settings) -> str:
    flat = score_text(settings.flat)
    return _("Who has nobody to be compared with gets %(flat)s.") % {"flat": flat}


def _nothing_gained(_settings: Settings) -> str:
    return _("Where all have the same hand score, everybody gets 0.")


def _how_between(settings: Settings) -> str:
    return _(
        "The highest hand score with the same cards gets %(best)s, the lowest %(worst)s, "
        "and those in between a proportional score."
    ) % {"best": score_text(settings.best), "worst": score_text(settings.worst)}


def _how_share(settings: Settings) -> str:
    return _(
        "Who beats all others with the same cards gets %(best)s, who beats nobody %(worst)s; those "
        "in between get their share, for which an equal hand score counts half."
    ) % {"best": score_text(settings.best), "worst": score_text(settings.worst)}


def _how_difference(_settings: Settings) -> str:
    return _(
        "The hand points are the hand score less the mean of those with the same cards, from which "
        "the highest fifth and the lowest fifth are left out."
    )


_ZERO = gettext_lazy("The side that breaks a rule gets 0 for the hand.")

METHOD_WORDS: Mapping[Method, MethodWords] = {
    Method.MIN_MAX: MethodWords(
        formula=_between,
        terms=gettext_lazy("Min and max are the lowest and the highest hand score among them."),
        level=_all_get_the_flat_score,
        how=_how_between,
        offence=_ZERO,
    ),
    Method.MATCHPOINTS: MethodWords(
        formula=_share,
        terms=gettext_lazy(
            "Worse and equal are how many of the others had a lower hand score, and how many the "
            "same."
        ),
        level=_alone,
        how=_how_share,
        offence=_ZERO,
        scored=gettext_lazy("Hands are scored by matchpoints."),
    ),
    Method.MEAN: MethodWords(
        formula=_difference,
        terms=gettext_lazy(
            "The mean is that of all their hand scores but the highest fifth and the lowest fifth: "
            "of n scores n ÷ 5 at either end, rounded down. Hand points have no scale, and can be "
            "negative."
        ),
        level=_nothing_gained,
        how=_how_difference,
        offence=gettext_lazy(
            "The side that breaks a rule gets 10 points less than the lowest hand points with the "
            "same cards, and −10 where nobody has one."
        ),
        offence_how=gettext_lazy(
            "That is 10 points less than the lowest hand points with the same cards; than 0 where "
            "nobody has one."
        ),
        scored=gettext_lazy("Hands are scored by their difference from the mean, in points."),
    ),
}
"""The words for every method."""
