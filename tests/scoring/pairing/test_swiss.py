"""Swiss pairing: as documented, held against a program that tries every way there is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import PairingError, PairingFault
from scoring.pairing import swiss
from scoring.pairing.swiss import pair_by_seeding, pair_swiss
from scoring.pairing.swiss_field import SwissEntrant, SwissField, SwissRound, price_of
from tests.examples import examples

pytestmark = pytest.mark.long

Way = tuple[list[tuple[str, str]], str | None]


def field_of(
    scores: Sequence[Sequence[object]],
    *,
    met: str = "",
    forbidden: str = "",
    rests: Sequence[int] = (),
) -> SwissField[str]:
    """Contestants A, B, … with these scores; `met` and `forbidden` as "AB CD"."""
    return SwissField(
        tuple(
            SwissEntrant(
                chr(ord("A") + index),
                tuple(Fraction(str(key)) for key in score),
                rests[index] if rests else 0,
            )
            for index, score in enumerate(scores)
        ),
        frozenset(map(frozenset, met.split())),
        frozenset(map(frozenset, forbidden.split())),
    )


def two(pairs: Sequence[tuple[str, str]]) -> set[str]:
    return {"".join(sorted(pair)) for pair in pairs}


def lot(*drawn: str) -> int:
    text = json.dumps(drawn, ensure_ascii=False, separators=(",", ":")).encode()
    return int(hashlib.sha256(b"botifarra-swiss-v1\0" + text).hexdigest()[:16], 16)


def every_way(field: SwissField[str]) -> Iterator[Way]:
    """Every way to pair everybody without a forbidden pair."""

    def pairings(those: list[str]) -> Iterator[list[tuple[str, str]]]:
        if not those:
            yield []
            return
        first, *others = those
        for other in others:
            if {first, other} not in field.forbidden:
                for way in pairings([one for one in others if one != other]):
                    yield [(first, other), *way]

    everybody = sorted(one.contestant for one in field.entrants)
    for rest in everybody if len(everybody) % 2 else [None]:
        for way in pairings([one for one in everybody if one != rest]):
            yield way, rest


def badness(field: SwissField[str], way: Way, seed: str) -> tuple[object, ...]:
    """The criteria in their order, written from the documentation alone."""
    pairs, rest = way
    entrants = {one.contestant: one for one in field.entrants}
    keys = range(len(field.entrants[0].score))
    scores = {name: one.score for name, one in entrants.items()}
    lots = sum(lot(seed, "meet", *sorted(pair)) for pair in pairs)
    return (
        0 if rest is None else entrants[rest].rests,
        sum({one, other} in field.met for one, other in pairs),
        () if rest is None else scores[rest],
        tuple(sum((scores[a][k] - scores[b][k]) ** 2 for a, b in pairs) for k in keys),
        -lots - (0 if rest is None else lot(seed, "rest", rest)),
    )


@st.composite
def fields(draw: st.DrawFn, most: int = 10) -> SwissField[str]:
    names = "ABCDEFGHIJ"[: draw(st.integers(2, most))]
    keys = draw(st.integers(0, 3))
    numbers = st.fractions(-4, 8, max_denominator=6) | st.integers(0, 3).map(Fraction)
    entrants = tuple(
        SwissEntrant(
            name, tuple(draw(numbers) for _ in range(keys)), draw(st.sampled_from((0, 0, 1, 2)))
        )
        for name in names
    )
    twos = [frozenset(pair) for pair in combinations(names, 2)]
    met = draw(st.sets(st.sampled_from(twos), max_size=len(twos)))
    forbidden = draw(st.sets(st.sampled_from(twos), max_size=len(names)))
    return SwissField(entrants, frozenset(met), frozenset(forbidden))


def check_best(field: SwissField[str], seed: str) -> None:
    best = min(every_way(field), key=lambda way: badness(field, way, seed), default=None)
    if best is None:
        with pytest.raises(PairingError) as caught:
            pair_swiss(field, seed=seed)
        assert caught.value.fault is PairingFault.NO_WAY
        return
    paired = pair_swiss(field, seed=seed)
    assert (two(paired.pairs), paired.rest) == (two(best[0]), best[1])
    assert paired.is_exact
    told = price_of(field, paired.pairs)
    assert (told.rematches, told.cost) == (
        badness(field, best, seed)[1],
        badness(field, best, seed)[3],
    )


@settings(max_examples=examples(60), deadline=None)
@given(field=fields(most=8), seed=st.text(max_size=4))
def test_it_is_the_best_way_of_all(field: SwissField[str], seed: str) -> None:
    check_best(field, seed)


@settings(max_examples=examples(12), deadline=None)
@given(field=fields(), seed=st.text(max_size=4))
def test_it_is_the_best_way_of_all_of_ten(field: SwissField[str], seed: str) -> None:
    check_best(field, seed)


@settings(max_examples=examples(80), deadline=None)
@given(field=fields(most=8), window=st.integers(1, 4))
def test_a_window_forgets_nobody_and_gives_no_needless_rematch(
    field: SwissField[str], window: int
) -> None:
    """As for more than 60, where what comes before the cost is to be right all the same."""
    best = min(every_way(field), key=lambda way: badness(field, way, ""), default=None)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(swiss, "EXACT_TO", 0)
        patched.setattr(swiss, "FIRST_WINDOW", window)
        if best is None:
            with pytest.raises(PairingError):
                pair_swiss(field)
            return
        paired = pair_swiss(field)
    seated = [*(one for pair in paired.pairs for one in pair), paired.rest]
    assert sorted(filter(None, seated)) == [one.contestant for one in field.entrants]
    found = badness(field, (list(paired.pairs), paired.rest), "")
    assert found[:3] == badness(field, best, "")[:3]
    assert not two(paired.pairs) & {"".join(sorted(pair)) for pair in field.forbidden}
    if paired.is_exact:
        assert found[3] == badness(field, best, "")[3]


def swiss_event(count: int, rounds: int) -> SwissField[int]:
    """A field after so many rounds, in which the lower number always wins by the difference."""
    scores = {one: [Fraction(0), Fraction(0)] for one in range(1, count + 1)}
    rests = dict.fromkeys(scores, 0)
    met: set[frozenset[int]] = set()
    for number in range(rounds):
        field = SwissField(
            tuple(SwissEntrant(one, tuple(scores[one]), rests[one]) for one in scores),
            frozenset(met),
        )
        paired = pair_swiss(field, seed=str(number))
        for pair in paired.pairs:
            assert frozenset(pair) not in met
            met.add(frozenset(pair))
            low, high = sorted(pair)
            scores[low][0] += 1
            scores[low][1] += high - low
            scores[high][1] -= high - low
        if paired.rest is not None:
            rests[paired.rest] += 1
    return SwissField(
        tuple(SwissEntrant(one, tuple(scores[one]), rests[one]) for one in scores), frozenset(met)
    )


@pytest.mark.parametrize("count", [8, 13, 61])
def test_an_evening_has_no_rematch_and_rests_are_shared_out(count: int) -> None:
    field = swiss_event(count, 5)
    assert len(field.met) == 5 * (count // 2)
    assert {one.rests for one in field.entrants} <= {0, 1}


def test_more_than_sixty_tell_their_window_and_cost_what_all_ways_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = swiss_event(75, 4)
    paired = pair_swiss(field, seed="x")
    assert (paired.window, paired.is_exact) == (swiss.FIRST_WINDOW, False)
    monkeypatch.setattr(swiss, "EXACT_TO", 75)
    exact = pair_swiss(field, seed="x")
    assert exact.is_exact
    assert price_of(field, paired.pairs) == price_of(field, exact.pairs)


def test_scores_meet_their_like_and_the_higher_is_named_first() -> None:
    paired = pair_swiss(field_of([(0,), (3,), (1,), (3,), (0,), (1,)]))
    assert paired.pairs[0] in (("B", "D"), ("D", "B"))
    assert two(paired.pairs) == {"BD", "CF", "AE"}
    paired = pair_swiss(field_of([("1/3",), ("7/2",)]))
    assert paired == SwissRound((("B", "A"),), None)


def test_a_rest_that_is_due_comes_before_a_rematch_and_a_rematch_before_the_lowest() -> None:
    scores = [(3,), (2,), (1,)]
    assert pair_swiss(field_of(scores, rests=(0, 1, 1), met="BC")).rest == "A"
    assert pair_swiss(field_of(scores, met="AB")).rest == "B"
    assert pair_swiss(field_of(scores, met="AB BC CA")).rest == "C"


def test_without_scores_it_is_a_matter_of_luck() -> None:
    """Each two of six meet in a fifth of the draws, within five deviations."""
    field = field_of([()] * 6)
    met = [pair for seed in range(1000) for pair in two(pair_swiss(field, seed=str(seed)).pairs)]
    for pair in combinations("ABCDEF", 2):
        assert abs(met.count("".join(pair)) - 200) < 5 * (1000 * 0.2 * 0.8) ** 0.5


def test_the_order_in_which_contestants_are_given_plays_no_part() -> None:
    field = field_of([(1,)] * 9)
    turned = SwissField(field.entrants[::-1])
    assert pair_swiss(field, seed="0") == pair_swiss(turned, seed="0")


def test_by_seeding_the_halves_meet() -> None:
    assert pair_by_seeding(field_of([(0,)] * 6)).pairs == (("A", "D"), ("B", "E"), ("C", "F"))
    seven = pair_by_seeding(field_of([(0,)] * 7))
    assert (two(seven.pairs), seven.rest) == ({"AD", "BE", "CF"}, "G")
    large = pair_by_seeding(SwissField(tuple(SwissEntrant(n, ()) for n in range(1, 132))))
    assert large.pairs == tuple((n, n + 65) for n in range(1, 66))
    assert large.rest == 131


def test_by_seeding_a_forbidden_pair_moves_opponents_as_little_as_can_be() -> None:
    paired = pair_by_seeding(field_of([(0,)] * 6, forbidden="AD"))
    assert two(paired.pairs) == {"AE", "BD", "CF"}


def test_with_no_way_it_says_who_may_meet_nobody() -> None:
    with pytest.raises(PairingError, match="A may meet nobody") as caught:
        pair_swiss(field_of([(0,)] * 4, forbidden="AB AC AD"))
    assert caught.value.contestants == ("A",)
    with pytest.raises(PairingError, match=r"no way to pair everybody$"):
        pair_swiss(field_of([(0,)] * 4, forbidden="AB AC BC"))


@pytest.mark.parametrize(
    ("entrants", "fault"),
    [
        ([], PairingFault.TOO_FEW),
        ([SwissEntrant("A", ())], PairingFault.TOO_FEW),
        ([SwissEntrant("A", ()), SwissEntrant("A", ())], PairingFault.CONTESTANT_TWICE),
        ([SwissEntrant("A", ()), SwissEntrant("B", (Fraction(1),))], PairingFault.SCORE_KEYS),
    ],
)
def test_what_is_no_field(entrants: list[SwissEntrant[str]], fault: PairingFault) -> None:
    with pytest.raises(PairingError) as caught:
        SwissField(tuple(entrants))
    assert caught.value.fault is fault
