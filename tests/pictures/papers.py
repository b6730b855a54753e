"""Pictures of all papers: the first page of each, small and in sixteen greys, and their table."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tests.pictures.demonstration import (
    DAY,
    LAST_CLOSED,
    NEXT,
    OPEN,
    Demonstration,
    knockout,
    league,
)

if TYPE_CHECKING:
    from tournament.exports.papers import Paper, PaperRequest

FOLDER = Path("docs/papers")
SITE = "http://192.168.1.20:8000"
ROUNDS = (LAST_CLOSED, OPEN, NEXT)
"""The first of them that a paper can be made for is shown."""
DOTS_PER_INCH = 64
GREYS = 16
MOST_BYTES = 60_000
README = Path("README.md")
COLUMNS = 6


def first_page(request: PaperRequest, paper: Paper) -> bytes:
    """The first page of a paper as a PNG."""
    from dataclasses import replace

    from PIL import Image

    from tournament.exports.papers.assembly import bind_papers, parts_of

    whole = replace(request, rounds=ROUNDS)
    part = next(one for one in parts_of(whole, [paper]) if not one.missing)
    content = bind_papers(replace(request, rounds=part.request.rounds), [paper]).content
    drawn = subprocess.run(
        ["pdftoppm", "-gray", "-r", str(DOTS_PER_INCH), "-f", "1", "-l", "1", "-"],
        input=content,
        capture_output=True,
        check=True,
    )
    made = BytesIO()
    with Image.open(BytesIO(drawn.stdout)) as page:
        page.quantize(GREYS).save(made, "PNG", optimize=True)
    return made.getvalue()


def table_of_papers() -> str:
    """The rows of README's table: each paper's picture and title, in the order of a day."""
    from django.utils.translation import override

    from tournament.exports.papers import PAPERS

    with override("en"):
        titles = {name: str(paper.title).replace("'", "’") for name, paper in PAPERS.items()}
    cells = [_cell(name, title[0].lower() + title[1:]) for name, title in titles.items()]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = (cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(name: str, title: str) -> str:
    picture = f"{FOLDER}/{name}.png"
    return f'<a href="{picture}"><img src="{picture}" width="120" alt="{title}"></a><br>{title}'


def write_table() -> None:
    """Put the table into README in place of the one that stands there."""
    head = f"|{':-:|' * COLUMNS}\n"
    before, _head, rest = README.read_text(encoding="utf-8").partition(head)
    _old, _end, after = rest.partition("\n\n")
    README.write_text(f"{before}{head}{table_of_papers()}\n{after}", encoding="utf-8")


def draw_papers(demo: Demonstration) -> None:
    """A picture of each paper in the folder, and no other: those of a bracket of a knock-out
    and of a league's calendar. And README's table of them."""
    from dataclasses import replace

    from django.utils.translation import override

    from tournament.exports.papers import PAPERS, PaperRequest, known_of

    FOLDER.mkdir(parents=True, exist_ok=True)
    stages, brackets, leagues = (demo.stage,), (knockout(),), (league(),)
    request = PaperRequest(stages, (), DAY + timedelta(hours=9), SITE, known_of(stages))
    others = {
        name: replace(request, stages=own, known=known_of(own))
        for name, own in (("bracket", brackets), ("calendar", leagues))
    }
    with override("ca"):
        for name, paper in PAPERS.items():
            picture = first_page(others.get(name, request), paper)
            assert len(picture) <= MOST_BYTES, f"{name}: {len(picture)} bytes"
            (FOLDER / f"{name}.png").write_bytes(picture)
    for old in FOLDER.glob("*.png"):
        if old.stem not in PAPERS:
            old.unlink()
    write_table()
