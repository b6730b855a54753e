"""The score sheet of a game as text: its hands in the order of play, with semicolons between.

A hand is who dealt, so which side made trumps; then the trick points of N–S, 0 to 72, or "-" after
a revoke, when nobody counts them; then, where it was so, "botifarra", the double, and who revoked:

    N 40; W 26 botifarra; S - contro revoke-EW

Hands after the end of the game are no part of it. Whether the time was called can't be seen here: a
sheet may stop before its game is over.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from scoring.errors import AnnouncementError, GameError, SheetError, SheetFault
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.game.seats import Seat, Side
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.hands import Hand
from scoring.whole_numbers import whole_number

_Hand = TypeVar("_Hand")
NOT_COUNTED = "-"
_REVOKES = {f"revoke-{side.value}": side for side in Side}


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand on a score sheet: who dealt it, and what was played. Raises `ResultError`."""

    dealer: Seat
    ns_points: int | None
    announcement: Announcement = NOTHING_ANNOUNCED
    revoke: Side | None = None

    def __post_init__(self) -> None:
        _ = self.hand  # which checks the points

    @property
    def hand(self) -> Hand:
        """Return the hand as it is scored: the dealer's side makes trumps."""
        return Hand(self.dealer.side, self.ns_points, self.announcement, self.revoke)

    def __str__(self) -> str:
        """Return the one text in which the hand is written, such as "W 26 botifarra"."""
        trump, double = self.announcement.trump, self.announcement.double
        words = [self.dealer.value, NOT_COUNTED if self.ns_points is None else str(self.ns_points)]
        if trump is Denomination.BOTIFARRA:
            words.append(trump.value)
        if double:
            words.append(double.value)
        if self.revoke is not None:
            words.append(f"revoke-{self.revoke.value}")
        return " ".join(words)


def sheet_text(hands: Iterable[object]) -> str:
    """The hands as text, such as "N 40; W 26 botifarra"; "" for none."""
    return "; ".join(map(str, hands))


def read_hands(text: str, read: Callable[[int, list[str]], _Hand]) -> tuple[_Hand, ...]:
    """What `read` makes of the number and the words of each hand. A new line does as well as a
    semicolon, and what is empty between two of them doesn't count."""
    told = (hand.split() for line in text.splitlines() for hand in line.split(";"))
    return tuple(read(number, words) for number, words in enumerate(filter(None, told), start=1))


def read_sheet(text: str) -> tuple[SheetHand, ...]:
    """The hands of a text such as "N 40; W 26 botifarra", in capitals or not.

    Raises `SheetError` for the first hand that can't be read.
    """
    return read_hands(text, _read_hand)


def play_sheet(rules: GameRules, hands: Iterable[SheetHand]) -> tuple[Game, ...]:
    """The game before its first hand and after each. Raises `SheetError` for a hand after its end,
    and for a Sant Vicenç that the rules don't allow."""
    games = [Game.begin(rules)]
    for number, one in enumerate(hands, start=1):
        try:
            games.append(games[-1].play(one.hand))
        except GameError as error:
            raise sheet_error(number, SheetFault.OVER, str(one)) from error
        except AnnouncementError as error:
            raise sheet_error(number, SheetFault.DOUBLE, error.text) from error
    return tuple(games)


def sheet_error(hand: int, fault: SheetFault, text: str) -> SheetError:
    """What is wrong with a hand, by its number, and the words that say it."""
    return SheetError(f"hand {hand}: {fault.value}: {text!r}", fault=fault, hand=hand, text=text)


def seat_of(text: str) -> Seat | None:
    """The seat that a letter stands for, a capital or not; None where it stands for none."""
    return next((seat for seat in Seat if seat.value.casefold() == text.casefold()), None)


def _read_hand(number: int, words: list[str]) -> SheetHand:
    dealer = seat_of(words[0])
    if dealer is None:
        raise sheet_error(number, SheetFault.DEALER, words[0])
    announcement, revoke = _read_words(number, words[2:])
    points = _read_points(number, words[1] if len(words) > 1 else "")
    if points is None and revoke is None:
        raise sheet_error(number, SheetFault.POINTS, NOT_COUNTED)
    return SheetHand(dealer, points, announcement, revoke)


def _read_points(number: int, text: str) -> int | None:
    if text == NOT_COUNTED:
        return None
    points = whole_number(text, digits=2)
    if points is None or points > POINTS_IN_A_HAND:
        raise sheet_error(number, SheetFault.POINTS, text)
    return points


def _read_words(number: int, words: list[str]) -> tuple[Announcement, Side | None]:
    """What follows the points: each word once, in any order."""
    trump: Denomination | None = None
    double, revoke = Double.NONE, None
    doubles = {each.value: each for each in Double if each}
    revokes = {name.casefold(): side for name, side in _REVOKES.items()}
    for word in words:
        said = word.casefold()
        if said == Denomination.BOTIFARRA.value and trump is None:
            trump = Denomination.BOTIFARRA
        elif said in doubles and not double:
            double = doubles[said]
        elif said in revokes and revoke is None:
            revoke = revokes[said]
        else:
            raise sheet_error(number, SheetFault.WORD, word)
    return Announcement(trump, double), revoke
