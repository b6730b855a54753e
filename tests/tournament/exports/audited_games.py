"""The auditor's workbook of games compared with the program, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.utils import translation
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from tests.tournament.exports.audited import STANDINGS, same, sheet_of
from tests.tournament.exports.opened import ComputedBook
from tournament.exports.workbooks import made_workbook
from tournament.models import Stage
from tournament.standings.queries import stage_scores, view_of

FIGURES = {
    "Rank": "rank",
    "Score": "score",
    "Reached": "score",
    "Second chance": "second_chance",
    "Won": "wins",
    "Drawn": "draws",
    "Lost": "losses",
    "Difference": "difference",
    "For": "points_for",
    "Against": "points_against",
    "Buchholz": "buchholz",
    "Rests": "rests",
}
"""The titles in English of what is compared, with the names of the program's figures."""


def workbook(stage: Stage) -> Workbook:
    """The auditor's workbook, in English."""
    with translation.override("en"):
        _heading, content = made_workbook("auditor", stage, stage.championship.created_at)
    return load_workbook(BytesIO(content))


def table_of(book: ComputedBook) -> dict[Any, dict[str, Any]]:
    """The standings by contestants' numbers, each cell by its title."""
    rows = sheet_of(book, STANDINGS)
    top = next(place for place, row in enumerate(rows) if row[0] == "Rank")
    titles = [str(one) for one in rows[top]]
    lines = (dict(zip(titles, row)) for row in rows[top + 1 :])
    return {line["No."]: line for line in lines if line["No."] is not None}


def differences(book: ComputedBook, stage: Stage) -> list[str]:
    """Every figure of a computed workbook that is not the program's."""
    return list(_differences(book, stage))


def _differences(book: ComputedBook, stage: Stage) -> Iterator[str]:
    view = view_of(stage_scores(stage))
    table = table_of(book)
    for line in view.lines:
        number, cells = line.contestant.number, table.pop(line.contestant.number)
        for title, name in FIGURES.items():
            if title not in cells:
                continue
            value = line.rank if name == "rank" else getattr(line.figures, name)
            if not same(cells[title], value):
                yield f"{number} {title}: {cells[title]!r} is not {value}"
        for played in view.rounds:
            value = line.figures.by_round.get(played)
            if not same(cells[f"R{played}"], value):
                yield f"{number} round {played}: {cells[f'R{played}']!r} is not {value}"
    if set(table) != {one.number for one in view.unranked}:
        yield f"left over: {sorted(table)}"
    yield from (f"{one} has a rank" for one, cells in table.items() if cells["Rank"])


def differences_in_bracket(book: ComputedBook, stage: Stage) -> list[str]:
    """Every tie of a computed workbook that is not as the site's bracket shows it: who meets whom,
    the points of each game and their sum, who goes on and why."""
    view = stage_scores(stage).bracket_view()
    assert view is not None
    shown = [(one.name, tie) for one in view.rounds for tie in one.ties]
    shown += [("Third place", view.third)] if view.third else []
    again = view.second.rounds if view.second else ()
    shown += [(one.name, tie) for one in again for tie in one.ties]
    wanted = {}
    for name, tie in shown:
        sides = [(one.contestant.number, one) for one in tie.sides if one.contestant is not None]
        if any(one.points is not None for _number, one in sides):
            on = [number for number, one in sides if one.goes_on]
            made = {number: (one.points, one.legs) for number, one in sides}
            wanted[name, frozenset(made)] = (made, on, tie.why)
    found = dict(_ties_of(book, legs=stage.game_settings().legs))
    return [
        f"{key}: {found.get(key)} is not {wanted.get(key)}"
        for key in sorted({*found, *wanted}, key=str)
        if found.get(key) != wanted.get(key)
    ]


def _ties_of(book: ComputedBook, *, legs: int) -> Iterator[tuple[Any, Any]]:
    rows = book["Bracket"]
    top = next(place for place, row in enumerate(rows) if row[0] == "Tie")
    titles = rows[top]
    for row in rows[top + 1 :]:
        if not row[0]:
            continue
        cells = dict(zip(titles, row))
        made = {}
        for number, who in ((row[1], "first pair"), (row[3], "second pair")):
            # Of one game the site shows all points.
            sum = cells[f"{'Points' if legs > 1 else 'All points'}\n{who}"]
            games = [cells[f"Game {one}\n{who}"] for one in (1, 2)] if legs > 1 else []
            made[number] = (sum, tuple(one for one in games if one not in (None, "")))
        on = [] if cells["Goes on"] in (None, "") else [cells["Goes on"]]
        yield (row[0], frozenset(made)), (made, on, cells["Decided by"] or "")
