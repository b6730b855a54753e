"""How unseen cards may lie: compared with all layouts, each replayed from the first card."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings

from scoring.bots.layouts import Hands, Layouts
from scoring.chance import Chance
from scoring.game.card_sets import cards_in, set_of
from scoring.game.cards import Card
from scoring.game.deals import Deal
from scoring.game.legality import broken_rule
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.play.acts import TakeBack
from scoring.play.calls import Phase
from scoring.play.knowledge import Knowledge
from scoring.play.table import Table
from tests.examples import examples
from tests.scoring.play.courses import random_pair_course
from tests.scoring.solver.positions import seeds

_FEW = 3
"""Cards in a hand: few enough to go through all layouts."""


def ending(seed: int) -> tuple[Table, Knowledge]:
    """A table with few cards left, and what a seat with some cards knows there."""
    found = [
        (table, seat)
        for table in random_pair_course(seed)
        if table.public.phase is Phase.CARDS
        for seat in table.public.turn
        if table.public.cards_left(seat) <= _FEW
    ]
    assume(found)
    table, seat = found[seed % len(found)]
    return table, table.knowledge(seat)


def all_layouts(table: Table, seat: Seat) -> Iterator[dict[Seat, tuple[Card, ...]]]:
    """Every way in which the cards that the seat doesn't see may be shared out."""
    others = [other for other in Seat if other is not seat]
    unseen = sorted(card for other in others for card in table.hand(other))
    sizes = [len(table.hand(other)) for other in others]
    for first in combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, sizes[1]):
            third = tuple(card for card in rest if card not in second)
            yield {seat: table.hand(seat), **dict(zip(others, (first, second, third)))}


def is_possible(table: Table, knows: Knowledge, hands: dict[Seat, tuple[Card, ...]]) -> bool:
    """Whether everything seen can have happened with these cards."""
    if any(card not in hands[seat] for card, seat in knows.held_elsewhere.items()):
        return False
    public = table.public
    dealt = {seat: list(hands[seat]) for seat in Seat}
    for play in public.played:
        dealt[play.seat].append(play.card)
    assert public.trump is not None
    position = Position.start(Deal.from_hands(dealt), public.dealer, public.trump)
    for play in public.played:
        if broken_rule(position, play.card, public.rules.variant):
            return False
        position = position.play(play.card)
    return True


def has_taken_back(table: Table) -> bool:
    """Whether a card lies open that tells who holds it, and not that it could be played."""
    return any(isinstance(act, TakeBack) for act in table.acts)


def as_sets(hands: dict[Seat, tuple[Card, ...]]) -> Hands:
    return tuple(set_of(hands[seat]) for seat in Seat)


@settings(max_examples=examples(15), deadline=None)
@given(seeds)
def test_drawn_are_those_layouts_in_which_each_card_was_legal(seed: int) -> None:
    table, knows = ending(seed)
    possible = {
        as_sets(hands)
        for hands in all_layouts(table, knows.seat)
        if is_possible(table, knows, hands)
    }
    layouts, chance = Layouts(knows), Chance(seed)
    drawn = {layouts.draw(chance) for _ in range(60)}
    assert drawn <= possible
    if table.public.rules.variant is PlayVariant.OBLIGADA_SAFE_THIRD:
        assert layouts.ways >= len(possible)
    else:
        assert layouts.ways == len(possible)


@settings(max_examples=examples(20), deadline=None)
@given(seeds)
@example(14744)
@example(46839080)  # three in a hundred fit
def test_a_whole_hand_of_each_seat_is_drawn_with_the_cards_it_has_played(seed: int) -> None:
    for table in list(random_pair_course(seed))[:: 1 + seed % 9]:
        if table.public.phase is Phase.CARDS and not has_taken_back(table):
            (seat,) = table.public.turn
            layouts = Layouts(table.knowledge(seat))
            hands = layouts.draw(Chance(seed))
            dealt = Deal.from_hands(dict(zip(Seat, map(cards_in, layouts.dealt_hands(hands)))))
            assert dealt.hand(seat) == table.deal.hand(seat)
            again = Table.replay(dealt, table.public.dealer, table.acts, table.public.rules)
            assert again.public == table.public


def test_each_layout_is_drawn_as_often_as_any_other() -> None:
    found = [
        Layouts(table.knowledge(*table.public.turn))
        for seed in range(8)
        for table in random_pair_course(seed)
        if table.public.phase is Phase.CARDS and table.public.cards_left(Seat.N) == 3
    ]
    layouts, chance = max(found, key=lambda one: one.ways if one.ways < 60 else 0), Chance(1)
    draws = 40 * layouts.ways
    counts = Counter(layouts.draw(chance) for _ in range(draws))
    assert len(counts) == layouts.ways > 10
    expected = draws // layouts.ways
    chi_squared = sum((count - expected) ** 2 for count in counts.values()) // expected
    assert chi_squared < 2 * layouts.ways


@pytest.mark.parametrize("seed", range(3))
def test_the_same_chance_draws_the_same(seed: int) -> None:
    for table in random_pair_course(seed):
        if table.public.phase is Phase.CARDS:
            knows = table.knowledge(*table.public.turn)
            assert Layouts(knows).draw(Chance(seed)) == Layouts(knows).draw(Chance(seed))
