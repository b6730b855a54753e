"""Errors of this package, as types.

Every error of the package is a `ValueError` and says in attributes, not only in its text, what was
wrong, so that a page can name the field and translate the sentence:

    ScoringError
      ├─ CardError            text that is no card, or cards that are no hand
      ├─ DealError            four hands that are no deal, a deal's number or index out of range
      ├─ KeyFormatError       a key, a secret or a hash that is not 32 bytes or 64 hex digits
      ├─ SaltError            a salt that is not text which UTF-8 can write
      ├─ AnnouncementError    trumps, a double or a call that can't be
      ├─ PlayError            a card that its player can't play
      ├─ ActFormatError       something that can't be read as an act at a table
      ├─ ActError             an act that can't be taken at this moment
      ├─ ResultError          points or contestants that can't be one table's, or one deal's, result
      ├─ GameError            a game of the ordinary kind that can't begin, or go on
      ├─ SheetError           a score sheet that can't be read, or that can't be one game's
      ├─ SettingsError        a setting outside its choices
      ├─ ScheduleError        a schedule that can't be made, or that is not sound
      └─ PairingError         contestants that can't be paired
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
    """Reasons why four hands, a number or an index are no deal."""

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
    """A dealing key, a deal's secret or its hash has the wrong form.

    `length` is the number of digits or bytes that were given. A key is a secret until a
    championship ends, and appears in no error.
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
    """Trumps or a double that don't exist or aren't allowed, or a call at the wrong moment.

    `field` is "trump", "double" or "call", `text` what was given, `expected` the texts that are
    allowed.
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


class ActFormatError(ScoringError):
    """Something can't be read as an act at a table.

    `field` names the part that is wrong, or is empty if all is; `expected` says what may stand
    there.
    """

    def __init__(self, message: str, *, field: str, expected: Sequence[str]) -> None:
        super().__init__(message)
        self.field = field
        self.expected = tuple(expected)


class ActFault(StrEnum):
    """Reasons why an act can't be taken."""

    NOT_NOW = "not-now"
    """The act is possible for nobody at this moment."""
    TURN = "turn"
    """The turn is somebody else's."""
    CARD = "card"
    """The rules of play don't allow the card; `rule` says which one."""
    OVER = "over"
    """The hand is over."""


class ActError(ScoringError):
    """An act can't be taken at this moment.

    `fault` says why. `expected` is what could be done instead: the seats whose turn it is
    (`ActFault.TURN`), the cards that are legal (`CARD`), otherwise the kinds of acts. `rule` is the
    rule of play that a card breaks, as `scoring.game.legality.PlayRule` names it, else empty.
    """

    def __init__(
        self, message: str, *, fault: ActFault, expected: Sequence[str] = (), rule: str = ""
    ) -> None:
        super().__init__(message)
        self.fault = fault
        self.expected = tuple(expected)
        self.rule = rule


class ResultFault(StrEnum):
    """Reasons why a result can't be."""

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


class GameFault(StrEnum):
    """Reasons why a game can't begin, or go on."""

    NEGATIVE_START = "negative-start"
    START_AT_TARGET = "start-at-target"
    OVER = "over"
    PLAYERS = "players"
    POINTS = "points"


class GameError(ScoringError):
    """A game can't begin, or go on, as given. `fault` says why."""

    def __init__(self, message: str, *, fault: GameFault) -> None:
        super().__init__(message)
        self.fault = fault


class SheetFault(StrEnum):
    """Faults of a hand on a score sheet."""

    DEALER = "dealer"
    POINTS = "points"
    WORD = "word"
    DOUBLE = "double"
    OVER = "over"
    """The hand follows the end of the game."""


class SheetError(ScoringError):
    """A score sheet can't be read, or can't be of one game.

    `fault` is the reason, `hand` the number of the hand, from 1, and `text` its cell.
    """

    def __init__(self, message: str, *, fault: SheetFault, hand: int, text: str) -> None:
        super().__init__(message)
        self.fault = fault
        self.hand = hand
        self.text = text


class SettingsError(ScoringError):
    """A setting is outside its choices. `field` names the setting; `told`, if anything, is what
    people read, a `scoring.settings.Message` with the settings in it by name."""

    def __init__(self, message: str, *, field: str, told: tuple[str, str] | None = None) -> None:
        super().__init__(message)
        self.field, self.told = field, told


class ScheduleFault(StrEnum):
    """Faults of a schedule, or of what was asked of it."""

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


class PairingFault(StrEnum):
    """Reasons why contestants can't be paired."""

    TOO_FEW = "too-few"
    CONTESTANT_TWICE = "contestant-twice"
    SCORE_KEYS = "score-keys"
    NO_WAY = "no-way"


class PairingError(ScoringError):
    """Contestants can't be paired.

    `fault` says why. `contestants` are those it is about; where there is no way to pair everybody
    (`NO_WAY`), those that may meet nobody, which can be none.
    """

    def __init__(
        self, message: str, *, fault: PairingFault, contestants: Sequence[Hashable] = ()
    ) -> None:
        super().__init__(message)
        self.fault = fault
        self.contestants = tuple(contestants)
