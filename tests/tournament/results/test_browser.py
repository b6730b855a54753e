"""A referee's keyboard in a real browser: slips are entered without touching a mouse."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournament.day import Day, make_day
from tournament.models import Result, User

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    day = make_day()
    day.open(1)
    return day


def log_in(page: Page, live_server: LiveServer, user: User) -> None:
    """Give the browser the cookie of a session that is logged in."""
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])


@pytest.fixture
def rounds(page: Page, live_server: LiveServer, day: Day) -> str:
    """The address of the rounds, and a referee logged in."""
    log_in(page, live_server, day.referee)
    return f"{live_server.url}/c/{day.slug}/manage/rounds/"


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name"))


def checked(page: Page, name: str) -> str:
    return str(page.evaluate(f"document.querySelector('[name={name}]:checked').value"))


def test_a_slip_from_the_table_number_to_the_last_hand(page: Page, rounds: str, day: Day) -> None:
    page.goto(f"{rounds}1/")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    for typed, ew_points in (("40b", "32"), ("25f", "47"), ("44ex", "28"), ("36-", "36")):
        deal = page.url.rstrip("/").rpartition("/")[2]
        expect(page.locator("[name=ns_points]")).to_be_focused()
        page.wait_for_load_state()  # the field has the focus before the page's script is there
        page.keyboard.type(typed)
        expect(page.locator("[name=ew_points]")).to_have_value(ew_points)
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(re.compile(f"/{deal}/$"))
    results = Result.objects.filter(match__table__number=2).order_by("deal")
    assert list(results.values_list("ns_points", "trump", "double")) == [
        (40, "B", ""),
        (25, "botifarra", ""),
        (44, "E", "contro"),
        (36, "", ""),
    ]
    assert "/tables/1/hands/1/" in page.url


def test_scores_are_shown_while_one_types(page: Page, rounds: str, day: Day) -> None:
    day.enter(1, 2, 1, 40)
    page.goto(f"{rounds}1/tables/1/hands/1/")
    page.keyboard.type("30")
    effect = page.locator("#effect")
    expect(effect).to_contain_text("−6")
    expect(effect.locator("s").first).to_have_text("1.50")
    page.keyboard.press("f")
    expect(effect).to_contain_text("−12")
    assert checked(page, "trump") == "botifarra"
    assert not Result.objects.filter(match__table__number=1).exists()


def test_a_digit_typed_before_the_script_has_come_stays(page: Page, rounds: str) -> None:
    held: list[Route] = []
    page.route("**/entry*.js", lambda route: held.append(route))  # it marks the function
    page.goto(f"{rounds}1/tables/1/hands/1/", wait_until="commit")
    expect(page.locator("[name=ns_points]")).to_be_focused()
    page.keyboard.type("4")
    held[0].continue_()
    expect(page.locator("[name=ew_points]")).to_have_value("68")
    page.keyboard.type("0")
    expect(page.locator("[name=ns_points]")).to_have_value("40")
    expect(page.locator("[name=ew_points]")).to_have_value("32")


def test_two_figures_typed_by_hand_are_compared(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    page.keyboard.type("40")
    page.keyboard.press("Tab")
    page.keyboard.type("31")
    expect(page.locator("[name=ns_points]")).to_have_value("40")
    page.keyboard.press("Enter")
    expect(page.get_by_text("40 and 31 are 71 together").first).to_be_visible()
    assert focused(page) == "ew_points"
    page.keyboard.type("32")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands/2/")


def test_an_unlikely_result_takes_a_deliberate_key(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    page.keyboard.type("3")
    for _ in range(3):
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.get_by_text("Points of one side: only 3.")).to_be_visible()
        expect(page.locator("[name=sure]")).to_be_focused()
    assert not Result.objects.exists()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands/2/")
    assert Result.objects.get().ns_points == 3


def test_letters_are_only_letters_in_a_note(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    page.locator("main summary").press("Enter")
    page.locator("[name=note]").press_sequentially("fox")
    expect(page.locator("[name=note]")).to_have_value("fox")
    assert (checked(page, "trump"), checked(page, "double")) == ("", "")


def test_the_round_shows_what_another_referee_enters(page: Page, rounds: str, day: Day) -> None:
    page.goto(f"{rounds}1/")
    page.locator("#cell-2-4").focus()
    day.enter(1, 1, 1, 41)
    expect(page.locator("#cell-1-1")).to_contain_text("41", timeout=8000)
    assert page.evaluate("document.activeElement.id") == "cell-2-4"


def test_the_last_result_is_undone_by_a_key_outside_text_fields(
    page: Page, rounds: str, day: Day
) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    expect(page.locator("[name=ns_points]")).to_be_focused()
    page.wait_for_load_state()
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(page.locator("[data-undo]")).to_contain_text("hand 1")
    expect(page.locator("[name=ns_points]")).to_be_focused()
    page.keyboard.press("Control+z")  # belongs to what is typed
    expect(page.locator("[data-undo]")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("/hands/1/$"))
    expect(page.locator("[data-undo]")).to_have_count(0)
    versions = Result.objects.order_by("version").values_list("ns_points", "change_reason")
    assert [points for points, _why in versions] == [40, None]


def test_the_undo_is_on_the_screen_where_the_page_opens_at_a_table(
    page: Page, rounds: str, day: Day
) -> None:
    page.set_viewport_size({"width": 360, "height": 400})
    day.enter(1, 2, 4, 40)
    page.goto(f"{rounds}1/#table-2")
    page.wait_for_function("() => window.scrollY > 0")
    expect(page.locator("[data-undo] button")).to_be_in_viewport()
    table, line = (page.locator(one).bounding_box() for one in ("#table-2", "[data-undo]"))
    assert table
    assert line
    assert table["y"] >= line["y"] + line["height"]


def test_the_line_goes_when_its_time_is_over(page: Page, rounds: str, day: Day) -> None:
    page.clock.install()
    day.enter(1, 1, 1, 40)
    page.goto(f"{rounds}1/")
    expect(page.locator("[data-undo]")).to_be_visible()
    page.clock.run_for(121_000)
    expect(page.locator("[data-undo]")).to_have_count(0)


def test_a_question_mark_among_the_points_asks_for_help(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    page.wait_for_load_state()
    page.keyboard.type("40?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert focused(page) == "ns_points"
    expect(page.locator("[name=ns_points]")).to_have_value("40")
