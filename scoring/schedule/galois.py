"""Finite fields, as far as schedules need them: adding elements, and the powers of a generator.

The field with q = p**m elements is written as the integers 0 … q-1, read as m digits to the base
p: the coefficients of a polynomial, lowest first. Adding is digit by digit; multiplying goes
through the powers of a generator. For m > 1 that is x itself, modulo the first polynomial (in the
order of its coefficients read as a number) that gives x the full order q-1; for m = 1 the
smallest primitive root.
"""

from dataclasses import dataclass


def prime_power(n: int) -> tuple[int, int] | None:
    """Return (p, m) with n = p**m and p prime, or None if n is no prime power."""
    if n < 2:
        return None
    p = next((d for d in range(2, n) if d * d <= n and n % d == 0), n)
    m = 0
    while n % p == 0:
        n //= p
        m += 1
    return (p, m) if n == 1 else None


def add_digits(a: int, b: int, bases: tuple[int, ...]) -> int:
    """Return the sum without carries of two numbers with these mixed bases, lowest digit first."""
    total, weight = 0, 1
    for base in bases:
        total += (a % base + b % base) % base * weight
        a, b, weight = a // base, b // base, weight * base
    return total


@dataclass(frozen=True, slots=True)
class Field:
    """A finite field. `powers[e]` is the generator to the power e, for e = 0 … q-2."""

    characteristic: int
    degree: int
    powers: tuple[int, ...]

    @property
    def bases(self) -> tuple[int, ...]:
        """The bases of an element's digits, for `add_digits`."""
        return (self.characteristic,) * self.degree

    @property
    def logarithms(self) -> dict[int, int]:
        """The exponent of each element other than 0."""
        return {element: exponent for exponent, element in enumerate(self.powers)}


def field_of_order(q: int) -> Field | None:
    """Return the field with q elements, or None if there is none."""
    found = prime_power(q)
    if found is None:
        return None
    p, m = found
    for candidate in range(1, q):
        powers = _powers(p, m, candidate)
        if len(powers) == q - 1:
            return Field(p, m, powers)
    raise AssertionError(f"every field of prime power order {q} has a generator")


def _powers(p: int, m: int, candidate: int) -> tuple[int, ...]:
    """Return 1, g, g² … until 1 or 0 comes, for the generator that `candidate` stands for.

    For m = 1 that is g = candidate; for m > 1 it is g = x with x**m = candidate.
    """
    top = p ** (m - 1)
    element, powers = 1, []
    while True:
        powers.append(element)
        if m == 1:
            element = element * candidate % p
        else:
            carry, element = element // top, element % top * p
            for _ in range(carry):
                element = add_digits(element, candidate, (p,) * m)
        if element in (0, 1) or len(powers) == p**m:
            return tuple(powers)
