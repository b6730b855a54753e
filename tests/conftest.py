"""What all tests share: marked tests are skipped where a program is missing, hypothesis's habits.

Markers `chromium`, `libreoffice`, `poppler` and `postgresql` say what a test needs beyond Python
(tests/checks/machine.py finds it); `sqlite` marks a test about SQLite's own behaviour, which makes
no sense on another database. With `--no-skips` a skipped test is a failure, whatever its reason.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

import hypothesis
import pytest

from tests.checks.machine import NEEDS

# The same examples each time where a change is judged; new ones on a developer's machine. Never a
# limit on time: a slow machine proves nothing about the code.
hypothesis.settings.register_profile(
    "everywhere",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("everywhere")


@pytest.fixture(scope="session", autouse=True)
def emptied_between_tests() -> Iterator[None]:
    """Lets SQLite's tables be emptied after a test that commits.

    The record of acts refuses to be deleted, whoever asks; for that moment its triggers go.
    (PostgreSQL truncates, which its trigger doesn't see.)
    """
    from django.db import connection
    from django.db.backends.base.operations import BaseDatabaseOperations

    if connection.vendor != "sqlite":
        yield
        return
    append_only = import_module("tournament.migrations.0002_append_only_record")
    kind = type(connection.ops)
    empty = kind.execute_sql_flush

    def empty_all(operations: BaseDatabaseOperations, statements: Sequence[str]) -> None:
        with operations.connection.cursor() as cursor:
            for statement in append_only.UNDO_SQLITE:
                cursor.execute(statement)
            empty(operations, statements)
            for statement in append_only.SQLITE:
                cursor.execute(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "execute_sql_flush", empty_all)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failure")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from django.db import connection

    for need in NEEDS:
        marked = [item for item in items if item.get_closest_marker(need.marker)]
        if marked and need.find() is None:
            for item in marked:
                item.add_marker(pytest.mark.skip(f"needs {need.name}: {need.install_line}"))
    if connection.vendor != "sqlite":
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip("is about SQLite: run it without DATABASE_URL"))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("no_skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        reporter.write_line("Skipped tests count as failed here (--no-skips).", red=True)
