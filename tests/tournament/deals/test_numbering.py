"""The count of hands through the deal sets, whatever is planned, exchanged and made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournament.deals.numbering import planned_place, spare_deals

HANDS = 3
"""In a round."""


@dataclass
class Counted:
    number: int
    deals_before: int
    deals: int
    spares_used: int = 0


@dataclass
class Counts:
    """A championship of which only the numbers are kept."""

    size: int
    sets: list[Counted] = field(default_factory=list)
    hands: int = 0
    given: dict[int, tuple[int, int]] = field(default_factory=dict)
    used: set[tuple[int, int]] = field(default_factory=set)
    exchanged: set[int] = field(default_factory=set)

    def take(self, hand: int, number: int, place: int) -> None:
        assert (number, place) not in self.used, "a deal is given once"
        assert 1 <= place <= self.sets[number - 1].deals
        self.used.add((number, place))
        self.given[hand] = (number, place)

    def give(self) -> None:
        for hand in range(1, self.hands + 1):
            if hand not in self.given and (found := planned_place(self.sets, hand)):
                self.take(hand, found[0].number, found[1])

    def plan(self) -> None:
        self.hands += HANDS
        self.give()

    def make(self) -> None:
        without = [hand for hand in range(1, self.hands + 1) if hand not in self.given]
        before = min(without, default=self.hands + 1) - 1
        self.sets.append(Counted(len(self.sets) + 1, before, self.size))
        self.give()

    def exchange(self) -> None:
        """The first round's hands, when it has some."""
        if HANDS not in self.given:
            return
        enough = [(one, left) for one, left in spare_deals(self.sets, self.hands)]
        for one, left in [(one, left) for one, left in enough if len(left) >= HANDS][:1]:
            for hand, place in zip(range(1, HANDS + 1), left[-HANDS:], strict=True):
                self.take(hand, one.number, place)
                self.exchanged.add(hand)
            one.spares_used += HANDS

    def check(self) -> None:
        """What was given is where the same count finds it later."""
        for hand in self.given.keys() - self.exchanged:
            found = planned_place(self.sets, hand)
            assert found is not None
            assert (found[0].number, found[1]) == self.given[hand]


@settings(max_examples=examples(200))
@given(
    size=st.integers(1, 60),
    acts=st.lists(st.sampled_from([Counts.plan, Counts.exchange, Counts.make]), max_size=40),
)
def test_no_deal_is_given_twice_and_every_hand_keeps_its_own(
    size: int, acts: list[Callable[[Counts], None]]
) -> None:
    counts = Counts(size)
    for act in acts:
        act(counts)
        counts.check()


def test_planned_hands_come_from_the_beginning_and_spare_ones_from_the_end() -> None:
    sets = [Counted(1, 0, 10, 2), Counted(2, 8, 5)]
    assert planned_place(sets, 8) == (sets[0], 8)
    assert planned_place(sets, 9) == (sets[1], 1)
    assert planned_place(sets, 14) is None
    assert planned_place(sets[:1], 9) is None
    assert planned_place([], 1) is None
    assert spare_deals(sets, 10) == [(sets[0], range(9, 9)), (sets[1], range(3, 6))]
    assert spare_deals(sets[:1], 4) == [(sets[0], range(5, 9))]
    assert spare_deals([], 4) == []
