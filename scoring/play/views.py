"""What a seat can look at: its own cards, the table, and the last trick.

A view is made from what the seat knows, and holds less than that: earlier tricks can't be looked at
again, and a claimer's cards are put away when the claim is refused. Points are told when the hand
is over: to count them is part of the game.
"""

from dataclasses import dataclass

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat, Sides
from scoring.game.tricks import Trick
from scoring.play.acts import Act
from scoring.play.knowledge import Knowledge
from scoring.play.public import Ending, Phase


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat can look at after so many acts."""

    seat: Seat
    number: int
    """How many acts there have been."""
    dealer: Seat
    phase: Phase
    turn: tuple[Seat, ...]
    hand: tuple[Card, ...] | None
    """The own cards that are left, in canonical order; None before the seat may look at them."""
    delegated: bool
    maker: Seat | None
    trump: Denomination | None
    doublers: tuple[Seat, ...]
    """Who said contro, then recontro, then Sant Vicenç."""
    trick: Trick | None
    """The trick on the table, not complete; None before the first lead."""
    last_trick: Trick | None
    tricks: Sides[int]
    """How many each side has won."""
    cards_left: tuple[tuple[Seat, int], ...]
    claimer: Seat | None
    claimed_cards: tuple[Card, ...]
    """The claimer's cards, while an opponent is to answer the claim."""
    may: tuple[type[Act], ...]
    """The kinds of acts that the seat can take now."""
    legal: tuple[Card, ...]
    """The cards that it may play now."""
    ending: Ending | None

    @property
    def forced_card(self) -> Card | None:
        """The only card that the seat may play now, if there is only one.

        Whoever plays it without being asked should wait as long as people do: a card that comes at
        once tells that there was no choice.
        """
        return self.legal[0] if len(self.legal) == 1 else None


def view_of(knows: Knowledge) -> SeatView:
    """What somebody who knows this can look at."""
    public = knows.public
    answering = public.phase is Phase.CLAIM and public.claimer is not None
    claimed = tuple(
        card
        for card, seat in sorted(knows.held_elsewhere.items())
        if answering and seat is public.claimer and public.claimer.side is not knows.seat.side
    )
    return SeatView(
        seat=knows.seat,
        number=public.number,
        dealer=public.dealer,
        phase=public.phase,
        turn=public.turn,
        hand=knows.hand,
        delegated=public.delegated,
        maker=public.maker,
        trump=public.trump,
        doublers=public.doublers,
        trick=public.trick,
        last_trick=public.won[-1] if public.won else None,
        tricks=Sides.of(public.tricks),
        cards_left=tuple((seat, public.cards_left(seat)) for seat in Seat),
        claimer=public.claimer,
        claimed_cards=claimed,
        may=public.may(knows.seat),
        legal=knows.legal,
        ending=public.ending,
    )
