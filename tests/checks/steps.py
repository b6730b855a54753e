"""The list of checks, in the order in which they run: quick ones first, mypy beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.checks.commit import ROOT, commit
from tests.checks.order import LONG

_BIN = Path(sys.executable).parent

HOSTED = {"BOTIFARRA_HTTPS": "1", "BOTIFARRA_ALLOWED_HOSTS": "botifarra.example"}
"""The environment of a site on the internet, whose settings must pass Django's deployment check."""


@dataclass(frozen=True, slots=True)
class Step:
    """A check: a command that ends with 0 when all is well."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    is_pytest: bool = False
    """The step's output is shown as it comes, and its last line kept for the summary."""
    beside: bool = False
    """The step runs while the steps after it do, and its output is shown only if it fails."""
    needs: str = ""
    """Marker of the need without which the step is skipped."""


def _tool(name: str, *arguments: str) -> list[str]:
    return [str(_BIN / name), *arguments]


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def pytest_command(*arguments: str) -> list[str]:
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return [sys.executable, "-m", "pytest", *colour, *arguments]


_SLOWEST = ("--durations=10", "--durations-min=1")


def _spread() -> list[str]:
    """Options that share the tests among workers, each with a database of its own.

    Two workers a processor: half of a test's time it waits for a browser, a server process or a
    database. A worker that has done its part takes some of what is left of the others'.
    """
    return ["--numprocesses", str(2 * (os.cpu_count() or 1)), "--dist", "worksteal"]


_NO_DATABASE = ("caddy", "chromium", "libreoffice", "poppler")
"""Markers of tests for which it makes no difference on which database they run."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of the tests a run tries."""

    share: float
    """How much of each sweep is tried, from 0 to 1."""
    long: bool
    """Also what waits for browsers, servers and other processes, or plays whole days."""
    share_of_long: float = 1
    """How much of that is tried of each module, from 0 to 1; of what is marked `promise`, all."""
    share_on_postgresql: float = 0
    """How much of what is tried of each module is tried on PostgreSQL too, from 0 to 1."""
    examples: int = 1
    """How many times the usual number of examples each property gets, newly drawn."""

    @property
    def options(self) -> list[str]:
        """Return the arguments for pytest that try as much."""
        short = [] if self.long else ["-m", f"not ({' or '.join(LONG)})"]
        return [*short, *self._share(long=self.share_of_long)]

    @property
    def options_on_postgresql(self) -> list[str]:
        """Return the arguments for pytest that try the site on PostgreSQL.

        A share of each module's tests, so that each query meets that database now and then, and
        all that are marked `database`, whose subject differs by database. Of sweeps no more is
        tried here than elsewhere.
        """
        left_out = " or ".join([*_NO_DATABASE, *(LONG if self.share < 1 else ())])
        marked = f"not sqlite and (database or django_db and not ({left_out}))"
        return ["tests/tournament", "-m", marked, *self._share(modules=self.share_on_postgresql)]

    def _share(self, **shares: float) -> list[str]:
        if self.share == 1:
            return []
        of = [f"--share-of-{name}={share:g}" for name, share in shares.items() if share < 1]
        return ["--share", f"{self.share:g}", *of, "--seed", commit()]


QUICK = Extent(share=0.02, long=False)
"""For whoever is changing something, and has just come."""
JUDGED = Extent(share=0.2, long=True, share_of_long=0.5, share_on_postgresql=0.1)
"""For each change that is to be kept: everything that guards a promise."""
EVERYTHING = Extent(share=1, long=True, share_on_postgresql=1, examples=2)
"""Before a release: no case is left out."""


def all_steps(extent: Extent, *, strict: Sequence[str], database: str | None) -> list[Step]:
    """Return every check in its order; `database` is the address of the PostgreSQL server.

    `strict` are options for pytest that make a skipped test a failure.
    """
    steps = [
        Step("types", _tool("mypy"), beside=True),
        Step("format", _tool("ruff", "format", "--check", ".")),
        Step("lint", _tool("ruff", "check", "--output-format", "concise", ".")),
        # Only lint: what djlint's formatter adds inside an element would be seen as a blank.
        Step("templates", _tool("djlint", "templates", "--lint", "--quiet")),
        Step("import contracts", _tool("lint-imports", "--no-logo")),
        Step("system check", _manage("check", "--fail-level", "WARNING")),
        Step(
            "deployment check",
            _manage("check", "--deploy", "--fail-level", "WARNING"),
            environment=HOSTED,
        ),
        Step("migrations in step", _manage("makemigrations", "--check", "--dry-run")),
        Step("catalogues complete", _manage("catalogues", "--check")),
        # After a fresh checkout pytest compiles every test module: once here, not once a worker.
        Step("tests compile", pytest_command("--collect-only", "--quiet")),
        Step(
            "tests",
            pytest_command(*strict, *_SLOWEST, *_spread(), *extent.options),
            environment={"BOTIFARRA_NEW_EXAMPLES": str(extent.examples)},
            is_pytest=True,
        ),
    ]
    if extent.share_on_postgresql:
        steps.append(
            Step(
                "site tests on PostgreSQL",
                pytest_command(*strict, *_spread(), *extent.options_on_postgresql),
                environment={"DATABASE_URL": database or ""},
                is_pytest=True,
                needs="postgresql",
            )
        )
    return steps
