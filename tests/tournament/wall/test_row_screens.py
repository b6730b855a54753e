"""How pairs are shared out among the wall's screens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.benchmarks.large import large_championship
from tests.tournament.standings.reading import rows_of
from tournament.wall.row_screens import ONE_COLUMN, ROWS, group_screens, row_screens


@pytest.mark.parametrize("count", [0, 1, 8, 14, 15, 16, 31, 32, 33, 41, 64, 65, 120, 200])
def test_every_row_stands_once_in_its_order_and_fits(count: int) -> None:
    screens = row_screens(range(count))
    assert [row for screen in screens for column in screen for row in column] == list(range(count))
    assert all(len(column) <= ROWS for screen in screens for column in screen)
    assert all(len(screen) == (1 if count <= ONE_COLUMN else 2) for screen in screens)
    sizes = [sum(map(len, screen)) for screen in screens]
    assert len(screens) == -(-count // (2 * ROWS))
    assert max(sizes, default=0) - min(sizes, default=0) <= len(screens)


@pytest.mark.parametrize("lines", [1, 2])
@pytest.mark.parametrize("sizes", [(2,) * 4, (2, 2, 3, 3, 2, 2), (4, 4), (20, 5), (1,)])
def test_every_group_stands_once_beside_and_below_the_others(
    sizes: tuple[int, ...], lines: int
) -> None:
    groups = [(str(group), range(size)) for group, size in enumerate(sizes)]
    screens = group_screens(groups, lines=lines)
    for screen in screens:
        rows = [screen[start : start + 2] for start in range(0, len(screen), 2)]
        high = sum(2 + lines * max(len(rows) for _name, rows in row) for row in rows)
        assert high <= ROWS
    shown = [(name, row) for screen in screens for name, rows in screen for row in rows]
    assert shown == [(name, row) for name, rows in groups for row in rows]
    if sizes == (2,) * 4:
        assert len(screens) == 1


@pytest.mark.django_db
def test_titles_stand_on_every_column_of_every_screen(client: Client) -> None:
    large_championship(34, 2)
    text = client.get("/c/large/wall/", headers={"accept-language": "en"}).content.decode()
    assert len(re.findall('<section class="wall-screen', text)) == 3  # the last one is the course
    rows = rows_of(text)
    assert [row for row in rows if row[0] == "Rank"] == [["Rank", "Pair", "Total"]] * 4
    assert len(rows) == 34 + 4
    assert len(re.findall(r'<g class="plain" data-key', text)) == 20
