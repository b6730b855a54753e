"""`serve` as a user meets it: a process that answers, or one sentence that says why not."""

import re
import signal
import socket
import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import NoReturn
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from tests.new_database import put_new_database, put_new_site, put_static_files
from tests.page_forms import forms_of
from tests.tournament.management.server import manage, read_until, running
from tournament.management import server
from tournament.management.commands.serve import Command

pytestmark = pytest.mark.long


def test_a_new_installation_is_served_and_stops_when_told(tmp_path: Path) -> None:
    with running(tmp_path / "new", "serve", "--port", "0") as server:
        lines = read_until(server, "/first-organiser/")
        first_organiser = lines[-1].split()[-1]
        home = first_organiser.removesuffix("first-organiser/")
        assert f"On this machine: {home}" in lines
        assert "Nobody else can reach it" in " ".join(lines)
        with urlopen(home) as answer:
            page = answer.read().decode()
        with urlopen(first_organiser) as answer:
            assert answer.status == 200
        [style] = re.findall(r'href="(/static/[^"]*theme[^"]*\.css)"', page)
        with urlopen(home + style.lstrip("/")) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
        server.send_signal(signal.SIGTERM)
        read_until(server, "Stopped.")
        assert server.wait() == 0
    made = tmp_path / "new"
    for private in (made, made / "secret_key", made / "botifarra.sqlite3"):
        assert private.stat().st_mode & 0o077 == 0
    assert "Others on this machine" not in "\n".join(lines)


def test_one_line_starts_a_friendly_table(tmp_path: Path) -> None:
    put_new_database(tmp_path)
    put_static_files(tmp_path)
    with running(tmp_path, "friendly", "--port", "0") as server:
        lines = read_until(server, "Stop it with Ctrl-C.")
        (table,) = re.findall(r"A friendly table: (http://\S+)", "\n".join(lines))
        assert "█" in "\n".join(lines), "a code to scan"
        path = urlsplit(table).path
        assert re.fullmatch(r"/friendly/[A-Z0-9]{8}/", path)
        asked = Request(f"http://127.0.0.1:{urlsplit(table).port}{path}")
        asked.add_header("Accept-Language", "en")
        with urlopen(asked) as answer:
            assert "Invite others" in answer.read().decode()
        server.send_signal(signal.SIGTERM)
        read_until(server, "Stopped.")


def test_a_site_that_was_made_ready_before(tmp_path: Path) -> None:
    """A site that was made ready before keeps its key and collects nothing, refuses without a word,
    and what is entered is backed up without anybody thinking of it."""
    put_new_site(tmp_path)
    kept = kept_of(tmp_path)
    with running(
        tmp_path, "serve", "--port", "0", BOTIFARRA_ALLOWED_HOSTS="127.0.0.1,localhost"
    ) as started:
        first_organiser = read_until(started, "/first-organiser/")[-1].split()[-1]
        assert kept_of(tmp_path) == kept
        what_is_not_ours_is_refused(first_organiser)
        make_first_organiser(first_organiser, "keeper")
        backup = first_backup(tmp_path)
        started.send_signal(signal.SIGTERM)
        said = "\n".join(read_until(started, "Stopped."))
        assert started.wait() == 0
    for word in ("Traceback", "HTTP_HOST", "elsewhere", "exceeded"):
        assert word not in said
    restored = tmp_path / "restored"
    assert manage(restored, "restore", str(backup)).returncode == 0
    with closing(sqlite3.connect(restored / "botifarra.sqlite3")) as site:
        assert site.execute("SELECT username FROM tournament_user").fetchall() == [("keeper",)]


def kept_of(data: Path) -> tuple[str, int]:
    """The key, and when what browsers get was collected."""
    collected = (data / "static" / ".fingerprint").stat().st_mtime_ns
    return (data / "secret_key").read_text(), collected


