"""What a kind of results is."""

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
    """What a version of a result says, as it was entered. A kind adds what it counts."""

    template: ClassVar[str]
    """Shows it as `content`, short."""
    outcome: Outcome
    not_played_reason: str = field(default="", kw_only=True)
    note: str = field(default="", kw_only=True)

    @property
    def reason(self) -> NotPlayedReason | None:
        """Return why nothing was played; None if something was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def order(self) -> str:
        """In which order the points of both pairs are given, where that is to be said: "NS–EW"."""
        return ""

    @property
    @abstractmethod
    def words(self) -> str:
        """What was played, on one line for paper: "40–32, botifarra"."""

    @abstractmethod
    def as_columns(self) -> dict[str, Any]:
        """Return the content by the kind's columns of a result: what is stored, and what the record
        and correction requests say. All values are JSON."""


class Doubt(Protocol):
    """A reason to doubt a result; `str` puts it into a sentence."""

    @property
    def kind(self) -> StrEnum: ...


class DoubtsAbout(Protocol):
    def __call__(
        self, made: Any, /, *, others: Sequence[Any], before: Any | None
    ) -> tuple[Doubt, ...]: ...


C = TypeVar("C", bound=Content)


@dataclass(frozen=True, slots=True)
class ResultKind(Generic[C]):
    """What results of a kind say, which of them a match owes, and what is unlikely. All functions
    are pure."""

    key: str
    """What results of it bear: a value of `Result.Kind`."""
    columns: tuple[str, ...]
    """The columns of a result that hold its content, by the names that `Content.as_columns`
    uses."""
    blank: C
    """What takes a result back."""
    numbers: Callable[[Sequence[int]], Sequence[int]]
    """The numbers of the results that every match of a round with these deals owes, in order."""
    title: Callable[[int], str]
    """What the one of a number is called, as a head: "Hand 7"."""
    dealer: Callable[[int], Seat | None]
    """Who dealt the hand of a number; None where that isn't known."""
    numbered: bool
    """A match owes several, which pages tell by their numbers; else it owes one."""
    read: Callable[[Mapping[str, Any]], C]
    """The reverse of `Content.as_columns`. Raises `ValueError` for what can't be read."""
    checked: Callable[[C], C]
    """An entry in the one form in which it is stored. Raises `UserError` naming the field."""
    is_for_pairs: Callable[[C], bool]
    """Whether a content says no more than what a pair may."""
    agree: Callable[[C, C], bool]
    """Whether a pair that says the second confirms the first, which stands. Neither has a note."""
    with_ruling: Callable[[C, C], C]
    """The second, which a pair says, with what only a referee can say and the first says."""
    differences: Callable[[C, C], Sequence[str]]
    """The parts that two contents differ in, each in words."""
    compared: Callable[[C], Hashable | None]
    """What of it is compared with the other tables; None for nothing."""
    doubts_about: DoubtsAbout
    """Why what was `compared` is unlikely: beside the same of the other tables, and of the result
    before it at the same table, None without one."""
    table_fields: tuple[str, ...]
    """What a table's page sends of it."""
    from_table: Callable[[Mapping[str, Any]], C]
    """The content that the fields of a table's page say. Raises `ValueError` for what no page of
    ours sends."""
    for_table: Callable[[C], dict[str, Any] | None]
    """The fields of a content for a table's page; None for what only a referee can say."""
    told: Callable[[C], str]
    """What a referee said beyond them, in words; "" for nothing."""
    limits: Mapping[str, int]
    """The thresholds by which a table's page asks about unlikely results, even offline."""
    in_stage: Callable[[Stage], ResultKind[C]] | None = None
    """The kind by the settings of a stage; None where they change nothing."""
    in_match: Callable[[Match], ResultKind[C]] | None = None
    """The kind as the results of a match are checked, where those of another one, or who sits
    there, bear on it; None where they change nothing."""
    about: str = ""
    """What is to be known of the match before its result is entered, in a sentence or two."""
    has_rulings: bool = False
    """Referees rule on it, the rules desk looks at its cards, and its history is told."""
