"""No docstring begins by pointing at the line above it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LEANING = re.compile(r"\s*(The same|Those|Of|So many|That of)\b")
QUOTED = re.compile(rf'"{LEANING.pattern}')
"""What a source without such a docstring seldom has: most need not be parsed, which takes long."""


def sources() -> Iterator[Path]:
    yield ROOT / "manage.py"
    for folder in ("scoring", "tournament", "tests"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def leaning(source: str) -> Iterator[int]:
    """Yield the lines of the docstrings that match `LEANING`: those of modules, classes and
    functions, and those that stand after an assignment."""
    if QUOTED.search(source):
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Expr(value=ast.Constant(value=str() as text)) if LEANING.match(text):
                    yield node.lineno


def test_docstrings_stand_on_their_own() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sources()
        for line in leaning(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        '"""The same once more."""',
        'class Hands:\n    """Those of a round."""',
        'def longest() -> int:\n    """Of all names the longest."""',
        'async def many() -> None:\n    """\n    So many at least.\n    """',
        'class Round:\n    stage: int\n    """That of its group."""',
    ],
)
def test_search_finds_leaning_docstrings(source: str) -> None:
    assert [*leaning(source)]
