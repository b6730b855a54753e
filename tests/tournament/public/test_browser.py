"""What the small scripts do, in a real browser: the theme switch, finding a name, the wall."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.benchmarks.large import large_championship
from tests.tournament.day import Day, make_day
from tournament.models import Contestant, Player
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day() -> Day:
    return make_day(slug="day")


def test_the_browser_remembers_the_colours_one_chose(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    theme = "document.documentElement.dataset.bsTheme"
    page.goto(f"{live_server.url}/c/day/")
    assert page.evaluate(theme) == "light"
    page.get_by_role("button", name="Dark colours").press("Enter")
    assert page.evaluate(theme) == "dark"
    page.goto(f"{live_server.url}/c/day/pairs/")
    assert page.evaluate(theme) == "dark"
    expect(page.get_by_role("button", name="Dark colours")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Dark colours").click()
    page.emulate_media(color_scheme="dark")  # back to following the system
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")


def test_a_name_is_found_while_it_is_typed(page: Page, live_server: LiveServer, day: Day) -> None:
    page.goto(f"{live_server.url}/c/day/pairings/1/?by=name&find=nobody")
    people = page.locator("[data-find-text]:visible")
    expect(people).to_have_count(0)
    page.get_by_label("Find your name").fill("")
    expect(people).to_have_count(12)
    page.get_by_label("Find your name").fill("MARCAL 3")
    expect(people).to_have_count(1)
    expect(people).to_contain_text("Marçal 3")
    page.get_by_label("Find your name").fill("nobody")
    expect(page.get_by_text("Nobody of that name plays here.")).to_be_visible()


def test_a_table_is_found_while_a_name_is_typed(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.goto(f"{live_server.url}/c/day/pairings/1/")
    tables = page.locator(".match-card:visible")
    expect(tables).to_have_count(2)
    page.get_by_label("Find your name").press_sequentially("marcal 3")
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("Marçal 3")


def test_the_wall_shows_by_itself_what_happened(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    page.goto(f"{live_server.url}/c/day/pairings/?wall=1")
    assert page.evaluate("document.documentElement.dataset.bsTheme") == "dark"
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    Contestant.objects.filter(number=1).update(name="Els Manillaires")
    day.open(1)
    expect(page.get_by_text("Els Manillaires")).to_be_visible(timeout=8000)


def test_names_however_long_keep_the_standings_of_an_evening_on_one_screen(
    page: Page, live_server: LiveServer
) -> None:
    day = make_day(contestants=14, slug="wide")
    for player in Player.objects.filter(contestant__championship=day.championship):
        player.name = f"{player.name} {'Puigdomènech ' * 5}"[:59] + "x"
        player.save()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    page.goto(f"{live_server.url}/c/wide/wall/")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(14)
    bottom = page.evaluate("document.querySelector('tbody').getBoundingClientRect().bottom")
    assert bottom <= 720
    for name in ("Àngels 1 ", "Marçal 1 "):  # both players of a pair begin to be read
        expect(page.locator(".wall-name", has_text=name).first).to_be_in_viewport()


def test_a_long_wall_shows_everything_in_turns(page: Page, live_server: LiveServer) -> None:
    make_day(contestants=40, slug="long")
    page.clock.install()
    page.goto(f"{live_server.url}/c/long/pairings/1/?wall=1")
    seen: set[str] = set()
    for _ in range(8):
        rows = page.evaluate(
            """() => {
              const top = document.querySelector(".wall-head").getBoundingClientRect().bottom;
              return [...document.querySelectorAll("tbody tr")].filter((row) => {
                const box = row.getBoundingClientRect();
                return box.top >= top - 1 && box.bottom <= window.innerHeight + 1;
              }).map((row) => row.cells[0].innerText);
            }"""
        )
        seen |= set(rows)
        page.clock.run_for(10_000)
    assert seen == {str(table) for table in range(1, 21)}
    assert page.evaluate("window.scrollY") < page.evaluate("document.body.scrollHeight")


def test_a_wall_of_many_pairs_is_paused_and_turned_by_keys(
    page: Page, live_server: LiveServer
) -> None:
    large_championship(64, 2)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(f"{live_server.url}/c/large/wall/")

    def shown() -> list[str]:
        expect(page.locator("thead:visible")).to_have_count(
            0 if page.locator("svg.rank-lines").is_visible() else 2
        )
        return page.locator("tbody tr:visible .wall-key").all_inner_texts()

    first = shown()
    assert len(first) == 32
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 1080  # nothing has to be scrolled
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_have_text("Paused")
    page.clock.run_for(60_000)
    assert shown() == first
    page.keyboard.press("PageDown")
    second = shown()
    assert len(second) == 32
    assert second != first
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.rank-lines")).to_be_visible()
    page.keyboard.press("PageUp")
    assert shown() == second
    page.keyboard.press("Space")
    expect(page.locator(".wall-paused")).to_be_empty()
    page.clock.run_for(10_500)
    expect(page.locator("svg.rank-lines")).to_be_visible()
    page.clock.run_for(15_000)  # the picture stays longer
    expect(page.locator("svg.rank-lines")).to_be_visible()
    page.clock.run_for(11_000)
    assert shown() == first
