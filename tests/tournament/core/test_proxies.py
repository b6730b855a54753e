"""Who asks, and over which line: what a proxy says is believed from named ones alone."""

from __future__ import annotations

import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from tests.new_database import put_new_database
from tests.tournament.management.server import ROOT, environment, read_until
from tournament.accounts.throttle import FREE_ATTEMPTS
from tournament.core.proxies import address_of, believe_named_proxies, came_through_proxy
from tournament.models import User

PROXY = "10.0.0.1"
LOGIN = "/accounts/login/"
NO_PAGE = "/accounts/logout/"
"""Refuses GET without a page, and so without style sheets that had to be collected."""


@pytest.fixture
def referee() -> User:
    return User.objects.create_user("anna", password="quatre botifarres")


def log_in(password: str, *, path: str, peer: str = PROXY) -> int:
    client = Client(REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=path)
    return client.post(LOGIN, {"username": "anna", "password": password}).status_code


@pytest.mark.django_db
def test_who_guesses_behind_a_proxy_locks_nobody_else_out(
    referee: User, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = [PROXY]
    answers = [log_in("wrong", path="203.0.113.9") for _ in range(14)]
    assert answers[-1] == 429
    assert log_in("quatre botifarres", path="203.0.113.10") == 302


@pytest.mark.django_db
def test_a_guesser_gets_no_new_address_by_making_one_up(referee: User, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = [PROXY]
    for number in range(FREE_ATTEMPTS):
        assert log_in("wrong", path=f"198.51.100.{number}, 203.0.113.9") == 422
    assert log_in("wrong", path="198.51.100.77, 203.0.113.9") == 429


@pytest.mark.django_db
def test_without_a_named_proxy_what_a_visitor_says_of_itself_is_nothing(referee: User) -> None:
    for number in range(FREE_ATTEMPTS):
        assert log_in("wrong", path=f"198.51.100.{number}", peer="203.0.113.9") == 422
    assert log_in("wrong", path="198.51.100.77", peer="203.0.113.9") == 429


def seen(peer: str, scheme: str = "http", **headers: str) -> HttpRequest:
    """A request as the site sees it behind the middleware."""
    asked: list[HttpRequest] = []

    def answer(request: HttpRequest) -> HttpResponse:
        asked.append(request)
        return HttpResponse()

    request = RequestFactory().get("/", secure=scheme == "https", REMOTE_ADDR=peer, **headers)  # type: ignore[arg-type]
    believe_named_proxies(answer)(request)
    return asked[0]


@pytest.mark.parametrize(
    ("peer", "path", "visitor"),
    [
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 192.168.7.7, 192.168.7.8", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9,192.168.7.7", "203.0.113.9"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, unknown", "10.0.0.1"),
        ("10.0.0.1", "1.2.3.4, unknown, 192.168.7.7", "192.168.7.7"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "192.168.7.9, 192.168.7.7", "192.168.7.9"),
        ("203.0.113.50", "1.2.3.4", "203.0.113.50"),
        ("", "203.0.113.9", ""),
    ],
)
def test_the_last_address_that_is_no_named_proxys_counts(
    settings: Settings, peer: str, path: str, visitor: str
) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.1", "192.168.7.0/24"]
    assert address_of(seen(peer, HTTP_X_FORWARDED_FOR=path)) == visitor


def test_a_proxy_on_a_socket_file_can_be_named(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["unix"]
    request = seen("", HTTP_X_FORWARDED_FOR="203.0.113.9", HTTP_X_FORWARDED_PROTO="https")
    assert address_of(request) == "203.0.113.9"
    assert request.is_secure()


@pytest.mark.parametrize(
    ("peer", "headers", "secure"),
    [
        (PROXY, {"HTTP_X_FORWARDED_PROTO": "https"}, True),
        (PROXY, {"HTTP_X_FORWARDED_PROTO": "http"}, False),
        (PROXY, {"HTTP_X_FORWARDED_PROTO": "http", "HTTP_X_FORWARDED_SSL": "on"}, False),
        (PROXY, {"HTTP_X_FORWARDED_SSL": "on"}, False),
        (PROXY, {"HTTP_X_FORWARDED_PROTOCOL": "ssl"}, False),
        ("203.0.113.9", {"HTTP_X_FORWARDED_PROTO": "https"}, False),
        ("127.0.0.1", {"HTTP_X_FORWARDED_PROTO": "https"}, False),
    ],
)
@pytest.mark.parametrize("server_says", ["http", "https"])
def test_https_is_told_by_one_header_of_a_named_proxy(
    settings: Settings, server_says: str, peer: str, headers: dict[str, str], secure: bool
) -> None:
    settings.TRUSTED_PROXIES = [PROXY]
    assert seen(peer, server_says, **headers).is_secure() is secure


def test_a_server_that_speaks_https_itself_needs_no_proxy() -> None:
    assert seen("203.0.113.9", "https").is_secure()


def test_what_comes_from_a_named_proxy_is_not_this_machine(settings: Settings) -> None:
    assert not came_through_proxy(seen("127.0.0.1"))
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert came_through_proxy(seen("127.0.0.1"))
    assert came_through_proxy(seen("127.0.0.1", HTTP_X_FORWARDED_FOR="127.0.0.1"))


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs fork()")
def test_under_gunicorn_no_header_of_a_visitor_passes_for_https(tmp_path: Path) -> None:
    """The real thing: gunicorn believes two more headers than this site does."""
    put_new_database(tmp_path)
    command = [sys.executable, "-m", "gunicorn", "tournament.wsgi", "--bind", "127.0.0.1:0"]
    hosted = {
        "BOTIFARRA_HTTPS": "1",
        "BOTIFARRA_TRUSTED_PROXIES": "127.0.0.1",
        "PYTHONWARNINGS": "",  # gunicorn leaves a socket open
    }
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(tmp_path) | hosted, stderr=subprocess.PIPE, text=True
    ) as gunicorn:
        try:
            gunicorn.stdout = gunicorn.stderr
            listening = read_until(gunicorn, "Listening at")[-1]
            port = int(listening.split("127.0.0.1:")[1].split()[0])

            def is_taken_for_https(**headers: str) -> bool:
                connection = HTTPConnection("127.0.0.1", port, timeout=30)
                sent = {name.replace("_", "-"): value for name, value in headers.items()}
                connection.request("GET", NO_PAGE, headers=sent)
                answer = connection.getresponse()
                answer.read()
                connection.close()
                assert answer.status == 405
                return answer.getheader("Strict-Transport-Security") is not None

            assert is_taken_for_https(X_Forwarded_Proto="https")
            assert not is_taken_for_https(X_Forwarded_Ssl="on")
            assert not is_taken_for_https(X_Forwarded_Protocol="ssl")
            assert not is_taken_for_https()
        finally:
            gunicorn.terminate()
