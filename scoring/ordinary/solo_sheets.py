"""The score sheet of a table that plays abarrotada, as text: its hands, with semicolons between.

A hand is who dealt; then the trick points of the players, from North on round the table, which add
up to 72, or "-" after a revoke, when nobody counts them; then, where it was so, who made trumps in
the dealer's place, "botifarra", the double, and who revoked. Of three players nobody sits East.

    N 26-14-8-24; W 10-30-20-12 trumps-S botifarra contro; S - revoke-W
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import GameError, SheetFault
from scoring.game.announcements import (
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
    SantVicencRule,
)
from scoring.game.seats import Seat
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.abarrotada import THRESHOLDS, SoloHand, score_solo_hand
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, Multipliers
from scoring.ordinary.sheets import NOT_COUNTED, read_hands, seat_of, sheet_error
from scoring.whole_numbers import whole_number

SEATS = tuple(Seat)
_MADE, _REVOKED = "trumps-", "revoke-"


@dataclass(frozen=True, slots=True)
class SoloSheetHand:
    """A hand on the sheet: who dealt it and made trumps, and what was played.

    `points` are those of the players from North on; None only beside a revoke.
    """

    dealer: Seat
    points: tuple[int, ...] | None
    maker: Seat
    announcement: Announcement = NOTHING_ANNOUNCED
    revoke: Seat | None = None

    def hand(self, players: int) -> SoloHand:
        """Return the hand as a table of `players` scores it. Raises `GameError`."""
        return SoloHand(
            players,
            SEATS.index(self.maker),
            self.points,
            self.announcement,
            None if self.revoke is None else SEATS.index(self.revoke),
        )

    def __str__(self) -> str:
        """The one form in which it is written."""
        trump, double = self.announcement.trump, self.announcement.double
        points = NOT_COUNTED if self.points is None else "-".join(map(str, self.points))
        words = [self.dealer.value, points]
        if self.maker is not self.dealer:
            words.append(f"{_MADE}{self.maker.value}")
        if trump is Denomination.BOTIFARRA:
            words.append(trump.value)
        if double:
            words.append(double.value)
        if self.revoke is not None:
            words.append(f"{_REVOKED}{self.revoke.value}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class SoloRules:
    """How hands are scored: how many are played at most, and what doubles multiply by."""

    hands: int | None = None
    multipliers: Multipliers = DEFAULT_MULTIPLIERS
    sant_vicenc: SantVicencRule = SantVicencRule.ALLOWED

    def hands_of(self, players: int) -> int | None:
        """How many a table of so many players plays, so that each deals as often: of 8 a table of
        four plays 8, a table of three 6. None without a limit."""
        return None if self.hands is None else players * max(1, self.hands // players)


def read_solo_sheet(text: str) -> tuple[SoloSheetHand, ...]:
    """The hands of a text, in capitals or not. The last player's points may be left out with a
    trailing hyphen: "N 26-14-8-" is read as "N 26-14-8-24".

    Raises `SheetError` for the first hand that can't be read.
    """
    return read_hands(text, _read_hand)


def play_solo_sheet(
    rules: SoloRules, players: int, hands: Sequence[SoloSheetHand]
) -> tuple[tuple[int, ...], ...]:
    """What each player has, from North on, before the first hand and after each. Raises
    `SheetError` for a hand that so many players can't have played by these rules."""
    totals, most = [(0,) * players], rules.hands_of(players)
    for number, one in enumerate(hands, start=1):
        if most is not None and number > most:
            raise sheet_error(number, SheetFault.OVER, str(one))
        if one.dealer not in SEATS[:players]:
            raise sheet_error(number, SheetFault.DEALER, one.dealer.value)
        if one.announcement.double not in rules.sant_vicenc.doubles(one.announcement.trump):
            raise sheet_error(number, SheetFault.DOUBLE, one.announcement.double.value)
        try:
            scores = score_solo_hand(one.hand(players), rules.multipliers)
        except GameError as error:
            raise sheet_error(number, SheetFault.POINTS, str(one)) from error
        totals.append(tuple(map(sum, zip(totals[-1], scores))))
    return tuple(totals)


def next_dealer(hands: Sequence[SoloSheetHand], players: int) -> Seat:
    """Who deals the hand after these, if none has to be dealt again; North begins."""
    if not hands:
        return SEATS[0]
    return SEATS[(SEATS.index(hands[-1].dealer) + 1) % players]


def _read_hand(number: int, words: list[str]) -> SoloSheetHand:
    dealer = seat_of(words[0])
    if dealer is None:
        raise sheet_error(number, SheetFault.DEALER, words[0])
    trump: Denomination | None = None
    maker: Seat | None = None
    revoke: Seat | None = None
    double = Double.NONE
    doubles = {each.value: each for each in Double if each}
    for word in words[2:]:
        said = word.casefold()
        name, hyphen, seat = said.partition("-")
        if said == Denomination.BOTIFARRA.value and trump is None:
            trump = Denomination.BOTIFARRA
        elif said in doubles and not double:
            double = doubles[said]
        elif name + hyphen == _MADE and maker is None and seat_of(seat):
            maker = seat_of(seat)
        elif name + hyphen == _REVOKED and revoke is None and seat_of(seat):
            revoke = seat_of(seat)
        else:
            raise sheet_error(number, SheetFault.WORD, word)
    points = _read_points(number, words[1] if len(words) > 1 else "")
    if points is None and revoke is None:
        raise sheet_error(number, SheetFault.POINTS, NOT_COUNTED)
    return SoloSheetHand(dealer, points, maker or dealer, Announcement(trump, double), revoke)


def _read_points(number: int, text: str) -> tuple[int, ...] | None:
    if text == NOT_COUNTED:
        return None
    parts = text.split("-")
    points = [one for part in parts if (one := whole_number(part, digits=2)) is not None]
    if parts[-1] == "":
        points.append(POINTS_IN_A_HAND - sum(points))
    is_whole = len(points) == len(parts) and sum(points) == POINTS_IN_A_HAND
    if not is_whole or min(points) < 0 or len(points) not in THRESHOLDS:
        raise sheet_error(number, SheetFault.POINTS, text)
    return tuple(points)
