"""The list of checks, in the order in which they run: quick ones first, mypy beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


SAME_ON_EVERY_DATABASE = (
    "*/test_*views.py",
    "*/test_*pages.py",
    "*/test_access.py",
    "*/test_bad_input.py",
    "*/test_sealed.py",
    "*/test_unpublished.py",
    "*/test_two_stages.py",
    "*/test_another_ranking.py",
    "*/test_leaks.py",
    "*/finals/test_final_of_*.py",
    "*/envelopes/test_exchanged_hands.py",
    "*/envelopes/test_odd_ways.py",
    "*/friendly/test_abarrotada.py",
    "*/friendly/test_written.py",
    "*/games/test_abarrotada.py",
    "*/games/test_individuals.py",
    "*/games/test_knockout_of_two_legs.py",
    "*/games/test_players_come_and_go.py",
    "*/games/test_swiss_at_101.py",
    "*/groups/test_groups_of_hands.py",
    "*/groups/test_lligueta.py",
    "*/integrity/test_decisions.py",
    "*/integrity/test_every_column.py",
    "*/play/test_played.py",
    "*/play/test_protocol.py",
    "*/practice/*",
    "*/exports/*",
    "*/list_import/*",
    "*/links/*",
    "*/templatetags/*",
    "*/guide/*",
    "*/demo/*",
    "*/rehearsal/test_button.py",
    "*/rehearsal/test_day.py",
    "*/rehearsal/test_mistakes.py",
    "*/simultaneous/test_rehearsal.py",
    "*/presets/test_played.py",
    "*/test_simulate.py",
    "*/test_simulated.py",
)
"""Tests of pages and papers, and of days that are played through, which know the database only
through services and queries that others try: adding stages, drawing groups and ranking have tests
of their own. Events of games: `test_two_legs`, `test_knockout_acts` and `test_abarrotada_phones`
write and read their kinds of results. Envelopes: `test_story` sends them there and back. And which
changed row `verify` notices: it compares in Python what it has read, and `test_verification` has it
read from PostgreSQL."""


def _of_the_database(*, everything: bool) -> list[str]:
    """Options for the tests whose subject differs by database, or for all of the site's."""
    left_out = () if everything else SAME_ON_EVERY_DATABASE
    marked = "django_db and not (chromium or libreoffice or poppler or sqlite)"
    return ["tests/tournament", "-m", marked, *(f"--ignore-glob={one}" for one in left_out)]


def all_steps(
    *, strict: Sequence[str], database: str | None, everything: bool = False
) -> list[Step]:
    """Every check; `database` is the address of the PostgreSQL server for the site's tests.

    `strict` are options for pytest that make a skipped test a failure. `everything` runs the whole
    of the site's tests on PostgreSQL, not just those whose subject differs by database.
    """
    return [
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
            pytest_command(*strict, *_SLOWEST, *_spread()),
            # Properties are tried with new examples; where no skip is accepted, which is where a
            # change is judged, with twice as many as usual.
            environment={"BOTIFARRA_NEW_EXAMPLES": "2" if strict else "1"},
            is_pytest=True,
        ),
        Step(
            "site tests on PostgreSQL",
            pytest_command(
                *strict,
                *_spread(),
                *_of_the_database(everything=everything),
            ),
            environment={"DATABASE_URL": database or ""},
            is_pytest=True,
            needs="postgresql",
        ),
    ]
