"""Whether text stands out, as axe judges it: once for each way in which text is painted.

Axe works the colours of every text out anew on every page. That is most of what a look at a page
takes, though nearly every text is painted like one that it has judged. So the browser is asked for
all that its judgement depends on: the text's colour and shadow, whether it counts as large, and
from the text outwards the backgrounds, opacities and filters, and whether the text stays within
them. A text painted like one that axe has *passed* needs no judgement. All others go to axe, and
so does every text that something else than its own ancestors lies on or under.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

_PASSED: set[str] = set()
"""Ways of painting a text that axe has passed, on whichever page."""

# Texts without a letter or digit axe leaves out or is never sure of.
_TEXTS = r"""() => {
  const SIGNS = /^([\s\u2000-\u206f!-/:-@[-`{-~]*|[\s\u2190-\u23ff\u2500-\u27bf]*)$/;
  const CONTROLS = "select, textarea, input:not([type=hidden], [type=range], [type=color],"
    + " [type=checkbox], [type=radio], [type=image])";
  const PICTURES = "img, svg, canvas, video, iframe, meter, progress, input, select, textarea";
  const seen = new Map();
  const look = (one) => {
    if (!seen.has(one)) {
      const style = getComputedStyle(one);
      const colour = style.backgroundColor === "rgba(0, 0, 0, 0)" ? "" : style.backgroundColor;
      const image = style.backgroundImage === "none" ? "" : style.backgroundImage;
      const layer = [style.opacity, style.filter, style.mixBlendMode, style.zIndex < 0].join();
      seen.set(one, {
        style, box: one.getBoundingClientRect(),
        ground: colour + image, opaque: colour.startsWith("rgb("),
        layer: layer === "1,none,normal,false" ? "" : layer,
        paints: (colour || image || one.matches(PICTURES))
          && one.checkVisibility({visibilityProperty: true}),
      });
    }
    return seen.get(one);
  };
  const inside = (box, outer) => box.left >= outer.left - 1 && box.right <= outer.right + 1
    && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
  const meet = (a, b) => a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom;
  const all = [...document.body.querySelectorAll("*")].filter((one) => !one.closest("svg *"));
  const painted = all.filter((one) => look(one).paints);
  const range = document.createRange();
  const shownOf = (one) => {
    const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const control = one.matches(CONTROLS);
    if (!control && SIGNS.test(texts.map((node) => node.data).join(""))) return [];
    const {style, box: own} = look(one);
    const boxes = control ? [own]
      : texts.flatMap((node) => (range.selectNodeContents(node), [...range.getClientRects()]));
    const cut = style.overflowX === "visible" ? boxes : boxes.map((box) => ({
      left: Math.max(box.left, own.left), right: Math.min(box.right, own.right),
      top: Math.max(box.top, own.top), bottom: Math.min(box.bottom, own.bottom),
    }));
    return cut.filter((box) => box.right > box.left && box.bottom > box.top
      && box.right + scrollX > 0 && box.bottom + scrollY > 0);
  };
  const wayOf = (one, shown) => {
    if (painted.some((other) => !other.contains(one)
      && shown.some((text) => meet(text, look(other).box)))) return "";
    const {style} = look(one);
    const large = parseFloat(style.fontSize) * 0.75 >= (style.fontWeight >= 700 ? 14 : 18);
    const way = [style.color, style.webkitTextFillColor, style.webkitTextStroke, large];
    if (style.textShadow !== "none") way.push(style.textShadow, style.fontSize);
    let covered = false;
    for (let outer = one; outer; outer = outer.parentElement) {
      const {box, ground, layer, opaque} = look(outer);
      if (ground && !covered) {
        const within = shown.every((text) => inside(text, box));
        way.push(ground, within);
        covered = opaque && within;
      }
      if (layer) way.push(layer);
    }
    return way.join("; ");
  };
  const found = new Map();
  for (const one of [document.body, ...all]) {
    const shown = shownOf(one);
    if (!shown.length || !one.checkVisibility({visibilityProperty: true})) continue;
    let hidden = false;
    for (let outer = one; outer && !hidden; outer = outer.parentElement) {
      const {clip, position} = look(outer).style;
      hidden = clip === "rect(0px, 0px, 0px, 0px)" && position === "absolute";
    }
    if (hidden) continue;
    const way = wayOf(one, shown);
    found.set(way, [...(found.get(way) ?? []), one]);
  }
  return found;
}"""
"""Elements with text that is seen, by the way in which it is painted; "" is no way to remember."""
_JUDGED = """async ([found, ways]) => {
  const {violations, passes} = await axe.run({include: ways.flatMap((way) => found.get(way))}, {
    runOnly: ["color-contrast"], preload: false, elementRef: true,
    resultTypes: ["violations", "passes"],
  });
  const passed = new Set(passes.flatMap(({nodes}) => nodes.map(({element}) => element)));
  return [
    violations.flatMap(({nodes}) => nodes.map(({target}) => String(target))),
    ways.filter((way) => way && found.get(way).some((one) => passed.has(one))),
  ];
}"""


def faint_texts(page: Page) -> list[str]:
    """The texts of the page, with axe in it, that axe finds too faint, as selectors."""
    found = page.evaluate_handle(_TEXTS)
    ways = page.evaluate("(found) => [...found.keys()]", found)
    unjudged = [way for way in ways if way not in _PASSED]
    if not unjudged:
        return []
    judged: Any = page.evaluate(_JUDGED, [found, unjudged])
    faint, passed = judged
    _PASSED.update(passed)
    return list(faint)
