"""A good file of a championship, to be taken in or damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.recorded_day import recorded_day
from tests.tournament.transfer.refusals import SOMEBODY
from tests.tournament.visitors import undone
from tournament.transfer.services import export_championship


@pytest.fixture(scope="module")
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[bytes]:
    """A good file of a championship that is not here."""
    with django_db_blocker.unblock(), undone():
        content = export_championship(actor=SOMEBODY, championship=recorded_day()).content
    with django_db_blocker.unblock(), undone():
        yield content


@pytest.fixture
def document(file: bytes) -> Any:
    return json.loads(file)
