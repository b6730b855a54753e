"""Placeholder for a result that is hidden from an account that plays (`Access.hides`).

A read model gives it to a page instead of the result, so that no template can show what isn't
there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from django.utils.translation import pgettext

from tournament.models import Outcome
from tournament.results.kinds.kind import Content


@dataclass(frozen=True, slots=True)
class HiddenContent(Content):
    """Placeholder for a result."""

    template: ClassVar[str] = "results/_hidden.html"

    @property
    def words(self) -> str:
        return pgettext("result", "hidden")

    def as_columns(self) -> dict[str, Any]:
        raise AssertionError("a hidden result is only shown")


class Unsaid(StrEnum):
    """Placeholder for the kind of a doubt."""

    UNSAID = "unsaid"

    @property
    def kind(self) -> StrEnum:
        return self

    def __str__(self) -> str:
        return ""


HIDDEN = HiddenContent(Outcome.PLAYED)


def hidden(content: Content | None) -> Content | None:
    """Return the placeholder for a result; None where there is none."""
    return None if content is None else HIDDEN
