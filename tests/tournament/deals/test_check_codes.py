"""The codes of a championship's packs: there once the salt is fixed, and the same ever after."""

from __future__ import annotations

import pytest

from scoring.dealing.pack_codes import check_codes as codes_from
from scoring.game.seats import Seat
from tests.tournament.day import KEY, Day, make_day
from tournament.core.errors import NotNow
from tournament.deals.check_codes import check_codes, has_check_codes
from tournament.deals.services import record_hand_printing, set_salt
from tournament.models import DealSet

pytestmark = pytest.mark.django_db


def printed(day: Day) -> DealSet:
    """The hands of the day after those of round 1 were printed."""
    record_hand_printing(
        actor=day.acting_organiser,
        championship=day.championship,
        rounds=[1],
        reason="to make up the packs",
    )
    return DealSet.objects.get()


def test_they_are_those_of_key_and_salt_for_the_deals_asked_for() -> None:
    day = make_day()
    set_salt(actor=day.acting_organiser, championship=day.championship, salt="Grossa 12345")
    printed(day)

    codes = check_codes(day.championship, [7, 5])

    every = codes_from(KEY, "Grossa 12345", 12)
    assert codes == {(deal, seat): every[deal, seat] for deal in (5, 7) for seat in Seat}
    assert check_codes(day.championship, []) == {}


def test_there_are_none_while_the_salt_can_change() -> None:
    day = make_day()
    deal_set = DealSet.objects.get()

    assert not has_check_codes(None)
    assert not has_check_codes(deal_set)
    with pytest.raises(NotNow):
        check_codes(day.championship, [1])
    assert has_check_codes(printed(day))
