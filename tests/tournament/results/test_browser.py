"""A referee's keyboard in a real browser: slips are entered without touching a mouse."""

import re
import time

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.focus import wait_for_focus
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
    wait_for_focus(page, "#table")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    for typed, ew_points in (("40b", "32"), ("25f", "47"), ("44ex", "28"), ("36-", "36")):
        deal = page.url.rstrip("/").rpartition("/")[2]
        wait_for_focus(page)
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
    wait_for_focus(page)
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
    wait_for_focus(page)
    page.keyboard.type("40")
    page.keyboard.press("Tab")
    page.keyboard.type("31")
    expect(page.locator("[name=ns_points]")).to_have_value("40")
    page.keyboard.press("Enter")
    expect(page.locator("form .field-errors")).to_have_text(
        "40 and 31 are 71 together; they must be 72."
    )
    wait_for_focus(page, "[name=ew_points]")
    page.keyboard.type("32")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands/2/")


def test_an_unlikely_result_takes_a_deliberate_key(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("3")
    for _ in range(3):
        with page.expect_response("**/hands/1/"):
            page.keyboard.press("Enter")
        expect(page.get_by_text("Points of one side: only 3.")).to_be_visible()
        expect(page.locator("[name=sure]")).to_be_focused()
    assert not Result.objects.exists()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands/2/")
    assert Result.objects.get().ns_points == 3


def slow(page: Page, seconds: float = 1.5) -> None:
    """Let the server answer so late to every result that is sent."""

    def late(route: Route) -> None:
        if route.request.method == "POST":
            time.sleep(seconds)
        route.continue_()

    page.route("**/hands/*/", late)


def entered() -> list[tuple[int, int, int | None, str, str]]:
    """Table, hand and what was stored there, in the order of entry."""
    rows = Result.objects.filter(is_current=True).order_by("entered_at")
    return list(rows.values_list("match__table__number", "deal", "ns_points", "trump", "double"))


@pytest.mark.promise
def test_what_is_typed_while_the_server_is_slow_goes_to_the_next_hands(
    page: Page, rounds: str
) -> None:
    slow(page)
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("40b\n25f\n\n4\b44ex\n36-\n30o")  # at once, over the end of a table
    page.wait_for_url("**/tables/2/hands/1/")
    expect(page.locator("[name=ns_points]")).to_have_value("30")
    expect(page.locator("[name=ew_points]")).to_have_value("42")
    assert checked(page, "trump") == "O"
    assert entered() == [
        (1, 1, 40, "B", ""),
        (1, 2, 25, "botifarra", ""),
        (1, 3, 44, "E", "contro"),
        (1, 4, 36, "", ""),
    ]
    expect(page.locator("#effect")).to_contain_text("−6")  # what it scores follows too
    page.go_back()
    expect(page).to_have_url(re.compile("/tables/1/hands/4/$"))
    expect(page.locator("[name=ns_points]")).to_have_value("36")


@pytest.mark.promise
@pytest.mark.parametrize("every", [20, 60])
def test_no_key_is_lost_whenever_the_answer_comes(page: Page, rounds: str, every: int) -> None:
    slow(page, 0.3)
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("40b\n41o\n42c\n43e\n44f\n45x\n46r\n", delay=every)
    page.wait_for_url("**/tables/2/hands/4/")
    assert [one[:3] for one in entered()] == [
        *((1, deal, 39 + deal) for deal in (1, 2, 3, 4)),
        *((2, deal, 43 + deal) for deal in (1, 2, 3)),
    ]


@pytest.mark.promise
def test_nothing_that_was_typed_ahead_goes_into_another_hand(
    page: Page, rounds: str, day: Day
) -> None:
    slow(page, 0.8)
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("73\n40b\n")  # refused: what follows was meant for hand 2
    expect(page.locator("[data-typed-lost]")).to_be_visible()
    expect(page.locator("[name=ns_points]")).to_have_value("73")
    assert entered() == []
    page.keyboard.press("Control+A")
    page.keyboard.type("37\n")
    day.enter(1, 1, 2, 50)  # somebody else is faster
    page.keyboard.type("41b\n")
    page.wait_for_url("**/tables/1/hands/3/")
    expect(page.locator("[data-typed-lost]")).to_be_visible()
    expect(page.locator("[name=ns_points]")).to_have_value("")
    assert {one[:3] for one in entered()} == {(1, 1, 37), (1, 2, 50)}


def test_the_last_hand_and_another_answer_are_as_without_a_script(
    page: Page, rounds: str, day: Day
) -> None:
    day.enter_whole_round(1)
    Result.objects.filter(match__table__number=1, deal__in=(2, 4)).delete()
    page.goto(f"{rounds}1/tables/1/hands/2/")
    # The site's answer for everybody who has been logged out, or while it is busy.
    page.route("**/hands/2/", lambda route: route.fulfill(body="<h1>Another page</h1>"))
    wait_for_focus(page)
    page.keyboard.type("40b\n41")
    expect(page.get_by_text("Another page")).to_be_visible()
    page.unroute("**/hands/2/")
    page.goto(f"{rounds}1/tables/1/hands/4/")
    wait_for_focus(page)
    page.keyboard.type("40b\n")
    page.wait_for_url("**/tables/1/hands/2/")
    wait_for_focus(page)
    expect(page.locator("[name=ns_points]")).to_have_value("")
    page.keyboard.type("41b\n")
    page.wait_for_url("**/rounds/1/")


def test_a_hand_that_was_undone_is_entered_and_undone_again(page: Page, rounds: str) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("40b\n41o\n42c\n")
    page.wait_for_url("**/tables/1/hands/4/")
    bar = page.locator("[data-undo]")
    expect(bar).to_contain_text("hand 3")
    bar.get_by_role("button").click()
    page.wait_for_url("**/tables/1/hands/3/")
    expect(bar).to_have_count(0)  # hand 2 stays
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    page.locator("[name=ns_points]").focus()
    page.keyboard.type("42c\n")
    page.wait_for_url("**/tables/1/hands/4/")
    expect(bar).to_contain_text("hand 3")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    page.wait_for_url("**/tables/1/hands/3/")
    expect(page.get_by_text("hand 3: undone")).to_be_visible()
    assert [one[:3] for one in entered()] == [(1, 1, 40), (1, 2, 41), (1, 3, None)]


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


def test_the_last_result_is_undone_by_a_key_unless_something_is_typed(
    page: Page, rounds: str, day: Day
) -> None:
    page.goto(f"{rounds}1/tables/1/hands/1/")
    wait_for_focus(page)
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(page.locator("[data-undo]")).to_contain_text("hand 1")
    wait_for_focus(page)
    page.keyboard.type("4")
    page.keyboard.press("Control+z")  # belongs to what is typed
    page.keyboard.press("Control+z")  # … and was typed
    expect(page.locator("[data-undo]")).to_be_visible()
    page.reload()
    wait_for_focus(page)
    page.keyboard.press("Control+z")  # where nothing is typed
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
    wait_for_focus(page)
    page.keyboard.type("40?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert focused(page) == "ns_points"
    expect(page.locator("[name=ns_points]")).to_have_value("40")
