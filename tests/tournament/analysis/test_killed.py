"""A real worker process that is killed while it analyses a round."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.hall.site import PATIENCE, ROOT, Site, new_site

pytestmark = [pytest.mark.long, pytest.mark.promise]


def rows(site: Site, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(next(site.data.glob("*.sqlite3")), timeout=20)) as database:
        found = database.execute(query).fetchall()
        database.commit()
        return found


def analysed(site: Site) -> list[tuple[Any, ...]]:
    return rows(site, "SELECT id, deal, trump, low, high FROM tournament_handanalysis ORDER BY id")


def work_until(site: Site, count: int) -> None:
    """Let a worker analyse until so many denominations are stored, and kill it."""
    command = [sys.executable, str(ROOT / "manage.py"), "work"]
    with subprocess.Popen(command, env=site.environment, cwd=ROOT) as worker:
        deadline = time.monotonic() + PATIENCE
        try:
            while len(analysed(site)) < count:
                assert worker.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
        finally:
            worker.kill()


def test_what_was_stored_stays_and_the_next_worker_goes_on(tmp_path: Path) -> None:
    with new_site(tmp_path) as site:
        assert site.run("tests.tournament.analysis.closed_round") == 1
        work_until(site, 1)
        first = analysed(site)
        assert rows(site, "SELECT state FROM tournament_job") == [("running",)]
        # Its silence was noticed.
        rows(site, "UPDATE tournament_job SET beat_at = '2000-01-01 00:00:00'")
        work_until(site, len(first) + 1)
        then = analysed(site)
        assert then[: len(first)] == first
        assert len({(deal, trump) for _id, deal, trump, _low, _high in then}) == len(then)
        assert rows(site, "SELECT state, attempts FROM tournament_job") == [("running", 2)]
