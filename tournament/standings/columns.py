"""Columns of the standings: their type, and the columns that every ranking has.

A ranking declares its columns once (`Ranking.columns`); pages, papers, workbooks, CSV, JSON and
`verify` follow. The `Kind` of a column decides how each of them writes its values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, Flag, auto
from fractions import Fraction
from typing import Any, Generic, assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournament.core.names import plain
from tournament.core.numbers import (
    NOTHING,
    halves_text,
    mean_text,
    number_text,
    score_text,
    signed_text,
)
from tournament.standings.lines import F, StandingsLine
from tournament.standings.remarks import line_remarks

Value = int | Fraction | str | None
"""Value of a cell: scores are exact; None if there is none."""


class Kind(Enum):
    """Kinds of column, by the values they hold."""

    RANK = auto()
    COUNT = auto()
    """Whole number."""
    NAME = auto()
    """Pair's name, under which papers and pages show its remarks."""
    TEXT = auto()
    SCORE = auto()
    """Final score, shown with two decimals."""
    MEAN = auto()
    """Final score per hand, shown with three decimals."""
    SIGNED = auto()
    """Number shown with its sign, such as a hand score."""
    HALVES = auto()
    """Wins with drawn games as halves, shown as "3½"."""
    COURSE = auto()
    """Number of ranks that the pair rose or fell; pages draw the line of its ranks beside it."""


class Output(Flag):
    """Outputs that show a column."""

    PAGE = auto()
    PAPER = auto()
    WORKBOOK = auto()
    CSV = auto()
    JSON = auto()
    WALL = auto()
    """Screen for the wall; it always shows the column that ranks."""
    POSTER = auto()
    """Paper for the wall; it always shows the column that ranks."""
    FILES = PAPER | WORKBOOK | CSV
    EVERYWHERE = PAGE | FILES | JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsColumn(Generic[F]):
    """Column of the standings: its titles, its values, and which way is better.

    `title` is the full title ("Mean per hand"), `short` the one in the head ("Mean"). `key` is used
    in the page's address (`?sort=mean`) and as the field's name in JSON; `meaning` is the field's
    description in `docs/json.md`. `width` and `widest` are the minimum and maximum width in
    letters.
    """

    key: str
    title: str | Promise
    short: str | Promise = ""
    meaning: str = ""
    value: Callable[[StandingsLine[F]], Value]
    kind: Kind
    best_first: bool = True
    """True if the first click on its head puts the greatest value first."""
    order: Callable[[StandingsLine[F]], Any] | None = None
    """Sort key; None sorts by the value."""
    ranks: bool = False
    """True if pairs are ranked by the column, or can be."""
    beside: str = ""
    """Key of a column beside which this one stands on walls if pairs are ranked by that column."""
    instead: Callable[[StandingsLine[F]], str] | None = None
    """Text shown in place of a missing value; "" for a dash."""
    told: Callable[[StandingsLine[F]], str] | None = None
    """Text for people in place of the value, in the language in force; programs read the value."""
    barred: bool = False
    """True if pages draw bars for the distance to the first when pairs are ranked by it."""
    narrow: bool = False
    """True for one of many similar columns, which stand close together on paper."""
    wide_only: bool = False
    """True if pages show it on large screens only."""
    width: float = 9
    widest: float = 9
    shown: Output = Output.EVERYWHERE

    @property
    def head(self) -> str:
        """Return the title shown above the column."""
        return str(self.short or self.title)

    @property
    def word(self) -> str:
        """Return the column's title within a sentence."""
        title = str(self.title)
        return f"{title[:1].lower()}{title[1:]}"

    @property
    def hint(self) -> str:
        """Return the full title for a shortened head; "" if the head is the full title."""
        return str(self.title) if self.short and str(self.title) != self.head else ""

    @property
    def is_text(self) -> bool:
        return self.kind in {Kind.NAME, Kind.TEXT}

    @property
    def is_read_as_text(self) -> bool:
        """Return whether its cells show words."""
        return self.is_text or self.told is not None

    @property
    def sorted_by(self) -> Callable[[StandingsLine[F]], Any]:
        return self.order or self.value

    def text(self, line: StandingsLine[F]) -> str:
        """Return the text of a pair's cell for people, in the language in force."""
        if self.told is not None:
            return self.told(line)
        value = self.value(line)
        if value is None and self.instead and (told := self.instead(line)):
            return told
        return rank_text(line) if self.kind is Kind.RANK else self.written(value)

    def written(self, value: Value) -> str:
        """Return a value of this column as text for people, in the language in force."""
        return _text(self.kind, value)


