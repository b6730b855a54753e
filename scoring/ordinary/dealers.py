"""Who deals the cards: first, hand after hand, and after a misdeal.

The turn to deal goes round anticlockwise, as everything does.

Sources: the rules of the tournaments of Lloret and Torrefarrera (lifting a card), of Torrefarrera,
Vilaplana and Girona (misdeals); "Botifarra" on Wikipedia (misdeals).
"""

from enum import StrEnum

from scoring.game.cards import Card, Suit
from scoring.game.seats import Seat, in_turn
from scoring.settings import N_, NC_, Choice, OneOf


def first_dealer(lifted_by: Seat, card: Card) -> Seat:
    """Who deals the first hand when that player has lifted that card from the pack.

    Oros: the player on the right; copes: opposite; espases: on the left; bastos: who lifted it.
    """
    places = {Suit.OROS: 1, Suit.COPES: 2, Suit.ESPASES: 3, Suit.BASTOS: 0}
    return in_turn(lifted_by)[places[card.suit]]


def dealer_of_hand(first: Seat, hand: int, players: int = 4) -> Seat:
    """Who deals hand number `hand`, from 1, when no hand had to be dealt by somebody else."""
    return in_turn(first, players)[(hand - 1) % players]


class Misdeal(StrEnum):
    """Who deals again after a misdeal, for which nobody gets points."""

    RIGHT_OF_ERRING = "right-of-erring"
    """The player on the right of whoever erred, who makes trumps then."""
    SAME_DEALER_ONCE = "same-dealer-once"
    """The same player; the second time, the one on the right of whoever erred."""
    SAME_DEALER = "same-dealer"
    """The same player, however often."""

    def next_dealer(self, dealer: Seat, erred: Seat, times: int = 1, players: int = 4) -> Seat:
        """Who deals again when `erred` has spoilt the deal of `dealer`.

        `times`: how often that player's deal has been spoilt by now, from 1; `players`: 4 or 3.
        """
        keeps = self is Misdeal.SAME_DEALER or (self is Misdeal.SAME_DEALER_ONCE and times == 1)
        return dealer if keeps else in_turn(erred, players)[1]


MISDEAL = OneOf(
    title=N_("A misdeal"),
    question=N_("Who deals again, and makes trumps, when the cards were dealt wrongly. No points."),
    record=NC_("in the record", "who deals again after a misdeal"),
    choices={
        Misdeal.SAME_DEALER_ONCE: Choice(
            NC_("who deals again", "the same player, once"),
            N_("The same player; the second time, the player on the right of whoever erred."),
        ),
        Misdeal.SAME_DEALER: Choice(
            NC_("who deals again", "the same player"), N_("The same player, however often.")
        ),
        Misdeal.RIGHT_OF_ERRING: Choice(
            NC_("who deals again", "the player on the right of whoever erred"),
            N_("The player on the right of whoever erred."),
        ),
    },
)
