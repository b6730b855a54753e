"""A deal and the acts at its table: the state of play, and whether an act can come next.

    table = Table.replay(deal, dealer, acts)
    table = table.after(PlayCard(Seat.W, Card.parse("9O")))

Whoever plays a card must hold it and obey the rules of play; everything else is decided by what
all have heard and seen (`scoring.play.public`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.errors import ActError, ActFault
from scoring.game.card_sets import cards_in, set_of
from scoring.game.cards import Card
from scoring.game.deals import Hands
from scoring.game.legality import PlayRule, broken_rule, legal_set
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.play.acts import Act, PlayCard, SeatAct
from scoring.play.knowledge import Knowledge, hand_left, knowledge_after, position_for
from scoring.play.public import PublicTable
from scoring.play.rules import DUPLICATE, TableRules
from scoring.play.views import SeatView, view_of


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table in play. Like its deal it doesn't show itself by accident."""

    deal: Hands
    public: PublicTable
    acts: tuple[Act, ...] = ()

    @classmethod
    def start(cls, deal: Hands, dealer: Seat, rules: TableRules = DUPLICATE) -> "Table":
        """Return the table before the first act."""
        return cls(deal, PublicTable.start(dealer, rules))

    @classmethod
    def replay(
        cls, deal: Hands, dealer: Seat, acts: Iterable[Act], rules: TableRules = DUPLICATE
    ) -> "Table":
        """Return the table after these acts. Raises `ActError` for the first that can't be done."""
        table = cls.start(deal, dealer, rules)
        for act in acts:
            table = table.after(act)
        return table

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that this seat still holds, in canonical order."""
        return hand_left(self.deal.hand(seat), seat, self.public)

    def legal(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that this seat may play now; none when no card is due from it."""
        if PlayCard not in self.public.may(seat):
            return ()
        return cards_in(legal_set(self._position(seat), self.public.rules.variant))

    def after(self, act: Act) -> "Table":
        """Return the table after that act. Raises `ActError` if it can't be taken now."""
        public = self.public
        if isinstance(act, SeatAct):
            self._check_seat_act(act)
        elif type(act) not in public.referee_may:
            raise _not_now(act, public.referee_may)
        return Table(self.deal, public.after(act), (*self.acts, act))

    def knowledge(self, seat: Seat) -> Knowledge:
        """Return the knowledge of this seat if it forgets nothing."""
        return knowledge_after(seat, self.deal, self.public, self.acts)

    def view(self, seat: Seat) -> SeatView:
        """Return the view of this seat now."""
        return view_of(self.knowledge(seat))

    def _check_seat_act(self, act: SeatAct) -> None:
        public = self.public
        if not public.turn:
            raise ActError("the hand is over", fault=ActFault.OVER)
        if act.seat not in public.turn:
            turn = " or ".join(public.turn)
            raise ActError(
                f"it is the turn of {turn}, not of {act.seat}",
                fault=ActFault.TURN,
                expected=public.turn,
            )
        if type(act) not in public.may(act.seat):
            raise _not_now(act, public.may(act.seat))
        if isinstance(act, PlayCard):
            self._check_card(act)

    def _check_card(self, act: PlayCard) -> None:
        variant = self.public.rules.variant
        rule = broken_rule(self._position(act.seat), act.card, variant)
        if rule is None:
            return
        legal = tuple(map(str, self.legal(act.seat)))
        why = "doesn't hold" if rule in _NOT_THERE else "may not play"
        raise ActError(
            f"{act.seat} {why} {act.card}, expected one of {', '.join(legal)}",
            fault=ActFault.CARD,
            expected=legal,
            rule=rule,
        )

    def _position(self, seat: Seat) -> Position:
        return position_for(set_of(self.hand(seat)), seat, self.public)


_NOT_THERE = (PlayRule.NOT_HELD, PlayRule.PLAYED_TWICE)


def _not_now(act: Act, may: tuple[type[Act], ...]) -> ActError:
    kinds = tuple(kind.kind for kind in may)
    expected = " or ".join(kinds) or "nothing more"
    message = f"{act.kind} can't be done now, expected {expected}"
    return ActError(message, fault=ActFault.NOT_NOW, expected=kinds)
