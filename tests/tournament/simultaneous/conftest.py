"""An event of two venues, made once for all tests of a module."""

from __future__ import annotations

from tests.tournament.made_once import made_once, own_copy
from tests.tournament.simultaneous.venues import make_venues

two_venues = made_once(lambda: make_venues(2))
event = own_copy("two_venues")
"""As it was made, whatever the tests before did to it."""
