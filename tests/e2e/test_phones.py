"""Tables enter their hands on phones in a real browser, on a network that comes and goes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import PHONE, faults_of
from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day, make_day
from tests.tournament.links.addresses import link_address
from tests.tournament.phones.hands import correction_requests, points, referee_says
from tests.tournament.phones.phone import Phone
from tournament.links.tokens import Place, PlaceKind
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    Match,
    PlayedWith,
    Result,
    ResultConfirmation,
    Stage,
)
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


CUT = """() => [...document.querySelectorAll("main, main *")]
  .filter((one) => one.clientWidth > 1 && !one.closest(".visually-hidden, svg"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)
"""  # what is wider than its place


@pytest.fixture
def other(browser: Browser, live_server: LiveServer, day: Day) -> Iterator[TablePhone]:
    """A phone that pair 4 holds at the same table."""
    with TablePhone(browser, live_server.url) as phone:
        yield phone.scan(day).hold(4)


def test_a_slip_is_undone_and_entered_anew(
    phone: TablePhone, other: TablePhone, match: Match
) -> None:
    phone.enter(1, 44)
    phone.tap("Undo")
    phone.reads("Hand 1: undone.")
    expect(phone.row(1)).to_contain_text("to be entered")
    assert points(match) == [44, None]
    phone.enter(1, 43)
    phone.reads("not confirmed yet")
    assert points(match) == [44, None, 43]
    expect(other.row(1)).to_contain_text("is it right?")
    other.open_hand(1)
    other.tap("It's right")
    phone.all_hands()
    expect(phone.row(1)).to_contain_text("entered by NS, confirmed by EW")
    phone.open_hand(1)
    expect(phone.button("Undo")).to_be_hidden()


def test_one_phone_a_table_enters_the_round(nobody: TablePhone, day: Day, match: Match) -> None:
    """The first hand opens by itself."""
    Championship.objects.update(confirmation=ConfirmationRule.TABLE)
    phone = nobody.scan(day).hold(1, goes_on=True)
    taps = 1  # which pair holds the phone
    for deal in (1, 2, 3, 4):
        expect(phone.page.get_by_role("heading", name=f"Hand {deal}", exact=True)).to_be_visible()
        phone.type(40 + deal)
        phone.tap("Yes, send it")
        phone.reads("entered by NS, agreed at the table on one phone")
        phone.reads("It counts as agreed at the table. If it is wrong, say so here.")
        expect(phone.button("It's right")).to_be_hidden()
        taps += 4  # the suit and two figures; then that
        if deal < 4:
            phone.tap("Next hand")
            taps += 1
    assert taps == 20  # at most 24
    phone.has_sent_everything()
    assert [points(match, deal) for deal in (1, 2, 3, 4)] == [[41], [42], [43], [44]]
    assert set(ResultConfirmation.objects.values_list("by", flat=True)) == {"table"}


def test_whoever_takes_the_phone_later_answers_nothing_that_it_has_said(
    phone: TablePhone, match: Match
) -> None:
    phone.enter(1, 44)
    phone.reads("Waiting for pair 4's phone, the slip or a referee.")
    phone.all_hands()
    phone.tap("Another pair")
    phone.hold(4, goes_on=True)
    expect(phone.row(1)).to_contain_text("entered by NS, not confirmed yet")
    expect(phone.row(1)).not_to_contain_text("is it right?")
    phone.open_hand(1)
    phone.reads("Waiting for pair 4's phone, the slip or a referee.")
    for name in ("It's right", "It's wrong", "This is wrong", "Correct our entry", "Undo"):
        expect(phone.button(name)).to_be_hidden()
    phone.tap("Next hand")
    phone.type(30)
    phone.tap("Yes, send it")
    phone.reads("entered by EW, not confirmed yet")
    phone.has_sent_everything()
    assert not ResultConfirmation.objects.exists()


def test_a_phone_of_another_table_is_told_where_it_plays(
    nobody: TablePhone, day: Day, match: Match
) -> None:
    day.enter_at_table(1, 2, 1, 61)
    nobody.open_as(day, 1).scan(day, 2)
    nobody.reads("This table's page is not for this phone")
    nobody.reads(re.compile("^In round 1 you play at table 1"))
    nobody.page.get_by_role("link", name="To our page").tap()
    nobody.page.wait_for_url(f"**/c/{day.slug}/pair/1/")


def test_a_table_on_phones_sends_to_the_seat(nobody: TablePhone, day: Day) -> None:
    Stage.objects.update(played_with=PlayedWith.PHONES)
    nobody.scan(day)
    nobody.reads(re.compile("^The hands of this table are played on phones"))
    nobody.open_as(day, 4).go(f"/c/{day.slug}/table/1/")
    nobody.reads("Phone of pair 4 · EW")


def test_on_a_pairs_own_phone_a_confirmation_stays_with_its_hand(
    phone: TablePhone, other: TablePhone
) -> None:
    phone.enter(1, 44)
    expect(other.row(1)).to_contain_text("entered by NS, not confirmed yet: is it right?")
    phone.all_hands()
    expect(phone.row(1)).to_contain_text("entered by NS, not confirmed yet")
    expect(phone.row(1)).not_to_contain_text("is it right?")  # they have said so themselves
    other.open_hand(1)
    other.reads("entered by NS, not confirmed yet")
    other.tap("It's right")
    other.reads("entered by NS, confirmed by EW")


def test_what_was_said_of_a_hand_goes_with_it(phone: TablePhone) -> None:
    heard = phone.page.locator("[data-slot=heard]")
    phone.enter(1, 44)
    expect(heard).to_have_text("Hand 1: stored.")
    phone.all_hands()
    expect(heard).to_be_hidden()
    phone.enter(2, 31)
    expect(heard).to_have_text("Hand 2: stored.")
    phone.tap("Another pair")
    expect(heard).to_be_hidden()


def test_both_pairs_on_phones_of_their_own(
    phone: TablePhone, other: TablePhone, match: Match
) -> None:
    phone.enter(1, 44)
    expect(other.row(1)).to_contain_text("entered by NS, not confirmed yet")
    other.open_hand(1)
    other.reads("Pair 4: is this right?")
    other.tap("It's right")
    phone.reads("entered by NS, confirmed by EW")
    confirmation = ResultConfirmation.objects.get()
    assert (confirmation.by, confirmation.actor) == ("EW", "table 1 EW pair 4")
    assert Result.objects.get().entered_by == "table 1 NS pair 1"


def test_a_disagreement_goes_to_the_referee(
    phone: TablePhone, other: TablePhone, match: Match
) -> None:
    phone.enter(1, 44)
    expect(other.row(1)).to_contain_text("not confirmed yet")
    other.open_hand(1)
    other.tap("It's wrong", "Enter the right result")
    other.type(44, "E")
    other.reads("Pair 4 wins by 8: +8 / −8")
    other.tap("Yes, send it")
    other.reads("with a referee")
    other.reads("Pair 4 says: Pair 4 wins by 8: +8 / −8")
    phone.reads("with a referee")
    assert points(match) == [44]
    assert correction_requests(match) == [("disagreement", "EW", 1, 28)]


def test_a_pair_may_only_say_that_it_is_wrong(
    phone: TablePhone, other: TablePhone, match: Match
) -> None:
    phone.enter(1, 44)
    expect(other.row(1)).to_contain_text("is it right?")
    other.open_hand(1)
    other.tap("It's wrong", "Only say that it is wrong")
    other.reads("Pair 4 says that this is wrong.")
    assert correction_requests(match) == [("disagreement", "EW", 1, None)]


def test_a_pairs_own_phone_speaks_for_that_pair_alone(
    browser: Browser, live_server: LiveServer, day: Day, match: Match
) -> None:
    place = Place(PlaceKind.PAIR, 4, match.pairs.ew.link_number)
    with TablePhone(browser, live_server.url) as phone:
        phone.page.goto(f"{live_server.url}{link_address(day.championship, place)}")
        phone.page.goto(f"{live_server.url}/c/{day.slug}/table/1/")
        phone.reads("Phone of pair 4 · EW")
        phone.enter(1, 44)
        phone.reads("entered by EW, not confirmed yet")
        expect(phone.button("It's right")).to_be_hidden()
        expect(phone.button("Correct our entry")).to_be_visible()
    assert points(match) == [28]


def test_a_pair_corrects_its_entry(phone: TablePhone, match: Match) -> None:
    phone.enter(1, 44, "O")
    phone.tap("Correct our entry")
    phone.tap("4", "1")  # the trumps stand as they were
    phone.tap("Yes, send it")
    phone.reads("Pair 1 wins by 5: +5 / −5")
    phone.has_sent_everything()
    assert points(match) == [44, 41]
    assert not CorrectionRequest.objects.exists()


def test_what_a_referee_changed_meanwhile_is_not_overwritten(
    phone: TablePhone, day: Day, match: Match
) -> None:
    phone.enter(1, 44)
    phone.reads("entered by NS, not confirmed yet")
    phone.cut()
    phone.tap("Correct our entry", "4", "1", "Yes, send it")
    referee_says(day, match, 30)
    phone.join()
    phone.reads("with a referee")
    assert points(match) == [44, 30]
    assert correction_requests(match) == [("meanwhile", "NS", 1, 41)]


def test_the_servers_question_says_no_reason(browser: Browser, live_server: LiveServer) -> None:
    day = make_day(contestants=12, slug="large")
    day.open(1)
    for table in range(2, 7):
        day.enter(1, table, 1, 50 + table)
    with TablePhone(browser, live_server.url) as phone:
        phone.scan(day).hold(1)
        phone.enter(1, 20)
        phone.reads("Please check: points of pair 1: 20; of pair 12: 52.")
        assert points(day.match(1, 1)) == []
        phone.close_tab()
        phone.open_tab(day)
        expect(phone.row(1)).to_contain_text("please check")
        phone.open_hand(1)
        phone.tap("It's right")
        phone.reads("entered by NS, not confirmed yet")
        assert points(day.match(1, 1)) == [20]


def test_the_phones_own_back_leads_to_all_hands(phone: TablePhone, match: Match) -> None:
    phone.open_hand(1)
    phone.page.go_back()
    expect(phone.row(1)).to_be_visible()


def test_the_next_round_comes_by_itself(phone: TablePhone, day: Day) -> None:
    day.enter_whole_round(1)
    expect(phone.row(1)).to_contain_text("entered by a referee")
    day.open(2)
    expect(phone.button(re.compile("^Pair 1 · "))).to_be_visible()  # who holds it now?
    phone.reads("Round 2")


@pytest.mark.parametrize("language", ["ca", "es"])
def test_every_screen(phone: TablePhone, day: Day, match: Match, language: str) -> None:
    """Nothing that axe finds, nothing wider than a phone, also in large letters."""
    page = phone.page
    faults: list[str] = []

    def confirmation(what: str) -> None:
        faults.extend(faults_of(page, what))
        page.set_viewport_size(PHONE)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        cut: list[str] = page.evaluate(CUT)
        faults.extend(f"{what}, in large letters: {one}" for one in cut)
        page.evaluate("document.documentElement.style.fontSize = ''")

    def act(name: str, value: str = "") -> None:
        which = f'[data-act="{name}"]' + (f'[data-value="{value}"]' if value else "")
        page.locator(which).locator("visible=true").first.tap()

    page.locator("[popovertarget=site-tools]").tap()
    page.locator(f'.languages button[value="{language}"]').tap()
    page.wait_for_function(f"() => document.documentElement.lang === '{language}'")
    act("who")
    confirmation("who")
    act("pair", "NS")
    act("hands")
    Phone.alone(day, 1).enter(match, 2, "EW", 31)
    confirmation("hands")
    act("open", "1")
    confirmation("entry")
    for name, value in (("trump", "botifarra"), ("double", "contro"), ("double", "recontro")):
        act(name, value)
    act("digit", "3")
    act("next")
    confirmation("summary")
    act("send")
    confirmation("question")
    act("sure")
    expect(page.locator("[data-slot=whose]")).to_be_visible()
    confirmation("hand")
    phone.has_sent_everything()
    act("hands")
    expect(page.locator(".phone-asked")).to_be_visible()
    act("open", "2")
    expect(page.locator("[data-part=confirm]")).to_be_visible()
    confirmation("hand of the other pair")
    act("wrong")
    confirmation("wrong")
    act("only-wrong")
    phone.has_sent_everything()
    phone.cut()
    act("onward")
    act("next")
    confirmation("what is missing")
    act("trump", "O")
    act("digit", "4")
    act("next")
    act("sure" if page.locator("[data-part=sure]").is_visible() else "send")
    act("sure")
    confirmation("waiting")
    act("hands")
    confirmation("hands, one of them disputed and one waiting")
    phone.join()
    phone.has_sent_everything()
    assert not faults, "\n".join(faults)


def close_first(day: Day) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))


def test_an_open_hand_goes_with_its_round(phone: TablePhone, day: Day) -> None:
    phone.open_hand(1)
    close_first(day)
    phone.reads("No round is open at this table now")


def test_what_is_typed_stays_when_the_round_closes(
    phone: TablePhone, day: Day, match: Match
) -> None:
    phone.open_hand(1)
    phone.tap("swords")
    close_first(day)
    phone.reads("The round has been closed. Anything you send now goes to a referee.")
    phone.tap("5", "0", "Yes, send it")
    phone.reads("Pair 1 says: Pair 1 wins by 14: +14 / −14")
    assert correction_requests(match) == [("meanwhile", "NS", 0, 50)]


def test_what_is_lacking_stands_on_the_screen_until_it_is_there(phone: TablePhone) -> None:
    phone.open_hand(1)
    phone.tap("4", "4", "Next")
    lacking = phone.page.get_by_role("alert").filter(has_text="Choose the trumps.")
    expect(lacking).to_be_in_viewport()
    phone.tap("swords")
    expect(lacking).to_be_hidden()
