"""The picture of a friendly table in play: always the same hand, and the same cards played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 760}
SET_NUMBER = 7
ACTS = 7
"""What is done before the picture is taken, always the first that can be."""
CHOICES = "#play .practice-choices button:enabled, #play button.practice-card:enabled"


def table_in_play(context: BrowserContext, site: str) -> bytes:
    """A seat in the middle of a hand, bots at the three others."""
    from scoring.game.announcements import SantVicencRule
    from scoring.game.variants import PlayVariant
    from tournament.friendly.kinds import Played, Terms
    from tournament.friendly.services import NewTable, make_table

    terms = Terms(101, 4, PlayVariant.OBLIGADA, SantVicencRule.ALLOWED)
    table = make_table(new=NewTable(Played.HANDS, terms, SET_NUMBER), address="127.0.0.1")
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/friendly/{table.code}/")
    page.get_by_role("button", name="Sit South").click()
    page.get_by_role("button", name="Deal the cards").click()
    for act in range(1, ACTS + 1):
        page.locator(CHOICES).first.click()
        page.locator(f'#play .play[data-number="{act + 1}"]').wait_for()
        page.wait_for_timeout(500)  # sooner it were the second half of a double tap
    page.locator(CHOICES).first.wait_for()
    page.mouse.move(0, 0)
    picture = page.screenshot(animations="disabled", caret="hide")
    page.close()
    return picture
