"""Double-dummy analysis: the best points of a side with all four hands known.

Everything here is about certainty, not about play at a table: who can't see the other hands could
often not have made what the solver finds.

    interval     points as far as they are known
    compiler     functions on whole numbers → machine code, kept between runs
    instructions single machine instructions for these
    memory       where everything lies that a search works on
    moves        cards as bits, and which may be played
    canonical    spot cards that stand for others
    table        what is known of positions between tricks
    leads        what to lead from a hand, as learnt
    bounds       points that are sure without a search
    move_order   which cards to try, and which first
    search       alpha-beta on points
    positions    a `Position` → what the search works on
    analysis     the answers: `Solver`

All but `interval` need Numba. `is_available` tells whether it is installed, and `new_solver` makes
a `Solver` without loading Numba before one is wanted: loading it takes half a second, and where
nothing has been compiled yet the first answer takes some more.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from scoring.errors import SettingsError
from scoring.game.variants import PlayVariant
from scoring.solver.interval import Interval

if TYPE_CHECKING:
    from scoring.solver.analysis import Solver

__all__ = ["AnalysisOff", "Interval", "is_available", "new_solver"]


class AnalysisOff(RuntimeError):
    """Numba is not installed or can't be loaded, so that nothing can be analysed."""


def is_available() -> bool:
    """Whether positions can be analysed here."""
    return find_spec("numba") is not None


def new_solver(
    variant: PlayVariant = PlayVariant.OBLIGADA, *, limit: int | None = None, jobs: int = 1
) -> "Solver":
    """A solver for that variant, for one thread at a time.

    `limit`: positions to be looked at for a value, at most; `jobs`: denominations of a deal to be
    worked on at a time. Raises `SettingsError` for a game without partners, and `AnalysisOff`.
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
