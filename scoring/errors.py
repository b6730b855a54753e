"""What can go wrong, as types.

Every error of the package is a `ValueError` and says in attributes, not only in its text, what was
wrong, so that a page can name the field and translate the sentence:

    ScoringError
      ├─ CardError            text that is no card, or cards that are no hand
      ├─ DealError            four hands that are no deal, a deal's number or index out of range
      ├─ KeyFormatError       a dealing key that is not 32 bytes or 64 hex digits
      ├─ SaltError            a salt that is not text which UTF-8 can write
      ├─ AnnouncementError    trumps or a double that don't exist in a championship
      ├─ PlayError            a card that its player can't play
      ├─ ResultError          points or contestants that can't be one table's, or one deal's, result
      ├─ SettingsError        a setting outside its choices
      └─ ScheduleError        a schedule that can't be made, or that is not sound
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class ScoringError(ValueError):
    """Base of all errors that `scoring` raises on purpose."""


class CardError(ScoringError):
    """A text is no card or no hand. `text` is what was given."""

    def __init__(self, message: str, *, text: str) -> None:
        super().__init__(message)
        self.text = text


class DealFault(StrEnum):
    """Why four hands, a number or an index are no deal."""

    CARDS_IN_HAND = "cards-in-hand"
    CARD_TWICE = "card-twice"
    SEATS = "seats"
    NUMBER = "number"
    INDEX = "index"


class DealError(ScoringError):
    """Something is no deal.

    `fault` says why; `where` names the seat, the card or the figure that is at fault.
    """

    def __init__(self, message: str, *, fault: DealFault, where: str) -> None:
        super().__init__(message)
        self.fault = fault
        self.where = where


class KeyFormatError(ScoringError):
    """A dealing key has the wrong form.

    `length` is the number of digits or bytes that were given. The key itself is a secret until a
    championship ends and appears in no error.
    """

    def __init__(self, message: str, *, length: int) -> None:
        super().__init__(message)
        self.length = length


class SaltError(ScoringError):
    """A salt holds something that is no Unicode text. `text` is what was given."""

    def __init__(self, message: str, *, text: str) -> None:
        super().__init__(message)
        self.text = text


class AnnouncementError(ScoringError):
    """Trumps or a double that don't exist.

    `field` is "trump" or "double", `text` what was given, `expected` the texts that are allowed.
    """

    def __init__(self, message: str, *, field: str, text: str, expected: Sequence[str]) -> None:
        super().__init__(message)
        self.field = field
        self.text = text
        self.expected = tuple(expected)


class PlayError(ScoringError):
    """Somebody can't play a card. `seat` is who, `card` which."""

    def __init__(self, message: str, *, seat: str, card: str) -> None:
        super().__init__(message)
        self.seat = seat
        self.card = card


class ResultFault(StrEnum):
    """Why a result can't be."""

    POINTS_RANGE = "points-range"
    POINTS_MISSING = "points-missing"
    BREAK_AND_AWARD = "break-and-award"
    SAME_CONTESTANT = "same-contestant"
    CONTESTANT_TWICE = "contestant-twice"


class ResultError(ScoringError):
    """A result can't be one table's, or a list of results can't be one deal's.

    `fault` says why; `contestant` is the contestant concerned, if it is about a contestant.
    """

    def __init__(self, message: str, *, fault: ResultFault, contestant: Hashable = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.contestant = contestant


class SettingsError(ScoringError):
    """A setting is outside its choices. `field` names the setting."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


class ScheduleFault(StrEnum):
    """What is wrong with a schedule, or with what was asked of it."""

    CONTESTANTS = "contestants"
    ROUNDS = "rounds"
    ROUND_NUMBER = "round-number"
    UNKNOWN_CONTESTANT = "unknown-contestant"
    CONTESTANT_TWICE = "contestant-twice"
    CONTESTANT_MISSING = "contestant-missing"
    MET_TWICE = "met-twice"
    NO_REST = "no-rest"
    TABLES = "tables"
    UNKNOWN_TABLE = "unknown-table"
    SHARED_TABLE = "shared-table"


@dataclass(frozen=True, slots=True)
class ScheduleFinding:
    """One fault of a schedule, with the round, contestants and table it is about.

    `str()` gives the sentence.
    """

    fault: ScheduleFault
    text: str
    round: int | None = None
    contestants: tuple[int, ...] = ()
    table: int | None = None

    def __str__(self) -> str:
        return self.text


class ScheduleError(ScoringError):
    """A schedule can't be made, or is not sound. `faults` lists everything that was found."""

    def __init__(self, *faults: ScheduleFinding) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults
