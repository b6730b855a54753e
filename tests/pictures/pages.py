"""Pictures of pages: those of the guide, in Catalan, and the two in README."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock
from wsgiref.handlers import format_date_time

from tests.pictures.demonstration import LAST_CLOSED, OPEN, Demonstration
from tests.pictures.friendly import table_in_play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tournament.models import Stage

COLOURS = 48
MOST_BYTES = 60_000
README = Path("docs/standings.png")
OF_FORMATS = Path("docs")
TABLE_IN_PLAY = Path("docs/friendly-table.png")
DESK: ViewportSize = {"width": 960, "height": 600}
WIDE: ViewportSize = {"width": 1200, "height": 760}
PHONE: ViewportSize = {"width": 360, "height": 640}
SCREEN: ViewportSize = {"width": 1280, "height": 720}
HAND = 4 * OPEN
"""The last hand of the open round, not entered anywhere."""


def _nothing(_page: Page) -> None:
    """The page as it opens."""


def _typed(page: Page) -> None:
    """A result that is not stored yet, with what it would score."""
    page.get_by_text("copes").first.click()
    page.locator("[name=ns_points], [name=points]").first.fill("45")
    page.wait_for_timeout(700)


def _tapped(page: Page) -> None:
    """A table's phone: pair 1 holds it and has tapped trumps."""
    page.locator("[data-list=pairs] button").first.click()
    if page.locator("[data-screen=entry]").is_visible():  # the first hand has opened by itself
        page.locator("[data-act=hands]").locator("visible=true").first.click()
    page.locator("[data-list=hands] button").last.click()
    page.locator(".phone-suits button").nth(1).click()


@dataclass(frozen=True)
class Shown:
    """A page, its address, how large it is shown, and what is done on it first."""

    path: str
    size: ViewportSize
    before: Callable[[Page], None] = _nothing


_MANAGE = "/c/demo/manage"
PAGES: Mapping[str, Shown] = {
    "start": Shown(f"{_MANAGE}/", DESK),
    "schedule": Shown(f"{_MANAGE}/schedule/", WIDE),
    "wall": Shown("/c/demo/wall/", SCREEN),
    "papers": Shown(f"{_MANAGE}/papers/", DESK),
    "entry": Shown(f"{_MANAGE}/rounds/{OPEN}/tables/1/hands/{HAND}/", DESK, _typed),
    "desk": Shown(f"{_MANAGE}/desk/{OPEN}/", WIDE),
    "inbox": Shown(f"{_MANAGE}/inbox/", DESK),
    "ruling": Shown(
        f"{_MANAGE}/rulings/rounds/{LAST_CLOSED}/tables/2/hands/{4 * LAST_CLOSED}/", DESK
    ),
    "table": Shown("table 1", PHONE, _tapped),
    "pair": Shown("pair 1", PHONE),
    "score": Shown(f"/c/demo/hands/{4 * LAST_CLOSED}/pairs/1/", DESK),
    "standings": Shown("/c/demo/standings/", WIDE),
}
"""Every picture of the guide by its name. "table 1" and "pair 1" are links of places."""


def draw_pages(demo: Demonstration, formats: Mapping[str, Stage]) -> None:
    """A picture of each page in the guide's folder, and no other; and those of README, of the
    standings in some other formats too."""
    from tournament.guide.texts import PICTURES, chapters, pictures_in

    pictures = (one for chapter in chapters() for one in pictures_in(chapter.text))
    assert set(PAGES) == {one.attrs["src"] for one in pictures}
    PICTURES.mkdir(parents=True, exist_ok=True)
    with _served() as site, _browser() as browser, _stopped_clock(demo):
        context = _visitor(browser, site, "organitzacio", "ca")
        for name, shown in PAGES.items():
            picture = _small(_picture(context, site, demo, shown))
            assert len(picture) <= MOST_BYTES, f"{name}: {len(picture)} bytes"
            (PICTURES / f"{name}.png").write_bytes(picture)
        anybody = _visitor(browser, site, "", "en")
        wide: ViewportSize = {"width": 1200, "height": 900}
        README.write_bytes(_picture(anybody, site, demo, Shown("/c/demo/standings/", wide)))
        for name, stage in formats.items():
            of_format = Shown(f"/c/{stage.championship.slug}/standings/", wide)
            picture = _picture(anybody, site, demo, of_format)
            (OF_FORMATS / f"{name}.png").write_bytes(_small(picture))
        TABLE_IN_PLAY.write_bytes(table_in_play(anybody, site))
    for old in PICTURES.glob("*.png"):
        if old.stem not in PAGES:
            old.unlink()


@contextmanager
def _stopped_clock(demo: Demonstration) -> Iterator[None]:
    """For the site, and for the header by which a page that is kept for everybody asks the time."""
    sent = format_date_time(demo.now.timestamp())
    with (
        mock.patch("django.utils.timezone.now", return_value=demo.now),
        mock.patch("wsgiref.handlers.format_date_time", return_value=sent),
    ):
        yield


@contextmanager
def _served() -> Iterator[str]:
    """The site, while the pictures are taken; its address."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread

    thread = LiveServerThread("127.0.0.1", StaticFilesHandler)
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    assert thread.error is None, thread.error
    try:
        yield f"http://127.0.0.1:{thread.port}"
    finally:
        thread.terminate()


@contextmanager
def _browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    from tests.checks.machine import chromium
    from tests.conftest import CHROMIUM_OPTIONS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=list(CHROMIUM_OPTIONS)
        )
        yield browser
        browser.close()


def _visitor(browser: Browser, site: str, account: str, language: str) -> BrowserContext:
    """Somebody who reads that language, logged in where an account is named."""
    from tests.tournament.visitors import Visitors, Who
    from tournament.models import User

    context = browser.new_context(color_scheme="light", reduced_motion="reduce")
    cookies: list[Any] = [{"name": "django_language", "value": language, "url": site}]
    if account:
        session = Visitors({Who.ORGANISER: User.objects.get(username=account)})
        cookies += [
            {"name": "sessionid", "value": session.session(Who.ORGANISER), "url": site},
            {"name": "logged-in", "value": "1", "url": site},
        ]
    context.add_cookies(cookies)
    return context


def _picture(context: BrowserContext, site: str, demo: Demonstration, shown: Shown) -> bytes:
    page = context.new_page()
    page.clock.set_fixed_time(demo.now)
    page.set_viewport_size(shown.size)
    page.goto(site + _path(demo, shown.path), wait_until="networkidle")
    shown.before(page)
    page.mouse.move(0, 0)
    picture = page.screenshot(animations="disabled", caret="hide")
    page.close()
    return picture


def _path(demo: Demonstration, path: str) -> str:
    if path.startswith("/"):
        return path
    from tests.tournament.links.addresses import link_address
    from tournament.links.tokens import Place, PlaceKind

    kind, number = PlaceKind[path.split()[0].upper()], int(path.split()[1])
    championship = demo.stage.championship
    if kind is PlaceKind.TABLE:
        renewals = championship.tables.get(number=number).link_number
    else:
        renewals = championship.contestants.get(number=number).link_number
    return link_address(championship, Place(kind, number, renewals))


def _small(picture: bytes) -> bytes:
    from PIL import Image

    made = BytesIO()
    with Image.open(BytesIO(picture)) as whole:
        few = whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(made, "PNG", optimize=True)
    return made.getvalue()
