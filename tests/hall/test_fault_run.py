"""Nothing that a table was told is stored gets lost or doubled: the fault test's short form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.machine import postgresql
from tests.hall.faults import run_faults

pytestmark = [pytest.mark.long, pytest.mark.promise]

TABLES, ROUNDS = 8, 2


def try_it(folder: Path, *, seed: int, server: str | None = None, hosts: int = 1) -> None:
    """Enter two rounds while everything goes wrong: all of it happened, nothing is lost."""
    figures = run_faults(
        folder,
        tables=TABLES,
        rounds=ROUNDS,
        kills_every=(0.5, 2),
        most_kills=hosts,
        seed=seed,
        server=server,
        hosts=hosts,
    )
    assert figures.faults == ()
    assert figures.entries >= TABLES * ROUNDS * 4
    assert figures.confirmations > 0
    assert figures.late_copies > 0
    assert figures.attempts > figures.entries + figures.confirmations
    assert figures.kills >= hosts


def test_on_sqlite(tmp_path: Path) -> None:
    try_it(tmp_path, seed=1)


@pytest.mark.postgresql
def test_on_two_hosts(tmp_path: Path) -> None:
    """Two web processes, two workers, one database; a hand is sent to either, and both die.

    All that one host does on PostgreSQL is in it.
    """
    try_it(tmp_path, seed=3, server=postgresql(), hosts=2)
