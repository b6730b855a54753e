"""The score sheet of a table as text: its hands in the order of play, with semicolons between.

A hand is who dealt; then the trick points, or "-" after a revoke, when nobody counts them; then,
where it was so, who made trumps in the dealer's place, "botifarra", the double, and who revoked. In
a game the points are those of N–S, 0 to 72, and the dealer's side makes trumps:

    N 40; W 26 botifarra; S - contro revoke-EW

In abarrotada they are those of all players from North on round the table, which add up to 72. Of
three players nobody sits East.

    N 26-14-8-24; W 10-30-20-12 trumps-S botifarra contro; S - revoke-W

Hands after the end are no part of a sheet. Whether the time was called can't be seen here: a sheet
may stop before its game is over.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.errors import AnnouncementError, GameError, SheetError, SheetFault
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.game.seats import Party, Seat, Side
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.abarrotada import THRESHOLDS, SoloHand, SoloRules, score_solo_hand
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.hands import Hand, check_double
from scoring.whole_numbers import whole_number

NOT_COUNTED = "-"
_MADE, _REVOKED = "trumps-", "revoke-"
_SEATS = tuple(Seat)
_DOUBLES = {each.value: each for each in Double if each}


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand on a score sheet: its dealer, and what was played.

    `points` are of both sides, or of the players from North on; None only beside a revoke. `maker`
    made trumps, where that isn't the dealer.
    """

    dealer: Seat
    points: tuple[int, ...] | None
    announcement: Announcement = NOTHING_ANNOUNCED
    revoke: Party | None = None
    maker: Seat | None = None

    @property
    def hand(self) -> Hand:
        """Return the hand of a game as it is scored. Raises `ResultError`."""
        assert not isinstance(self.revoke, Seat)
        ns_points = None if self.points is None else self.points[0]
        return Hand(self.dealer.side, ns_points, self.announcement, self.revoke)

    def solo_hand(self, players: int) -> SoloHand:
        """Return the hand as a table of abarrotada scores it. Raises `GameError`."""
        revoke = None if self.revoke is None else _SEATS.index(Seat(self.revoke))
        maker = _SEATS.index(self.maker or self.dealer)
        return SoloHand(players, maker, self.points, self.announcement, revoke)

    def __str__(self) -> str:
        """Return the one text in which the hand is written, such as "W 26 botifarra"."""
        trump, double = self.announcement.trump, self.announcement.double
        told = self.points and (self.points[:1] if len(self.points) == len(Side) else self.points)
        words = [
            self.dealer.value,
            "-".join(map(str, told)) if told else NOT_COUNTED,
            f"{_MADE}{self.maker.value}" if self.maker else "",
            trump.value if trump is Denomination.BOTIFARRA else "",
            double.value,
            f"{_REVOKED}{self.revoke.value}" if self.revoke else "",
        ]
        return " ".join(filter(None, words))


def sheet_text(hands: Iterable[SheetHand]) -> str:
    """Return the hands as text, such as "N 40; W 26 botifarra"; "" for none."""
    return "; ".join(map(str, hands))


def read_sheet(text: str, parties: type[Side] | type[Seat] = Side) -> tuple[SheetHand, ...]:
    """Return the hands of a text such as "N 40; W 26 botifarra", in capitals or not, of a game or
    where each seat is a party of abarrotada.

    A new line does as well as a semicolon, and what is empty between two of them doesn't count. Of
    the players the last one's points may be left out with a trailing hyphen: "N 26-14-8-" is read
    as "N 26-14-8-24". Raises `SheetError` for the first hand that can't be read.
    """
    told = (hand.split() for line in text.splitlines() for hand in line.split(";"))
    hands = enumerate(filter(None, told), start=1)
    return tuple(_read_hand(number, words, parties) for number, words in hands)


def play_sheet(rules: GameRules, hands: Iterable[SheetHand]) -> tuple[Game, ...]:
    """Return the game before its first hand and after each. Raises `SheetError` for a hand after
    its end, and for a Sant Vicenç that the rules don't allow."""
    games = [Game.begin(rules)]
    for number, one in enumerate(hands, start=1):
        try:
            games.append(games[-1].play(one.hand))
        except GameError as error:
            raise _error(number, SheetFault.OVER, str(one)) from error
        except AnnouncementError as error:
            raise _error(number, SheetFault.DOUBLE, error.text) from error
    return tuple(games)


def play_solo_sheet(
    rules: SoloRules, players: int, hands: Sequence[SheetHand]
) -> tuple[tuple[int, ...], ...]:
    """Return each player's totals, from North on, before the first hand and after each. Raises
    `SheetError` for a hand that `players` can't have played by these rules."""
    totals, most = [(0,) * players], rules.hands_of(players)
    for number, one in enumerate(hands, start=1):
        if most is not None and number > most:
            raise _error(number, SheetFault.OVER, str(one))
        if one.dealer not in _SEATS[:players]:
            raise _error(number, SheetFault.DEALER, one.dealer.value)
        try:
            check_double(one.announcement, rules.sant_vicenc)
            scores = score_solo_hand(one.solo_hand(players), rules.multipliers)
        except AnnouncementError as error:
            raise _error(number, SheetFault.DOUBLE, error.text) from error
        except GameError as error:
            raise _error(number, SheetFault.POINTS, str(one)) from error
        totals.append(tuple(map(sum, zip(totals[-1], scores))))
    return tuple(totals)


def _error(hand: int, fault: SheetFault, text: str) -> SheetError:
    return SheetError(f"hand {hand}: {fault.value}: {text!r}", fault=fault, hand=hand, text=text)


def _read_hand(number: int, words: list[str], parties: type[Side] | type[Seat]) -> SheetHand:
    seats = {seat.value.casefold(): seat for seat in Seat}
    dealer = seats.get(words[0].casefold())
    if dealer is None:
        raise _error(number, SheetFault.DEALER, words[0])
    trump, double = None, Double.NONE
    maker: Seat | None = None
    revoke: Party | None = None
    makers = {f"{_MADE}{name}": seat for name, seat in seats.items() if parties is Seat}
    revokes = {f"{_REVOKED}{party.value}".casefold(): party for party in parties}
    for word in words[2:]:
        said = word.casefold()
        if said == Denomination.BOTIFARRA.value and trump is None:
            trump = Denomination.BOTIFARRA
        elif said in _DOUBLES and not double:
            double = _DOUBLES[said]
        elif said in makers and maker is None:
            maker = makers[said]
        elif said in revokes and revoke is None:
            revoke = revokes[said]
        else:
            raise _error(number, SheetFault.WORD, word)
    points = _read_points(number, words[1] if len(words) > 1 else "", parties)
    if points is None and revoke is None:
        raise _error(number, SheetFault.POINTS, NOT_COUNTED)
    maker = None if maker is dealer else maker
    return SheetHand(dealer, points, Announcement(trump, double), revoke, maker)


def _read_points(
    number: int, text: str, parties: type[Side] | type[Seat]
) -> tuple[int, ...] | None:
    if text == NOT_COUNTED:
        return None
    parts = [text, ""] if parties is Side else text.split("-")
    points = [one for part in parts if (one := whole_number(part, digits=2)) is not None]
    if parts[-1] == "":
        points.append(POINTS_IN_A_HAND - sum(points))
    is_whole = len(points) == len(parts) and sum(points) == POINTS_IN_A_HAND
    are_all = parties is Side or len(points) in THRESHOLDS
    if not is_whole or min(points) < 0 or not are_all:
        raise _error(number, SheetFault.POINTS, text)
    return tuple(points)
