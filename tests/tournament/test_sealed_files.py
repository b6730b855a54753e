"""Only the database, of all files that a day leaves behind, holds the key; the log holds
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_process import run_main
from tests.tournament.needles import KEY
from tests.tournament.sealed_day import needles_of_day

pytestmark = [pytest.mark.long, pytest.mark.promise]


def test_only_the_database_holds_the_key(tmp_path: Path) -> None:
    found, log = run_main("tests.tournament.sealed_files", TMPDIR=str(tmp_path))
    assert {Path(name).name for name, what in found.items() if what} == {"botifarra.sqlite3"}
    assert {one for what in found.values() for one in what} == {KEY}
    assert log.count("RuntimeError: broken") == 1
    assert not needles_of_day().found_in(log)
