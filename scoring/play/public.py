"""Public state of a table: all that everybody has heard and seen. It knows no hand.

First there are calls (`scoring.play.calls`). Then the player to the dealer's right leads.

Decided here, where the rules are silent: a player claims at the own turn to play a card, for all
that is left and the trick on the table; all opponents must accept, in any order, and the first who
refuses ends the claim; a refused player claims again only in a later trick. The referee takes back
a card only while it is the last act of all, and ends a hand only where two play against two.

Everything here goes by acts that can be taken. `scoring.play.table` sees to it that no other act
comes here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.card_sets import CardSet, set_of
from scoring.game.deals import CARDS_IN_HAND
from scoring.game.seats import Party, PerSeat, Seat, Sides, in_turn
from scoring.game.tricks import Trick
from scoring.play.acts import (
    POINTS_OF_A_HAND,
    AcceptClaim,
    Act,
    Claim,
    Contro,
    Delegate,
    EndHand,
    Estevet,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SantVicenc,
    SeatAct,
    TakeBack,
)
from scoring.play.calls import Calls, Phase
from scoring.play.games import PerParty
from scoring.play.rules import DUPLICATE, TableRules


class Ended(StrEnum):
    """Ways in which a hand ends."""

    PLAYED = "played"
    CLAIMED = "claimed"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Ending:
    """End of a hand, and each party's points, 72 together; None if the referee gave none."""

    by: Ended
    points: PerParty[int] | None

    @property
    def sides(self) -> Sides[int] | None:
        """The points of each side, where two play against two."""
        assert not isinstance(self.points, PerSeat)
        return self.points


@dataclass(frozen=True, slots=True)
class PublicTable:
    """Public state after some acts. It never changes: an act gives the next one."""

    dealer: Seat
    rules: TableRules
    calls: Calls
    number: int = 0
    """Number of acts so far, the referee's among them."""
    phase: Phase = Phase.TRUMP
    turn: tuple[Seat, ...] = ()
    """Seats that may act now, in the order of being asked; only opponents of a claim are many."""
    trick: Trick | None = None
    """The trick on the table, never complete; None before the calls are over."""
    won: tuple[Trick, ...] = ()
    claimer: Seat | None = None
    """Seat whose claim is to be answered, or was accepted."""
    refused: tuple[Seat, ...] = ()
    """Seats that claimed in this trick and were refused."""
    taken_back: tuple[PlayCard, ...] = ()
    """Cards that all have seen in a hand, as the referee gave them back."""
    ending: Ending | None = None
    before_card: "PublicTable | None" = None
    """State to go back to if the last act, a card, is taken back; it counts that act."""

    @classmethod
    def start(cls, dealer: Seat, rules: TableRules = DUPLICATE) -> "PublicTable":
        """Return the state before the first act."""
        calls = rules.game.begin_calls(dealer, rules.sant_vicenc)
        return cls(dealer, rules, calls, turn=(dealer,))

    @property
    def maker(self) -> Seat | None:
        """Seat that made trumps."""
        return self.calls.maker

    @property
    def trump(self) -> Denomination | None:
        """Trumps that were made."""
        return self.calls.trump

    @property
    def doublers(self) -> tuple[Seat, ...]:
        """Seats that said contro, then recontro, then Sant Vicenç."""
        return self.calls.doublers

    @property
    def delegated(self) -> bool:
        """Return whether the dealer has delegated."""
        return bool(self.calls.delegators)

    @property
    def trump_chosen(self) -> bool:
        """Return whether trumps are made or delegated."""
        return self.maker is not None or self.delegated

    def sees_cards(self, seat: Seat) -> bool:
        """Return whether that seat looks at its own cards by now."""
        return self.trump_chosen or not self.rules.game.waits_for_trumps(seat, self.dealer)

    @property
    def announcement(self) -> Announcement:
        """Announcement as a championship writes it down; Sant Vicenç is above recontro."""
        doubles = list(Double)
        return Announcement(self.trump, doubles[min(len(self.doublers), len(doubles) - 1)])

    @property
    def tricks_begun(self) -> tuple[Trick, ...]:
        """The tricks so far, the one on the table among them."""
        return self.won if self.trick is None else (*self.won, self.trick)

    @property
    def played(self) -> tuple[PlayCard, ...]:
        """Every card that lies open, in the order of play, with who played it."""
        return tuple(
            PlayCard(trick.seat_of(place), card)
            for trick in self.tricks_begun
            for place, card in enumerate(trick.cards)
        )

    @property
    def open_cards(self) -> CardSet:
        """Every card that lies open, as a set."""
        return set_of(card for trick in self.tricks_begun for card in trick.cards)

    def cards_left(self, seat: Seat) -> int:
        """Return the number of cards that the seat still holds."""
        has_played = self.trick is not None and self.trick.card_of(seat) is not None
        return CARDS_IN_HAND - len(self.won) - has_played

    def points(self, party: Party) -> int:
        """Return the points of that side, or of that player, from the complete tricks so far."""
        return sum(trick.points for trick in self._won_by(party))

    def tricks(self, party: Party) -> int:
        """Return the number of tricks that side, or that player alone, has won so far."""
        return len(self._won_by(party))

    def _won_by(self, party: Party) -> list[Trick]:
        party_of = self.rules.game.party
        return [trick for trick in self.won if trick.winner and party_of(trick.winner) is party]

    def may(self, seat: Seat) -> tuple[type[Act], ...]:
        """Return the kinds of acts that the seat can take now; its hand says which cards."""
        if seat not in self.turn:
            return ()
        if self.phase is Phase.CARDS:
            return (PlayCard,) if seat in self.refused else (PlayCard, Claim)
        if self.phase is Phase.CLAIM:
            return (AcceptClaim, RefuseClaim)
        return self.calls.may

    @property
    def referee_may(self) -> tuple[type[Act], ...]:
        """The kinds of acts that the referee can take now."""
        may_end = self.phase is not Phase.OVER and self.rules.variant.has_partners
        end: tuple[type[Act], ...] = (EndHand,) if may_end else ()
        return end if self.before_card is None else (TakeBack, *end)

    def after(self, act: Act) -> "PublicTable":
        """Return the table after an act that can be taken now."""
        if isinstance(act, TakeBack):
            return _take_back(self)
        return _AFTER[type(act)](replace(self, number=self.number + 1, before_card=None), act)


