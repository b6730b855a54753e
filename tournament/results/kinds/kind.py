"""Declaration of a kind of results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scoring.game.seats import Seat
from tournament.models import Match, NotPlayedReason, Outcome, Stage


@dataclass(frozen=True, slots=True)
class Content(ABC):
    """Content of a version of a result, as it was entered; a kind adds its own fields."""

    template: ClassVar[str]
    """Template that shows it as `content`, short."""
    outcome: Outcome
    not_played_reason: str = field(default="", kw_only=True)
    note: str = field(default="", kw_only=True)

    @property
    def reason(self) -> NotPlayedReason | None:
        """Return why nothing was played; None if something was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def order(self) -> str:
        """Order in which the points of both pairs are given, where it has to be said: "NS–EW"."""
        return ""

    @property
    @abstractmethod
    def words(self) -> str:
        """Content on one line for paper: "40–32, botifarra"."""

    @abstractmethod
    def as_columns(self) -> dict[str, Any]:
        """Return the content by the kind's columns of a result, as it is stored, recorded and sent
        with correction requests. All values are JSON."""


class Doubt(Protocol):
    """Reason to doubt a result; `str` puts it into a sentence."""

    @property
    def kind(self) -> StrEnum: ...


class DoubtsAbout(Protocol):
    def __call__(
        self, made: Any, /, *, others: Sequence[Any], before: Any | None
    ) -> tuple[Doubt, ...]: ...


C = TypeVar("C", bound=Content)


@dataclass(frozen=True, slots=True)
class ResultKind(Generic[C]):
    """Content of results, which a match owes, and which are unlikely. All functions are pure."""

    key: str
    """Value of `Result.Kind`."""
    columns: tuple[str, ...]
    """Columns of a result that hold its content, by the names that `Content.as_columns` uses."""
    blank: C
    """Content that takes a result back."""
    numbers: Callable[[Sequence[int]], Sequence[int]]
    """Function from the deals of a round to the numbers of the results that each match owes."""
    title: Callable[[int], str]
    """Function from a number to the head of its result: "Hand 7"."""
    dealer: Callable[[int], Seat | None]
    """Function from a number to the dealer of its hand; None where that isn't known."""
    numbered: bool
    """True where a match owes several results, which pages tell by their numbers."""
    read: Callable[[Mapping[str, Any]], C]
    """Inverse of `Content.as_columns`. Raises `ValueError` for what can't be read."""
    checked: Callable[[C], C]
    """Function from an entry to its stored form. Raises `UserError` naming the field."""
    is_for_pairs: Callable[[C], bool]
    """Predicate: a content says no more than a pair may say."""
    agree: Callable[[C, C], bool]
    """Predicate: a pair that says the second confirms the first. Neither has a note."""
    with_ruling: Callable[[C, C], C]
    """Function that gives a pair's content, the second, the referee's parts of the first."""
    differences: Callable[[C, C], Sequence[str]]
    """Function that lists in words the parts in which two contents differ."""
    compared: Callable[[C], Hashable | None]
    """Function from a content to the value that is compared with other tables; None for nothing."""
    doubts_about: DoubtsAbout
    """Function that gives the reasons why a `compared` value is unlikely, beside the values of the
    other tables and of the result before it at its own table, None without one."""
    table_fields: tuple[str, ...]
    """Names of the fields that a table's page sends."""
    from_table: Callable[[Mapping[str, Any]], C]
    """Function from the fields of a table's page to a content. Raises `ValueError`."""
    for_table: Callable[[C], dict[str, Any] | None]
    """Function from a content to the fields of a table's page; None for a referee's."""
    told: Callable[[C], str]
    """Function from a content to a referee's further words; "" for nothing."""
    limits: Mapping[str, int]
    """Thresholds by which a table's page asks about unlikely results, even offline."""
    in_stage: Callable[[Stage], ResultKind[C]] | None = None
    """Function from a stage to the kind by its settings; None where they change nothing."""
    in_match: Callable[[Match], ResultKind[C]] | None = None
    """Function from a match to the kind by which its results are checked, where another match or
    the players there matter; None where they don't."""
    about: str = ""
    """One or two sentences about the match for people who enter its result."""
    has_rulings: bool = False
    """True where referees rule on results, and the rules desk looks at the cards."""
