"""The codes of a championship's packs: there once the salt is fixed, and the same ever after."""

from __future__ import annotations

import pytest

from scoring.dealing.deal_set import deal_hashes
from scoring.dealing.pack_codes import check_codes as codes_from
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tournament.core.errors import NotNow
from tournament.deals.check_codes import check_codes, has_check_codes
from tournament.deals.services.accesses import record_hand_printing
from tournament.deals.services.deal_sets import set_salt

pytestmark = pytest.mark.django_db


def printed(day: Day) -> None:
    """The hands of the day after those of round 1 were printed."""
    record_hand_printing(
        actor=day.acting_organiser,
        championship=day.championship,
        rounds=[1],
        reason="to make up the packs",
    )


def test_they_are_those_of_key_and_salt_for_the_deals_asked_for() -> None:
    day = make_day()
    set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa 12345")
    printed(day)

    codes = check_codes(day.championship, [7, 5])

    every = codes_from(deal_hashes(KEY, 12), "Grossa 12345")
    assert codes == {(deal, seat): every[deal, seat] for deal in (5, 7) for seat in Seat}
    assert check_codes(day.championship, []) == {}


def test_there_are_none_while_the_salt_can_change() -> None:
    day = make_day()

    assert not has_check_codes(day.championship, [])
    assert not has_check_codes(day.championship, [1, 2])
    with pytest.raises(NotNow):
        check_codes(day.championship, [1])
    printed(day)
    assert has_check_codes(day.championship, [1, 2])
    assert not has_check_codes(day.championship, [1, 99])
