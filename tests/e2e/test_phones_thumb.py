"""A table's page under one thumb, in a real browser: what is half typed, taps that were
not meant, and what the phone says of who confirms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.table_phone import NEWS_UNDER_A_THUMB, TablePhone
from tests.tournament.day import Day
from tests.tournament.phones.hands import correction_requests, points
from tests.tournament.phones.phone import Phone
from tournament.models import Delivery, Match, RefereeCall, ResultConfirmation
from tournament.results.services.entry import confirm_result

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

ASK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


class TestHalfTyped:
    def pad(self, phone: TablePhone, shown: str) -> None:
        """The pad is open, with these points of the pair."""
        expect(phone.page.locator('[data-act="side"][aria-pressed="true"] strong')).to_have_text(
            shown
        )
        expect(phone.button("Next")).to_be_visible()

    def begin(self, phone: TablePhone) -> None:
        phone.open_hand(1)
        phone.tap("swords", "4")

    def test_stays_when_the_page_is_loaded_again(self, phone: TablePhone, match: Match) -> None:
        self.begin(phone)
        phone.page.reload()
        self.pad(phone, "4")
        expect(phone.button("swords")).to_have_attribute("aria-pressed", "true")
        phone.tap("4")
        phone.page.reload()
        phone.tap("Yes, send it")
        phone.reads("entered by NS, not confirmed yet")
        phone.page.reload()
        phone.reads("Waiting for pair 4's phone, the slip or a referee.")
        phone.page.go_back()
        expect(phone.row(1)).to_contain_text("entered by NS, not confirmed yet")
        assert points(match) == [44]

    def test_stays_when_the_tab_is_closed(self, phone: TablePhone, day: Day, match: Match) -> None:
        self.begin(phone)
        phone.close_tab()
        phone.open_tab(day)
        expect(phone.row(1)).to_contain_text("started here, not sent yet")
        phone.open_hand(1)
        self.pad(phone, "4")
        phone.tap("4", "Yes, send it")
        phone.reads("entered by NS, not confirmed yet")
        phone.all_hands()
        expect(phone.row(1)).not_to_contain_text("begun")
        assert points(match) == [44]

    def test_stays_when_the_language_is_changed(self, phone: TablePhone) -> None:
        self.begin(phone)
        phone.page.locator("[popovertarget=site-tools]").tap()
        phone.page.locator('.languages button[value="ca"]').tap()
        phone.page.wait_for_function("() => document.documentElement.lang === 'ca'")
        phone.page.locator(".phone-begun button").tap()
        expect(phone.page.locator("[data-act=side] strong").first).to_have_text("4")

    def test_is_discarded_when_somebody_says_so(self, phone: TablePhone) -> None:
        self.begin(phone)
        phone.all_hands()
        phone.open_hand(1)
        phone.tap("Discard")
        expect(phone.row(1)).to_contain_text("to be entered")
        phone.open_hand(1)
        self.pad(phone, "–")

    def test_is_not_the_other_pairs(self, phone: TablePhone) -> None:
        self.begin(phone)
        phone.page.go_back()
        phone.tap("Another pair")
        phone.hold(4)
        expect(phone.row(1)).to_contain_text("to be entered")
        phone.tap("Another pair")
        phone.hold(1)
        expect(phone.row(1)).to_contain_text("started here")

    def test_waits_beside_what_the_other_pair_has_entered_meanwhile(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        self.begin(phone)
        phone.close_tab()
        day.enter_at_table(1, 1, 1, 40)
        phone.open_tab(day)
        expect(phone.row(1)).to_contain_text("started here, not sent yet")
        phone.open_hand(1)
        phone.tap("Continue with what was entered here", "4", "Yes, send it")
        phone.reads("with a referee")
        assert points(match) == [40]
        assert correction_requests(match) == [("meanwhile", "NS", 0, 44)]

    def test_back_from_the_summary_leads_to_the_filled_pad(self, phone: TablePhone) -> None:
        address = phone.page.url
        self.begin(phone)
        phone.tap("4")
        phone.reads("Pair 1 wins by 8")
        phone.page.go_back()
        self.pad(phone, "44")  # and nothing goes on before another digit is typed
        assert phone.page.url == address
        phone.page.go_back()
        expect(phone.row(1)).to_contain_text("started here, not sent yet")
        assert phone.page.url == address

    def test_back_after_sending_leads_to_the_four_hands_at_once(self, phone: TablePhone) -> None:
        self.begin(phone)
        phone.tap("4", "Yes, send it")
        phone.reads("entered by NS, not confirmed yet")
        phone.page.wait_for_function("() => history.state.steps.length === 1")
        phone.page.go_back()
        expect(phone.row(1)).to_be_visible()
        phone.page.wait_for_function("() => history.state.steps.length === 0")

    def test_back_from_an_objection_goes_step_by_step(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        Phone.alone(day, 1).enter(match, 1, "EW", 44)
        expect(phone.row(1)).to_contain_text("is it right?")
        phone.open_hand(1)
        phone.tap("It's wrong", "Enter the right result")
        phone.tap("swords", "3", "0")
        phone.page.go_back()
        self.pad(phone, "30")
        phone.page.go_back()
        expect(phone.button("Only say that it is wrong")).to_be_visible()
        phone.page.go_back()
        phone.reads("Pair 1: is this right?")
        expect(phone.button("Continue with what was entered here")).to_be_visible()


class TestOneThumb:
    def double_tap(self, phone: TablePhone, name: str) -> None:
        """Twice on one spot, whatever has come there after the first tap."""
        expect(phone.button(name)).to_be_enabled()
        phone.button(name).evaluate(
            """(button) => {
              const { x, y, width, height } = button.getBoundingClientRect();
              const [clientX, clientY] = [x + width / 2, y + height / 2];
              window.isQuick = true;
              for (let i = 0; i < 2; i += 1) {
                const at = document.elementFromPoint(clientX, clientY);
                at.dispatchEvent(
                  new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY }));
              }
              window.isQuick = false;
            }"""
        )

    def test_a_double_tap_is_no_answer_to_the_next_question(
        self, phone: TablePhone, match: Match
    ) -> None:
        phone.open_hand(1)
        phone.type(44)
        # Wherever the next button stands, here it comes under the thumb.
        phone.page.evaluate(
            """() => {
              const sheet = new CSSStyleSheet();
              sheet.replaceSync(
                "[data-act=send], [data-act=onward] { position: fixed; inset: 50% 0 auto }");
              document.adoptedStyleSheets = [sheet];
            }"""
        )
        self.double_tap(phone, "Yes, send it")
        phone.reads("Waiting for pair 4's phone, the slip or a referee.")
        phone.has_sent_everything()
        assert points(match) == [44]
        phone.tap("Next hand")
        expect(phone.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()

    def test_who_taps_next_by_habit_sends_nothing(self, phone: TablePhone, match: Match) -> None:
        phone.open_hand(1)
        phone.tap("swords", "4")
        phone.button("4").evaluate(
            """(button) => {
              button.click(); // the summary opens under the thumb
              for (const one of document.querySelectorAll('[data-act=send], [data-act=edit]')) {
                one.click();
              }
            }"""
        )
        phone.reads("Pair 1 wins by 8: +8 / −8")
        assert points(match) == []
        phone.tap("Yes, send it")
        phone.reads("entered by NS, not confirmed yet")
        assert points(match) == [44]

    def test_nothing_moves_under_it_when_an_entry_is_stored(
        self, phone: TablePhone, day: Day
    ) -> None:
        day.championship.confirmation = "referee"
        day.championship.save()
        phone.page.reload()
        phone.open_hand(1)
        phone.type(44)
        phone.cut()
        phone.tap("Yes, send it")
        names = ("Correct our entry", "Next hand", "Undo", "Call the referee")
        buttons = [phone.button(name) for name in names]
        expect(buttons[0]).to_be_visible()
        before = [button.bounding_box() for button in buttons]
        undo = buttons[2]
        expect(undo).to_be_disabled()
        phone.join()
        expect(undo).to_be_enabled()
        assert [button.bounding_box() for button in buttons] == before

    def test_what_was_changed_a_moment_ago_is_not_confirmed(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        """The tap that meant that the result is wrong calls no referee either."""
        others = Phone.at_table(day, 1)
        others.enter(match, 1, "EW", 44)
        expect(phone.row(1)).to_contain_text("is it right?")
        phone.open_hand(1)
        phone.reads("Pair 1: is this right?")
        others.enter(match, 1, "EW", 45, based_on=1)
        hit = phone.page.evaluate(NEWS_UNDER_A_THUMB, ["[data-act=confirm]", ASK_AGAIN])
        assert hit == "It's right"
        phone.reads("Pair 1 wins by 9: +9 / −9")
        referee = ResultConfirmation.By.REFEREE
        confirm_result(actor=day.acting, match=match, deal=1, version=2, by=referee)
        hit = phone.page.evaluate(NEWS_UNDER_A_THUMB, ["[data-act=wrong]", ASK_AGAIN])
        assert hit == "Call the referee"
        phone.reads("entered by EW, confirmed by a referee")
        phone.has_sent_everything()
        assert not Delivery.objects.filter(answer__version=1, answer__state="confirmed").exists()
        assert not RefereeCall.objects.exists()

    def test_another_tab_learns_at_once_what_this_one_sent(
        self, phone: TablePhone, day: Day, match: Match
    ) -> None:
        first = phone.page
        phone.new_tab().scan(day)
        phone.enter(1, 44)
        phone.reads("entered by NS, not confirmed yet")
        row = first.get_by_role("button", name=re.compile("^Hand 1 "))
        expect(row).to_contain_text("entered by NS, not confirmed yet")
        assert points(match) == [44]

    def test_letters_of_twice_the_size_and_a_phone_on_its_side(self, phone: TablePhone) -> None:
        page = phone.page
        wide = "document.documentElement.scrollWidth - window.innerWidth"

        def look() -> None:
            page.set_viewport_size({"width": 360, "height": 740})
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate(wide) <= 0
            page.evaluate("document.documentElement.style.fontSize = ''")
            page.set_viewport_size({"width": 740, "height": 360})
            assert page.evaluate(wide) <= 0

        look()
        phone.open_hand(1)
        look()
        trumps, pad = (phone.button(name).bounding_box() for name in ("swords", "5"))
        assert trumps
        assert pad
        assert pad["x"] > trumps["x"] + trumps["width"]  # beside each other: there is no height
        phone.type(44)
        look()
        phone.tap("Yes, send it")
        look()

    def test_all_of_the_pad_is_on_the_screen(self, phone: TablePhone) -> None:
        phone.open_hand(1)
        expect(phone.button("Next")).to_be_in_viewport(ratio=1)

    def test_what_is_typed_is_spoken(self, phone: TablePhone) -> None:
        phone.open_hand(1)
        phone.tap("4", "4")
        said = phone.page.locator("[data-slot=typed]")  # trumps are missing: the pad stays
        expect(said).to_have_text("Points of pair 1: 44; of pair 4: 28.")
        expect(said).to_have_attribute("role", "status")


class TestWhoConfirms:
    def test_a_referee(self, phone: TablePhone, day: Day, match: Match) -> None:
        day.championship.confirmation = "referee"
        day.championship.save()
        phone.page.reload()
        phone.enter(1, 44)
        phone.reads("entered by NS; a referee confirms it")
        phone.reads(re.compile("^A referee confirms it. The other side only has to act"))
        expect(phone.page.get_by_text("Waiting for pair")).to_be_hidden()
        phone.all_hands()
        expect(phone.row(1)).to_contain_text("entered by NS; a referee confirms it")
        Phone.at_table(day, 1).enter(match, 1, "EW", 44)
        expect(phone.row(1)).to_contain_text("confirmed by EW; a referee confirms it, too")

    def test_nobody(self, phone: TablePhone, day: Day) -> None:
        day.championship.confirmation = "none"
        day.championship.save()
        phone.page.reload()
        phone.enter(1, 44)
        phone.reads("It needs no confirmation. If it is wrong, say so here.")
        expect(phone.page.get_by_text("not confirmed")).to_be_hidden()
        phone.all_hands()
        expect(phone.page.locator(".phone-done")).to_have_count(1)

    def test_the_other_pair_on_a_phone_of_its_own(self, own: TablePhone) -> None:
        own.enter(1, 44)
        own.reads("Waiting for pair 1's phone, the slip or a referee.")
