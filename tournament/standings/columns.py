"""What a column of the standings is, and the columns that every ranking has.

A ranking declares its columns once (`Ranking.columns`): the page, papers, workbooks, CSV, JSON and
`verify` follow. What a value is (its `Kind`) decides how each of them writes it.
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
"""What stands in a cell: scores are exact, and None where there is none."""


class Kind(Enum):
    """What the values of a column are."""

    RANK = auto()
    COUNT = auto()
    """A whole number."""
    NAME = auto()
    """The pair's name, under which papers and pages tell what there is to tell of it."""
    TEXT = auto()
    SCORE = auto()
    """Final scores, shown with two decimals."""
    MEAN = auto()
    """Final scores per hand, shown with three decimals."""
    SIGNED = auto()
    """Numbers that are shown with their sign, such as hand scores."""
    HALVES = auto()
    """Wins with drawn games as halves, shown as "3½"."""
    COURSE = auto()
    """How many ranks the pair rose or fell; pages draw the line of its ranks beside it."""


class Output(Flag):
    """Where a column is shown."""

    PAGE = auto()
    PAPER = auto()
    WORKBOOK = auto()
    CSV = auto()
    JSON = auto()
    WALL = auto()
    """The screen for the wall, on which what ranks always stands."""
    POSTER = auto()
    """The paper for the wall, on which what ranks always stands."""
    FILES = PAPER | WORKBOOK | CSV
    EVERYWHERE = PAGE | FILES | JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsColumn(Generic[F]):
    """A column: its titles, its values, and which way is better.

    `title` is the whole one ("Mean per hand"), `short` the one in the head ("Mean"). `key` is in
    the page's address (`?sort=mean`), and the name of the field in JSON, whose `meaning` is what
    `docs/json.md` says of it. Width is in letters, at least and at most.
    """

    key: str
    title: str | Promise
    short: str | Promise = ""
    meaning: str = ""
    value: Callable[[StandingsLine[F]], Value]
    kind: Kind
    best_first: bool = True
    """Whether the first click on its head shows the greatest first."""
    order: Callable[[StandingsLine[F]], Any] | None = None
    """What the column is sorted by, where that isn't its value."""
    ranks: bool = False
    """Pairs are ranked by the column, or can be."""
    beside: str = ""
    """On walls it stands beside the column of that key, where pairs are ranked by it."""
    instead: Callable[[StandingsLine[F]], str] | None = None
    """What is shown in place of a value that isn't there; "" for a dash."""
    told: Callable[[StandingsLine[F]], str] | None = None
    """What people read in place of its value, in the language in force; programs read the value."""
    barred: bool = False
    """Where pairs are ranked by it, pages draw a bar: how far each is behind the first."""
    narrow: bool = False
    """One of many alike, which stand close on paper."""
    wide_only: bool = False
    """Pages leave it out where there is less room than on a large screen."""
    width: float = 9
    widest: float = 9
    shown: Output = Output.EVERYWHERE

    @property
    def head(self) -> str:
        """What stands above it."""
        return str(self.short or self.title)

    @property
    def word(self) -> str:
        """Return the column's title within a sentence."""
        title = str(self.title)
        return f"{title[:1].lower()}{title[1:]}"

    @property
    def hint(self) -> str:
        """What a short head stands for; "" where it says it all."""
        return str(self.title) if self.short and str(self.title) != self.head else ""

    @property
    def is_text(self) -> bool:
        return self.kind in {Kind.NAME, Kind.TEXT}

    @property
    def is_read_as_text(self) -> bool:
        """Whether words stand in its cells."""
        return self.is_text or self.told is not None

    @property
    def sorted_by(self) -> Callable[[StandingsLine[F]], Any]:
        return self.order or self.value

    def text(self, line: StandingsLine[F]) -> str:
        """What people read in the cell of a pair, in the language in force."""
        if self.told is not None:
            return self.told(line)
        value = self.value(line)
        if value is None and self.instead and (told := self.instead(line)):
            return told
        return rank_text(line) if self.kind is Kind.RANK else self.written(value)

    def written(self, value: Value) -> str:
        """A value of it as people read it, in the language in force."""
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
    """A rank; one that is shared bears a sign of equality: "2="."""
    return f"{line.rank}=" if line.shared else str(line.rank)


def climb_text(climb: int | None) -> str:
    """How a rank changed: "▲2", "▼1", "=" for the same one, a dash where there was none before."""
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
"""The group of each contestant, for stages with groups; pages and papers show each group by
itself."""
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
"""Which pair a line is about; every ranking's columns begin with them."""


def round_column(
    number: int,
    value: Callable[[StandingsLine[F]], Value],
    kind: Kind,
    instead: Callable[[StandingsLine[F]], str] = lambda _line: "",
) -> StandingsColumn[F]:
    """What a round gave; a word stands where the pair rested, or what `instead` says."""

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
