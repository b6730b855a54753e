"""What everybody at a table has heard and seen. It knows no hand.

The dealer makes trumps or delegates, and then the partner must make them. Contro is offered to the
player on the right of whoever made trumps, then to the one on the left; recontro likewise around
whoever doubled, and Sant Vicenç around whoever redoubled. The player to the dealer's right leads.

Decided here, where the rules are silent: a player claims at the own turn to play a card, for all
that is left and the trick on the table; both opponents must accept, in any order, and the first who
refuses ends the claim; whoever was refused claims again only in a later trick. The referee takes
back a card only while it is the last act of all.

Everything here goes by acts that can be taken. `scoring.play.table` sees to it that no other act
comes here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.deals import CARDS_IN_HAND
from scoring.game.seats import Seat, Side, Sides
from scoring.game.tricks import Trick
from scoring.play.acts import (
    POINTS_OF_A_HAND,
    AcceptClaim,
    Act,
    Claim,
    Contro,
    Delegate,
    EndHand,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SantVicenc,
    TakeBack,
)
from scoring.play.rules import DUPLICATE, TableRules


class Phase(StrEnum):
    """What a table waits for."""

    TRUMP = "trump"
    """The dealer makes trumps or delegates."""
    DELEGATED = "delegated"
    """The dealer's partner must make trumps."""
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant-vicenc"
    CARDS = "cards"
    CLAIM = "claim"
    """The opponents accept a claim or play on."""
    OVER = "over"


class Ended(StrEnum):
    """What ended a hand."""

    PLAYED = "played"
    CLAIMED = "claimed"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended, and each side's points, 72 together; None if the referee gave none."""

    by: Ended
    points: Sides[int] | None


_DOUBLES: tuple[tuple[Phase, type[Act]], ...] = (
    (Phase.CONTRO, Contro),
    (Phase.RECONTRO, Recontro),
    (Phase.SANT_VICENC, SantVicenc),
)


@dataclass(frozen=True, slots=True)
class PublicTable:
    """What is known to all after some acts. It never changes: an act gives the next one."""

    dealer: Seat
    rules: TableRules = DUPLICATE
    number: int = 0
    """How many acts there have been, those of the referee among them."""
    phase: Phase = Phase.TRUMP
    turn: tuple[Seat, ...] = ()
    """Who may act now, in the order in which they are asked; only opponents of a claim are two."""
    maker: Seat | None = None
    """Who made trumps."""
    doublers: tuple[Seat, ...] = ()
    """Who said contro, then recontro, then Sant Vicenç."""
    trick: Trick | None = None
    """The trick on the table, never complete; None before the calls are over."""
    won: tuple[Trick, ...] = ()
    claimer: Seat | None = None
    """Whose claim is to be answered, or was accepted."""
    refused: tuple[Seat, ...] = ()
    """Who claimed in this trick and was refused."""
    taken_back: tuple[PlayCard, ...] = ()
    """Cards that all have seen in a hand, as the referee gave them back."""
    trump: Denomination | None = None
    ending: Ending | None = None
    before_card: "PublicTable | None" = None
    """The table before the last act, if that was a card."""

    @classmethod
    def start(cls, dealer: Seat, rules: TableRules = DUPLICATE) -> "PublicTable":
        """Before the first act."""
        return cls(dealer, rules, turn=(dealer,))

    @property
    def delegated(self) -> bool:
        """Whether the dealer has delegated."""
        return self.phase is Phase.DELEGATED or self.maker is self.dealer.partner

    @property
    def trump_chosen(self) -> bool:
        """Whether trumps are made or delegated: then the dealer's partner looks at the cards."""
        return self.maker is not None or self.delegated

    @property
    def announcement(self) -> Announcement:
        """What was announced, as a championship writes it down; Sant Vicenç is above recontro."""
        doubles = list(Double)
        return Announcement(self.trump, doubles[min(len(self.doublers), len(doubles) - 1)])

    @property
    def counting_doubles(self) -> int:
        """How many of contro, recontro and Sant Vicenç count: 0 to 3."""
        said = len(self.doublers)
        return said if self.rules.recontro_counts else min(said, 1)

    @property
    def played(self) -> tuple[PlayCard, ...]:
        """Every card that lies open, in the order of play, with who played it."""
        tricks = self.won if self.trick is None else (*self.won, self.trick)
        return tuple(
            PlayCard(trick.seat_of(place), card)
            for trick in tricks
            for place, card in enumerate(trick.cards)
        )

    def cards_left(self, seat: Seat) -> int:
        """How many cards that seat still holds."""
        trick = self.trick
        begun = trick is not None and seat in map(trick.seat_of, range(len(trick.cards)))
        return CARDS_IN_HAND - len(self.won) - begun

    def points(self, side: Side) -> int:
        """What that side's complete tricks are worth so far."""
        return sum(trick.points for trick in self.won if trick.winner and trick.winner.side is side)

    def tricks(self, side: Side) -> int:
        """How many tricks that side has won so far."""
        return sum(1 for trick in self.won if trick.winner and trick.winner.side is side)

    def may(self, seat: Seat) -> tuple[type[Act], ...]:
        """The kinds of acts that this seat can take now; which cards is for its hand to say."""
        if seat not in self.turn:
            return ()
        if self.phase is Phase.TRUMP:
            return (Delegate, MakeTrump)
        if self.phase is Phase.DELEGATED:
            return (MakeTrump,)
        if self.phase is Phase.CARDS:
            return (PlayCard,) if seat in self.refused else (PlayCard, Claim)
        if self.phase is Phase.CLAIM:
            return (AcceptClaim, RefuseClaim)
        return (dict(_DOUBLES)[self.phase], Pass)

    @property
    def referee_may(self) -> tuple[type[Act], ...]:
        """The kinds of acts that the referee can take now."""
        end: tuple[type[Act], ...] = () if self.phase is Phase.OVER else (EndHand,)
        return end if self.before_card is None else (TakeBack, *end)

    def after(self, act: Act) -> "PublicTable":
        """The table after an act that can be taken now."""
        following = _AFTER[type(act)](self, act)
        before = replace(self, before_card=None) if isinstance(act, PlayCard) else None
        return replace(following, number=self.number + 1, before_card=before)


