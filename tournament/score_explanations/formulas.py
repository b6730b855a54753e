"""Sums as they are written by hand, with fractions, and as they are read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.duplicate.scores import EVEN_POINTS
from scoring.rounding import display
from tournament.core.numbers import MINUS, score_text
from tournament.score_explanations.breakdown import Average, Formula, HandScore


@dataclass(frozen=True, slots=True)
class Over:
    """A fraction with a line between its two texts."""

    top: str
    bottom: str


Line = tuple[str | Over, ...]
"""What stands between two signs of equality, that sign first."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum, step by step; `spoken` is the same on one line, for screen readers."""

    lines: tuple[Line, ...]

    @property
    def spoken(self) -> str:
        return " ".join(" ".join(map(_spoken, line)) for line in self.lines)


def _spoken(part: str | Over) -> str:
    if isinstance(part, str):
        return part
    return f"{_grouped(part.top)} ÷ {_grouped(part.bottom)}"


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def whole(value: int, *, inside: bool = False) -> str:
    """A whole number with a real minus; in brackets if it is negative and stands `inside` a sum."""
    text = str(value).replace("-", MINUS)
    return f"({text})" if inside and value < 0 else text


def hand_score_sum(score: HandScore) -> Sum:
    """40 − 36 = 4, or (40 − 36) × 2 = 8."""
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
    """1 + (8 − (−16)) / (12 − (−16)) = 1 + 24/28 = 13/7 ≈ 1.86."""
    before = f"{formula.worst} +" if formula.worst else f"{formula.span} ×"
    low = whole(formula.low, inside=True)
    first: Line = (
        before,
        Over(f"{whole(formula.score)} {MINUS} {low}", f"{whole(formula.high)} {MINUS} {low}"),
    )
    share = Over(str(formula.score - formula.low), str(formula.high - formula.low))
    return Sum((first, (f"= {before}", share), *_result(formula.final)))


def average_sum(average: Average) -> Sum:
    """The sum of the scores ÷ how many they are = the average."""
    count = len(average.parts)
    return Sum(
        ((_exact(average.total), f"÷ {count}"), *_result(average.final)),
    )


def _exact(value: Fraction) -> str | Over:
    if value.denominator == 1:
        return whole(value.numerator)
    return Over(whole(value.numerator), str(value.denominator))


def _result(value: Fraction) -> Iterator[Line]:
    """The exact value and, where that says more, its decimals as they are shown elsewhere."""
    yield ("=", _exact(value))
    if value.denominator != 1:
        sign = "=" if Fraction(display(value, 2)) == value else "≈"
        yield (f"{sign} {score_text(value)}",)
