"""Read the installation's settings from environment variables, and refuse what can't be meant.

A wrong value must not wait until somebody meets it in the hall: each function raises
`ImproperlyConfigured` with a sentence that names the variable and what it may hold. Nothing here
needs Django's settings, which are made from it.
"""

from __future__ import annotations

import os
from ipaddress import ip_network
from typing import Any
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

_ON, _OFF = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """Return the value without blanks around it; `default` where it is missing or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    """Return whether it is switched on: 1, true, yes or on; 0, false, no, off or nothing."""
    value = text(name).casefold()
    if value not in _ON | _OFF:
        raise _refusal(name, value, "1 (on) or 0 (off)")
    return value in _ON


def words(name: str, default: str = "") -> list[str]:
    """Return the parts of a list with commas, blanks around them and empty parts left out."""
    return [one.strip() for one in text(name, default).split(",") if one.strip()]


def port(name: str) -> int | None:
    """Return the number of a port from 1 to 65535, None where none is named."""
    value = text(name)
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:6]) <= 65535):
        raise _refusal(name, value, "the number of a port, from 1 to 65535")
    return int(value)


def path(name: str) -> str:
    """Return a path on this site that begins and ends with a slash, "" where none is named."""
    value = text(name)
    if value and not (value.startswith("/") and value.endswith("/")):
        raise _refusal(name, value, "a path that begins and ends with /, such as /streams/")
    return value


def site_address(name: str) -> str | None:
    """Return an address such as http://192.168.1.10:8000 without a slash at its end, or None."""
    value = text(name).rstrip("/")
    if value and not value.startswith(("http://", "https://")):
        raise _refusal(name, value, "an address such as http://192.168.1.10:8000")
    return value or None


def time_zone(name: str, default: str) -> str:
    """Return the name of a time zone that this machine knows."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, LookupError) as error:
        raise _refusal(name, value, "the name of a time zone, such as Atlantic/Canary") from error
    return value


def proxies(name: str) -> list[str]:
    """Return addresses and networks of proxies, and "unix" for one on a socket file."""
    found = words(name)
    for one in found:
        try:
            if one != "unix":
                ip_network(one)
        except ValueError as error:
            expected = "addresses or networks such as 10.0.0.0/24, or unix"
            raise _refusal(name, one, expected) from error
    return found


def database(name: str) -> Any:
    """Return Django's settings of the database at this address; None where none is named."""
    value = text(name)
    if not value:
        return None
    try:
        found = dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True)
        if found["ENGINE"].rpartition(".")[2] not in ("postgresql", "sqlite3"):
            raise ValueError(found["ENGINE"])
        return found
    except ValueError as error:
        # Not the value: a password is part of it.
        raise ImproperlyConfigured(
            f"{name} must be an address such as postgresql://USER:PASSWORD@127.0.0.1:5432/NAME; "
            "in a password, write : / @ % as %3A %2F %40 %25."
        ) from error


def _refusal(name: str, value: str, expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is “{value}”, but it must be {expected}.")
