"""How low a page's own content begins, under the head that all pages have."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize

from tests.e2e.accessibility import DESK, PHONE

WIDE: ViewportSize = {"width": 1366, "height": 768}
_FULL_HD: ViewportSize = {"width": 1920, "height": 1080}
_BEGINS = """() => [...document.querySelector("main").children]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.height > 0)[0]?.top"""
"""Where the first thing of a page's own begins."""


def low_content(page: Page, what: str) -> list[str]:
    """The windows in which the open page's content begins too low, a line each."""
    low = []
    for size, most in ((DESK, 130), (_FULL_HD, 130), (PHONE, 180)):
        page.set_viewport_size(size)
        begins = page.evaluate(_BEGINS)
        if begins is None or begins >= most:
            low.append(f"{what} {size['width']}: begins at {begins}")
    page.set_viewport_size(DESK)
    return low
