"""Bots that sit at a table in play: each tells its next act from what its seat knows.

`SeatedBot` calls by `calls`; how it chooses a card is left to those who are made from it. `SoloBot`
plays abarrotada. A bot never claims, and plays on when somebody else does.
"""

from abc import ABC, abstractmethod

from scoring.bots.abarrotada_calls import next_call
from scoring.bots.calls import Hand, choose_trump, delegates, doubles, redoubles
from scoring.bots.quick import choose_card
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.card_sets import set_of
from scoring.game.cards import Card
from scoring.play.acts import (
    Contro,
    Delegate,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SeatAct,
)
from scoring.play.calls import Phase, SoloCalls, act_of
from scoring.play.knowledge import Knowledge, position_for


class SeatedBot(ABC):
    """A player. The same knowledge and the same chance always give the same act."""

    def act(self, knows: Knowledge, chance: Chance) -> SeatAct:
        """Return the bot's act, when it is its turn."""
        seat, phase = knows.seat, knows.public.phase
        if phase is Phase.CLAIM:
            return RefuseClaim(seat)
        assert seat in knows.public.turn
        if phase is Phase.CARDS:
            legal = knows.legal
            return PlayCard(seat, legal[0] if len(legal) == 1 else self.card(knows, chance))
        return self.call(knows, chance)

    def call(self, knows: Knowledge, chance: Chance) -> SeatAct:
        """Return the bot's call about trumps and doubles."""
        seat, phase = knows.seat, knows.public.phase
        if phase in (Phase.TRUMP, Phase.DELEGATED):
            trump = self.trump(knows, chance)
            return Delegate(seat) if trump is None else MakeTrump(seat, trump)
        if phase is Phase.CONTRO and self.says_contro(knows, chance):
            return Contro(seat)
        if phase is Phase.RECONTRO and self.says_recontro(knows, chance):
            return Recontro(seat)
        return Pass(seat)

    @abstractmethod
    def card(self, knows: Knowledge, chance: Chance) -> Card:
        """Return one of several legal cards."""

    def trump(self, knows: Knowledge, _chance: Chance) -> Denomination | None:
        """Return the bot's choice of trumps, or None to delegate, which only the dealer does."""
        hand = own_hand(knows)
        may_delegate = knows.public.phase is Phase.TRUMP
        return None if may_delegate and delegates(hand) else choose_trump(hand)

    def says_contro(self, knows: Knowledge, _chance: Chance) -> bool:
        return doubles(own_hand(knows), made_trump(knows))

    def says_recontro(self, knows: Knowledge, _chance: Chance) -> bool:
        return redoubles(own_hand(knows), made_trump(knows))


class QuickBot(SeatedBot):
    """Plays by `quick`: at once, and looking at the current trick only."""

    def card(self, knows: Knowledge, chance: Chance) -> Card:
        position = position_for(set_of(own_hand(knows)), knows.seat, knows.public)
        return choose_card(position, knows.public.rules.variant, chance)


class SoloBot(QuickBot):
    """Plays abarrotada: calls by `abarrotada_calls`, and chooses cards by `quick`."""

    def call(self, knows: Knowledge, _chance: Chance) -> SeatAct:
        calls = knows.public.calls
        assert isinstance(calls, SoloCalls)
        return act_of(next_call(calls.calling, own_hand(knows)), knows.seat)


def own_hand(knows: Knowledge) -> Hand:
    """Return the own cards that are left, once the seat has looked at them."""
    assert knows.hand is not None
    return knows.hand


def made_trump(knows: Knowledge) -> Denomination:
    """Return the trumps, once they are made."""
    assert knows.public.trump is not None
    return knows.public.trump
