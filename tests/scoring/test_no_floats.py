"""The package computes with integers and fractions only; its source is searched for the rest."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoring

SOURCES = sorted(Path(scoring.__file__).parent.rglob("*.py"))

EXACT_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "prod"}
INEXACT_MODULES = {"math", "cmath", "statistics"}


def inexact_parts(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex() as value):
                yield f"the constant {value}"
            case ast.Name(id="float" | "complex" as name):
                yield name
            case ast.Call(func=ast.Name(id="round")):
                yield "round(), which doesn't round halves up"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"line {node.lineno}: a division that makes floats of integers"
            case ast.ImportFrom(module="math", names=imported):
                yield from (item.name for item in imported if item.name not in EXACT_MATH)
            case ast.Import(names=imported):
                yield from (item.name for item in imported if item.name in INEXACT_MODULES)


def test_no_source_has_floats() -> None:
    found = {str(path): [*inexact_parts(path.read_text(encoding="utf-8"))] for path in SOURCES}
    assert found
    assert {path: parts for path, parts in found.items() if parts} == {}


@pytest.mark.parametrize(
    "source",
    [
        "x = 1.5",
        "x = float(1)",
        "x = round(y)",
        "x = 1 / 2",
        "x /= 2",
        "from math import sqrt",
        "import math",
    ],
)
def test_search_finds_floats(source: str) -> None:
    assert list(inexact_parts(source))
