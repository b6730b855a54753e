"""Where a friendly table is now.

What is here holds the cards of all four. Others get it only from `queries`, which gives one place
what it may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import dealer_of_hand
from scoring.play.table import Table
from tournament.friendly.kinds import KINDS, Kind, PlayedHand, Standing, Terms
from tournament.models import FriendlyAct, FriendlyGame, FriendlyHand, FriendlyPlace, FriendlyTable
from tournament.models.friendly import PLACES
from tournament.play.stored_acts import act_of

_SET = b"botifarra-friendly-set-v1\x00"
NO_SALT = ""


class Step(StrEnum):
    """What a friendly table waits for."""

    WAITING = "waiting"
    """Somebody to deal the first hand."""
    PLAY = "play"
    """Somebody's turn."""
    RESULT = "result"
    """The hand is over; somebody deals the next one."""
    OVER = "over"
    """The game is over, too."""


@dataclass(frozen=True, slots=True, repr=False)
class HandNow:
    """The hand that a table is at, with the cards of all. It doesn't show itself by accident."""

    stored: FriendlyHand
    dealer: Seat
    table: Table
    rows: tuple[FriendlyAct, ...]

    @property
    def number(self) -> int:
        return self.stored.number

    def next_number(self, seat: Seat) -> int:
        """The number of that seat's next act, among its own in the hand."""
        return 1 + sum(row.seat == seat for row in self.rows)


@dataclass(frozen=True, slots=True, repr=False)
class TableNow:
    """A friendly table: what it waits for, who holds its places, its score and its hand."""

    table: FriendlyTable
    step: Step
    terms: Terms
    kind: Kind
    held: Mapping[int, FriendlyPlace]
    """The places that a phone holds."""
    game: FriendlyGame
    hands: tuple[FriendlyHand, ...]
    """Those of the game, the last one perhaps being played."""
    before: Standing
    """What stood before the hand that is being played, or was played last."""
    standing: Standing
    """What stands now."""
    hand: HandNow | None
    """None before the first one is dealt."""

    @property
    def seats(self) -> Mapping[Seat, int]:
        """Which place sits where: in the hand that is shown, or in the first one."""
        return self.before.seats

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that nobody holds."""
        return tuple(seat for seat in Seat if self.seats[seat] not in self.held)

    def seat_of(self, place: int) -> Seat:
        return next(seat for seat in Seat if self.seats[seat] == place)

    def place_of(self, phone: str) -> int | None:
        """The place that this phone holds."""
        return next((place for place in self.held if self.held[place].phone == phone), None)

    @property
    def last_number(self) -> int:
        """The number of the last hand at the table, 0 before the first."""
        return self.hand.number if self.hand else self.game.hands_before


def key_of_set(number: int) -> str:
    """The key of the set of hands with that number: the same for everybody who types it."""
    return sha256(_SET + str(number).encode()).hexdigest()


@sensitive_variables()
def deal_of(game: FriendlyGame, hand: int) -> Deal:
    """Hand number `hand` of a game, from 1."""
    return make_deal(bytes.fromhex(game.key), NO_SALT, hand)


def terms_of(table: FriendlyTable) -> Terms:
    return Terms(
        target=table.target,
        hands=table.hands,
        variant=PlayVariant(table.variant),
        sant_vicenc=SantVicencRule(table.sant_vicenc),
    )


def played_hand(hand: FriendlyHand) -> PlayedHand:
    """What came out of a hand that has ended."""
    assert hand.ns_points is not None
    announcement = Announcement(Denomination(hand.trump), tuple(Double)[hand.doubles])
    return PlayedHand(Seat(hand.maker), announcement, hand.ns_points)


@sensitive_variables()
def table_now(table: FriendlyTable) -> TableNow:
    """Where it is; 4 queries."""
    game = table.games.order_by("-number")[:1].get()
    hands = tuple(game.hands.order_by("number"))
    held = {one.place: one for one in table.places.filter(freed_at=None) if one.place in PLACES}
    kind, terms = KINDS[FriendlyTable.Played(table.played)], terms_of(table)
    ended = [played_hand(one) for one in hands if one.ns_points is not None]
    standing = kind.standing(terms, ended)
    before = standing
    hand = None
    if hands:
        before = kind.standing(terms, ended[: len(hands) - 1])
        hand = _hand_now(game, hands, kind, terms)
    return TableNow(
        table, _step(hand, standing), terms, kind, held, game, hands, before, standing, hand
    )


def _hand_now(
    game: FriendlyGame, hands: tuple[FriendlyHand, ...], kind: Kind, terms: Terms
) -> HandNow:
    stored, place = hands[-1], len(hands)
    dealer = dealer_of_hand(Seat(game.first_dealer), place)
    rows = tuple(stored.acts.order_by("number"))
    deal = deal_of(game, place)
    table = Table.replay(deal, dealer, map(act_of, rows), kind.rules(terms))
    return HandNow(stored, dealer, table, rows)


def _step(hand: HandNow | None, standing: Standing) -> Step:
    if hand is None:
        return Step.WAITING
    if hand.stored.ns_points is None:
        return Step.PLAY
    return Step.OVER if standing.over else Step.RESULT
