"""Taps that were meant for what stood there before the page changed, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

pytestmark = pytest.mark.chromium

SCRIPT = Path(settings.BASE_DIR, "tournament/static/tournament/js/taps.js")

PAGE = """
<style>
  * { margin: 0; box-sizing: border-box }
  button, a { display: block; width: 200px; height: 60px; border: 0 }
</style>
<main>
  <p id="news" hidden style="height: 60px">A referee is coming.</p>
  <button data-act="first">1</button>
  <button data-act="second">2</button>
  <form action="/third/"><button name="agrees" value="yes">3</button></form>
  <a href="#fourth">4</a>
</main>
"""

HARNESS = """
window.isQuick = true;
const heard = [];
document.addEventListener("click", (event) => heard.push(event.target.textContent));
document.addEventListener("submit", (event) => event.preventDefault());
const news = document.getElementById("news");
const tell = (isTold = true) => { news.hidden = !isTold; };
// A tap on the middle of that row of the screen, `later` milliseconds from now.
const tap = (row, { later = 0, detail = 1 } = {}) => {
  const [clientX, clientY] = [100, row * 60 - 30];
  const event = new MouseEvent(
    "click", { bubbles: true, cancelable: true, detail, clientX, clientY });
  Object.defineProperty(event, "timeStamp", { value: performance.now() + later });
  document.elementFromPoint(clientX, clientY).dispatchEvent(event);
};
"""


@pytest.fixture
def heard(page: Page) -> Any:
    """Runs JavaScript on a page of four things to tap, and tells which of them were."""
    page.set_content(f"<script>{SCRIPT.read_text()}</script>{PAGE}")
    return lambda code: page.evaluate(f"async () => {{ {HARNESS} {code}; return heard; }}")


@pytest.mark.parametrize("row", [2, 3, 4])
def test_what_has_moved_under_the_thumb_is_not_tapped(heard: Any, row: int) -> None:
    assert heard(f"tell(); tap({row})") == []


def test_a_moment_later_it_is(heard: Any) -> None:
    assert heard("tell(); tap(3, { later: 500 })") == ["2"]


def test_nor_when_the_thumb_came_down_before(heard: Any) -> None:
    assert (
        heard("""
      window.dispatchEvent(new PointerEvent("pointerdown"));
      tell();
      tap(3, { later: 500 });
    """)
        == []
    )


def test_where_nothing_could_be_tapped_nothing_else_was_meant(heard: Any) -> None:
    assert heard("tell(); tap(5)") == ["4"]


def test_the_same_button_brought_anew_is_tapped(heard: Any) -> None:
    assert heard("document.body.innerHTML += ''; [1, 2, 3, 4].forEach((row) => tap(row))") == [
        *"1234"
    ]


def test_another_button_in_the_same_place_is_not(heard: Any) -> None:
    assert heard("""
      document.querySelector("[name=agrees]").value = "no";
      document.querySelector("[data-act=second]").dataset.of = "44 points";
      [2, 3, 1, 4].forEach((row) => tap(row));
    """) == ["1", "4"]


def test_each_change_counts(heard: Any) -> None:
    """A change counts also when it takes back what the one before brought."""
    assert heard("""
      tell();
      await null;  // the page learns of it
      tell(false);
      tap(2);
      tap(1);
    """) == ["1"]


def test_a_key_never_goes_astray(heard: Any) -> None:
    assert heard("tell(); tap(3, { detail: 0 })") == ["2"]


def test_what_an_own_tap_changes_is_tapped_at_once_but_not_on_the_same_spot(heard: Any) -> None:
    assert heard("""
      document.querySelector("[data-act=second]").addEventListener("click", () => tell());
      tap(2);
      tap(2);
      tap(4);
    """) == ["2", "3"]


def test_whoever_has_tapped_since_sets_out_anew(heard: Any) -> None:
    assert heard("""
      document.querySelector("[data-act=second]").addEventListener("click", () => tell());
      news.textContent = "A referee is here.";
      await null;
      tap(2);
      tap(4);
    """) == ["2", "3"]
