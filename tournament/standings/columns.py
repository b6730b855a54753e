"""The columns of the standings, each declared once.

The page, papers, workbooks, CSV, JSON and `docs/json.md` follow from `COLUMNS`: a new column is an
entry there, with its row in the document. What a value is (its `Kind`) decides how each of them
writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto
from fractions import Fraction
from typing import Any, assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.duplicate.settings import RankBy
from tournament.core.names import plain
from tournament.core.numbers import mean_text, score_text, signed_text
from tournament.standings.queries import StandingsLine
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
    HAND_SCORE = auto()
    """Hand scores, shown with their sign."""


class Output(Flag):
    """Where a column is shown."""

    PAGE = auto()
    PAPER = auto()
    WORKBOOK = auto()
    CSV = auto()
    AUDITOR = auto()
    JSON = auto()
    FILES = PAPER | WORKBOOK | CSV
    EVERYWHERE = PAGE | FILES | AUDITOR | JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsColumn:
    """A column: its titles, its values, and which way is better.

    `title` is the whole one ("Mean per hand"), `short` the one in the head ("Mean"). `key` is in
    the page's address (`?sort=mean`), and the name of the field in JSON, whose `meaning` is what
    `docs/json.md` says of it. Width is in letters, at least and at most.
    """

    key: str
    title: str | Promise
    short: str | Promise = ""
    meaning: str = ""
    value: Callable[[StandingsLine], Value]
    kind: Kind
    best_first: bool = True
    """Whether the first click on its head shows the greatest first."""
    order: Callable[[StandingsLine], Any] | None = None
    """What it is sorted by, where that isn't its value."""
    ranks: RankBy | None = None
    """It is what pairs are ranked by, where they are ranked so."""
    instead: Callable[[StandingsLine], str] | None = None
    """What is shown in place of a value that isn't there; "" for a dash."""
    narrow: bool = False
    """One of many alike, which stand close on paper."""
    width: float = 9
    widest: float = 9
    shown: Output = Output.EVERYWHERE

    @property
    def head(self) -> str:
        """What stands above it."""
        return str(self.short or self.title)

    @property
    def hint(self) -> str:
        """What a short head stands for; "" where it says it all."""
        return str(self.title) if self.short and str(self.title) != self.head else ""

    @property
    def is_text(self) -> bool:
        return self.kind in {Kind.NAME, Kind.TEXT}

    @property
    def sorted_by(self) -> Callable[[StandingsLine], Any]:
        return self.order or self.value

    def text(self, line: StandingsLine) -> str:
        """What people read in the cell of a pair, in the language in force."""
        value = self.value(line)
        if value is None and self.instead and (told := self.instead(line)):
            return told
        return _text(self.kind, line, value)


def _text(kind: Kind, line: StandingsLine, value: Any) -> str:
    match kind:
        case Kind.RANK:
            return rank_text(line)
        case Kind.COUNT | Kind.NAME | Kind.TEXT:
            return str(value)
        case Kind.SCORE:
            return score_text(value)
        case Kind.MEAN:
            return mean_text(value)
        case Kind.HAND_SCORE:
            return signed_text(value)
        case _:
            assert_never(kind)


def rank_text(line: StandingsLine) -> str:
    """A rank; one that is shared bears a sign of equality: "2="."""
    return f"{line.rank}=" if line.shared else str(line.rank)


