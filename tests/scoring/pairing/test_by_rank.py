"""Tables by rank: everybody sits once, the best together, and who rests has rested least."""

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.pairing.by_rank import tables_by_rank
from tests.scoring.strategies import chances


@given(st.integers(3, 60), chances, st.text(max_size=5))
def test_everybody_sits_once_at_a_table_of_four_or_three(
    players: int, random: Random, seed: str
) -> None:
    numbers = list(range(1, players + 1))
    scores = {one: (Fraction(random.randrange(9)),) for one in numbers if random.random() < 0.9}
    rests = {one: random.randrange(2) for one in numbers}
    tables, resting = tables_by_rank(numbers, scores, rests, seed=seed)
    assert sorted([*resting, *(one for table in tables for one in table)]) == numbers
    assert len(resting) == (players == 5)
    assert [len(table) for table in tables] == sorted(map(len, tables), reverse=True)
    assert {len(table) for table in tables} <= {3, 4}
    points = [scores.get(one, (Fraction(0),)) for table in tables for one in table]
    assert points == sorted(points, reverse=True)
    assert all(rests[one] <= min(rests.values()) for one in resting)
    random.shuffle(numbers)
    assert tables_by_rank(numbers, scores, rests, seed=seed) == (tables, resting)


def test_of_five_the_last_of_those_who_have_not_rested_rests() -> None:
    scores = {one: (Fraction(10 - one),) for one in range(1, 6)}
    _tables, resting = tables_by_rank([1, 2, 3, 4, 5], scores, {5: 1}, seed="")
    assert resting == (4,)
