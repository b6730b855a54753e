"""`demo` as a user meets it: loaded once, kept, begun anew when asked, apart from real data."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

from tests.tournament.management.server import manage, read_until, running


def rename(database: str, name: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tournament_championship SET name = ?", [name])


def test_loaded_kept_and_begun_anew(tmp_path: Path) -> None:
    real = "postgresql://somebody@127.0.0.1:1/the-clubs-own"
    first = manage(tmp_path, "demo", "--no-serve", "--json", DATABASE_URL=real)
    assert first.returncode == 0, first.stderr
    facts = json.loads(first.stdout)
    assert facts["url"] == "http://127.0.0.1:8000"
    assert {account["role"] for account in facts["accounts"]} == {"organiser", "referee"}
    assert all(account["username"] and account["password"] for account in facts["accounts"])
    assert facts["database"] == str(tmp_path / "demo" / "botifarra.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]

    rename(facts["database"], "Entered meanwhile")
    with running(tmp_path, "demo", "--json", "--port", "0") as server:
        served = json.loads(read_until(server, "{")[-1])
        for address in served["addresses"]:
            assert address["url"].startswith(served["url"] + "/")
        with urlopen(served["addresses"][0]["url"]) as answer:
            assert "Entered meanwhile" in answer.read().decode()

    anew = manage(tmp_path, "demo", "--no-serve", "--fresh")
    assert anew.returncode == 0, anew.stderr
    for account in facts["accounts"]:
        assert f"{account['username']}  {account['password']}" in anew.stdout
    with closing(sqlite3.connect(facts["database"])) as connection:
        names = connection.execute("SELECT name FROM tournament_championship").fetchall()
    assert len(names) == 6
    assert ("Entered meanwhile",) not in names


def test_only_this_machine_gets_in(tmp_path: Path) -> None:
    assert manage(tmp_path, "demo", "--hall").returncode == 2
    assert manage(tmp_path, "demo", "--host", "0.0.0.0").returncode == 2
