"""A round that is open, the phone that lies on its first table, and the scripts of its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route

from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone
from tournament.models import Match

SCRIPTS = Path(settings.BASE_DIR) / "tournament/static/tournament/js/table"
NOWHERE = "http://phone.invalid"
KEPT = """
class Kept {  // a storage as browsers have it
  constructor() { this.map = new Map(); }
  get length() { return this.map.size; }
  key(index) { return [...this.map.keys()][index]; }
  getItem(name) { return this.map.has(name) ? this.map.get(name) : null; }
  setItem(name, value) { this.map.set(name, String(value)); }
  removeItem(name) { this.map.delete(name); }
}
const NAMES = ["dealt_hand", "drafts", "hands", "outbox", "storage", "words"];
const [hand, drafts, hands, { Outbox, Turn }, { Storage }, words] = await Promise.all(
  NAMES.map((name) => import(`/${name}.js`)));
const { dealtHand } = hand;
const { Drafts } = drafts;
const storage = new Storage(new Kept());
const outbox = new Outbox(storage, "cup");
const entry = (points, more = {}) => outbox.add({
  what: "entries", kind: "dealt-hand", path: "/t/entries/",
  body: { match: 7, hand: 1, side: "NS", based_on: 0, points, trump: "E", double: "",
          asked: false, ...more },
});
const confirm = (after) => outbox.add({
  what: "confirmations", kind: "dealt-hand", path: "/t/confirmations/", after,
  body: { match: 7, hand: 1, side: "EW", version: 0 },
  content: { points: 44, trump: "E", double: "" },
});
const said = () => outbox.items().map((one) => [one.what, one.body.points, one.state]);
"""


def an_open_day() -> Day:
    day = make_day()
    day.open(1)
    return day


day_once = made_once(an_open_day)
day = own_copy("day_once")


@pytest.fixture
def phone(day: Day) -> Phone:
    return Phone.at_table(day, 1)


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Any]:
    """Runs JavaScript with the phone's modules, in a page that no server answers."""
    page: Page = browser.new_page()
    page.route(f"{NOWHERE}/**", _answer_by_a_module)
    page.goto(f"{NOWHERE}/")
    yield lambda code: page.evaluate(f"async () => {{ {KEPT} {code} }}")
    page.close()


def _answer_by_a_module(route: Route) -> None:
    name = route.request.url.removeprefix(f"{NOWHERE}/")
    if name:
        route.fulfill(path=SCRIPTS / name, content_type="text/javascript")
    else:
        route.fulfill(body="<!DOCTYPE html>", content_type="text/html")
