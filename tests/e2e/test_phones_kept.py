"""What a phone keeps, in a real browser: what waits there, on any page that it comes back to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.accessibility import PHONE, faults_of
from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day
from tests.tournament.phones.hands import correction_requests, points, referee_says
from tests.tournament.phones.phone import Phone
from tournament.models import AuditEvent, CorrectionRequest, Delivery, Match
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.chromium, pytest.mark.promise, pytest.mark.django_db(transaction=True)]

SENT = re.compile("/(entries|confirmations|objections)/$")


def kept(phone: TablePhone) -> Locator:
    """What the page tells of what lies on the phone, a row each."""
    return phone.page.locator("[data-list=kept] > li")


def pairs_page(phone: TablePhone, day: Day, pair: int = 4) -> TablePhone:
    return phone.go(f"/c/{day.slug}/pair/{pair}/")


def enter_and_close(phone: TablePhone, deal: int = 1, typed: int = 44) -> None:
    """Enter a hand where there is no network, and close the tab.

    The network is cut for this tab alone: what a tab sends while it is closed would go by itself as
    soon as all of the phone has one.
    """
    phone.page.route(SENT, lambda route: route.abort())
    phone.enter(deal, typed)
    phone.reads("1 entry is waiting for the network")
    phone.close_tab()
    phone.new_tab()


def tries_again(phone: TablePhone) -> None:
    """What a phone does by itself, sooner or later."""
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")


class TestAPairsOwnPage:
    def test_sends_what_waits_exactly_once(self, own: TablePhone, day: Day, match: Match) -> None:
        enter_and_close(own)
        assert points(match) == []
        pairs_page(own, day)
        expect(kept(own)).to_contain_text(["Hand 1: stored."])
        expect(kept(own)).to_contain_text(["Round 1, hand 1 · Table 1"])
        expect(kept(own)).to_contain_text(["28–44"])
        pairs_page(own, day)
        expect(own.page.locator("h1")).to_be_visible()
        expect(kept(own)).to_have_count(0)
        assert points(match) == [28]
        assert (Delivery.objects.count(), CorrectionRequest.objects.count()) == (1, 0)

    def test_shows_it_as_waiting_until_there_is_an_answer(
        self, own: TablePhone, day: Day, match: Match
    ) -> None:
        enter_and_close(own)
        own.page.route(SENT, lambda route: route.abort())
        pairs_page(own, day)
        expect(kept(own)).to_contain_text(["waiting for the network"])
        expect(kept(own)).to_contain_text(["28–44"])
        own.reads("1 entry is waiting for the network. It is kept on this phone.")
        assert points(match) == []
        lost: list[str] = []

        def lose_answer(route: Route) -> None:
            if lost:
                route.fallback()
                return
            lost.append(route.request.url)
            route.fetch()
            route.abort("connectionreset")

        own.page.unroute(SENT)
        own.page.route(SENT, lose_answer)
        tries_again(own)
        expect(kept(own)).to_contain_text(["Hand 1: stored."])
        assert len(lost) == 1
        assert points(match) == [28]
        assert AuditEvent.objects.filter(action="result-entered").count() == 1

    def test_does_not_wait_long_for_a_tab_that_was_closed_while_it_sent(
        self, own: TablePhone, day: Day, match: Match
    ) -> None:
        own.page.route(SENT, lambda route: None)  # on its way for ever
        own.enter(1, 44)
        own.page.wait_for_function("() => localStorage.getItem('botifarra-sending:day')")
        own.close_tab()
        own.new_tab()
        pairs_page(own, day)
        expect(kept(own)).to_contain_text(["Hand 1: stored."], timeout=20_000)
        assert points(match) == [28]

    def test_tells_what_went_to_the_referee(self, own: TablePhone, day: Day, match: Match) -> None:
        enter_and_close(own)
        referee_says(day, match, 40)
        pairs_page(own, day)
        expect(kept(own)).to_contain_text(["Hand 1: a referee will check it."])
        assert correction_requests(match) == [("meanwhile", "EW", 0, 28)]

    def test_keeps_what_was_refused_readable_until_it_is_seen(
        self, own: TablePhone, day: Day, match: Match
    ) -> None:
        enter_and_close(own)
        Match.objects.filter(pk=match.pk).cancel()
        for _ in range(2):
            pairs_page(own, day)
            expect(kept(own)).to_contain_text([re.compile("not accepted: .*it was cancelled")])
            expect(kept(own)).to_contain_text(["28–44"])
        own.tap("Seen")
        expect(kept(own)).to_have_count(0)
        expect(own.page.locator("[data-part=kept]")).to_be_hidden()

    def test_asks_what_the_server_asked_though_the_round_is_over(
        self, own: TablePhone, day: Day, match: Match
    ) -> None:
        own.enter(1, 3)
        own.reads("Please check")
        own.page.route(SENT, lambda route: route.fulfill(json={"state": "check", "version": 0}))
        own.tap("It's right")
        own.page.wait_for_function("() => JSON.stringify(localStorage).includes('asking')")
        own.all_hands()
        expect(own.row(1)).to_contain_text("please check")
        own.page.unroute(SENT)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        own.reads("No round is open at this table now")
        expect(kept(own)).to_contain_text(["It has not been sent yet: please check it."])
        pairs_page(own, day)
        own.tap("Yes, send it")
        expect(kept(own)).to_contain_text(["Hand 1: a referee will check it."])
        assert correction_requests(match) == [("meanwhile", "EW", 0, 69)]

    def test_renews_an_old_token_against_forgery(
        self, own: TablePhone, day: Day, match: Match
    ) -> None:
        enter_and_close(own)
        own.page.route(SENT, lambda route: route.abort())
        pairs_page(own, day)
        expect(kept(own)).to_contain_text(["waiting for the network"])
        own.context.clear_cookies(name="csrftoken")
        own.page.unroute(SENT)
        tries_again(own)
        expect(kept(own)).to_contain_text(["Hand 1: stored."])
        assert points(match) == [28]

    def test_nothing_that_axe_finds(self, own: TablePhone, day: Day) -> None:
        enter_and_close(own)
        own.page.route(SENT, lambda route: route.abort())
        pairs_page(own, day)
        for language in ("ca", "es", "en"):
            own.page.set_viewport_size(PHONE)
            own.page.locator("[popovertarget=site-tools]").tap()
            own.page.locator(f'.languages button[value="{language}"]').tap()
            own.page.wait_for_function(f"() => document.documentElement.lang === '{language}'")
            expect(kept(own)).to_have_count(1)
            assert not faults_of(own.page, f"a pair's page with something that waits, {language}")


class TestAfterTheLink:
    def test_a_renewed_link_still_shows_what_waits_and_the_new_one_sends_it(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        theirs = Phone.alone(day, 1)
        for deal in (2, 3):
            theirs.enter(match, deal, "EW", 48 + deal)
        expect(phone.row(3)).to_contain_text("is it right?")
        phone.page.route(SENT, lambda route: route.abort())
        phone.enter(1, 44)
        phone.all_hands()
        phone.open_hand(2)
        phone.tap("It's right")
        phone.all_hands()
        phone.open_hand(3)
        phone.tap("It's wrong", "Only say that it is wrong")
        phone.reads("3 entries are waiting for the network")
        phone.close_tab()
        phone.new_tab()
        old = f"/t/{day.championship.pk}-1-"
        day.championship.tables.update(link_number=2)
        for path in (f"/c/{day.slug}/table/1/", f"{old}{'x' * 16}/"):
            phone.go(path)
            expect(kept(phone)).to_contain_text(
                ["NS 44–28 EW", "confirmed by NS", "wrong, says NS"]
            )
            expect(kept(phone)).to_contain_text([re.compile("Scan the new code.*referee")] * 3)
            assert not faults_of(phone.page, path)
        phone.scan(day)
        expect(phone.row(1)).to_contain_text("entered by NS, not confirmed yet")
        expect(phone.row(2)).to_contain_text("confirmed by NS")
        expect(phone.row(3)).to_contain_text("with a referee")
        assert [points(match, deal) for deal in (1, 2, 3)] == [[44], [50], [51]]

    @pytest.mark.parametrize("page", ["table/1/", "pair/1/"])
    def test_after_the_end_it_says_what_to_do(
        self, phone: TablePhone, day: Day, match: Match, page: str
    ) -> None:
        enter_and_close(phone)
        day.championship.ended_at = day.round(1).opened_at
        day.championship.save()
        for _ in range(2):  # nothing is lost by having been shown
            phone.go(f"/c/{day.slug}/{page}")
            phone.reads("The championship has ended")
            expect(kept(phone)).to_contain_text(["44–28"])
            expect(kept(phone)).to_contain_text([re.compile("[Ss]how (it|this) to")])
        assert not faults_of(phone.page, page)
        assert points(match) == []

    def test_what_another_table_needs_does_not_keep_the_rest_from_going(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        """In the next round the phone is at another table, and the first one's link was renewed."""
        enter_and_close(phone)
        day.championship.tables.filter(number=1).update(link_number=2)
        day.open(2)
        phone.scan(day, 2)
        phone.button(re.compile("^Pair .*NS")).first.tap()
        expect(kept(phone)).to_contain_text([re.compile("Scan the new code")])
        phone.all_hands()
        deal = day.match(2, 2).round.deals[0]
        phone.enter(deal, 50)
        phone.reads("entered by NS, not confirmed yet")
        assert points(day.match(2, 2), deal) == [50]
        assert points(match) == []


