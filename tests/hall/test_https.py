"""The hall over HTTPS: the site behind Caddy, both set up with what docs/hall.md tells to write."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.checks.machine import caddy
from tests.hall.phone import Client
from tests.hall.site import HOST, PATIENCE, ROOT, Site, free_port, new_site

pytestmark = [pytest.mark.caddy, pytest.mark.long, pytest.mark.promise]

NAME = "botifarra.home"
_FORM = "application/x-www-form-urlencoded"
_PART = re.compile(r'data-(stream|state|acts|csrf)="([^"]*)"')


def told_to_write(kind: str) -> str:
    """A block of docs/hall.md."""
    text = (ROOT / "docs/hall.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^ *```{kind}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return str(found)


@dataclass(slots=True)
class Hall:
    """What phones need to know: where Caddy is, and whom they believe."""

    port: int
    believed: ssl.SSLContext

    def connected(self) -> ssl.SSLSocket:
        """A line to the name, as a phone opens it that asks the hall's router for it."""
        plain = socket.create_connection((HOST, self.port), timeout=20)
        return self.believed.wrap_socket(plain, server_hostname=NAME)


class _Connection(HTTPSConnection):
    hall: Hall

    def connect(self) -> None:
        self.sock = self.hall.connected()


class SecurePhone(Client):
    """A phone that knows the site by its name, as a browser: it says where a form comes from."""

    hall: Hall

    def _connection(self) -> HTTPConnection:
        connection = _Connection(NAME, self.hall.port)
        connection.hall = self.hall
        return connection

    def post(self, path: str, body: bytes, kind: str) -> Any:
        origin = f"https://{NAME}:{self.hall.port}"
        return self.insist(
            "POST", path, body=body, Content_Type=kind, X_CSRFToken=self.csrf, Origin=origin
        )


@contextmanager
def caddy_in_front(folder: Path, site: Site) -> Iterator[Hall]:
    """Caddy with the documented file; its ports, and where it keeps its own, are the test's."""
    port, told = free_port(), told_to_write("caddyfile")
    for documented, own in (
        (f"{NAME} {{", f"{NAME}:{port} {{"),
        ("127.0.0.1:8000", f"127.0.0.1:{site.port}"),
        ("127.0.0.1:8100", f"127.0.0.1:{site.stream_port}"),
    ):
        assert told.count(documented) == 1
        told = told.replace(documented, own)
    own = (
        f"admin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system {folder}"
    )
    file = folder / "Caddyfile"
    file.write_text(f"{{\n{own}\n}}\n{told}")
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            [str(caddy()), "run", "--config", str(file)],
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)},
            stdout=log,
            stderr=log,
        )
    try:
        yield Hall(port, _believed(folder, port, process))
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _believed(folder: Path, port: int, process: subprocess.Popen[bytes]) -> ssl.SSLContext:
    """Who has installed the certificate of Caddy's own authority, as soon as it answers."""
    root = folder / "pki/authorities/local/root.crt"
    deadline = time.monotonic() + PATIENCE
    while True:
        said = (folder / "caddy.log").read_text()
        assert process.poll() is None, said
        assert time.monotonic() < deadline, said
        try:
            believed = ssl.create_default_context(cafile=str(root))
            Hall(port, believed).connected().close()
        except (OSError, ssl.SSLError):
            time.sleep(0.05)
        else:
            return believed


def sit_down(hall: Hall, made: dict[str, Any], match: dict[str, Any], seat: str) -> SecurePhone:
    phone = SecurePhone([hall.port])
    phone.hall = hall
    pair = match["ns" if seat in "NS" else "ew"]
    assert phone.insist("GET", made["pair_links"][str(pair)]).status == 302
    seats = f"/c/{made['slug']}/pair/{pair}/seats/"
    assert phone.insist("GET", seats).status == 200
    body = urlencode({"round": match["round"], "seat": seat}).encode()
    assert phone.post(seats, body, _FORM).location.endswith(f"/{seat}/")
    return phone


@contextmanager
def listening(hall: Hall, address: str) -> Iterator[ssl.SSLSocket]:
    """A stream that is alive; the process that holds it may begin a moment after the site."""
    asked = f"GET {address} HTTP/1.1\r\nHost: {NAME}:{hall.port}\r\n\r\n".encode()
    deadline = time.monotonic() + PATIENCE
    while True:
        with hall.connected() as line:
            line.sendall(asked)
            if b" 200 " in line.recv(4096).split(b"\r\n")[0]:
                yield line
                return
        assert time.monotonic() < deadline, "no stream"
        time.sleep(0.1)


def heard(line: ssl.SSLSocket, what: bytes) -> None:
    """Wait until a stream says that."""
    said = b""
    while what not in said:
        more = line.recv(4096)
        assert more, said
        said += more


def test_a_card_reaches_another_phone_over_https(tmp_path: Path) -> None:
    exports = dict(re.findall(r"export (\w+)=(\S+)", told_to_write("shell")))
    with new_site(tmp_path) as site:
        made = site.run("tests.hall.ready", tables=2, rounds=1, open_rounds=1, on_phones=True)
        site.settings = exports
        folder = tmp_path / "caddy"
        folder.mkdir()
        with caddy_in_front(folder, site) as hall:
            # No other name is answered, whoever asks.
            site.start(name=NAME)
            match = made["matches"][0]
            phones = {seat: sit_down(hall, made, match, seat) for seat in "NWSE"}
            assert all(one["secure"] for phone in phones.values() for one in phone.cookies.values())
            page = f"/c/{made['slug']}/seat/{match['round']}/{match['table']}/"
            parts, told = {}, {}
            for seat, phone in phones.items():
                text = phone.insist("GET", f"{page}{seat}/").body.decode()
                parts[seat] = {name: unescape(said) for name, said in _PART.findall(text)}
                told[seat] = phone.insist("GET", parts[seat]["state"]).json()
            actor = told["N"]["view"]["turn"][0]
            other = next(seat for seat in phones if seat != actor)
            assert parts[other]["stream"].startswith("/streams/?")
            with listening(hall, parts[other]["stream"]) as line:
                sent = {"hand": told[actor]["hand"], "number": 1}
                act = {**sent, "act": {"act": "trump", "trump": "O"}}
                done = phones[actor].post(
                    parts[actor]["acts"], json.dumps(act).encode(), "application/json"
                )
                assert done.status == 200, done
                heard(line, b"data: table ")
            state = phones[other].insist("GET", parts[other]["state"]).json()
            assert state["view"]["trump"] == "O"
            assert "Traceback" not in site.log
