"""Somebody's phone in a real browser: scans a table's code, and taps what stands on the screen."""

from __future__ import annotations

import re
from types import TracebackType

from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.accessibility import PHONE
from tests.tournament.day import Day
from tests.tournament.links.addresses import link_address
from tournament.links.tokens import Place, PlaceKind

SUITS = {"O": "coins", "C": "cups", "E": "swords", "B": "batons", "botifarra": "botifarra"}

NEWS_UNDER_A_THUMB = """
([aimed, ask]) => new Promise((done) => {
  const box = document.querySelector(aimed).getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const there = () => document.elementFromPoint(clientX, clientY).closest("button");
  const said = () => there() && JSON.stringify([there().textContent, { ...there().dataset }]);
  const before = said();
  new MutationObserver((_changes, observer) => {
    if (!there() || said() === before) return;
    observer.disconnect();
    const how = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
    const hit = there().textContent.trim();
    window.isQuick = true;
    there().dispatchEvent(new MouseEvent("click", how));
    window.isQuick = false;
    done(hit);
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
  if (ask) new Function(ask)();
  setTimeout(() => done("no news in 20 seconds"), 20_000);
})
"""
"""A tap on the middle of what `aimed` finds, at the moment when news change the page; `ask` is run
to have them soon. The words of the button that was hit."""


def link_of(day: Day, table: int) -> str:
    """The address on the slip of a table."""
    row = day.championship.tables.get(number=table)
    return link_address(day.championship, Place(PlaceKind.TABLE, table, row.link_number))


class TablePhone:
    """A phone of 360 × 740 on a table; with `with`, whose end fails if a script of the page did."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.site = site
        self.context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        self.faults: list[str] = []
        self.page = self._tab()

    def __enter__(self) -> TablePhone:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.context.close()
        assert kind is not None or self.faults == []

    def _tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def scan(self, day: Day, table: int = 1) -> TablePhone:
        self.page.goto(f"{self.site}{link_of(day, table)}")
        return self

    def open_as(self, day: Day, pair: int) -> TablePhone:
        """Scan the card of a pair, which leads to its own page."""
        row = day.championship.contestants.get(number=pair)
        link = link_address(day.championship, Place(PlaceKind.PAIR, pair, row.link_number))
        self.page.goto(f"{self.site}{link}")
        return self

    def go(self, path: str) -> TablePhone:
        """An address of the site."""
        self.page.goto(f"{self.site}{path}")
        return self

    def close_tab(self) -> None:
        self.page.close()

    def open_tab(self, day: Day, table: int = 1) -> None:
        """The table's page once more, in a new tab."""
        self.page = self._tab()
        self.page.goto(f"{self.site}/c/{day.slug}/table/{table}/")

    def new_tab(self) -> TablePhone:
        """Open another tab of the phone, which from now on is the one that is tapped."""
        self.page = self._tab()
        return self

    def cut(self) -> None:
        """The network goes."""
        self.context.set_offline(True)

    def join(self) -> None:
        """The network is back."""
        self.context.set_offline(False)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def tap(self, *names: str) -> None:
        for name in names:
            self.button(name).tap()

    def hold(self, pair: int, *, goes_on: bool = False) -> TablePhone:
        """Say which pair holds the phone. Before the first result its hand opens by itself; the
        list of all is gone back to, unless somebody `goes_on`."""
        self.button(re.compile(rf"^Pair {pair} · (NS|EW)")).tap()
        screens = self.page.locator("[data-screen=entry], [data-screen=hands]")
        expect(screens.locator("visible=true").first).to_be_visible()
        if not goes_on and self.page.locator("[data-screen=entry]").is_visible():
            self.all_hands()
        return self

    def open_hand(self, deal: int) -> None:
        self.button(re.compile(rf"^Hand {deal} ")).tap()

    def type(self, points: int, trump: str = "E", *, contro: bool = False) -> None:
        """Fill in the hand that is open, and go on to its summary."""
        self.tap(SUITS[trump])
        if contro:
            self.button(re.compile("^contro Pair")).tap()
        self.tap(*str(points))
        if points < 8:  # after "44" or "8" no digit can follow: the summary opens by itself
            self.tap("Next")

    def enter(self, deal: int, points: int, trump: str = "E", *, contro: bool = False) -> None:
        self.open_hand(deal)
        self.type(points, trump, contro=contro)
        self.tap("Yes, send it")

    def all_hands(self) -> None:
        self.page.locator("[data-act=hands]").locator("visible=true").first.tap()

    def row(self, deal: int) -> Locator:
        """A hand in the list of all."""
        return self.button(re.compile(rf"^Hand {deal} "))

    def reads(self, text: str | re.Pattern[str]) -> None:
        """Check that a text stands on the screen, or soon will."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()

    def has_sent_everything(self) -> None:
        """Nothing waits any more."""
        expect(self.page.locator("[data-slot=waiting]")).to_be_hidden()
