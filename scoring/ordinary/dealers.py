"""Dealers of the hands, in order and after a misdeal.

The turn to deal goes round anticlockwise, as everything does.

Sources: the rules of the tournaments of Torrefarrera, Vilaplana and Girona; "Botifarra" on
Wikipedia.
"""

from enum import StrEnum

from scoring.game.seats import Seat, in_turn
from scoring.settings import N_, NC_, Choice, OneOf


def dealer_of_hand(first: Seat, hand: int, players: int = 4) -> Seat:
    """Return the dealer of hand number `hand`, from 1, without misdeals."""
    return in_turn(first, players)[(hand - 1) % players]


class Misdeal(StrEnum):
    """Rules for the next dealer after a misdeal, for which nobody gets points."""

    RIGHT_OF_ERRING = "right-of-erring"
    """The player on the erring player's right deals, who makes trumps then."""
    SAME_DEALER_ONCE = "same-dealer-once"
    """The dealer deals again; the second time, the player on the erring player's right."""
    SAME_DEALER = "same-dealer"
    """The dealer deals again, however often."""


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
