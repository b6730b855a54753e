"""The workbook of games has as values what the pages show."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.tournament.factories import english_client
from tests.tournament.games.cup import Cup
from tests.tournament.games.individuals_games import played_individuals
from tournament.exports.workbooks import WORKBOOKS
from tournament.standings.rankings.rankings import RANKINGS

pytestmark = pytest.mark.django_db


def sheets_of(slug: str) -> dict[str, list[list[Any]]]:
    """The rows of each sheet, from its titles on."""
    answer = english_client().get(f"/c/{slug}/export/results.xlsx")
    assert answer.status_code == 200
    book = load_workbook(BytesIO(answer.content))
    found = {}
    for sheet in book.worksheets:
        rows = [list(row) for row in sheet.iter_rows(values_only=True)]
        assert not any(str(cell).startswith("=") for row in rows for cell in row)
        found[sheet.title] = rows[int(str(sheet.print_title_rows).strip("$").split(":")[0]) - 1 :]
    return found


def test_a_cup_has_its_tables_and_its_bracket() -> None:
    """Two of six pairs have a bye, and a loser of a semifinal leaves before it plays again."""
    cup = Cup(6)
    cup.play(1)
    cup.play(2)
    cup.withdraw(3, 3)
    cup.play(3)
    sheets = sheets_of(cup.championship.slug)
    ranks = [(row[1], row[0]) for row in sheets["Standings"][1:]]
    assert dict(ranks) == {number: rank for number, (rank, _reached) in cup.ranks().items()}
    tables = [(row[0], row[2], row[4], *row[6:8]) for row in sheets["Results"][1:]]
    assert len(tables) == 5
    assert all(made == ([100, 50] if ns < ew else [50, 100]) for _, ns, ew, *made in tables)
    ties = [(row[0], row[1], row[3], row[4], row[6:]) for row in sheets["Bracket"][1:]]
    assert ties == [
        ("Quarter-final", 4, 100, 5, [50, 4, None]),
        ("Quarter-final", 3, 100, 6, [50, 3, None]),
        ("Semifinal", 1, 100, 4, [50, 1, None]),
        ("Semifinal", 2, 100, 3, [50, 2, None]),
        ("Final", 1, 100, 2, [50, 1, None]),
        ("Third place", 4, None, 3, [None, 4, "its opponents have gone"]),
    ]


def test_of_two_games_each_is_told_and_what_is_not_known_is_empty() -> None:
    cup = Cup(4, legs=2)
    cup.play(1)
    cup.play(2)
    ties = [row[1:8] for row in sheets_of(cup.championship.slug)["Bracket"][1:]]
    assert [(one[2], one[5], one[6]) for one in ties[:2]] == [
        ("100 + 100 = 200", "50 + 50 = 100", 1),
        ("100 + 100 = 200", "50 + 50 = 100", 2),
    ]
    assert ties[2][5:] == [None, None]


def test_of_players_both_of_a_side_are_named() -> None:
    day = played_individuals()
    sheets = sheets_of(day.slug)
    assert list(sheets) == ["Standings", "Results"]
    assert sheets["Standings"][0][2] == "Player"
    assert sheets["Results"][1][2:4] == ["2, 5", "Carme Serra – Ferran Vila"]
    given = [row[:2] for row in sheets["Results"][1:] if row[8] == "NS"]
    assert given == [[4, "2"]]


def test_every_ranking_says_whether_it_has_a_workbook() -> None:
    assert {key for key, one in RANKINGS.items() if one.has_workbook} == set(
        WORKBOOKS["results"].makers
    )
