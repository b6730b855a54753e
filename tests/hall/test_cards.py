"""No card that a phone was told is stored gets lost or doubled: short forms of `cards`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.machine import postgresql
from tests.hall.cards import Played, run_cards

pytestmark = [pytest.mark.long, pytest.mark.promise]

TABLES = 3


def check(played: Played, *, kills: int) -> None:
    assert played.faults == []
    assert played.kills >= kills
    assert len(played.told) >= 10 * TABLES
    assert len(played.arrived) == 3 * (len(played.told) + played.results)


def test_on_sqlite(tmp_path: Path) -> None:
    check(run_cards(tmp_path, tables=TABLES, seconds=6, every=0.3, kills=1), kills=1)


@pytest.mark.postgresql
def test_on_two_hosts(tmp_path: Path) -> None:
    """The four of a table ask two servers, which tell each other through the database.

    One of them dies, and the other lives; that both may die, the fault test shows.
    """
    played = run_cards(
        tmp_path, tables=TABLES, seconds=6, every=0.3, kills=1, server=postgresql(), hosts=2
    )
    check(played, kills=1)
