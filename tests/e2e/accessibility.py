"""Looking at a page as axe does, in light and in dark colours, and at a phone's width."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 720}
_PLAIN = {"preload": False, "resultTypes": ["violations"]}
"""Without copies of our stylesheets, which axe would put into the page against its policy."""
_EVERYTHING = {
    **_PLAIN,
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "rules": {"target-size": {"enabled": True}},
}
"""WCAG 2.2 up to level AA, with its size of targets (which axe leaves out by itself)."""
_COLOURS = {**_PLAIN, "runOnly": ["color-contrast", "link-in-text-block"]}
"""What can differ once everything else has been looked at in other colours."""

_VIOLATIONS = """async (options) => (await axe.run(options)).violations
  .map(({id, nodes}) => [id, nodes.map(({target}) => String(target))])"""
"""What goes back from the page of all that axe finds: rules, and where they are broken."""


def faults_of(page: Page, what: str) -> list[str]:
    """What is wrong with the page that is open, a line each; `what` says which page it is."""
    page.wait_for_load_state()  # a click ends when the next page is on its way
    colours(page, "light")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults = _axe(page, _EVERYTHING, f"{what} (light)")
    colours(page, "dark")
    faults += _axe(page, _COLOURS, f"{what} (dark)")
    if page.evaluate("document.documentElement.classList.contains('wall')"):
        return faults  # for a projector
    page.set_viewport_size(PHONE)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    if width > 0:
        faults.append(f"{what}: {width} pixels wider than a phone: {_widest(page)}")
    page.set_viewport_size(DESK)
    return faults


def colours(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Show the page in these colours, of which its script hears with the next frame."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # none on their way
    page.evaluate("new Promise(requestAnimationFrame)")


def _axe(page: Page, options: dict[str, Any], what: str) -> list[str]:
    found: Any = page.evaluate(_VIOLATIONS, options)
    return [f"{what}: {rule}: {', '.join(targets)}" for rule, targets in found]


def _widest(page: Page) -> Any:
    """The elements that stick out at the right, the innermost last."""
    return page.evaluate(
        """() => [...document.querySelectorAll("main *, header *, footer *")]
          .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
          .map((one) => one.tagName.toLowerCase() + "." + one.className).slice(-3)"""
    )
