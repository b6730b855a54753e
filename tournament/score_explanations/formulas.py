"""Sums as text: with fractions as they are written by hand, and as they are read aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.duplicate.methods import Method, trimmed
from scoring.game.tricks import EVEN_POINTS
from scoring.rounding import display
from tournament.core.numbers import MINUS, score_text
from tournament.score_explanations.breakdown import Average, Formula, HandScore


@dataclass(frozen=True, slots=True)
class Over:
    """Fraction with a line between its two texts."""

    top: str
    bottom: str


Line = tuple[str | Over, ...]
"""Step of a sum; every step but the first begins with its equals sign."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Sum, step by step; `spoken` gives it on one line, for screen readers."""

    lines: tuple[Line, ...]

    @property
    def spoken(self) -> str:
        return " ".join(" ".join(map(_spoken, line)) for line in self.lines)


def _spoken(part: str | Over) -> str:
    if isinstance(part, str):
        return part
    return f"{_grouped(part.top)} ÷ {_grouped(part.bottom)}"


def _grouped(text: str) -> str:
    return f"({text})" if " " in text or text.startswith(MINUS) else text


def whole(value: int, *, inside: bool = False) -> str:
    """Return a whole number with a real minus; in brackets if negative and `inside` a sum."""
    text = str(value).replace("-", MINUS)
    return f"({text})" if inside and value < 0 else text


def hand_score_sum(score: HandScore) -> Sum:
    """Return the sum that gives a hand score: 40 − 36 = 4, or (40 − 36) × 2 = 8."""
    difference = f"{score.points} {MINUS} {EVEN_POINTS}"
    if score.factor == 1:
        return Sum(((difference,), (f"= {whole(score.score)}",)))
    return Sum(
        (
            (f"({difference}) × {score.factor}",),
            (f"= {whole(score.above)} × {score.factor}",),
            (f"= {whole(score.score)}",),
        )
    )


def final_sum(formula: Formula) -> Sum:
    """Return the sum by which the method turns the hand score into the final score."""
    return Sum((*_FINAL_LINES[formula.method](formula), *_result(formula.final)))


def _between(formula: Formula) -> Iterator[Line]:
    """Yield the steps 1 + (8 − (−16)) / (12 − (−16)) = 1 + 24/28."""
    before = _on_the_scale(formula)
    lowest, highest = min(formula.field), max(formula.field)
    low = whole(lowest, inside=True)
    yield (
        before,
        Over(f"{whole(formula.score)} {MINUS} {low}", f"{whole(highest)} {MINUS} {low}"),
    )
    yield (f"= {before}", Over(str(formula.score - lowest), str(highest - lowest)))


def _share(formula: Formula) -> Iterator[Line]:
    """Yield the steps 1 + (2 × 3 + 1) / (2 × 5) = 1 + 7/10."""
    before = _on_the_scale(formula)
    worse = sum(score < formula.score for score in formula.field)
    equal = formula.field.count(formula.score) - 1
    others = len(formula.field) - 1
    yield (before, Over(f"2 × {worse} + {equal}", f"2 × {others}"))
    yield (f"= {before}", Over(str(2 * worse + equal), str(2 * others)))


def _difference(formula: Formula) -> Iterator[Line]:
    """Yield the steps 6 − (4 + 1 − 1 − 12) / 4 = 6 − (−8)/4."""
    before = f"{whole(formula.score)} {MINUS}"
    kept = sorted(trimmed(formula.field), reverse=True)
    if len(kept) > 1:
        yield (before, Over(_added(kept), str(len(kept))))
    yield (f"= {before}" if len(kept) > 1 else before, *_mean(sum(kept), len(kept)))


def _mean(total: int, count: int) -> Line:
    """Return the fraction total / count; a whole number if `count` is 1."""
    if count == 1:
        return (whole(total, inside=True),)
    return (Over(whole(total), str(count)),)


def _added(values: Sequence[int]) -> str:
    """Return the values as one sum: "4 + 1 − 1 − 12"."""
    first, *others = values
    signed = (f"{MINUS if one < 0 else '+'} {abs(one)}" for one in others)
    return " ".join([whole(first), *signed])


def _on_the_scale(formula: Formula) -> str:
    """Return the part of the sum before the share: "1 +" or "100 ×"."""
    worst, best = formula.bounds.worst, formula.bounds.best
    return f"{worst} +" if worst else f"{best} ×"


_FINAL_LINES: Mapping[Method, Callable[[Formula], Iterator[Line]]] = {
    Method.MIN_MAX: _between,
    Method.MATCHPOINTS: _share,
    Method.MEAN: _difference,
}


def average_sum(average: Average) -> Sum:
    """Return the sum that gives an average: total of the scores ÷ their number = average."""
    count = len(average.parts)
    return Sum(
        ((_exact(average.total), f"÷ {count}"), *_result(average.final)),
    )


def _exact(value: Fraction) -> str | Over:
    if value.denominator == 1:
        return whole(value.numerator)
    return Over(whole(value.numerator), str(value.denominator))


def _result(value: Fraction) -> Iterator[Line]:
    """Yield the exact value and, for a fraction, its decimals as they are shown elsewhere."""
    yield ("=", _exact(value))
    if value.denominator != 1:
        sign = "=" if Fraction(display(value, 2)) == value else "≈"
        yield (f"{sign} {score_text(value)}",)
