"""An event of two venues, made once for all tests of a module."""

from __future__ import annotations

from copy import deepcopy

import pytest

from tests.tournament.made_once import made_once
from tests.tournament.simultaneous.venues import Event, make_venues

two_venues = made_once(lambda: make_venues(2))


@pytest.fixture
def event(two_venues: Event) -> Event:
    """As it was made, whatever the tests before did to it."""
    return deepcopy(two_venues)
