"""Programs that tests need beyond Python: whether they are there, and how they get there.

Each `Need` is also a pytest marker: tests/conftest.py skips a marked test where the need is not
met, and names the line that installs it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

DATABASE_VARIABLE = "BOTIFARRA_TEST_POSTGRESQL"
"""Environment variable with the address of a PostgreSQL server that tests may make databases on."""
LOCAL_DATABASE = "postgresql://postgres@127.0.0.1:5432/postgres"


class CannotInstall(Exception):
    """Something can't be installed or started here; the text says what."""


def chromium() -> str | None:
    """The path of Chromium, or None; where it is there, the lighter one without windows."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


def libreoffice() -> str | None:
    """The path of LibreOffice's command, or None."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def poppler() -> str | None:
    """The path of pdftotext (pdftoppm lies beside it), or None."""
    return shutil.which("pdftotext") and shutil.which("pdftoppm")


def caddy() -> str | None:
    """The path of Caddy, or None."""
    return shutil.which("caddy")


@cache
def postgresql() -> str | None:
    """The address of a PostgreSQL server where databases can be made, or None."""
    import psycopg

    url = os.environ.get(DATABASE_VARIABLE) or LOCAL_DATABASE
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.OperationalError:
        return None
    return url if row and row[0] else None


@dataclass(frozen=True, slots=True)
class Need:
    """A program that some tests need; `marker` marks them."""

    marker: str
    name: str
    package: str
    """Debian's package."""
    find: Callable[[], str | None]

    @property
    def install_line(self) -> str:
        return f"apt install {self.package}"


NEEDS = (
    Need("chromium", "Chromium", "chromium-headless-shell", chromium),
    Need("libreoffice", "LibreOffice", "libreoffice-calc-nogui", libreoffice),
    Need("poppler", "poppler's PDF tools", "poppler-utils", poppler),
    Need("caddy", "Caddy", "caddy", caddy),
    Need("postgresql", "a PostgreSQL server", "postgresql", postgresql),
)


def missing_needs() -> list[Need]:
    return [need for need in NEEDS if need.find() is None]


def install_missing() -> None:
    """Install what is missing with apt-get, and start PostgreSQL where it does not run.

    Raises CannotInstall, also where something is still missing afterwards.
    """
    missing = missing_needs()
    packages = [need.package for need in missing]
    if "postgresql" in packages and shutil.which("pg_ctlcluster"):
        packages.remove("postgresql")  # installed, but not running
    if packages:
        _apt_get("update")
        _apt_get("install", "--yes", "--no-install-recommends", *packages)
    if any(need.marker == "postgresql" for need in missing):
        _start_postgresql()
    if still := [need.name for need in missing_needs()]:
        raise CannotInstall(f"Still missing after the installation: {', '.join(still)}.")


def _apt_get(*arguments: str) -> None:
    if not shutil.which("apt-get"):
        raise CannotInstall("--install works on Debian and its relatives: there is no apt-get.")
    if os.geteuid() != 0:
        raise CannotInstall("--install needs root: it calls apt-get.")
    _run(["apt-get", *arguments], env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def _run(command: list[str], *, env: dict[str, str] | None = None, text: str = "") -> str:
    done = subprocess.run(command, env=env, input=text, capture_output=True, text=True)
    if done.returncode:
        raise CannotInstall(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _start_postgresql() -> None:
    """Start Debian's first cluster, with a role of our own and a password for this run only."""
    clusters = [line.split() for line in _run(["pg_lsclusters", "--no-header"]).splitlines()]
    if not clusters:
        raise CannotInstall("PostgreSQL is installed without a cluster: see pg_createcluster.")
    version, name, port, status, *_rest = clusters[0]
    if not status.startswith("online"):
        _run(["pg_ctlcluster", version, name, "start"])
    password = secrets.token_hex(16)
    _run(
        ["runuser", "-u", "postgres", "--", "psql", "-q", "-v", "ON_ERROR_STOP=1", "-p", port],
        text="DROP ROLE IF EXISTS botifarra_test;\n"
        f"CREATE ROLE botifarra_test LOGIN CREATEDB PASSWORD '{password}';\n",
    )
    os.environ[DATABASE_VARIABLE] = (
        f"postgresql://botifarra_test:{password}@127.0.0.1:{port}/postgres"
    )
    postgresql.cache_clear()
