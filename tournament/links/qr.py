"""QR codes of addresses, as pages, terminals and papers draw them.

segno makes the rows of modules (ISO/IEC 18004); they are drawn where they are needed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString

QUIET = 4
"""Modules of white that readers need on each side (ISO/IEC 18004, 5.3.8)."""

_AS_BEFORE = "\033[0m"
_WHITE_ON_BLACK = "\033[40;97m"


def _code(text: str) -> segno.QRCode:
    # A seventh of the code may be spoilt, by a glass or a fold, and more where that costs no room.
    return segno.make(text, error="m", micro=False)


@lru_cache(maxsize=512)  # papers of many rounds repeat the code of each table
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the code as rows from above, True for black, without the white around it."""
    return tuple(tuple(map(bool, row)) for row in _code(text).matrix)


def qr_svg(text: str, label: str) -> SafeString:
    """Return the code as an inline drawing that fills its place; `label` says where it leads.

    It is black on white whatever the page's colours: not all readers can read it inverted.
    """
    rows = qr_modules(text)
    side = len(rows) + 2 * QUIET
    return format_html(
        '<svg class="qr" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<path fill="#fff" d="M0 0h{}v{}H0z"></path><path d="{}"></path></svg>',
        side,
        side,
        label,
        side,
        side,
        "".join(
            f"M{x + QUIET} {y}h{length}v1h-{length}z"
            for y, row in enumerate(rows, start=QUIET)
            for x, length in qr_runs(row)
        ),
    )


def qr_runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield start and length of each run of black modules in a row."""
    start = 0
    for black, modules in groupby(row):
        length = len(list(modules))
        if black:
            yield start, length
        start += length


def qr_terminal(text: str, *, colours: bool = False) -> str:
    """Return the code in half blocks, a row of letters for two of modules, without a line end.

    Light modules are drawn, so it reads right where letters are light on dark; with `colours` each
    line sets its own colours (ANSI), for any terminal.
    """
    out = io.StringIO()
    _code(text).terminal(out, compact=True, border=QUIET // 2)
    lines = out.getvalue().rstrip("\n").split("\n")
    if colours:
        lines = [f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines]
    return "\n".join(lines)
