"""`demo` as a user meets it: loaded once, kept, begun anew when asked, apart from real data."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.core.management import CommandError

from tests.tournament.management.server import manage, read_until, running
from tournament.management.commands.demo import Command

pytestmark = pytest.mark.long


def rename(database: str, name: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tournament_championship SET name = ?", [name])


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM tournament_championship")]


def test_begun_anew_loaded_and_kept(tmp_path: Path) -> None:
    """The long way only once: what is there is forgotten, the demonstration loaded, and kept."""
    real = "postgresql://somebody@127.0.0.1:1/the-clubs-own"
    before = tmp_path / "demo" / "botifarra.sqlite3"
    before.parent.mkdir(mode=0o700)
    before.write_bytes(b"What was entered before, and no database.")
    first = manage(tmp_path, "demo", "--fresh", "--no-serve", "--json", DATABASE_URL=real)
    assert first.returncode == 0, first.stderr
    facts = json.loads(first.stdout)
    assert facts["url"] == "http://127.0.0.1:8000"
    assert {account["role"] for account in facts["accounts"]} == {"organiser", "referee"}
    assert all(account["username"] and account["password"] for account in facts["accounts"])
    assert facts["database"] == str(before)
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
    assert len(names(before)) == 6

    rename(facts["database"], "Entered meanwhile")
    with running(tmp_path, "demo", "--json", "--port", "0") as server:
        served = json.loads(read_until(server, "{")[-1])
        for address in served["addresses"]:
            assert address["url"].startswith(served["url"] + "/")
        with urlopen(served["addresses"][0]["url"]) as answer:
            assert "Entered meanwhile" in answer.read().decode()

    again = manage(tmp_path, "demo", "--no-serve")
    assert again.returncode == 0, again.stderr
    for account in facts["accounts"]:
        assert f"{account['username']}  {account['password']}" in again.stdout
    assert names(before) == ["Entered meanwhile"] * 6


@pytest.mark.parametrize("options", [["--hall"], ["--host", "0.0.0.0"]])
def test_only_this_machine_gets_in(options: list[str]) -> None:
    parser = Command().create_parser("manage.py", "demo")
    with pytest.raises(CommandError, match="unrecognized arguments"):
        parser.parse_args(options)
