"""Double-dummy analysis: the best points of a side with all four hands known.

Everything here is about certainty, not about play at a table: who can't see the other hands could
often not have made what the solver finds.


    compiler     functions on whole numbers → machine code, kept between runs
    instructions single machine instructions for these
    memory       where everything lies that a search works on
    moves        cards as bits, and which may be played
    table        bounds of positions between tricks; what to lead from a hand, as learnt
    bounds       points that are sure without a search
    move_order   which cards to try, and which first
    search       alpha-beta on points
    positions    a `Position` → what the search works on, and spot cards that stand for others
    analysis     the answers: `Solver`

All of these need Numba. `is_available` tells whether it is installed, and `new_solver` makes
a `Solver` without loading Numba before one is wanted: loading it takes half a second, and where
nothing has been compiled yet the first answer takes some more.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from scoring.errors import SettingsError
from scoring.game.variants import PlayVariant

if TYPE_CHECKING:
    from scoring.solver.analysis import Solver

__all__ = ["AnalysisOff", "Interval", "is_available", "new_solver"]


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of points, both included; equal where the value is known."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def __add__(self, points: int) -> "Interval":
        return Interval(self.low + points, self.high + points)

    def __str__(self) -> str:
        return str(self.low) if self.is_exact else f"{self.low}–{self.high}"


class AnalysisOff(RuntimeError):
    """Numba is not installed or can't be loaded, so that nothing can be analysed."""


def is_available() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None


def new_solver(
    variant: PlayVariant = PlayVariant.OBLIGADA, *, limit: int | None = None, jobs: int = 1
) -> "Solver":
    """Return a solver for that variant, for one thread at a time.

    `limit`: greatest number of positions to look at for a value; `jobs`: denominations of a deal to
    work on at a time. Raises `SettingsError` for a game without partners, and `AnalysisOff`.
    """
    if not variant.has_partners:
        raise SettingsError("analysis is of two against two", field="variant")
    if not is_available():
        raise AnalysisOff("analysis needs Numba: pip install numba")
    try:
        from scoring.solver.analysis import DEFAULT_LIMIT, Solver
    except ImportError as error:  # it is there but broken, or for another Python
        raise AnalysisOff(f"analysis needs Numba, which can't be loaded: {error}") from error

    return Solver(variant, limit=DEFAULT_LIMIT if limit is None else limit, jobs=jobs)
