"""Scoring methods as formulas of the auditor's workbook.

The method is a setting on the sheet of inputs: every formula holds all methods and asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.duplicate.methods import OFFENCE, TRIMMED, Method
from tournament.exports.excel.auditor.words import word


@dataclass(frozen=True, slots=True)
class FieldCells:
    """The cells of a side's field: its hand scores, and the figures of the lines below them."""

    scores: str
    low: str
    high: str
    count: str
    mean: str
    offence: str


@dataclass(frozen=True, slots=True)
class MethodFormulas:
    """The formulas of a method for a field that isn't empty."""

    final: Callable[[FieldCells, str], str]
    """Gives the final score of the hand score in a cell."""
    sum: Callable[[FieldCells], str]
    """Gives the sum of all final scores."""
    offence: Callable[[FieldCells], str] = lambda _field: "0"
    """Gives the final score of a rule-break; the field may be empty."""


def final(field: FieldCells, score: str) -> str:
    """Return the final score of the hand score in a cell, by the method on the sheet of inputs."""
    return _chosen({method: one.final(field, score) for method, one in _METHODS.items()})


def sum_of_finals(field: FieldCells) -> str:
    """Return the sum of all final scores of a field that isn't empty."""
    return _chosen({method: one.sum(field) for method, one in _METHODS.items()})


def offence(field: FieldCells) -> str:
    return _chosen({method: one.offence(field) for method, one in _METHODS.items()})


def mean(field: FieldCells) -> str:
    """Return the mean without the extremes, where the method asks for one."""
    asked = f"AND(method={word(Method.MEAN)},{field.count}>0)"
    # of n scores it leaves out n × share / 2, rounded down, at either end
    return f'IF({asked},TRIMMEAN({field.scores},2/{TRIMMED}),"")'


def _chosen(formulas: Mapping[Method, str]) -> str:
    """Return the formula of the method that is set; shared formulas are written once."""
    *others, last = formulas.items()
    text = last[1]
    for method, formula in reversed(others):
        if formula != text:
            text = f"IF(method={word(method)},{formula},{text})"
    return text


def _between(field: FieldCells, score: str) -> str:
    share = f"({score}-{field.low})/({field.high}-{field.low})"
    return f"IF({field.high}={field.low},flat,worst+(best-worst)*{share})"


def _sum_between(field: FieldCells) -> str:
    shares = f"(SUM({field.scores})-{field.count}*{field.low})/({field.high}-{field.low})"
    placed = f"worst*{field.count}+(best-worst)*{shares}"
    return f"IF({field.high}={field.low},flat*{field.count},{placed})"


def _share(field: FieldCells, score: str) -> str:
    beaten = f'2*COUNTIF({field.scores},"<"&{score})+COUNTIF({field.scores},{score})-1'
    share = f"({beaten})/(2*({field.count}-1))"
    return f"IF({field.count}=1,flat,worst+(best-worst)*{share})"


def _sum_of_shares(field: FieldCells) -> str:
    """Return the sum of shares: one table's loss is another's gain."""
    return f"IF({field.count}=1,flat,{field.count}*(worst+best)/2)"


_METHODS: Mapping[Method, MethodFormulas] = {
    Method.MATCHPOINTS: MethodFormulas(_share, _sum_of_shares),
    Method.MEAN: MethodFormulas(
        lambda field, score: f"{score}-{field.mean}",
        lambda field: f"SUM({field.scores})-{field.count}*{field.mean}",
        lambda field: f"IF({field.count}=0,0,{field.low}-{field.mean})-{OFFENCE}",
    ),
    Method.MIN_MAX: MethodFormulas(_between, _sum_between),
}
