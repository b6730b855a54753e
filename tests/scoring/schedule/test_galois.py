"""Finite fields: what is one, and that its powers and sums are."""

import pytest

from scoring.schedule.galois import add_digits, field_of_order, prime_power

ORDERS = [3, 5, 7, 9, 25, 27, 49, 81, 121, 125, 169, 199]


def test_prime_powers_below_50() -> None:
    found = {n: prime_power(n) for n in range(50) if prime_power(n)}
    assert sorted(found) == [
        *(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49)
    ]
    assert (found[2], found[27], found[32], found[49]) == ((2, 1), (3, 3), (2, 5), (7, 2))


@pytest.mark.parametrize("q", [0, 1, 6, 15, 21, 35, 100])
def test_no_field_of_other_orders(q: int) -> None:
    assert field_of_order(q) is None


@pytest.mark.parametrize("q", ORDERS)
def test_powers_run_through_all_elements(q: int) -> None:
    field = field_of_order(q)
    assert field is not None
    assert sorted(field.powers) == list(range(1, q))
    assert field.powers[0] == 1
    assert all(field.powers[e] == x for x, e in field.logarithms.items())


@pytest.mark.parametrize("q", ORDERS)
def test_multiplying_distributes_over_adding(q: int) -> None:
    """Multiplying by the generator adds 1 to a logarithm; it has to respect sums."""
    field = field_of_order(q)
    assert field is not None
    times = {0: 0} | {x: field.powers[(e + 1) % (q - 1)] for x, e in field.logarithms.items()}
    for a in range(0, q, max(1, q // 25)):
        for b in range(q):
            total = add_digits(a, b, field.bases)
            assert times[total] == add_digits(times[a], times[b], field.bases)


def test_adding_without_carries() -> None:
    assert add_digits(8, 4, (3, 3)) == 0
    assert add_digits(2, 2, (3, 3)) == 1
    assert add_digits(40, 15, (45,)) == 10
