"""What the environment says of an installation is understood, or refused in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament.core import environment

NAME = "BOTIFARRA_X"


@pytest.mark.parametrize("value", ["1", "true", "True", " yes ", "ON"])
def test_switched_on(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    assert environment.flag(NAME)


@pytest.mark.parametrize("value", ["", "0", "false", "No", "off"])
def test_switched_off(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    assert not environment.flag(NAME)


def test_lists_may_have_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a.example , b.example,, ")
    assert environment.words(NAME) == ["a.example", "b.example"]
    monkeypatch.setenv(NAME, "  ")
    assert environment.words(NAME, "*") == ["*"]


@pytest.mark.parametrize(
    ("read", "value", "said"),
    [
        (environment.flag, "ja", "BOTIFARRA_X is “ja”, but it must be 1 (on) or 0 (off)"),
        (environment.port, "80a", "the number of a port"),
        (environment.port, "0", "the number of a port"),
        (environment.port, "70000", "the number of a port"),
        (environment.path, "streams", "begins and ends with /"),
        (environment.site_address, "192.168.1.10:8000", "such as http://"),
        (environment.proxies, "10.0.0.0/24, proxy", "BOTIFARRA_X is “proxy”"),
        (environment.database, "mysql://a:secret@b/c", "BOTIFARRA_X must be an address"),
        (environment.database, "nonsense", "BOTIFARRA_X must be an address"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[str], Any], value: str, said: str
) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read(NAME)
    assert said in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_time_zone_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "Europe/Barcelonna")
    with pytest.raises(ImproperlyConfigured, match="the name of a time zone, such as"):
        environment.time_zone(NAME, "Europe/Madrid")
    monkeypatch.setenv(NAME, "Atlantic/Canary")
    assert environment.time_zone(NAME, "Europe/Madrid") == "Atlantic/Canary"


def test_the_program_does_not_start_with_it(tmp_path: Path) -> None:
    """One sentence, before anything is made."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "BOTIFARRA_DATA": str(tmp_path), "BOTIFARRA_TIME_ZONE": "Mars"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 1
    assert done.stderr.startswith("BOTIFARRA_TIME_ZONE is “Mars”")
    assert done.stderr.count("\n") == 1
