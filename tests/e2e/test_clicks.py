"""How many clicks and keys a day takes, counted in a real browser for fourteen pairs.

A field that has the focus, or stands in a form where another one has it, needs no click. The day is
the same in Catalan and English: the words on the pages are looked up where the site has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import PHONE
from tests.e2e.focus import wait_for_focus
from tests.e2e.test_accessibility import cookie
from tournament.models import Championship, Result, Round, RoundStatus

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
PASSWORD = "quatre botifarres"
PAIRS = "\n".join(
    [
        "Inscrits al trofeu",
        "1. Àngela Puig i Blai Roca (Penya Gal·la)",
        "2. Carme Serra - Dídac Tort 93 555 12 12",
        "3) Èlia Vila / Fèlix Camps",
        "• Gal·la Bosch & Hug Durà — Ateneu de Valls",
        "Iris Espriu y Jan Font",
        "Laia Grau + Martí Xirau",
        "Núria Pons – Oriol Ribes",
        "Pau Sala; Quim Tarrés; Club B",
        "Rosa Ubach i Santi Vidal",
        "Teresa Ximenes / Uriel Ytarte",
        "Victòria Zamora & Xènia Abad",
        "Yolanda Bru - Zoe Coll",
        "Aina Duran i Biel Esteve",
        "Clara Ferrer, David Gil",
    ]
)
IN_ONE_FORM = """one => document.activeElement === one
  || (document.activeElement?.form && document.activeElement.form === one.form)"""


class Mouse:
    """Somebody's hand on the mouse, the other one on the keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks: list[str] = []

    def click(self, target: Locator) -> None:
        """One click on what must be there and seen."""
        expect(target).to_be_visible()
        self.clicks.append(target.inner_text().strip() or target.input_value())
        target.click()

    def follow(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=True))

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))

    def type(self, label: str, text: str) -> None:
        """Write into the field with this label, with a click where it can't be tabbed to."""
        told = f"^{re.escape(label)}( {re.escape(pgettext('field', 'required'))})?$"
        labelled = self.page.get_by_label(re.compile(told))
        field = labelled.and_(self.page.locator("input, textarea"))
        expect(field).to_be_visible()
        if not field.evaluate(IN_ONE_FORM):
            self.clicks.append(label)
        field.fill(text)
        field.focus()


@pytest.fixture
def language(page: Page, live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[str]:
    """The language that was chosen on the laptop, which is that of the test's words too."""
    cookie(page, live_server, "django_language", request.param)
    with override(request.param):
        yield request.param


@pytest.mark.parametrize(
    ("size", "language"),
    [(LAPTOP, "en"), (PHONE, "ca"), (SCREEN, "en")],
    ids=["laptop-en", "phone-ca", "screen-en"],
    indirect=["language"],
)
def test_from_nothing_to_round_1_open(
    page: Page, live_server: LiveServer, size: ViewportSize, language: str
) -> None:
    page.set_viewport_size(size)
    page.goto(live_server.url)
    expect(page.locator("html")).to_have_attribute("lang", language)
    mouse = Mouse(page)
    make_account(mouse)
    mouse.clicks.clear()  # an account is made once in the life of a laptop
    make_championship(mouse)
    assert Championship.objects.get().contestants.count() == 14
    open_round_1(mouse)
    assert Round.objects.get(number=1).status == RoundStatus.OPEN
    assert len(mouse.clicks) <= 18, mouse.clicks
    clicks = len(mouse.clicks)
    typed = enter_table_1(mouse)
    points = (
        Result.objects.filter(is_current=True).order_by("deal").values_list("ns_points", "trump")
    )
    assert list(points) == [(40 + deal, "O") for deal in range(1, 5)]
    assert {len(keys) for keys in typed} == {4}
    assert len(mouse.clicks) == clicks


def make_account(mouse: Mouse) -> None:
    mouse.follow(_("Make the first account"))
    mouse.type(_("User name"), "mireia")
    mouse.type(_("Full name"), "Mireia Font")
    mouse.type(_("Password"), PASSWORD)
    mouse.type(_("Password, once more"), PASSWORD)
    mouse.page.keyboard.press("Enter")
    expect(mouse.page.get_by_role("link", name=_("New championship")).first).to_be_visible()


def make_championship(mouse: Mouse) -> None:
    """Fourteen pairs from a list as somebody wrote it, the schedule and the hands."""
    mouse.click(mouse.page.get_by_role("link", name=_("New championship"), exact=True).first)
    mouse.follow(_("Duplicate, all play all"))
    mouse.type(_("Name"), "Trofeu")
    mouse.press(_("Create the championship"))
    mouse.follow(_("Register pairs"))
    mouse.follow(_("Paste a list"))
    mouse.type(_("One pair on each line"), PAIRS)
    mouse.press(_("View it"))
    register = ngettext("Register %(good)s pair", "Register %(good)s pairs", 14) % {"good": 14}
    mouse.press(register)
    told = ngettext("%(count)d pair is registered.", "%(count)d pairs are registered.", 14)
    expect(mouse.page.get_by_text(told % {"count": 14}).first).to_be_visible()


def open_round_1(mouse: Mouse) -> None:
    """Follow what comes next, from one step to the next."""
    mouse.follow(_("What comes next"))
    mouse.follow(_("Make the schedule"))
    mouse.press(_("Make the schedule"))
    mouse.press(_("Publish the schedule"))
    mouse.follow(_("Make the hands"))
    mouse.press(_("Make the hands"))
    mouse.follow(_("What comes next"))
    mouse.follow(_("Open round %(number)d") % {"number": 1})
    of_round = _("round %(number)s") % {"number": 1}
    mouse.follow(f"{pgettext('round', 'Open…')} {of_round}")  # what that means is said first
    mouse.press(_("Open round %(number)s") % {"number": 1})
    expect(mouse.page.get_by_role("heading", level=1)).to_have_text(
        _("Round %(number)s") % {"number": 1}
    )


def enter_table_1(mouse: Mouse) -> list[list[str]]:
    """Four hands of a slip, by the keys alone; the keys of each hand."""
    page = mouse.page
    wait_for_focus(page, "#table")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    typed = []
    for deal in range(1, 5):
        expect(page).to_have_url(re.compile(f"/tables/1/hands/{deal}/$"))
        wait_for_focus(page)
        keys = [*f"{40 + deal}o", "Enter"]
        for key in keys:
            page.keyboard.press(key)
        typed.append(keys)
    expect(page).not_to_have_url(re.compile("/tables/1/"))
    return typed
