"""Who deals the cards, hand after hand, and after a misdeal.

The turn to deal goes round anticlockwise, as everything does.

Sources: the rules of the tournaments of Torrefarrera, Vilaplana and Girona; "Botifarra" on
Wikipedia.
"""

from enum import StrEnum

from scoring.game.seats import Seat, in_turn


def dealer_of_hand(first: Seat, hand: int, players: int = 4) -> Seat:
    """Who deals hand number `hand`, from 1, when no hand had to be dealt by somebody else."""
    return in_turn(first, players)[(hand - 1) % players]


class Misdeal(StrEnum):
    """Who deals again after a misdeal, for which nobody gets points."""

    RIGHT_OF_ERRING = "right-of-erring"
    """The player on the right of whoever erred, who makes trumps then."""
    SAME_DEALER_ONCE = "same-dealer-once"
    """Whoever dealt deals again; the second time, the player on the right of whoever erred."""
    SAME_DEALER = "same-dealer"
    """Whoever dealt deals again, however often."""
