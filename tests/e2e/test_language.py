"""What was typed is not lost where another language is chosen, or a session ends, in the middle, or
somebody else was faster."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.duplicate.settings import Scale
from tests.e2e.focus import wait_for_focus
from tests.tournament.day import Day
from tests.tournament.factories import make_championship, organiser_of, put_settings
from tests.tournament.results.test_browser import log_in
from tournament.models import Championship, Result

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


def speak(page: Page, language: str) -> None:
    """Press a language in the head of the page."""
    page.locator(f".languages button[value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_result_half_typed(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day.referee)
    page.goto(f"{live_server.url}/c/{day.slug}/manage/rounds/1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("44e")
    page.locator("details summary").last.click()
    page.locator("[name=note]").fill("Cards on the floor")
    for language in ("es", "ca"):
        speak(page, language)
        expect(page.locator("[name=ns_points]")).to_have_value("44")
        expect(page.locator("[name=ew_points]")).to_have_value("28")
        expect(page.locator("[name=trump][value=E]")).to_be_checked()
        expect(page.locator("[name=note]")).to_have_value("Cards on the floor")
    expect(page.locator("#effect .own-scores")).to_be_visible()  # drawn for what was typed
    page.locator("[data-entry] button[type=submit]").click()
    expect(page.locator("[data-undo]")).to_be_visible()
    result = Result.objects.get()
    assert (result.ns_points, result.trump, result.note) == (44, "E", "Cards on the floor")


def test_what_a_form_was_made_from_is_kept_too(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    """Somebody who changed the result meanwhile is not overwritten unseen."""
    log_in(page, live_server, day.referee)
    page.goto(f"{live_server.url}/c/{day.slug}/manage/rounds/1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("44")
    day.enter(1, 1, 1, 30)
    speak(page, "es")
    expect(page.locator("[name=based_on]")).to_have_value("0")
    page.locator("[data-entry] button[type=submit]").click()
    expect(page.locator("[role=alert]").first).to_be_visible()
    assert Result.objects.count() == 1


def test_long_settings(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day.organiser)
    put_settings(day.stage, scale=Scale.ONE_TWO)
    page.goto(f"{live_server.url}/c/{day.slug}/manage/settings/")
    page.locator("[name=scale][value='0-100']").check()
    page.locator("[name=withdrawn][value=annul]").check()
    speak(page, "ca")
    expect(page.locator("[name=scale][value='0-100']")).to_be_checked()
    expect(page.locator("[name=withdrawn][value=annul]")).to_be_checked()


def test_the_preview_of_a_list(page: Page, live_server: LiveServer) -> None:
    championship = make_championship()
    log_in(page, live_server, organiser_of(championship))
    page.goto(f"{live_server.url}/c/{championship.slug}/manage/pairs/paste/")
    page.locator("[name=text]").fill("Anna;Blai\nCarme;")
    speak(page, "es")
    expect(page.locator("[name=text]")).to_have_value("Anna;Blai\nCarme;")
    page.locator("main button[type=submit]").first.click()
    page.locator("[name=player_2-1]").fill("Dídac")
    speak(page, "ca")
    expect(page.locator("[name=player_2-1]")).to_have_value("Dídac")
    assert not Championship.objects.get().contestants.exists()


def test_it_does_not_stay_for_whoever_comes_next(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    log_in(page, live_server, day.referee)
    url = f"{live_server.url}/c/{day.slug}/manage/rounds/1/tables/1/hands/1/"
    page.goto(url)
    wait_for_focus(page)
    page.keyboard.type("44")
    speak(page, "es")
    expect(page.locator("[name=ns_points]")).to_have_value("44")
    page.goto(url)
    expect(page.locator("[name=ns_points]")).to_have_value("")


def test_logged_out_meanwhile(page: Page, live_server: LiveServer) -> None:
    """Whoever logs in again finds the form as it was; once stored, nothing of it comes back."""
    championship = make_championship()
    organiser = organiser_of(championship)
    organiser.set_password("quatre botifarres")
    organiser.last_login = organiser.date_joined  # or a password of one's own is asked for
    organiser.save()
    log_in(page, live_server, organiser)
    address = f"{live_server.url}/c/{championship.slug}/manage/details/"
    place = page.locator("[name=place]")
    note = page.locator("[role=alert]").filter(has_text="Nothing has been stored yet.")

    def send() -> None:
        page.locator("main form:has([name=place]) button[type=submit]").click()

    page.goto(address)
    place.fill("Ateneu de Valls")
    page.context.clear_cookies(name="sessionid")
    send()
    for password in ("mistyped", "quatre botifarres"):
        page.locator("[name=username]").fill(organiser.username)
        page.locator("[name=password]").fill(password)
        page.keyboard.press("Enter")
        if password == "mistyped":
            expect(page.locator(".alert-danger")).to_be_visible()
    expect(place).to_have_value("Ateneu de Valls")
    expect(note).to_be_visible()

    send()
    expect(page).to_have_url(re.compile("/manage/$"))
    championship.refresh_from_db()
    assert championship.place == "Ateneu de Valls"
    page.goto(address)
    expect(note).to_have_count(0)


def test_nothing_is_sent_to_a_silent_site(page: Page, live_server: LiveServer) -> None:
    championship = make_championship()
    log_in(page, live_server, organiser_of(championship))
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.goto(f"{live_server.url}/c/{championship.slug}/manage/details/")
    page.locator("[name=place]").fill("Ateneu de Valls")
    page.evaluate("""() => {
      document.dispatchEvent(new Event("htmx:sendError"));
      document.querySelector("main form:has([name=place])").requestSubmit();
    }""")
    line = page.locator("[data-live-line]")
    expect(line).to_contain_text("nothing can be sent")
    assert not sent
    answered = """document.dispatchEvent(
      new CustomEvent("htmx:afterRequest", { detail: { xhr: { status: 204 } } }))"""
    page.evaluate(answered)
    expect(line).to_be_empty()
    page.locator("main form:has([name=place]) button[type=submit]").click()
    expect(page).to_have_url(re.compile("/manage/$"))
    championship.refresh_from_db()
    assert championship.place == "Ateneu de Valls"


def test_somebody_else_was_faster(page: Page, live_server: LiveServer) -> None:
    """The page shows what is stored now, and one's own is a click away; two clicks send once."""
    championship = make_championship()
    log_in(page, live_server, organiser_of(championship))
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.goto(f"{live_server.url}/c/{championship.slug}/manage/details/")
    place = page.locator("[name=place]")
    save = page.locator("main form:has([name=place]) button[type=submit]")
    place.fill("Ateneu de Valls")
    Championship.objects.update(name="Trofeu de Nadal")
    save.dblclick()
    expect(page.locator("[data-typed-offer]")).to_be_visible()
    assert len(sent) == 1
    expect(page.locator("[name=name]")).to_have_value("Trofeu de Nadal")
    expect(place).to_have_value(championship.place)
    page.locator("[data-typed-offer]").click()
    expect(place).to_have_value("Ateneu de Valls")
    save.click()
    expect(page).to_have_url(re.compile("/manage/$"))
    championship.refresh_from_db()
    assert (championship.name, championship.place) == ("Trofeu de Nadal", "Ateneu de Valls")
