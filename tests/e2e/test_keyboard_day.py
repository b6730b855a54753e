"""A small championship in a real browser, without a mouse: from the first account to the standings.

Only keys are pressed; what is reached is reached with Tab, as somebody does who can't use a mouse.
Pages that only an act leads to are looked at with axe on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.e2e.focus import wait_for_focus
from tests.e2e.outcome import rounded
from tests.e2e.plain_scores import Slip, standings
from tournament.models import Match

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

PASSWORD = "quatre botifarres"
PAIRS = (
    *("Àngela Puig; Blai Roca; Penya Gal·la", "Carme Serra; Dídac Tort"),
    *("Èlia Vila; Fèlix Camps", "Gal·la Bosch; Hug Durà"),
)
ROUNDS, TABLES = 2, 2
LETTERS = {
    "b": ("B", ""),
    "f": ("botifarra", ""),
    "o": ("O", ""),
    "c": ("C", ""),
    "e": ("E", ""),
    "x": ("", "contro"),
    "-": ("", ""),
}
"""What a key says of trumps and doubles."""
HAS_THE_FOCUS = "one => one === document.activeElement"


class Keyboard:
    """Somebody's hands on the keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []

    def reach(self, target: Locator) -> None:
        """Press Tab until `target` has the focus."""
        expect(target).to_have_count(1)
        for _ in range(150):
            if target.evaluate(HAS_THE_FOCUS):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} can't be reached on {self.page.url}")

    def press(self, name: str, *, role: str = "button", key: str = "Enter") -> None:
        """Reach a button, link … of this name and press it."""
        named = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        self.reach(named)
        self.page.keyboard.press(key)

    def follow(self, name: str) -> None:
        """Reach a link and go where it leads."""
        before = self.page.url
        self.press(name, role="link")
        expect(self.page).not_to_have_url(before)

    def follow_menu(self, menu: str, name: str) -> None:
        """Open one of the bar's menus, and go where a link in it leads."""
        before = self.page.url
        opened = self.page.locator("details[data-menu]", has_text=menu)
        self.reach(opened.locator("summary"))
        self.page.keyboard.press("Enter")
        self.reach(opened.get_by_role("link", name=name, exact=True))
        self.page.keyboard.press("Enter")
        expect(self.page).not_to_have_url(before)

    def type(self, label: str, text: str) -> None:
        """Reach the field with this label and type; a text that stands there is replaced."""
        labelled = self.page.get_by_label(re.compile(f"^{re.escape(label)}( required)?$"))
        self.reach(labelled.and_(self.page.locator("input, textarea")))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def look(self, what: str) -> None:
        """Have axe look at the page that is open."""
        self.faults += faults_of(self.page, what)

    def title(self, text: str) -> None:
        """Wait until the page with this heading is there."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(text)


def test_a_championship_without_a_mouse(page: Page, live_server: LiveServer) -> None:
    keyboard = Keyboard(page)
    page.goto(live_server.url)  # typed into the address bar
    make_account(keyboard)
    make_championship(keyboard)
    make_referee(keyboard)
    keyboard.follow_menu("Play", "Rounds")
    slips: list[Slip] = []
    for number in range(1, ROUNDS + 1):
        slips += play_round(keyboard, number)
    keyboard.follow("Standings")
    keyboard.title("Standings")
    rows = page.locator("table.standings tbody tr")
    shown = [row.locator("td, th").all_inner_texts() for row in rows.all()]
    assert [(row[0], row[1], row[3], row[4]) for row in shown] == [
        (str(line.rank), str(line.pair), rounded(line.mean, 3), rounded(line.total, 2))
        for line in standings(slips)
    ]
    assert not keyboard.faults, "\n".join(keyboard.faults)


def make_account(keyboard: Keyboard) -> None:
    keyboard.follow("Make the first account")
    keyboard.type("User name", "mireia")
    keyboard.type("Full name", "Mireia Font")
    keyboard.type("Password", PASSWORD)
    keyboard.type("Password, once more", "something else")
    keyboard.page.keyboard.press("Enter")
    expect(keyboard.page.get_by_text("The two passwords differ")).to_be_visible()
    keyboard.look("first organiser, refused")
    keyboard.type("Password", PASSWORD)
    keyboard.type("Password, once more", PASSWORD)
    keyboard.page.keyboard.press("Enter")
    keyboard.title("Championships")


def make_championship(keyboard: Keyboard) -> None:
    """From a name to sealed hands, following what the start page says comes next."""
    keyboard.follow("New championship")
    keyboard.follow("Duplicate, all play all")
    keyboard.type("Name", "Trofeu")
    keyboard.page.keyboard.press("Enter")
    keyboard.title("What comes next")
    keyboard.follow("Register pairs")
    keyboard.follow("Paste a list")
    keyboard.type("One pair on each line", "\n".join([*PAIRS, "Nobody else"]))
    keyboard.press("View it")
    keyboard.title("Check before you register")
    keyboard.look("preview")
    keyboard.press(
        "Leave all faulty lines out and register the others.", role="checkbox", key="Space"
    )
    keyboard.press(f"Register {len(PAIRS)} pairs")
    keyboard.title("Paste a list")  # with the line that was left out
    keyboard.follow("What comes next")
    keyboard.follow("Make the schedule")
    keyboard.type("Rounds", str(ROUNDS))
    keyboard.page.keyboard.press("Enter")
    keyboard.press("Publish the schedule")
    keyboard.title("What comes next")
    keyboard.follow("Make the hands")
    keyboard.press("Make the hands")
    keyboard.type("Salt", "Grossa 48912")
    keyboard.page.keyboard.press("Enter")
    expect(keyboard.page.get_by_text("The salt is saved.")).to_be_visible()


def make_referee(keyboard: Keyboard) -> None:
    keyboard.follow_menu("Prepare", "People")
    form = keyboard.page.locator("form[action$='/new/']")
    keyboard.reach(form.get_by_label("User name"))
    keyboard.page.keyboard.type("pau")
    keyboard.page.keyboard.press("Tab")
    keyboard.page.keyboard.type("Pau Grau")
    keyboard.page.keyboard.press("Enter")
    expect(keyboard.page.locator("#first-password")).to_be_visible()
    keyboard.look("first password")


def play_round(keyboard: Keyboard, number: int) -> list[Slip]:
    """Open it, type in the slips table after table, close it."""
    page = keyboard.page
    if number == 1:  # what that means is asked first
        keyboard.follow("Open… round 1")
        expect(page.get_by_role("button", name="Open round 1")).to_be_focused()
        page.keyboard.press("Enter")
    else:
        keyboard.press(f"Open round {number}")
    keyboard.title(f"Round {number}")
    wait_for_focus(page, "#table")
    page.keyboard.type("1")  # the pile of slips begins with table 1
    page.keyboard.press("Enter")
    slips = [enter_slip(keyboard, number) for _ in range(4 * TABLES)]
    expect(page.get_by_text("Every hand of the round has its result.")).to_be_visible()
    keyboard.follow(f"Close… round {number}")
    expect(page.get_by_role("button", name=f"Close round {number}")).to_be_focused()
    page.keyboard.press("Enter")
    keyboard.title(f"Round {number} is closed")
    return [slip for slip in slips if slip is not None]


def enter_slip(keyboard: Keyboard, number: int) -> Slip | None:
    """Type in the slip that the page asks for; None for a hand that was not played."""
    page = keyboard.page
    wait_for_focus(page)
    parts = urlsplit(page.url).path.split("/")
    table, deal = int(parts[-4]), int(parts[-2])
    match = Match.objects.get(round__number=number, table__number=table)
    points, letter = 24 + (7 * deal + 11 * table) % 26, "bfxoce-"[(deal + table) % 7]
    slip = Slip(deal, match.pairs.ns.number, match.pairs.ew.number, points, *LETTERS[letter])
    said = SPECIAL.get((deal, table), ordinary)(keyboard, slip)
    expect(page).not_to_have_url(re.compile(f"/tables/{table}/hands/{deal}/$"))
    return said


def ordinary(keyboard: Keyboard, slip: Slip) -> Slip:
    """Points, a letter, Enter."""
    (letter,) = (key for key, said in LETTERS.items() if said == (slip.trump, slip.double))
    keyboard.page.keyboard.type(f"{slip.ns_points}{letter}")
    keyboard.page.keyboard.press("Enter")
    return slip


def mistyped(keyboard: Keyboard, slip: Slip) -> Slip:
    """73 points first, then 37."""
    keyboard.page.keyboard.type("73")
    keyboard.page.keyboard.press("Enter")
    expect(keyboard.page.get_by_text("Points are a whole number").first).to_be_visible()
    keyboard.look("entry, refused")
    wait_for_focus(keyboard.page)
    keyboard.page.keyboard.press("Control+A")
    keyboard.page.keyboard.type("37")
    keyboard.page.keyboard.press("Enter")
    return Slip(slip.deal, slip.ns, slip.ew, 37)


def all_tricks(keyboard: Keyboard, slip: Slip) -> Slip:
    """The page asks once more."""
    keyboard.page.keyboard.type("72")
    keyboard.page.keyboard.press("Enter")
    expect(keyboard.page.get_by_text("One side made no points.")).to_be_visible()
    keyboard.look("entry, doubtful")
    wait_for_focus(keyboard.page, "[name=sure]")
    keyboard.page.keyboard.press("Space")
    keyboard.page.keyboard.press("Enter")
    return Slip(slip.deal, slip.ns, slip.ew, 72)


def rule_break(keyboard: Keyboard, slip: Slip) -> Slip:
    """By East–West, whatever points were made."""
    keyboard.reach(keyboard.page.locator("main summary"))
    keyboard.page.keyboard.press("Enter")
    keyboard.reach(keyboard.page.locator("[name=infraction]:checked"))
    keyboard.page.keyboard.press("ArrowRight")
    keyboard.page.keyboard.press("ArrowRight")
    keyboard.page.keyboard.press("Enter")
    return Slip(slip.deal, slip.ns, slip.ew, None, offenders="EW")


def not_played(keyboard: Keyboard, slip: Slip) -> None:
    """Time ran out: chosen by its first letters."""
    keyboard.reach(keyboard.page.locator("main summary"))
    keyboard.page.keyboard.press("Enter")
    chosen = keyboard.page.locator("[name=not_played_reason]")
    keyboard.reach(chosen)
    keyboard.page.keyboard.type("time")
    expect(chosen).to_have_value("time")
    keyboard.reach(keyboard.page.locator("button[type=submit].btn-primary"))
    keyboard.page.keyboard.press("Enter")


SPECIAL: dict[tuple[int, int], Callable[[Keyboard, Slip], Slip | None]] = {
    (1, 1): mistyped,
    (2, 1): all_tricks,
    (3, 2): rule_break,
    (6, 2): not_played,
}
"""By hand and table."""
