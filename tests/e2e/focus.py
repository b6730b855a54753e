"""Keys go where the focus is, and a page that has just been opened has none yet."""

from __future__ import annotations

from playwright.sync_api import Page, expect

POINTS = "[name=ns_points]"


def wait_for_focus(page: Page, selector: str = POINTS) -> None:
    """Wait until this field has the focus and the page's script is there, so that keys can be
    pressed."""
    expect(page.locator(selector)).to_be_focused()
    page.wait_for_load_state()
