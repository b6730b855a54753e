"""What `faint_texts` leaves out is nothing that axe would find, once a page's texts have passed."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.contrast import faint_texts

pytestmark = pytest.mark.chromium

PAGE = """<!DOCTYPE html><html lang="en"><title>Page</title>
<style>
  body { background: #fff; color: #222; margin: 0 }
  #bar { background: rgba(255, 255, 255, 0.5); width: 40em; height: 3em }
  #badge { background: #153; color: #eee; width: 20em; height: 2em }
  h2 { color: #888; font-size: 26px }
</style><style id="change"></style>
<h1>Twelve pairs</h1><h2>Round one</h2><div id="bar"><p id="text">Table and hand</p></div>
<div id="badge">closed</div><input id="field" value="forty"><div id="box"></div>"""
CHANGES = {
    "colour": "#text { color: #aaa }",
    "background": "#bar { background: #777 }",
    "background far out": "body { background: #000 }",
    "opacity": "#bar { opacity: 0.4 }",
    "size": "h2 { font-size: 16px }",
    "a layer's opacity": "body { opacity: 0.4 }",
    "no background": "#badge { background: none }",
    "field": "#field { color: #bbb }",
    "something under it": "#text { position: relative; z-index: 1 }"
    " #box { position: absolute; top: 0; width: 50em; height: 20em; background: #333 }",
}
ALL_TEXTS = """async () => (await axe.run({runOnly: ["color-contrast"], preload: false})).violations
  .flatMap(({nodes}) => nodes.map(({target}) => String(target)))"""


def test_every_change_that_axe_notices_is_noticed(page: Page) -> None:
    page.set_content(PAGE)
    page.evaluate(AXE_SCRIPT)
    assert faint_texts(page) == []
    sheet = page.locator("#change")
    for what, css in CHANGES.items():
        sheet.evaluate("(one, css) => { one.textContent = css }", css)
        faint = page.evaluate(ALL_TEXTS)
        assert faint, what
        assert sorted(faint_texts(page)) == sorted(faint), what
