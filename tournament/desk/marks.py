"""The marks of hands at the referee's desk: a sign, a short text and a long one."""

from __future__ import annotations

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


class Mark(models.TextChoices):
    """What a hand waits for, the most pressing first; a hand has the first that fits it."""

    DISPUTED = "disputed", pgettext_lazy("mark at the desk", "disputed: a referee decides")
    MISSING = "missing", pgettext_lazy("mark at the desk", "missing: no result yet")
    UNLIKELY = "unlikely", pgettext_lazy("mark at the desk", "unlikely: check the slip")
    WAITING = "waiting", pgettext_lazy("mark at the desk", "waiting for confirmation")
    SETTLED = "settled", pgettext_lazy("mark at the desk", "settled")
    CANCELLED = "cancelled", pgettext_lazy("hand", "cancelled for all")

    @property
    def sign(self) -> str:
        """One letter that differs in shape from all others; never the only thing that says it."""
        return _SIGNS[self]

    @property
    def short(self) -> Promise:
        """A word that fits below the sign."""
        return _SHORT[self]


_SIGNS = {
    Mark.DISPUTED: "≠",
    Mark.MISSING: "–",
    Mark.UNLIKELY: "?",
    Mark.WAITING: "…",
    Mark.SETTLED: "✓",
    Mark.CANCELLED: "×",
}
_SHORT = {
    Mark.DISPUTED: pgettext_lazy("short mark at the desk", "disp."),
    Mark.MISSING: pgettext_lazy("short mark at the desk", "miss."),
    Mark.UNLIKELY: pgettext_lazy("short mark at the desk", "unlik."),
    Mark.WAITING: pgettext_lazy("short mark at the desk", "look"),
    Mark.SETTLED: pgettext_lazy("short mark at the desk", "ok"),
    Mark.CANCELLED: pgettext_lazy("short mark at the desk", "canc."),
}
