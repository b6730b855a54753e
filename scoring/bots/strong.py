"""A player that imagines how the cards may lie and works each case out.

It draws layouts that fit what it has seen (`layouts`) and what was called (`misfit`), solves each
with all cards known, and plays the card that is best on the average. With all cards known nobody
is ever misled, so it neither hides nor finds out anything; that apart it plays well. What it calls
is what brings most when such layouts are played out by `quick`.

How long it thinks is told in positions, not in seconds: so it plays alike on every machine. Early
in a hand, where solving one layout can take longer than all the thinking that is allowed, layouts
are played out by `quick` instead.
"""

from collections.abc import Iterable, Sequence

from scoring.bots.calls import (
    POINT,
    WORTH_A_CONTRO,
    WORTH_A_RECONTRO,
    WORTH_CHOOSING,
    against,
    choose_trump,
    promises,
)
from scoring.bots.layouts import Hands, Layouts
from scoring.bots.quick import play_out
from scoring.bots.seated import SeatedBot, made_trump, own_hand
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.card_sets import ALL_CARDS, CardSet, cards_in, higher_cards, set_of
from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from scoring.play.calls import Phase
from scoring.play.knowledge import Knowledge
from scoring.play.public import PublicTable
from scoring.solver import new_solver

_TOLERANCE = 2 * POINT


def misfit(public: PublicTable, seat: Seat, dealt: CardSet) -> int:
    """Return how far the calls of `seat` are from what these twelve cards promise.

    In twelfths of a point; 0 fits. A small difference fits as well, as people, and bots in good or
    bad mood, judge a hand a few points differently.
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
    """Return the distance beyond the tolerance; `above`: how much more the hand promises than it
    takes to call."""
    return max(0, (-above if said else above) - _TOLERANCE)


LAYOUTS = 60
"""Number of layouts for a card or a call."""
POSITIONS = 1_000_000
"""Positions that the solver looks at for a card; at most this number again for each value of the
layout that was begun."""
_PLAYED_OUT = 3
"""Number of tricks at the beginning of a hand that are played out and not solved."""
_HALF = 36
_DRAWS_A_LAYOUT = 10
"""Layouts drawn for each wanted one, before layouts that don't fit the calls are taken too."""


class StrongBot(SeatedBot):
    """Plays the card, and makes the call, with the best mean over layouts.

    `layouts`: how many at most for a card; fewer make it faster and weaker. For one thread at a
    time. Raises `scoring.solver.AnalysisOff` where there is no solver.
    """

    def __init__(
        self, variant: PlayVariant, *, layouts: int = LAYOUTS, positions: int = POSITIONS
    ) -> None:
        self._solver = new_solver(variant, limit=positions)
        self._variant = variant
        self._layouts = layouts
        self._positions = positions

    def card(self, knows: Knowledge, chance: Chance) -> Card:
        cards = _different(knows.legal, knows)
        if len(cards) == 1:
            return cards[0]
        totals = dict.fromkeys(cards, 0)
        self._solver.forget()  # so that nothing depends on what was played before
        until = self._solver.looked_at + self._positions
        for hands in fitting_layouts(knows, self._layouts, chance):
            for card, value in self._values(knows, hands, cards, chance).items():
                totals[card] += value
            if self._solver.looked_at > until:
                break
        return max(cards, key=lambda card: totals[card])

    def trump(self, knows: Knowledge, chance: Chance) -> Denomination | None:
        """Return the trumps that bring most when layouts are played out, botifarra doubled."""
        choices: list[Denomination | None] = list(Denomination)
        if knows.public.phase is Phase.TRUMP:
            choices.append(None)
        totals = dict.fromkeys(choices, 0)
        partner = list(Seat).index(knows.seat.partner)
        for hands in fitting_layouts(knows, self._layouts, chance):
            partners = choose_trump(cards_in(hands[partner]))
            for choice in choices:
                trump = choice or partners
                above = self._played_out(knows, hands, trump, chance) - _HALF
                totals[choice] += above * (2 if trump is Denomination.BOTIFARRA else 1)
        return max(choices, key=lambda choice: totals[choice])

    def says_contro(self, knows: Knowledge, chance: Chance) -> bool:
        return self._expects(knows, chance) >= WORTH_A_CONTRO

    def says_recontro(self, knows: Knowledge, chance: Chance) -> bool:
        return self._expects(knows, chance) >= WORTH_A_RECONTRO

    def _expects(self, knows: Knowledge, chance: Chance) -> int:
        """Return the own side's expected points above 36 by the trumps made, in twelfths."""
        layouts = fitting_layouts(knows, self._layouts, chance)
        trump = made_trump(knows)
        points = sum(self._played_out(knows, hands, trump, chance) - _HALF for hands in layouts)
        return POINT * points // len(layouts)

    def _played_out(
        self, knows: Knowledge, hands: Hands, trump: Denomination, chance: Chance
    ) -> int:
        """Return the points of the own side when `quick` plays the hand."""
        start = Position(hands, Trick(knows.public.dealer.right, trump))
        return play_out(start, self._variant, chance).points(knows.seat.side)

    def _values(
        self, knows: Knowledge, hands: Hands, cards: Sequence[Card], chance: Chance
    ) -> dict[Card, int]:
        """Return twice the points that each card brings the own side if the cards lie so."""
        assert knows.public.trick is not None
        position = Position(hands, knows.public.trick)
        side = knows.seat.side
        if position.trick_number <= _PLAYED_OUT:
            values = {}
            for card in cards:
                end = play_out(position.play(card), self._variant, chance)
                values[card] = 2 * end.points(side)
            return values
        solved = self._solver.card_values(position, side, cards)
        return {card: value.low + value.high for card, value in solved.items()}


def fitting_layouts(knows: Knowledge, count: int, chance: Chance) -> list[Hands]:
    """Return `count` layouts that fit what was seen and, as far as possible, the calls."""
    layouts = Layouts(knows)
    fitting: list[Hands] = []
    others: list[tuple[int, int, Hands]] = []
    for draw in range(count * _DRAWS_A_LAYOUT):
        hands = layouts.draw(chance)
        dealt = layouts.dealt_hands(hands)
        off = sum(
            misfit(knows.public, seat, held)
            for seat, held in zip(Seat, dealt)
            if seat is not knows.seat
        )
        if off == 0:
            fitting.append(hands)
            if len(fitting) == count:
                return fitting
        else:
            others.append((off, draw, hands))
    others.sort(key=lambda other: other[:2])
    return fitting + [hands for _, _, hands in others[: count - len(fitting)]]


def _different(cards: Iterable[Card], knows: Knowledge) -> list[Card]:
    """Return `cards` without those that make no difference: where nobody holds a card between
    several that count nothing, the lowest of them alone."""
    public = knows.public
    between = ALL_CARDS & ~(set_of(own_hand(knows)) | public.open_cards)
    best = public.trick.winning_card if public.trick else None
    if best is not None:
        between |= 1 << best.position
    found: list[Card] = []
    for card in cards:
        if found and _same(found[-1], card, between):
            found[-1] = card
        else:
            found.append(card)
    return found


def _same(high: Card, low: Card, between: CardSet) -> bool:
    if high.suit is not low.suit or high.points or low.points:
        return False
    return not higher_cards(low) & ~higher_cards(high) & between
