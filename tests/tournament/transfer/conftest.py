"""A good file of a championship, to be taken in or damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.tournament.games.cup import Cup
from tests.tournament.recorded_day import recorded_day
from tests.tournament.transfer.refusals import SOMEBODY
from tests.tournament.visitors import undone
from tournament.transfer.services import export_championship


@pytest.fixture(scope="session")
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """A good file of a championship that is not here."""
    with django_db_blocker.unblock(), undone():
        return export_championship(actor=SOMEBODY, championship=recorded_day()).content


@pytest.fixture(scope="session")
def cup_file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """A good file of a knock-out of games that is not here."""
    with django_db_blocker.unblock(), undone():
        cup = Cup(4)
        cup.play(1)
        return export_championship(actor=SOMEBODY, championship=cup.championship).content


@pytest.fixture
def document(file: bytes) -> Any:
    return json.loads(file)
