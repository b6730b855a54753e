"""Rows that stand for all tests of a module, without being committed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from inspect import Parameter, Signature
from typing import TypeVar

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.visitors import undone
from tournament.play.match_cache import kept_matches

T = TypeVar("T")


def made_once(make: Callable[[], T]) -> Callable[..., Iterator[T]]:
    """A fixture of a module: what `make` makes in the database, once for all its tests.

    Each test rolls back what it does to the rows. What it does to the objects stays, so a test
    that changes them needs its `own_copy`. Not for tests that commit.
    """

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[T]:
        kept_matches.forget()  # those of rows that are gone, whose keys are given again
        with django_db_blocker.unblock(), undone():
            yield make()

    return made


def own_copy(made: str) -> Callable[..., object]:
    """A fixture of a test: a copy of what that fixture of the module holds, for it to change.

    >>> day_once = made_once(a_day)
    >>> day = own_copy("day_once")
    """

    def copy(**held: object) -> object:
        return deepcopy(held[made])

    # By its signature, and not asked for on the way: the rows have to be there before the test's
    # own transaction begins.
    copy.__signature__ = Signature([Parameter(made, Parameter.KEYWORD_ONLY)])  # type: ignore[attr-defined]
    return pytest.fixture(copy)