class TestWhatWasBegun:
    """A hand that was typed and not sent when its round was closed."""

    def begin(self, phone: TablePhone, day: Day, *keys: str) -> None:
        phone.open_hand(1)
        phone.tap(*keys)
        phone.close_tab()
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        phone.open_tab(day)
        expect(kept(phone)).to_contain_text(["Round 1, hand 1 · Table 1"])
        phone.reads("typed by NS")

    def test_goes_to_a_referee(self, phone: TablePhone, day: Day, match: Match) -> None:
        self.begin(phone, day, "swords", "5", "0")
        expect(kept(phone)).to_contain_text(["50–22"])
        assert not faults_of(phone.page, "a table's page with a hand that was begun")
        phone.tap("Send it to the referee")
        expect(kept(phone)).to_contain_text(["Hand 1: a referee will check it."])
        assert correction_requests(match) == [("meanwhile", "NS", 0, 50)]
        phone.tap("Seen")
        expect(kept(phone)).to_have_count(0)

    def test_is_discarded(self, phone: TablePhone, day: Day, match: Match) -> None:
        self.begin(phone, day, "5", "0")  # nobody knows of which trumps
        expect(phone.button("Send it to the referee")).to_have_count(0)
        phone.tap("Discard")
        expect(kept(phone)).to_have_count(0)
        assert phone.page.evaluate("JSON.stringify(localStorage).includes('draft')") is False
        assert correction_requests(match) == []

    def test_is_the_hand_s_again_in_a_round_that_is_reopened(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        self.begin(phone, day, "swords", "5", "0")
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        expect(phone.row(1)).to_contain_text("started here, not sent yet")
        expect(kept(phone)).to_have_count(0)


class TestWhileTheTableIsOpen:
    def test_a_renewed_link_keeps_what_waits(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        phone.cut()
        phone.enter(1, 44)
        day.championship.tables.update(link_number=2)
        phone.join()
        phone.reads("scan the code of your table again")
        assert points(match) == []
        phone.scan(day)
        expect(phone.row(1)).to_contain_text("not confirmed yet")
        assert points(match) == [44]

    def test_a_refusal_stays_until_it_is_seen(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        phone.cut()
        phone.enter(1, 44)
        Match.objects.filter(pk=match.pk).cancel()
        phone.join()
        phone.reads(re.compile("Hand 1 was not accepted: .*it was cancelled"))
        phone.close_tab()
        phone.open_tab(day)
        phone.reads("No round is open at this table now")
        phone.reads(re.compile("Hand 1 was not accepted"))
        phone.reads("44–28")
        phone.tap("Seen")
        expect(phone.page.locator("[data-list=kept]")).to_be_hidden()

    def test_a_page_that_is_open_at_the_end_gives_way_to_the_one_that_says_so(
        self, phone: TablePhone, day: Day
    ) -> None:
        day.championship.ended_at = day.round(1).opened_at
        day.championship.save()
        phone.reads("All results are public.")
        expect(phone.page.locator("main").get_by_role("link", name="Standings")).to_be_visible()
        expect(phone.page.get_by_text("Leave this page open")).to_be_hidden()

    def test_what_comes_after_the_end_is_for_the_organisers(
        self, phone: TablePhone, day: Day
    ) -> None:
        phone.cut()
        phone.enter(1, 44)
        day.championship.ended_at = day.round(1).opened_at
        day.championship.save()
        phone.join()
        phone.reads(re.compile("This arrived too late: show it to the organisers"))
        phone.reads("44–28")
        expect(phone.page.get_by_text("scan the code of your table again")).to_be_hidden()
