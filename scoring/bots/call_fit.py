"""How well hands fit what was called: who calls something usually holds what it takes.

It is told by what hands promise (`estimates`). Who calls otherwise by a little fits as well, as
people, and bots in good or bad mood, judge a hand a few points differently.
"""

from scoring.bots.estimates import (
    POINT,
    WORTH_A_CONTRO,
    WORTH_A_RECONTRO,
    WORTH_CHOOSING,
    against,
    promises,
)
from scoring.game.card_sets import CardSet
from scoring.game.seats import Seat
from scoring.play.public import PublicTable

_TOLERANCE = 2 * POINT


def misfit(public: PublicTable, seat: Seat, dealt: CardSet) -> int:
    """By how much the calls of `seat` don't fit these twelve cards, in twelfths of a point.

    0 fits. The further the calls are from what the cards promise, the more.
    """
    trump, maker = public.trump, public.maker
    if trump is None or maker is None:
        delegated = public.delegated and seat is public.dealer
        best = max(promises(dealt).values())
        return _off(best - WORTH_CHOOSING, said=False) if delegated else 0
    if seat.side is not public.dealer.side:
        if seat is maker.left and maker.right in public.doublers[:1]:
            return 0  # the partner has said contro, so nobody asked
        return _off(against(dealt, trump) - WORTH_A_CONTRO, said=seat in public.doublers[:1])
    worths = promises(dealt)
    best = max(worths.values())
    found = 0
    if seat is public.dealer:
        found += _off(best - WORTH_CHOOSING, said=maker is seat)
    if seat is maker:
        found += max(0, best - worths[trump] - _TOLERANCE)
    if len(public.doublers) > 1:
        said = public.doublers[1] is seat
        if said:
            found += _off(worths[trump] - WORTH_A_RECONTRO, said=True)
    return found


def _off(above: int, *, said: bool) -> int:
    """What lies between a hand and its call: `above` is how much more it promises than it takes."""
    return max(0, (-above if said else above) - _TOLERANCE)
