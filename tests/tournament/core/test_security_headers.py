"""What is sent only where it has a meaning: over HTTPS."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client, override_settings
from pytest_django import Settings

PRINT_POLICY = "from tournament import settings; print(settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)"


@pytest.mark.django_db
def test_plain_http_has_no_opener_policy_that_browsers_complain_of(client: Client) -> None:
    assert "Cross-Origin-Opener-Policy" not in client.get("/").headers


@pytest.mark.parametrize(("https", "policy"), [("1", "same-origin"), ("", "None")])
def test_the_opener_policy_goes_with_https(
    https: str, policy: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = os.environ | {
        "BOTIFARRA_HTTPS": https,
        "BOTIFARRA_DATA": str(tmp_path_factory.mktemp("data")),
    }
    done = subprocess.run(
        [sys.executable, "-c", PRINT_POLICY],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == policy


@pytest.mark.django_db
@pytest.mark.parametrize("hosted", [False, True])
def test_the_language_is_kept_in_a_cookie_like_the_others(
    client: Client, settings: Settings, hosted: bool
) -> None:
    settings.LANGUAGE_COOKIE_SECURE = hosted
    client.post("/i18n/setlang/", {"language": "es"})
    cookie = client.cookies["django_language"]
    assert cookie["samesite"] == "Lax"
    assert bool(cookie["secure"]) is hosted


@pytest.mark.parametrize(("https", "secure"), [("1", "True" * 3), ("", "False" * 3)])
def test_no_cookie_goes_over_plain_http_where_the_site_is_hosted(
    https: str, secure: str, tmp_path: Path
) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    said = ", ".join(f"settings.{name}" for name in names)
    done = subprocess.run(
        [sys.executable, "-c", f"from tournament import settings; print({said}, sep='')"],
        env=os.environ | {"BOTIFARRA_HTTPS": https, "BOTIFARRA_DATA": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == secure


def test_an_unknown_host_is_refused_without_a_line_in_the_log() -> None:
    """Whoever scans addresses asks for hosts by the thousand: a traceback each would fill the
    log."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    handler = Kept()
    heard = [logging.getLogger(name) for name in ("django.security.DisallowedHost", "django", "")]
    for one in heard:
        one.addHandler(handler)
    try:
        with override_settings(ALLOWED_HOSTS=["club.example"], DEBUG=False):
            assert Client(HTTP_HOST="evil.example").get("/").status_code == 400
            logging.getLogger().warning("heard")
    finally:
        for one in heard:
            one.removeHandler(handler)
    assert set(lines) == {"heard"}
