"""Words of the game in the auditor's workbook: formulas compare cells with them.

The sheet of results uses the reader's language, so formulas refer to each word by the name of the
cell that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from django.db.models import TextChoices
from django.utils.translation import pgettext_lazy

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import Award, Infraction, Origin
from scoring.duplicate.settings import AverageOf, Scale
from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Side
from scoring.participation import Withdrawn
from scoring.rank_by import RankBy
from tournament.core.labels import label
from tournament.exports.excel.book import Sheet
from tournament.models import Outcome


class TieState(TextChoices):
    """State of a pair's tie after something was changed in the workbook."""

    KEPT = "kept", pgettext_lazy("state of a tie", "as exported")
    CHANGED = "changed", pgettext_lazy("state of a tie", "changed: not split")
    GONE = "gone", pgettext_lazy("state of a tie", "no longer tied")


WORDS: tuple[Sequence[Enum], ...] = (
    tuple(Method),
    tuple(Scale),
    tuple(AverageOf),
    tuple(RankBy),
    tuple(Withdrawn),
    tuple(Side),
    tuple(Denomination),
    (Double.CONTRO, Double.RECONTRO),
    (Infraction.NS, Infraction.EW, Infraction.BOTH),
    (Award.NS, Award.EW, Award.BOTH),
    tuple(Outcome),
    (Origin.CANCELLED, Origin.ANNULLED),
    tuple(TieState),
)
"""The words that formulas know, list by list."""


def word(value: Enum) -> str:
    """Return the name of the cell that holds the word for a value, as formulas use it."""
    return f"word_{type(value).__name__}_{value.name}".lower()


def choices(kind: type[Enum]) -> str:
    """Return the name of the cells that hold the words for all values of a kind."""
    return f"words_{kind.__name__}".lower()


def text_of(value: Enum) -> str:
    return str(value.label) if isinstance(value, Outcome | TieState) else label(value)


def offer_choices(sheet: Sheet, cells: str, kind: type[Enum]) -> None:
    """Let some cells hold the words for a kind of value only, or nothing."""
    sheet.allow(cells, {"validate": "list", "source": f"={choices(kind)}"})
