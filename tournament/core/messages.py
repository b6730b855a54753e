"""Texts of the arithmetic, which marks them and knows no language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.settings import Setting
from tournament.core.numbers import score_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def said(message: tuple[str, str]) -> _StrPromise:
    """Return a `scoring.settings.Message`, in the language in force when it is shown."""
    text, context = message
    return pgettext_lazy(context, text) if context else gettext_lazy(text)


def figure_text(one: Setting, value: Any) -> str:
    """Return a value of a setting that speaks for itself: a number, or a share."""
    return score_text(value) if one.holds_scores else str(value)
