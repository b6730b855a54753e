"""Starters: a base round or a few, from which a group of shifts makes a whole round robin.

The points of a starter are the elements of a group of shifts, taken once or a few times (its
orbits: point = orbit × order + element), and behind them points that stay where they are. Adding
the same element to all points of a base round gives another round. If the differences within the
pairs of the base rounds are all different, every pair of points meets just once; and whether the
directions are balanced depends on the base rounds alone. So a starter is a short proof of a long
schedule.

`coset_starter` finds them from finite fields, `patterned_starter` works for every odd number.

Sources: E. T. Parker and A. M. Mood, "Some balanced Howell rotations for duplicate bridge
sessions", American Mathematical Monthly 62 (1955); E. R. Berlekamp and F. K. Hwang,
"Constructions for balanced Howell rotations for bridge tournaments", Journal of Combinatorial
Theory A 12 (1972); P. J. Schellenberg, "On balanced Room squares and complete balanced Howell
rotations", Aequationes Mathematicae 9 (1973). For q ≡ 1 (mod 4): F. K. Hwang, "Complete balanced
Howell rotations for 8k+5 contestants", Discrete Mathematics (1982), and D.-Z. Du and F. K. Hwang,
"Symmetric skew balanced starters and complete balanced Howell rotations", Transactions of the
American Mathematical Society 271 (1982), who ask for more than is needed here.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.schedule.galois import Field, add_digits, field_of_order

Match = tuple[int, int]
"""Two points, the one that sits N–S first."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Base rounds over the group of numbers with the mixed `bases`, added without carries."""

    bases: tuple[int, ...]
    rounds: tuple[tuple[Match, ...], ...]

    @property
    def order(self) -> int:
        """The number of shifts."""
        order = 1
        for base in self.bases:
            order *= base
        return order

    def develop(self, points: int) -> Iterator[list[Match]]:
        """Yield all rounds: every shift of every base round.

        Two base rounds with fixed points leave out the matches between a point of one orbit and
        the same point of the other, and between the fixed points: these are one more round.
        """
        order, moving = self.order, self.order * len(self.rounds)
        for shift in range(order):
            shifted = self._shifted(shift)
            moved = [first + element for first in range(0, moving, order) for element in shifted]
            moved += range(moving, points)
            for base in self.rounds:
                yield [(moved[ns], moved[ew]) for ns, ew in base]
        if len(self.rounds) == 2 and points > moving:
            last = [(element, order + element) for element in range(order)]
            yield last + [(moving, moving + 1)] * (points - moving - 1)

    def _shifted(self, shift: int) -> list[int]:
        """Return all elements, in order, each plus `shift`, digit by digit, without carries."""
        elements, weight = [0], 1
        for base in self.bases:
            digits = [(digit + shift // weight) % base * weight for digit in range(base)]
            elements = [digit + lower for digit in digits for lower in elements]
            weight *= base
        return elements


def coset_starter(q: int) -> Starter | None:
    """Return a base round over the field with q elements (an odd prime power), for q or q + 1
    points.

    With χ = 1 for squares, -1 for other elements, χ(0) = 0, each pair is a square, which sits
    N–S, and a non-square. In round r, then, contestant i sits as χ(i - r) says, and c(i, j) for q
    contestants is 1 + Σ χ(i - r) χ(j - r) over all r; the sum is -1 for any two elements, so all c
    are 0.

    For q + 1 points the pair of 0 and the fixed point is added. With e = ±1 for the side of 0 in
    it, c(i, j) becomes e χ(j - i) + e χ(i - j): 0 for q ≡ 3 (mod 4), where -1 is no square; ±2
    for q ≡ 1, and then no schedule has a smaller Σ c² (see `least_sum_of_squares`). Between the
    fixed point and any other, c = -e Σ χ = 0.

    The pairs: for q ≡ 3 (mod 4) simply x and -x, for all squares x. For q ≡ 1 let 2**k be the
    part of q - 1 that is a power of two. To each coset of the 2**k-th powers that consists of
    squares belongs one factor a, and its elements x meet a x. Their differences (a - 1) x fill a
    coset too, so the factors have to be such that the cosets of all a x are different and the
    cosets of all (a - 1) x, taken with both signs, are too. None for q = 5 and q = 9.
    """
    field = field_of_order(q)
    if field is None or q % 2 == 0:
        return None
    cosets = (q - 1) & (1 - q)
    differences = _logarithms_of_differences(field)
    factors = _coset_factors(cosets, differences, preferred=(q - 1) // 2)
    if factors is None:
        return None
    pairs = [
        (field.powers[exponent], field.powers[(exponent + factors[coset]) % (q - 1)])
        for coset in range(0, cosets, 2)
        for exponent in range(coset, q - 1, cosets)
    ]
    return Starter(field.bases, (tuple(pairs),))


def _logarithms_of_differences(field: Field) -> dict[int, int]:
    """Return for odd e the logarithm of g**e - 1, where g is the field's generator."""
    powers, logarithms = field.powers, field.logarithms
    minus_one = powers[len(powers) // 2]
    return {
        exponent: logarithms[add_digits(powers[exponent], minus_one, field.bases)]
        for exponent in range(1, len(powers), 2)
    }


def _coset_factors(
    cosets: int, differences: dict[int, int], preferred: int
) -> dict[int, int] | None:
    """Return the logarithm of the factor for each even coset, found by backtracking."""
    half = cosets // 2
    kinds: dict[tuple[int, int], int] = {}
    for exponent in sorted(differences, key=lambda e: (e != preferred, e)):
        kinds.setdefault((exponent % cosets, differences[exponent] % half), exponent)
    chosen: dict[int, int] = {}

    def extend(coset: int, partners: frozenset[int], fillings: frozenset[int]) -> bool:
        if coset == cosets:
            return True
        for (step, difference), exponent in kinds.items():
            partner, filling = (coset + step) % cosets, (coset + difference) % half
            if partner in partners or filling in fillings:
                continue
            chosen[coset] = exponent
            if extend(coset + 2, partners | {partner}, fillings | {filling}):
                return True
        return False

    return chosen if extend(0, frozenset(), frozenset()) else None
