"""Score of a game is kept on a phone, hand by hand."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Seat, Side
from scoring.ordinary.games import GameRules
from scoring.ordinary.hands import HandRules, Multipliers, Revoke
from scoring.ordinary.sheets import SheetHand, play_sheet, sheet_text
from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tournament.models import Result
from tournament.results.kinds.game import GameTable
from tournament.results.kinds.points import kind_at
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.games import GAME_SWISS

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

SCRIPTS = Path(__file__).parents[2] / "tournament/static/tournament/js/table"


@pytest.fixture
def day() -> Day:
    championship = make_championship("Suís", format=GAME_SWISS)
    add_contestants(championship, 4)
    actor = actor_of(championship)
    stage = stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=1)
    publish_schedule(actor=actor, stage=stage)
    organiser = organiser_of(championship)
    day = Day(championship, stage, organiser, organiser, organiser)
    day.open(1)
    return day


def test_a_game_is_kept_from_its_first_hand_to_its_confirmation(
    nobody: TablePhone, day: Day
) -> None:
    pairs = day.match(1, 1).pairs
    phone = nobody.scan(day).hold(pairs.ns.number)
    page = phone.page
    told = page.locator('[data-slot="told"]')
    phone.button(re.compile("^Game")).tap()
    phone.tap("Hand by hand")
    expect(told).to_have_text("Who deals the first hand?")
    expect(phone.button("Write")).to_be_disabled()
    phone.tap("North", "botifarra", "6", "2", "Write")  # 26 above, twice
    expect(told).to_have_text(f"Hand 2: West deals, pair {pairs.ew.number} makes trumps.")
    # The pair itself revokes: it loses all it has.
    missing = page.locator('[data-slot="missing"]')
    phone.tap("revoke NS", "The time is over: finish the game")
    expect(missing).to_have_text("Write down the hand that is typed, or erase it.")
    phone.tap("Write")
    # Points that are typed meanwhile don't stand beside the sheet.
    phone.tap("Final points", "9", "Hand by hand")
    phone.tap("Take back the last hand")
    expect(phone.button("revoke NS")).to_have_attribute("aria-pressed", "true")
    phone.tap("revoke NS", "4", "0", "contro", "Write")
    # The page is loaded again: the sheet is still there.
    page.reload()
    expect(page.locator('[data-list="lines"] tr')).to_have_count(2)
    phone.tap("botifarra", "contro", "recontro", "5", "6")
    phone.tap("The time is over: finish the game")
    expect(missing).to_have_text("Write down the hand that is typed, or erase it.")
    phone.tap("Write")
    expect(told).to_have_text("The game is over: 220–0.")
    expect(page.locator(".phone-pad")).to_be_hidden()
    phone.tap("Next")
    phone.reads(f"Pair {pairs.ns.number} wins: 220–0")
    phone.tap("Yes, send it", "It's right")  # so far above 101 is asked about
    phone.reads("entered by NS, not confirmed yet")
    expect(page.locator(".phone-sheet-hand").locator("visible=true")).to_have_count(3)
    stands = Result.objects.get(is_current=True)
    assert (stands.game_ns, stands.game_ew) == (220, 0)
    assert stands.sheet == "N 62 botifarra; W 40 contro; S 56 botifarra recontro"


def test_a_sheet_is_typed_at_the_desk(page: Page, nobody: TablePhone, day: Day) -> None:
    client = english_client(day.organiser)
    cookies = [
        {"name": name, "value": cookie.value, "url": nobody.site}
        for name, cookie in client.cookies.items()
    ]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]  # a dict for each is enough
    page.goto(f"{nobody.site}/c/{day.slug}/manage/rounds/1/tables/1/hands/1/")
    page.get_by_text("Score sheet, given by a referee").click()
    page.get_by_label("Score sheet").fill("N 62 f\nW 32")
    page.get_by_role("button", name="Save").click()
    expect(
        page.get_by_text("The game was not over after hand 2. Had the time run out?")
    ).to_be_visible()
    page.get_by_label("Yes, it is right.").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Table 1: saved. NS 52")
    assert Result.objects.get(is_current=True).sheet == "N 62 botifarra; W 32"


def test_the_phone_reckons_as_the_server_does(page: Page, nobody: TablePhone) -> None:
    """Random sheets under random rules: the totals, and when a game is over."""
    nobody.page.goto(f"{nobody.site}/")
    source = (SCRIPTS / "score_sheet.js").read_text()
    plain = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    lots = random.Random(7)
    for _try in range(150):
        rules = GameRules(
            target=lots.choice([None, 60, 101]),
            hands=lots.choice([4, 8, 12]),
            extra_hands=lots.choice([0, 1, 2]),
            hand=HandRules(
                lots.choice([Multipliers(), Multipliers(2, 3, 5)]), revoke=lots.choice(list(Revoke))
            ),
        )
        sheet, games = [], play_sheet(rules, [])
        while games[-1].ended is None:
            sheet.append(_hand(lots))
            games = play_sheet(rules, sheet)
        given = [sheet_text(sheet[:count]) for count in range(len(sheet) + 1)]
        found = nobody.page.evaluate(
            f"""([sheets, limits]) => {{ {plain};
            return sheets.map((text) => {{
              const {{ totals, over }} = play(readSheet(text), limits);
              return [...totals, over, sheetText(readSheet(text)) === text];
            }}); }}""",
            [given, json.loads(json.dumps(kind_at(GameTable(rules)).limits))],
        )
        expected = [[*game.totals, game.ended is not None, True] for game in games]
        assert found == expected, (rules, given[-1])


def _hand(lots: random.Random) -> SheetHand:
    announcement = Announcement(
        lots.choice([None, None, Denomination.BOTIFARRA]), lots.choice(list(Double))
    )
    revoke = lots.choice([None] * 6 + list(Side))
    ns = lots.randint(20, 52)
    points = None if revoke else (ns, 72 - ns)
    return SheetHand(lots.choice(list(Seat)), points, announcement, revoke)