def _text(kind: Kind, value: Any) -> str:
    match kind:
        case Kind.RANK | Kind.NAME | Kind.TEXT:
            return str(value)
        case Kind.COUNT:
            return number_text(value)
        case Kind.SCORE:
            return score_text(value)
        case Kind.MEAN:
            return mean_text(value)
        case Kind.SIGNED:
            return signed_text(value)
        case Kind.HALVES:
            return halves_text(value)
        case Kind.COURSE:
            return climb_text(value)
        case _:
            assert_never(kind)


def rank_text(line: StandingsLine[Any]) -> str:
    """Return a rank as text; a shared one ends with an equals sign: "2="."""
    return f"{line.rank}=" if line.shared else str(line.rank)


def climb_text(climb: int | None) -> str:
    """Return a change of rank: "▲2", "▼1", "=" if unchanged, a dash without an earlier rank."""
    if climb is None:
        return NOTHING
    return f"{'▲' if climb > 0 else '▼'}{abs(climb)}" if climb else "="


RANK: StandingsColumn[Any] = StandingsColumn(
    key="rank",
    title=pgettext_lazy("standings", "Rank"),
    meaning="from 1, in its group where there are groups; pairs that share a rank have the same",
    value=lambda line: line.rank,
    kind=Kind.RANK,
    best_first=False,
    width=8,
)
NUMBER: StandingsColumn[Any] = StandingsColumn(
    key="number",
    title=gettext_lazy("Number"),
    short=pgettext_lazy("of a pair", "No."),
    value=lambda line: line.contestant.number,
    kind=Kind.COUNT,
    best_first=False,
    width=7,
    shown=Output.PAGE | Output.FILES,
)
NAME: StandingsColumn[Any] = StandingsColumn(
    key="name",
    title=gettext_lazy("Pair"),
    value=lambda line: line.contestant.name,
    kind=Kind.NAME,
    best_first=False,
    order=lambda line: plain(line.contestant.name),
    width=16,
    widest=44,
    shown=Output.PAGE | Output.FILES,
)
GROUP: StandingsColumn[Any] = StandingsColumn(
    key="group",
    title=gettext_lazy("Group"),
    value=lambda line: line.contestant.group_name,
    kind=Kind.TEXT,
    width=8,
    widest=20,
    shown=Output.WORKBOOK | Output.CSV,
)
"""Group of each contestant, for stages with groups; pages and papers show each group separately."""
CLUB: StandingsColumn[Any] = StandingsColumn(
    key="club",
    title=gettext_lazy("Club"),
    value=lambda line: line.contestant.club,
    kind=Kind.TEXT,
    best_first=False,
    widest=26,
    shown=Output.FILES,
)
REMARKS: StandingsColumn[Any] = StandingsColumn(
    key="remarks",
    title=gettext_lazy("Remarks"),
    value=lambda line: "; ".join(line_remarks(line, club=False)),
    kind=Kind.TEXT,
    width=14,
    widest=50,
    shown=Output.WORKBOOK | Output.CSV,
)
COURSE: StandingsColumn[Any] = StandingsColumn(
    key="course",
    title=pgettext_lazy("standings", "Course"),
    value=lambda line: line.climb,
    kind=Kind.COURSE,
    shown=Output.PAGE,
)
CARRIED_TITLE = gettext_lazy("Carried over")
CARRIED_SHORT = pgettext_lazy("standings", "Carried")
OF_THE_PAIR = (RANK, NUMBER, NAME, CLUB)
"""Columns that identify the pair; every ranking's columns begin with them."""


def round_column(
    number: int,
    value: Callable[[StandingsLine[F]], Value],
    kind: Kind,
    instead: Callable[[StandingsLine[F]], str] = lambda _line: "",
) -> StandingsColumn[F]:
    """Return the column of a round's results. Where a pair has no value, it shows "rest" or the
    text that `instead` returns."""

    def word(line: StandingsLine[F]) -> str:
        return pgettext("round's score", "rest") if number in line.rests else instead(line)

    return StandingsColumn(
        key=f"r{number}",
        title=_("Round %(number)d") % {"number": number},
        short=pgettext("round, short", "R%(number)s") % {"number": number},
        value=value,
        kind=kind,
        instead=word,
        narrow=True,
        width=8,
    )
