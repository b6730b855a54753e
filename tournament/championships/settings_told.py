"""A stage's settings in words: what each asks, the choice, and its effect.

The words stand beside the fields of the settings, in `scoring`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.settings import Settings
from scoring.settings import Number, OneOf, Setting
from tournament.core.messages import figure_text, said
from tournament.core.method_words import method_words
from tournament.core.numbers import score_text
from tournament.models import Stage
from tournament.stages.formats import format_of


def choice_name(one: Setting, value: Any) -> str:
    """Return a choice's short name, in the language in force."""
    name = one.choices[value].name
    if name is not None:
        return str(said(name))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return figure_text(one, value)


@dataclass(frozen=True, slots=True)
class InForce:
    """A setting as a stage has it."""

    title: Promise
    question: Promise | str
    choice: str
    sentence: Promise
    is_default: bool


def settings_in_force(stage: Stage) -> list[InForce]:
    """Return every setting with choices that has a meaning, with the choice."""
    settings = stage.settings
    usual = type(settings)()
    lines = []
    for name, one in settings.told(format_of(stage)):
        if isinstance(one, OneOf):
            value = getattr(settings, name)
            question: Promise | str = said(one.question)
            choice = choice_name(one, value)
            if name in _BESIDE_OTHERS:
                question, choice = _BESIDE_OTHERS[name](settings)
            is_default = value == getattr(usual, name)
            sentence = said(one.choices[value].sentence)
            lines.append(InForce(said(one.title), question, choice, sentence, is_default))
    return lines


def _flat_score(settings: Settings) -> tuple[str, str]:
    """Return question and value on the championship's own scale; the form always offers 1 to 2."""
    question = (
        method_words(settings).level(settings),
        _("It also replaces an average when there is nobody to average."),
    )
    return " ".join(question), score_text(settings.flat)


_BESIDE_OTHERS: Mapping[str, Callable[[Any], tuple[str, str]]] = {"flat_score": _flat_score}
"""Functions that put a setting into words that depend on the others: its title, and the choice."""


def facts_of(stage: Stage) -> list[tuple[str, str]]:
    """Return the settings of a stage but the tie-breaks, each with its choice, in words."""
    format = format_of(stage)
    none = pgettext("a number of points", "none")
    facts = [
        (str(said(one.title)), str(getattr(stage.settings, name) or none))
        for name, one in stage.settings.told(format)
        if isinstance(one, Number)
    ]
    if not format.deals:
        hands = _("Hands at a table, at most") if format.alone else _("Hands in a game, at most")
        facts.insert(1, (hands, str(stage.hands_per_match)))
    told = settings_in_force(stage)
    return [*facts, *((str(one.title), f"{one.choice}. {one.sentence}") for one in told)]
