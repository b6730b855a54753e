"""What happens when a deal set runs out. A day has 12 hands planned, and a set of 44."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.dealing.deal_set import commitment, deal_hashes, make_deal
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.core.errors import NotNow, UserError
from tournament.deals.queries import dealt_hands
from tournament.deals.services.accesses import exchange_hands, record_hand_printing
from tournament.deals.services.deal_sets import give_cards, make_deals, set_salt
from tournament.models import Action, AuditEvent, DealSet, Round, RoundDeal

pytestmark = pytest.mark.django_db


day_once = made_once(make_day)
day = own_copy("day_once")


def actions() -> list[str]:
    return list(AuditEvent.objects.values_list("action", flat=True))


def grow(day: Day, rounds: int) -> None:
    """Plan rounds after those that there are, as a longer schedule does."""
    last = day.stage.rounds.count()
    for number in range(last + 1, last + rounds + 1):
        planned = Round.objects.create(
            championship=day.championship, stage=day.stage, number=number, paired=True
        )
        RoundDeal.objects.bulk_create(
            RoundDeal(championship=day.championship, round=planned, number=hand)
            for hand in range(4 * number - 3, 4 * number + 1)
        )
    give_cards(day.championship)


def places(day: Day) -> list[tuple[int, int | None] | None]:
    """The set of each hand, and its number there."""
    hands = day.championship.round_deals.order_by("number").select_related("deal_set")
    return [(one.deal_set.number, one.number_in_set) if one.deal_set else None for one in hands]


def more(day: Day) -> DealSet:
    return make_deals(actor=day.acting_organiser, championship=day.championship)


def exchange(day: Day, number: int) -> None:
    by: dict[str, Any] = {
        "actor": day.acting_organiser,
        "championship": day.championship,
        "reason": "seen",
    }
    record_hand_printing(rounds=[number], **by)
    exchange_hands(round=number, **by)


def test_not_before(day: Day) -> None:
    grow(day, 7)
    assert places(day) == [(1, number) for number in range(1, 41)]
    assert more(day).number == 1
    assert actions() == []


def test_the_hands_go_on_counting_in_another_set(day: Day) -> None:
    grow(day, 9)  # 48 hands
    assert places(day)[43:] == [(1, 44), None, None, None, None]
    second = more(day)
    assert (second.number, second.deals_before, second.deals) == (2, 44, 44)
    assert places(day)[43:] == [(1, 44), (2, 1), (2, 2), (2, 3), (2, 4)]
    first = DealSet.objects.get(number=1)
    assert bytes(first.key or b"") != bytes(second.key or b"")
    assert second.commitment == commitment(deal_hashes(bytes(second.key or b""), 44))
    (hand,) = dealt_hands(day.championship, [46])
    assert hand.deal == make_deal(bytes(second.key or b""), "", 2)
    assert more(day) == second
    assert actions() == [Action.DEALS_MADE]


def test_a_round_without_cards_is_not_opened(day: Day) -> None:
    grow(day, 9)
    with pytest.raises(NotNow, match="Round 12 has no hands yet"):
        day.open(12)
    more(day)
    day.open(12)


def test_its_salt_is_its_own_and_fixed_by_its_own_hands(day: Day) -> None:
    by: dict[str, Any] = {"actor": day.acting_organiser, "championship": day.championship}
    set_salt(salt="Grossa 1", **by)
    day.open(1)
    grow(day, 9)
    second = more(day)
    with pytest.raises(UserError, match="was known before") as caught:
        set_salt(salt=" Grossa 1", **by)
    assert caught.value.field == "salt"
    set_salt(salt="Grossa 2", **by)
    day.open(2)
    second.refresh_from_db()
    assert (second.salt, second.salt_fixed_at) == ("Grossa 2", None)
    day.open(12)
    second.refresh_from_db()
    assert second.salt_fixed_at is not None
    with pytest.raises(NotNow):
        set_salt(salt="Grossa 3", **by)
    assert DealSet.objects.get(number=1).salt == "Grossa 1"


def test_each_salt_can_be_set_by_its_number(day: Day) -> None:
    grow(day, 9)
    more(day)
    by: dict[str, Any] = {"actor": day.acting_organiser, "championship": day.championship}
    for number in (1, 2):
        set_salt(salt=f"Grossa {number}", deal_set=number, **by)
    assert list(DealSet.objects.values_list("salt", flat=True)) == ["Grossa 1", "Grossa 2"]
    with pytest.raises(NotNow):
        set_salt(salt="x", deal_set=3, **by)


def test_spare_deals_come_from_the_end(day: Day) -> None:
    exchange(day, 2)
    assert places(day)[4:8] == [(1, number) for number in range(41, 45)]
    exchange(day, 3)
    exchange(day, 2)
    assert places(day)[4:12] == [
        *((1, number) for number in range(33, 37)),
        *((1, number) for number in range(37, 41)),
    ]
    assert DealSet.objects.get().spares_used == 12


def test_no_deal_is_given_twice_and_none_that_was_seen_again(day: Day) -> None:
    for _ in range(8):
        exchange(day, 1)
    assert places(day)[:5] == [(1, 13), (1, 14), (1, 15), (1, 16), (1, 5)]
    with pytest.raises(NotNow, match="not enough spare hands"):
        exchange(day, 1)
    grow(day, 1)
    assert places(day)[12:] == [None] * 4
    second = more(day)
    assert (second.number, second.deals_before) == (2, 12)
    assert places(day)[12:] == [(2, number) for number in range(1, 5)]
    exchange(day, 1)
    assert places(day)[:4] == [(2, number) for number in range(41, 45)]


def test_a_set_without_spare_deals_has_run_out(day: Day) -> None:
    for _ in range(8):
        exchange(day, 1)
    assert more(day).number == 2
    exchange(day, 1)
    assert places(day)[0] == (2, 37)  # of 40, which are all to spare