def what_is_not_ours_is_refused(first_organiser: str) -> None:
    """A proxy is not taken for this machine; a host that isn't ours, a form with more fields than
    any of ours and a request that would fill the disk are not taken at all."""
    home = first_organiser.removesuffix("first-organiser/")
    fields = "&".join(f"f{number}=1" for number in range(7000)).encode()
    for asked, statuses in (
        (Request(first_organiser, headers={"X-Forwarded-For": "203.0.113.9"}), {404}),
        (Request(home, headers={"Host": "elsewhere.example"}), {400, 403}),
        (Request(home, headers={"Host": "a b"}), {400, 403}),
        (
            Request(
                f"{home}accounts/login/",
                data=fields,
                headers={"Cookie": "csrftoken=" + "a" * 32},
            ),
            {400, 403},
        ),
    ):
        with pytest.raises(HTTPError) as refused:
            urlopen(asked)
        assert refused.value.code in statuses
        refused.value.close()
    assert status_of_a_large_request(home) == 413


def status_of_a_large_request(home: str) -> int:
    """What is answered to whoever announces more than is ever taken."""
    connection = HTTPConnection(urlsplit(home).netloc)
    connection.putrequest("POST", "/accounts/login/")
    connection.putheader("Content-Length", str(server.LARGEST_REQUEST + 1))
    connection.endheaders()
    status = connection.getresponse().status
    connection.close()
    return status


def make_first_organiser(page: str, username: str) -> None:
    """Fill that page's form in, as whoever sits at this machine does."""
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(page) as answer:
        (form,) = [one for one in forms_of(answer.read().decode()) if "password" in one.names]
    sent = dict.fromkeys(form.names, "quatre botifarres") | {
        "username": username,
        "full_name": "Marta Riba",
        "csrfmiddlewaretoken": form.values["csrfmiddlewaretoken"][0],
    }
    browser.open(page, urlencode(sent).encode()).close()


def first_backup(data: Path) -> Path:
    """The first one that is made of a site, once it is there."""
    deadline = time.monotonic() + 60
    while not (made := list(data.glob("backups/botifarra-*.sqlite3"))):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return made[0]


def test_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = manage(tmp_path, "serve", "--port", port)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"CommandError: Port {port} is in use")
    assert len(done.stderr.splitlines()) == 1


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "botifarra.sqlite3").write_bytes(b"not a database " * 500)
    done = manage(tmp_path, "serve", "--port", "0")
    assert done.returncode == 1
    assert "is damaged" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_data_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = manage(tmp_path / "file", "serve", "--port", "0")
    assert done.returncode == 1
    assert done.stderr.startswith("The data folder can't be used")
    assert len(done.stderr.splitlines()) == 1


def test_a_database_server_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    away = "postgresql://somebody@127.0.0.1:1/nothing"
    done = manage(tmp_path, "serve", "--port", "0", DATABASE_URL=away)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The database can't be used: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "reason", ["database or disk is full", "attempt to write a readonly database"]
)
def test_what_a_database_may_say_becomes_a_remedy(reason: str) -> None:
    from django.db import OperationalError

    with pytest.raises(CommandError) as raised, server.clear_errors():
        raise OperationalError(reason)
    assert reason not in str(raised.value)


def test_debugging_is_refused(tmp_path: Path) -> None:
    done = manage(tmp_path, "serve", "--port", "0", BOTIFARRA_DEBUG="1")
    assert done.returncode == 1
    assert "BOTIFARRA_DEBUG" in done.stderr


def test_what_the_checks_refuse_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the checks refuse: its database is neither made nor migrated."""

    def refuse(_command: Command) -> NoReturn:
        raise SystemCheckError("two views with one name")

    monkeypatch.setattr(server, "prepare", lambda: pytest.fail("the database was touched"))
    monkeypatch.setattr(Command, "check", refuse)
    with pytest.raises(SystemCheckError):
        call_command("serve", port=0)


def test_the_hall_gets_this_machines_address_on_its_network() -> None:
    with server.listening(server.EVERYWHERE, 0) as sockets:
        hall = server.hall_url(sockets)
        assert hall is None or hall != server.own_url(sockets)
        assert server.own_url(sockets).startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminals_language(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert server.terminal_language() == language
