"""Two bots against each other, on the same deals both ways.

The second bot sits N–S and then E–W on each deal. Its figure of a deal is

    (its trick points in both plays − 72) / 2

so 0 is as good as the first bot, and the luck of the cards plays little part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import isqrt
from time import process_time_ns

from scoring.bots.seated import SeatedBot
from scoring.chance import Chance
from scoring.dealing.deal_set import make_deal
from scoring.game.seats import Seat, Side, Sides, dealer_of
from scoring.game.variants import PlayVariant
from scoring.play.acts import PlayCard, SeatAct
from scoring.play.knowledge import Knowledge, facts_of
from scoring.play.rules import TableRules
from scoring.play.table import Table

_BILLION = 10**9
_PLACES = 10**6


@dataclass(frozen=True, slots=True)
class BotMatch:
    """Outcome of a match: the deals' figures, and the seconds the second bot took for its cards."""

    figures: tuple[Fraction, ...]
    nanoseconds: int
    cards: int

    @property
    def mean(self) -> Fraction:
        return sum(self.figures, Fraction()) * Fraction(1, len(self.figures))

    @property
    def standard_error(self) -> Fraction:
        """Return the standard error of the mean, to six decimals; at least two deals are needed."""
        count, mean = len(self.figures), self.mean
        squares = sum(((figure - mean) ** 2 for figure in self.figures), Fraction())
        variance = squares * Fraction(1, count * (count - 1))
        return Fraction(isqrt(int(variance * _PLACES**2)), _PLACES)

    @property
    def seconds_a_card(self) -> Fraction:
        """The processor's seconds that the second bot took for each card that it played."""
        return Fraction(self.nanoseconds, _BILLION * max(1, self.cards))


def play_match(
    first: SeatedBot, second: SeatedBot, deals: int, seed: str, variant: PlayVariant
) -> BotMatch:
    """Play `deals` deals, two or more, which depend on the seed alone, both ways."""
    key = sha256(f"botifarra-bot-match-v1\0{seed}".encode()).digest()
    watch = _Watch(second)
    figures = []
    for index in range(1, deals + 1):
        deal, dealer = make_deal(key, "", index), dealer_of(index)
        points = 0
        for side in Side:
            bots = {seat: watch if seat.side is side else first for seat in Seat}
            chance = Chance(int.from_bytes(sha256(key + index.to_bytes(4, "big")).digest()[:8]))
            points += _played_by(bots, Table.start(deal, dealer, TableRules(variant)), chance)[side]
        figures.append(Fraction(points - 72, 2))
    return BotMatch(tuple(figures), watch.nanoseconds, watch.cards)


class _Watch:
    """A bot whose cards are counted and timed."""

    def __init__(self, bot: SeatedBot) -> None:
        self._bot = bot
        self.nanoseconds = 0
        self.cards = 0

    def act(self, knows: Knowledge, chance: Chance) -> SeatAct:
        start = process_time_ns()
        act = self._bot.act(knows, chance)
        if isinstance(act, PlayCard):
            self.nanoseconds += process_time_ns() - start
            self.cards += 1
        return act


def _played_by(bots: Mapping[Seat, SeatedBot | _Watch], table: Table, chance: Chance) -> Sides[int]:
    """Return the points when these bots play the hand at that table."""
    knows = {seat: table.knowledge(seat) for seat in Seat}
    while table.public.turn:
        seat = table.public.turn[0]
        act = bots[seat].act(knows[seat], chance)
        before, table = table.public, table.after(act)
        for other in Seat:
            for fact in facts_of(other, table.deal, act, before, table.public):
                knows[other] = knows[other].told(fact)
    assert table.public.ending is not None
    assert table.public.ending.sides is not None
    return table.public.ending.sides