RANK = StandingsColumn(
    key="rank",
    title=pgettext_lazy("standings", "Rank"),
    meaning="from 1; pairs that share a rank have the same",
    value=lambda line: line.rank,
    kind=Kind.RANK,
    best_first=False,
    width=8,
)
NUMBER = StandingsColumn(
    key="number",
    title=gettext_lazy("Number"),
    short=pgettext_lazy("of a pair", "No."),
    value=lambda line: line.contestant.number,
    kind=Kind.COUNT,
    best_first=False,
    width=7,
    shown=Output.PAGE | Output.FILES,
)
NAME = StandingsColumn(
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
CLUB = StandingsColumn(
    key="club",
    title=gettext_lazy("Club"),
    value=lambda line: line.contestant.club,
    kind=Kind.TEXT,
    best_first=False,
    widest=26,
    shown=Output.FILES,
)
TOTAL = StandingsColumn(
    key="total",
    title=pgettext_lazy("standings", "Total"),
    meaning="exact sum of its final scores, less the deduction",
    value=lambda line: line.total,
    kind=Kind.SCORE,
    ranks=RankBy.TOTAL,
    width=10,
)
MEAN = StandingsColumn(
    key="mean",
    title=gettext_lazy("Mean per hand"),
    short=pgettext_lazy("standings", "Mean"),
    meaning="the total per hand; null without hands",
    value=lambda line: line.mean,
    kind=Kind.MEAN,
    ranks=RankBy.MEAN,
)
REMARKS = StandingsColumn(
    key="remarks",
    title=gettext_lazy("Remarks"),
    value=lambda line: "; ".join(line_remarks(line, club=False)),
    kind=Kind.TEXT,
    width=14,
    widest=50,
    shown=Output.WORKBOOK | Output.CSV,
)
COLUMNS: tuple[StandingsColumn, ...] = (
    RANK,
    NUMBER,
    NAME,
    CLUB,
    TOTAL,
    MEAN,
    StandingsColumn(
        key="hands",
        title=gettext_lazy("Scored hands"),
        short=pgettext_lazy("standings", "Hands"),
        meaning="how many of its hands have a final score",
        value=lambda line: line.hands,
        kind=Kind.COUNT,
    ),
    StandingsColumn(
        key="deduction",
        title=gettext_lazy("Deducted"),
        meaning="what was deducted, exact",
        value=lambda line: line.deduction,
        kind=Kind.SCORE,
        width=11,
        shown=Output.AUDITOR | Output.JSON,
    ),
    StandingsColumn(
        key="hand_score_sum",
        title=gettext_lazy("Sum of hand scores"),
        meaning="sum of its hand scores",
        value=lambda line: line.hand_score_sum,
        kind=Kind.HAND_SCORE,
        width=12,
        shown=Output.AUDITOR | Output.JSON,
    ),
    StandingsColumn(
        key="best_results",
        title=gettext_lazy("Best results"),
        meaning="number of its best possible final scores",
        value=lambda line: line.best_results,
        kind=Kind.COUNT,
        width=10,
        shown=Output.AUDITOR | Output.JSON,
    ),
    StandingsColumn(
        key="infractions",
        title=gettext_lazy("Rule-breaks"),
        meaning="number of its own rule-breaks",
        value=lambda line: line.infractions,
        kind=Kind.COUNT,
        best_first=False,
        width=12,
        shown=Output.AUDITOR | Output.JSON,
    ),
    REMARKS,
)
"""All columns but those of the rounds, in the order of the page."""


def columns_on(output: Output) -> tuple[StandingsColumn, ...]:
    """The columns that one kind of output shows, in the order of the page."""
    return tuple(column for column in COLUMNS if output in column.shown)


def columns_with_rounds(output: Output, rounds: Sequence[int]) -> tuple[StandingsColumn, ...]:
    """In the order of a paper: pairs, the rounds, what they add up to, what there is to say.

    Numbers stand before scores, as a hand count is read before what the hands gave.
    """
    shown = columns_on(output)
    left = [column for column in shown if column in _OF_THE_PAIR]
    right = [column for column in shown if column not in _OF_THE_PAIR]
    right.sort(key=lambda column: (column.is_text, column.kind is not Kind.COUNT))
    return (*left, *map(round_column, rounds), *right)


_OF_THE_PAIR = (RANK, NUMBER, NAME, CLUB)


def round_column(number: int) -> StandingsColumn:
    """The scores of a round."""

    def instead(line: StandingsLine) -> str:
        return pgettext("round's score", "rest") if number in line.rests else ""

    return StandingsColumn(
        key=f"r{number}",
        title=_("Round %(number)d") % {"number": number},
        short=pgettext("round, short", "R%(number)s") % {"number": number},
        value=lambda line: line.by_round.get(number),
        kind=Kind.SCORE,
        instead=instead,
        narrow=True,
        width=8,
    )


def hand_column(number: int, finals: Mapping[int, Fraction | None]) -> StandingsColumn:
    """The final scores of a hand, by the pairs' ids."""
    return StandingsColumn(
        key=f"h{number}",
        title=_("Hand %(number)s") % {"number": number},
        value=lambda line: finals.get(line.contestant.id),
        kind=Kind.SCORE,
    )
