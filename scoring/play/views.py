"""Views of a seat: its own cards, the table, and the last trick.

A view is made from what the seat knows, and holds less than that: earlier tricks can't be looked at
again, and a claimer's cards are put away when the claim is refused. Points are told when the hand
is over: to count them is part of the game.
"""

from dataclasses import dataclass

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.game.tricks import Trick
from scoring.play.acts import Act
from scoring.play.calls import Phase
from scoring.play.games import PerParty
from scoring.play.knowledge import Knowledge
from scoring.play.public import Ending


@dataclass(frozen=True, slots=True)
class SeatView:
    """View of one seat after `number` acts."""

    seat: Seat
    number: int
    """Number of acts so far."""
    dealer: Seat
    phase: Phase
    turn: tuple[Seat, ...]
    hand: tuple[Card, ...] | None
    """The own cards that are left, in canonical order; None before the seat may look at them."""
    players: int
    """Number of players: four, or three at N, W and S."""
    has_partners: bool
    """Two play against two."""
    delegators: tuple[Seat, ...]
    """Seats that left the choice of trumps to another player, from the dealer on."""
    estevet: Seat | None
    """Seat that did so with a contro built in."""
    maker: Seat | None
    trump: Denomination | None
    doublers: tuple[Seat, ...]
    """Seats that said contro (or estevet), then recontro, then Sant Vicenç."""
    trick: Trick | None
    """The trick on the table, not complete; None before the first lead."""
    last_trick: Trick | None
    tricks: PerParty[int]
    """Number of tricks won by each side, or each player where everybody plays alone."""
    cards_left: tuple[tuple[Seat, int], ...]
    claimer: Seat | None
    claimed_cards: tuple[Card, ...]
    """The claimer's cards, as opponents see them while the claim is answered."""
    may: tuple[type[Act], ...]
    """The kinds of acts that the seat can take now."""
    legal: tuple[Card, ...]
    """The cards that it may play now."""
    ending: Ending | None


def view_of(knows: Knowledge) -> SeatView:
    """Return the view of a player with that knowledge."""
    public = knows.public
    game = public.rules.game
    claimer = public.claimer if public.phase is Phase.CLAIM else None
    shown = claimer is not None and knows.seat in game.opponents(claimer)
    claimed = tuple(
        card for card, seat in sorted(knows.held_elsewhere.items()) if shown and seat is claimer
    )
    return SeatView(
        seat=knows.seat,
        number=public.number,
        dealer=public.dealer,
        phase=public.phase,
        turn=public.turn,
        hand=knows.hand,
        players=public.rules.players,
        has_partners=public.rules.variant.has_partners,
        delegators=public.calls.delegators,
        estevet=public.calls.estevet,
        maker=public.maker,
        trump=public.trump,
        doublers=public.doublers,
        trick=public.trick,
        last_trick=public.won[-1] if public.won else None,
        tricks=game.per_party(public.tricks),
        cards_left=tuple((seat, public.cards_left(seat)) for seat in game.seats),
        claimer=public.claimer,
        claimed_cards=claimed,
        may=public.may(knows.seat),
        legal=knows.legal,
        ending=public.ending,
    )