def _delegate(table: PublicTable, act: Delegate) -> PublicTable:
    return replace(table, phase=Phase.DELEGATED, turn=(act.seat.partner,))


def _make_trump(table: PublicTable, act: MakeTrump) -> PublicTable:
    made = replace(table, maker=act.seat, trump=act.trump)
    return _offer(made, Phase.CONTRO, act.seat)


def _offer(table: PublicTable, phase: Phase, around: Seat) -> PublicTable:
    """Ask for a double: first to the right, then to the left of whoever spoke last."""
    return replace(table, phase=phase, turn=(around.right,))


def _double(table: PublicTable, act: Contro | Recontro | SantVicenc) -> PublicTable:
    doubled = replace(table, doublers=(*table.doublers, act.seat))
    if isinstance(act, Contro):
        return _offer(doubled, Phase.RECONTRO, act.seat)
    if isinstance(act, Recontro) and table.trump and table.rules.allow_sant_vicenc(table.trump):
        return _offer(doubled, Phase.SANT_VICENC, act.seat)
    return _first_lead(doubled)


def _pass(table: PublicTable, act: Pass) -> PublicTable:
    around = table.doublers[-1] if table.doublers else table.maker
    if around is act.seat.left:
        return replace(table, turn=(act.seat.partner,))
    return _first_lead(table)


def _first_lead(table: PublicTable) -> PublicTable:
    assert table.trump is not None
    leader = table.dealer.right
    return replace(table, phase=Phase.CARDS, turn=(leader,), trick=Trick(leader, table.trump))


def _play_card(table: PublicTable, act: PlayCard) -> PublicTable:
    assert table.trick is not None
    trick = replace(table.trick, cards=(*table.trick.cards, act.card))
    winner = trick.winner
    if not trick.is_complete or winner is None:
        return replace(table, trick=trick, turn=(act.seat.right,))
    won = (*table.won, trick)
    table = replace(table, won=won, trick=Trick(winner, trick.trump), turn=(winner,), refused=())
    if len(won) < CARDS_IN_HAND:
        return table
    return _over(table, Ended.PLAYED, Sides.of(table.points))


def _claim(table: PublicTable, act: Claim) -> PublicTable:
    opponents = (act.seat.right, act.seat.left)
    return replace(table, phase=Phase.CLAIM, turn=opponents, claimer=act.seat)


def _accept(table: PublicTable, act: AcceptClaim) -> PublicTable:
    waiting = tuple(seat for seat in table.turn if seat is not act.seat)
    if waiting:
        return replace(table, turn=waiting)
    assert table.claimer is not None
    losers = table.claimer.side.opponents
    lost = table.points(losers)
    points = Sides.of(lambda side: lost if side is losers else POINTS_OF_A_HAND - lost)
    return _over(table, Ended.CLAIMED, points)


def _refuse(table: PublicTable, _act: RefuseClaim) -> PublicTable:
    assert table.claimer is not None
    claimer = table.claimer
    refused = (*table.refused, claimer)
    return replace(table, phase=Phase.CARDS, turn=(claimer,), claimer=None, refused=refused)


def _take_back(table: PublicTable, _act: TakeBack) -> PublicTable:
    before = table.before_card
    assert before is not None
    (card,) = table.played[len(before.played) :]
    return replace(before, number=table.number, taken_back=(*table.taken_back, card))


def _end(table: PublicTable, act: EndHand) -> PublicTable:
    points = None
    if act.ns_points is not None:
        points = Sides(act.ns_points, POINTS_OF_A_HAND - act.ns_points)
    return _over(table, Ended.REFEREE, points)


def _over(table: PublicTable, by: Ended, points: Sides[int] | None) -> PublicTable:
    return replace(table, phase=Phase.OVER, turn=(), ending=Ending(by, points))


_AFTER: Mapping[type[Act], Callable[[PublicTable, Any], PublicTable]] = {
    Delegate: _delegate,
    MakeTrump: _make_trump,
    Contro: _double,
    Recontro: _double,
    SantVicenc: _double,
    Pass: _pass,
    PlayCard: _play_card,
    Claim: _claim,
    AcceptClaim: _accept,
    RefuseClaim: _refuse,
    TakeBack: _take_back,
    EndHand: _end,
}
