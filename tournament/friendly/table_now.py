"""State of a friendly table.

It holds the cards of all four. Others get it only from `queries`, which gives one place what it may
know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.crypto import salted_hmac
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from scoring.ordinary.dealers import dealer_of_hand
from scoring.ordinary.hands import Multipliers
from scoring.play.rules import TableRules
from scoring.play.table import Table
from tournament.friendly.kinds import KINDS, Kind, PlayedHand, Standing, Terms
from tournament.models import FriendlyAct, FriendlyGame, FriendlyHand, FriendlyPlace, FriendlyTable
from tournament.models.friendly import PLACES
from tournament.play.stored_acts import act_of

NO_SALT = ""


class Step(StrEnum):
    """State of a friendly table: what it waits for."""

    WAITING = "waiting"
    """Somebody is to deal the first hand."""
    PLAY = "play"
    """A seat has its turn."""
    RESULT = "result"
    """The hand is over; somebody deals the next one."""
    OVER = "over"
    """The game is over, too."""


@dataclass(frozen=True, slots=True, repr=False)
class HandNow:
    """Hand that a table is at, with the cards of all. Its `repr` shows none."""

    stored: FriendlyHand
    dealer: Seat
    table: Table
    rows: tuple[FriendlyAct, ...]

    @property
    def number(self) -> int:
        return self.stored.number

    def next_number(self, seat: Seat) -> int:
        """Return the number of that seat's next act, among its own in the hand."""
        return 1 + sum(row.seat == seat for row in self.rows)


@dataclass(frozen=True, slots=True, repr=False)
class TableNow:
    """A friendly table: its step, the phones at its places, its score and its hand."""

    table: FriendlyTable
    step: Step
    terms: Terms
    kind: Kind
    held: Mapping[int, FriendlyPlace]
    """Places that a phone holds."""
    game: FriendlyGame
    hands: tuple[FriendlyHand, ...]
    """Hands of the game, the last one perhaps being played."""
    ended: tuple[PlayedHand, ...]
    """Outcome of the hands that have ended."""
    before: Standing
    """State before the current or last hand."""
    standing: Standing
    """State now."""
    hand: HandNow | None
    """Hand that it is at; None before the first one is dealt."""

    @property
    def seats(self) -> Mapping[Seat, int]:
        """Places by their seats in the hand that is shown, or in the first one."""
        return self.before.seats

    @property
    def bots(self) -> tuple[Seat, ...]:
        """Seats that nobody holds."""
        return tuple(seat for seat, place in self.seats.items() if place not in self.held)

    @property
    def places(self) -> tuple[int, ...]:
        """Places of the table."""
        return tuple(sorted(self.seats.values()))

    def seat_of(self, place: int) -> Seat:
        return next(seat for seat, other in self.seats.items() if other == place)

    def place_of(self, phone: str) -> int | None:
        """Return the place that this phone holds."""
        return next((place for place in self.held if self.held[place].phone == phone), None)

    @property
    def last_number(self) -> int:
        """Number of the last hand at the table, 0 before the first."""
        return self.hand.number if self.hand else self.game.hands_before


def key_of_set(number: int) -> str:
    """Return the key of the set of hands with that number: equal for everybody who types it here.

    It follows from this installation's own secret too. Otherwise somebody who sees twelve cards, or
    the commitment, could go through all numbers at home and find the other hands.
    """
    return salted_hmac("friendly set", str(number), algorithm="sha256").hexdigest()


def terms_of(table: FriendlyTable) -> Terms:
    return Terms(
        target=table.target,
        hands=table.hands,
        variant=PlayVariant(table.variant),
        sant_vicenc=SantVicencRule(table.sant_vicenc),
        multipliers=Multipliers.of_text(table.multipliers),
    )


def played_hand(hand: FriendlyHand, rules: TableRules) -> PlayedHand:
    """Return the outcome of a hand that has ended."""
    announcement = Announcement(Denomination(hand.trump), tuple(Double)[hand.doubles])
    points = rules.game.per_party(lambda party: int(hand.points[party.value]))
    return PlayedHand(Seat(hand.maker), announcement, points)


@sensitive_variables()
def table_now(table: FriendlyTable) -> TableNow:
    """Return where a friendly table is now; 4 queries."""
    game = table.games.order_by("-number")[:1].get()
    hands = tuple(game.hands.order_by("number"))
    held = {one.place: one for one in table.places.filter(freed_at=None) if one.place in PLACES}
    kind, terms = KINDS[FriendlyTable.Played(table.played)], terms_of(table)
    rules = kind.rules(terms)
    ended = [played_hand(one, rules) for one in hands if one.points]
    standing = kind.standing(terms, ended)
    before = standing
    hand = None
    if hands:
        before = kind.standing(terms, ended[: len(hands) - 1])
        hand = _hand_now(game, hands, kind, rules)
    return TableNow(
        table=table,
        step=_step(hand, standing),
        terms=terms,
        kind=kind,
        held=held,
        game=game,
        hands=hands,
        ended=tuple(ended),
        before=before,
        standing=standing,
        hand=hand,
    )


@sensitive_variables()
def _hand_now(
    game: FriendlyGame, hands: tuple[FriendlyHand, ...], kind: Kind, rules: TableRules
) -> HandNow:
    stored, place = hands[-1], len(hands)
    dealer = dealer_of_hand(Seat(game.first_dealer), place, rules.players)
    rows = tuple(stored.acts.order_by("number"))
    dealt = kind.dealt(make_deal(bytes.fromhex(game.key), NO_SALT, place))
    table = Table.replay(dealt, dealer, map(act_of, rows), rules)
    return HandNow(stored, dealer, table, rows)


def _step(hand: HandNow | None, standing: Standing) -> Step:
    if hand is None:
        return Step.WAITING
    if not hand.stored.points:
        return Step.PLAY
    return Step.OVER if standing.over else Step.RESULT
