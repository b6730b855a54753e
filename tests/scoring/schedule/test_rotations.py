"""Base rounds, and the round robins that come of them."""

from itertools import combinations

import pytest

from scoring.schedule.galois import add_digits, field_of_order
from scoring.schedule.rotations import full_rounds, least_sum_of_squares, patterned_starter
from scoring.schedule.starters import Starter, coset_starter
from scoring.schedule.stored_starters import STARTERS


@pytest.mark.parametrize("contestants", sorted(STARTERS))
def test_stored_base_rounds_make_every_pair_meet_once(contestants: int) -> None:
    rounds = list(STARTERS[contestants].develop(contestants))
    assert len(rounds) == contestants - 1 + contestants % 2
    met = [frozenset(match) for matches in rounds for match in matches]
    assert len(met) == len(set(met)) == contestants * (contestants - 1) // 2


@pytest.mark.parametrize(("contestants", "order", "together"), [(16, 15, 3), (36, 35, 8)])
def test_twin_prime_rotations_have_one_foot_in_a_difference_set(
    contestants: int, order: int, together: int
) -> None:
    """Who sits N–S, but for the fixed contestant: all differences modulo 15 or 35 occur equally
    often."""
    starter = STARTERS[contestants]
    assert starter.bases == (order,)
    north = {ns for ns, _ in starter.rounds[0]} - {order}
    counts = [
        sum((x + difference) % order in north for x in north) for difference in range(1, order)
    ]
    assert counts == [together] * (order - 1)


def squares(q: int) -> set[int]:
    field = field_of_order(q)
    assert field is not None
    if field.degree == 1:
        return {x * x % q for x in range(1, q)}
    return set(field.powers[::2])


@pytest.mark.parametrize("q", [7, 11, 19, 27, 31])
def test_residues_meet_their_negatives(q: int) -> None:
    """For q ≡ 3 (mod 4) the elements r + x and r - x meet in round r, the former N–S."""
    starter = coset_starter(q)
    assert starter is not None
    assert {ns for ns, _ in starter.rounds[0]} == squares(q)
    assert all(add_digits(ns, ew, starter.bases) == 0 for ns, ew in starter.rounds[0])


@pytest.mark.parametrize("q", [13, 17, 25, 41, 49, 97, 193])
def test_squares_meet_other_elements(q: int) -> None:
    starter = coset_starter(q)
    assert starter is not None
    ns, ew = zip(*starter.rounds[0], strict=True)
    assert sorted(ns + ew) == list(range(1, q))
    assert set(ns) == squares(q)


@pytest.mark.parametrize("q", [1, 2, 4, 5, 8, 9, 15, 21, 45])
def test_no_coset_starter(q: int) -> None:
    assert coset_starter(q) is None


@pytest.mark.parametrize("order", [63, 99, 195])
def test_patterned_starters_alternate(order: int) -> None:
    pairs = patterned_starter(order).rounds[0]
    assert {frozenset(pair) for pair in pairs} == {
        frozenset((x, order - x)) for x in range(1, order // 2 + 1)
    }
    assert pairs == patterned_starter(order).rounds[0]


def test_develop_adds_without_carries() -> None:
    starter = Starter((3, 3), (((0, 9), (1, 2), (3, 6), (4, 8), (5, 7)),))
    rounds = list(starter.develop(10))
    assert len(rounds) == 9
    assert rounds[4] == [(4, 9), (5, 3), (7, 1), (8, 0), (6, 2)]


def test_two_base_rounds_leave_a_last_one() -> None:
    last = list(STARTERS[40].develop(40))[-1]
    assert last == [*((x, 19 + x) for x in range(19)), (38, 39)]
    assert list(STARTERS[15].develop(15))[-1] == [(x, 7 + x) for x in range(7)]


def test_rounds_of_three_and_four() -> None:
    assert [len(matches) for matches in full_rounds(3)] == [1, 1, 1]
    assert {frozenset(match) for matches in full_rounds(4) for match in matches} == {
        frozenset(pair) for pair in combinations(range(4), 2)
    }


def test_lower_bounds() -> None:
    assert [least_sum_of_squares(contestants) for contestants in (3, 4, 5, 6, 8, 10)] == [
        0,
        0,
        0,
        40,
        0,
        144,
    ]
