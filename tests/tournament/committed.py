"""Rows that stand for all tests of a module, so that a long day is made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management import call_command
from pytest_django import DjangoDbBlocker


@contextmanager
def committed(blocker: DjangoDbBlocker, make: Callable[[], object]) -> Iterator[None]:
    """Commit what `make` makes, and empty the database at the end.

    For a fixture of a module; what a single test does to the rows is rolled back.
    """
    with blocker.unblock():
        make()
    yield
    with blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)
