"""A table's phone while the network is away, slow, or somebody else's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day
from tests.tournament.phones.hands import points
from tests.tournament.phones.phone import Phone
from tournament.models import AuditEvent, CorrectionRequest, Delivery, Match, ResultConfirmation

pytestmark = [pytest.mark.chromium, pytest.mark.promise, pytest.mark.django_db(transaction=True)]


SENT = re.compile("/(entries|confirmations|objections)/$")


def test_a_round_with_the_network_cut_twice_and_the_tab_closed(
    phone: TablePhone, day: Day, match: Match
) -> None:
    phone.enter(1, 44, "botifarra", contro=True)
    phone.reads("Pair 1 wins by 8; botifarra by pair 1, contro by pair 4: +16 / −16")
    phone.reads("Waiting for pair 4's phone, the slip or a referee.")
    others = Phone.at_table(day, 1)
    others.confirm(match, 1, "EW", 1)
    for deal in (2, 3, 4):
        others.enter(match, deal, "EW", 20 + deal)
    phone.all_hands()
    expect(phone.row(1)).to_contain_text("entered by NS, confirmed by EW")
    expect(phone.row(4)).to_contain_text("is it right?")

    phone.cut()
    phone.open_hand(2)
    phone.tap("It's right")
    phone.reads("1 entry is waiting for the network. It is kept on this phone.")
    phone.all_hands()
    phone.open_hand(3)
    phone.tap("It's right")
    phone.reads("2 entries are waiting for the network. They are kept on this phone.")
    phone.all_hands()
    expect(phone.row(2)).to_contain_text("waiting for the network")
    phone.close_tab()
    assert ResultConfirmation.objects.count() == 1
    phone.join()
    phone.open_tab(day)
    expect(phone.row(3)).to_contain_text("confirmed by NS")
    phone.has_sent_everything()

    lose_answers(phone, 3)
    phone.open_hand(4)
    phone.tap("It's right")
    phone.reads("entered by EW, confirmed by NS")
    phone.has_sent_everything()

    assert [points(match, deal) for deal in (1, 2, 3, 4)] == [[44], [22], [23], [24]]
    assert sorted(ResultConfirmation.objects.values_list("result__deal", "by")) == [
        (1, "EW"),
        *((deal, "NS") for deal in (2, 3, 4)),
    ]
    assert Delivery.objects.count() == 8
    assert AuditEvent.objects.filter(action="result-entered").count() == 4
    assert not CorrectionRequest.objects.exists()


def lose_answers(phone: TablePhone, count: int) -> None:
    """The next requests arrive, and their answers don't."""
    lost: list[str] = []

    def handle(route: Route) -> None:
        if len(lost) == count:
            route.fallback()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort("connectionreset")

    phone.page.route(SENT, handle)


def hold_answer(phone: TablePhone) -> Callable[[], None]:
    """The next request arrives; its answer comes when what is returned is called."""
    held: list[tuple[Route, APIResponse]] = []

    def handle(route: Route) -> None:
        if held:
            route.fallback()
        else:
            held.append((route, route.fetch()))

    def release() -> None:
        ((route, answer),) = held
        route.fulfill(response=answer)

    phone.page.route(SENT, handle)
    return release


def test_a_correction_begun_before_the_entry_had_its_answer(
    phone: TablePhone, match: Match
) -> None:
    release = hold_answer(phone)
    phone.enter(1, 44)
    phone.tap("Correct our entry", "4", "1")
    release()
    phone.reads("Hand 1: stored.")
    phone.tap("Yes, send it")
    phone.reads("entered by NS, not confirmed yet")
    phone.has_sent_everything()
    assert points(match) == [44, 41]
    assert not CorrectionRequest.objects.exists()


def test_entered_and_corrected_without_a_network(phone: TablePhone, match: Match) -> None:
    phone.cut()
    phone.enter(1, 44)
    phone.tap("Correct our entry", "4", "1", "Yes, send it")
    phone.join()
    phone.reads("entered by NS, not confirmed yet")
    assert points(match) == [41]


def test_corrected_while_the_first_answer_was_lost(phone: TablePhone, match: Match) -> None:
    lose_answers(phone, 1)
    phone.enter(1, 44)
    phone.tap("Correct our entry", "4", "1", "Yes, send it")
    phone.reads("entered by NS, not confirmed yet")
    phone.reads("Pair 1 wins by 5: +5 / −5")
    phone.has_sent_everything()
    assert points(match) == [44, 41]
    assert not CorrectionRequest.objects.exists()


def test_few_points_are_asked_about_without_a_network(phone: TablePhone, match: Match) -> None:
    phone.cut()
    phone.enter(1, 3)
    phone.reads("Please check: points of pair 1: 3; of pair 4: 69.")
    phone.tap("Change", "3", "3", "Yes, send it")
    phone.reads("waiting for the network")
    phone.join()
    phone.reads("entered by NS, not confirmed yet")
    assert points(match) == [33]


def test_an_old_token_against_forgery_is_renewed(phone: TablePhone, match: Match) -> None:
    phone.context.clear_cookies(name="csrftoken")
    phone.enter(1, 44)
    phone.reads("Hand 1: stored.")
    assert points(match) == [44]


def test_a_wifi_that_answers_in_the_sites_place(phone: TablePhone, match: Match) -> None:
    strange = [(200, "text/html", "<p>Pay here</p>"), (404, "text/html", ""), (500, "", "")]

    def handle(route: Route) -> None:
        if strange:
            status, kind, body = strange.pop()
            route.fulfill(status=status, content_type=kind, body=body)
        else:
            route.fallback()

    phone.page.route(SENT, handle)
    phone.enter(1, 44)
    phone.reads("entered by NS, not confirmed yet")
    assert points(match) == [44]


def test_what_a_phone_says_of_its_network_moves_nothing_under_a_finger(phone: TablePhone) -> None:
    phone.open_hand(1)
    digit = phone.button("5")
    before = digit.bounding_box()
    phone.cut()
    phone.page.locator("[data-slot=network]").wait_for(state="visible")
    assert digit.bounding_box() == before
