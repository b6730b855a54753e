"""Sizes of targets and contrast of table heads, measured: what axe leaves open or can't decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import DESK, PHONE, colours
from tests.e2e.table_phone import TablePhone
from tests.e2e.test_navigation import log_in
from tests.tournament.day import Day, make_day
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

LEAST = 24
"""Pixels of a target, or of the distance to the next (WCAG 2.2, 2.5.8)."""
THUMB = 40
"""Pixels that every button has on which a table enters a hand."""
CONTRAST = 4.5
NARROW: ViewportSize = {"width": 320, "height": 640}
SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""
"""WCAG's spacing of text (1.4.12), as a user's own style sheet has it."""
PAGES = (
    *("/c/day/", "/c/day/standings/", "/c/day/schedule/", "/c/day/pairs/", "/c/day/hands/1/"),
    *("/c/day/manage/", "/c/day/manage/rounds/2/", "/c/day/manage/desk/2/", "/help/"),
    *("/c/day/manage/rounds/2/tables/1/hands/5/", "/c/day/manage/papers/", "/c/day/pairs/1/"),
    "/c/day/hands/1/play/",
)
MEASURE = """() => {
  const shown = [...document.querySelectorAll("a[href], button, input, select, summary, textarea")]
    .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
      && one.type !== "hidden" && !one.closest(".skip-link, .visually-hidden"));
  return shown.map((one) => {
    const label = one.labels && one.labels.length ? one.labels[0] : null;
    const boxes = [one, label].filter(Boolean).map((each) => each.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left));
    const top = Math.min(...boxes.map((box) => box.top));
    const style = getComputedStyle(one);
    const text = [...one.parentElement.childNodes].some(
      (each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim());
    return {
      name: (one.getAttribute("aria-label") || one.textContent || one.id || "").trim().slice(0, 40),
      x: left, y: top,
      width: Math.max(...boxes.map((box) => box.right)) - left,
      height: Math.max(...boxes.map((box) => box.bottom)) - top,
      inText: style.display === "inline" && text,
    };
  }).filter((one) => one.width > 1 && one.height > 1);
}"""
HEADS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const ground = (one) => {
    for (let each = one; each; each = each.parentElement) {
      const found = rgba(getComputedStyle(each).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255, 255];
  };
  return [...document.querySelectorAll("th, th a, caption")]
    .filter((one) => one.checkVisibility() && one.textContent.trim())
    .map((one) => ({name: one.textContent.trim().slice(0, 30),
      ink: rgba(getComputedStyle(one).color), ground: ground(one)}));
}"""


@pytest.fixture
def day() -> Day:
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


def too_small(targets: Sequence[dict[str, Any]]) -> list[str]:
    """Targets below 24 pixels with another one so near that their circles meet.

    Links in a sentence are excepted, as in the criterion.
    """
    middle = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2, one) for one in targets]
    found = []
    for x, y, one in middle:
        if one["inText"] or min(one["width"], one["height"]) >= LEAST - 0.5:
            continue
        others = [each for each in middle if each[2] is not one and not _around(each[2], one)]
        if any((x - a) ** 2 + (y - b) ** 2 < LEAST**2 for a, b, _each in others):
            found.append(f"{one['name']}: {one['width']:.0f} × {one['height']:.0f}")
    return found


def _around(outer: dict[str, Any], inner: dict[str, Any]) -> bool:
    """Whether a target lies inside another, which is then the one that is hit."""
    return bool(
        outer["x"] <= inner["x"]
        and outer["y"] <= inner["y"]
        and outer["x"] + outer["width"] >= inner["x"] + inner["width"]
        and outer["y"] + outer["height"] >= inner["y"] + inner["height"]
    )


def contrast(ink: Sequence[int], ground: Sequence[int]) -> float:
    """The ratio of two colours, by WCAG's formula."""
    light, dark = sorted((_luminance(ink), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[int]) -> float:
    parts = [one / 255 for one in colour[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_formula() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_small_and_near_targets_are_found() -> None:
    one = {"name": "a", "x": 0, "y": 0, "width": 16, "height": 16, "inText": False}
    assert too_small([one]) == []
    assert too_small([one, one | {"name": "b", "x": 18}]) == ["a: 16 × 16", "b: 16 × 16"]
    assert too_small([one, one | {"name": "b", "x": 30}]) == []


def test_targets_are_large_enough_or_far_apart(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    log_in(page, live_server, day)
    faults = []
    for path in PAGES:
        page.goto(live_server.url + path)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            targets = page.evaluate(MEASURE)
            assert len(targets) > 5, path
            faults += [f"{path} {size['width']}: {one}" for one in too_small(targets)]
    assert not faults, "\n".join(faults)


def test_keys_of_a_tables_phone_are_as_large_as_a_thumb(
    live_server: LiveServer, day: Day, nobody: TablePhone
) -> None:
    phone = nobody.scan(day)
    phone.hold(1)
    phone.open_hand(5)
    buttons = [one for one in phone.page.locator("main button").all() if one.is_visible()]
    assert len(buttons) > 15
    boxes = [box for one in buttons if (box := one.bounding_box())]
    pad = phone.page.locator(".phone-pad button, .phone-suits button, .phone-doubles button")
    keys = [box for one in pad.all() if (box := one.bounding_box())]
    assert min(min(box["width"], box["height"]) for box in keys) >= THUMB
    assert min(min(box["width"], box["height"]) for box in boxes) >= LEAST


def test_no_page_is_wider_than_a_narrow_screen(
    page: Page, live_server: LiveServer, day: Day
) -> None:
    """Neither as it is nor with spaced text."""
    log_in(page, live_server, day)
    page.set_viewport_size(NARROW)
    faults = []
    for path in (*PAGES, "/c/day/hands/1/replay/?trump=O"):
        page.goto(live_server.url + path)
        for text in ("as it is", "spaced"):
            if text == "spaced":
                # The page's policy lets no style in; one that the script adopts is as a user's own.
                page.evaluate(
                    """css => {
                      const sheet = new CSSStyleSheet();
                      sheet.replaceSync(css);
                      document.adoptedStyleSheets = [sheet];
                    }""",
                    SPACED,
                )
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > NARROW["width"]:
                faults.append(f"{path} {text}: {width}")
    assert not faults, "\n".join(faults)


def test_heads_of_tables_stand_out(page: Page, live_server: LiveServer, day: Day) -> None:
    log_in(page, live_server, day)
    faults, seen = [], 0
    for path in PAGES:
        page.goto(live_server.url + path)
        for scheme in ("light", "dark"):
            colours(page, scheme)
            heads = page.evaluate(HEADS)
            seen += len(heads)
            faults += [
                f"{path} {scheme}: {one['name']}: {ratio:.2f}"
                for one in heads
                if (ratio := contrast(one["ink"], one["ground"])) < CONTRAST
            ]
    assert seen > 100
    assert not faults, "\n".join(faults)