def _call(table: PublicTable, act: SeatAct) -> PublicTable:
    calls = table.calls.after(act)
    if calls.speaker is not None:
        return replace(table, calls=calls, phase=calls.phase, turn=(calls.speaker,))
    assert calls.trump is not None
    players = table.rules.players
    leader = in_turn(table.dealer, players)[1]
    trick = Trick(leader, calls.trump, players=players)
    return replace(table, calls=calls, phase=calls.phase, turn=(leader,), trick=trick)


def _play_card(table: PublicTable, act: PlayCard) -> PublicTable:
    assert table.trick is not None
    trick = table.trick.with_card(act.card)
    winner = trick.winner
    if trick.to_play is not None or winner is None:
        turn = () if trick.to_play is None else (trick.to_play,)
        return replace(table, trick=trick, turn=turn, before_card=table)
    won = (*table.won, trick)
    following = Trick(winner, trick.trump, players=trick.players)
    after = replace(table, won=won, trick=following, turn=(winner,), refused=(), before_card=table)
    if len(won) < CARDS_IN_HAND:
        return after
    return _over(after, Ended.PLAYED, after.rules.game.per_party(after.points))


def _claim(table: PublicTable, act: Claim) -> PublicTable:
    opponents = table.rules.game.opponents(act.seat)
    return replace(table, phase=Phase.CLAIM, turn=opponents, claimer=act.seat)


def _accept(table: PublicTable, act: AcceptClaim) -> PublicTable:
    waiting = tuple(seat for seat in table.turn if seat is not act.seat)
    if waiting:
        return replace(table, turn=waiting)
    assert table.claimer is not None
    game = table.rules.game
    winner = game.party(table.claimer)
    left = POINTS_OF_A_HAND - sum(trick.points for trick in table.won)
    points = game.per_party(lambda party: table.points(party) + (left if party is winner else 0))
    return _over(table, Ended.CLAIMED, points)


def _refuse(table: PublicTable, _act: RefuseClaim) -> PublicTable:
    assert table.claimer is not None
    claimer = table.claimer
    refused = (*table.refused, claimer)
    return replace(table, phase=Phase.CARDS, turn=(claimer,), claimer=None, refused=refused)


def _take_back(table: PublicTable) -> PublicTable:
    before = table.before_card
    assert before is not None
    (card,) = table.played[len(before.played) :]
    return replace(before, number=table.number + 1, taken_back=(*table.taken_back, card))


def _end(table: PublicTable, act: EndHand) -> PublicTable:
    points = None
    if act.ns_points is not None:
        points = Sides(act.ns_points, POINTS_OF_A_HAND - act.ns_points)
    return _over(table, Ended.REFEREE, points)


def _over(table: PublicTable, by: Ended, points: PerParty[int] | None) -> PublicTable:
    return replace(table, phase=Phase.OVER, turn=(), ending=Ending(by, points))


_AFTER: Mapping[type[Act], Callable[[PublicTable, Any], PublicTable]] = {
    **dict.fromkeys((Delegate, Estevet, MakeTrump, Contro, Recontro, SantVicenc, Pass), _call),
    PlayCard: _play_card,
    Claim: _claim,
    AcceptClaim: _accept,
    RefuseClaim: _refuse,
    EndHand: _end,
}
