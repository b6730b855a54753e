"""The stylesheets keep to their layers, to few sizes and gaps, and to names of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

FOLDER = Path(settings.BASE_DIR, "tournament/static/tournament/css")
SHEETS = sorted(FOLDER.glob("*.css"))
TEXTS = {path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in SHEETS}
BASE = Path(settings.BASE_DIR)
MOST = 8
ORDER = ["bootstrap", "base", "primitives", "frame", "features", "paper"]
ABOUT_NOTHING = {
    *("bar", "cell", "chip", "count", "course", "find", "grid", "key", "laid", "legend", "mark"),
    *("match", "over", "played", "sign", "step", "sum", "table-row", "touch", "turn"),
}
"""Names that say nothing of their component; `.card-key` does, and so does `.keypad .key`."""


def values(*properties: str) -> set[str]:
    """What these properties are set to anywhere, word by word."""
    found: set[str] = set()
    for text in TEXTS.values():
        for name, value in re.findall(r"(?<![\w-])([a-z-]+):\s*([^;{}]+);", text):
            if name in properties or any(name.startswith(f"{one}-") for one in properties[1:]):
                found |= set(value.split()) if name != "font-size" else {value}
    return found


def test_there_are_few_sizes_of_text() -> None:
    sizes = values("font-size")
    assert all(re.fullmatch(r"var\(--text-\w+\)", size) for size in sizes), sizes
    assert len(sizes) <= MOST
    assert len(set(re.findall(r"--text-\w+(?=:)", "".join(TEXTS.values())))) <= MOST


def test_there_are_few_gaps() -> None:
    gaps = values("gap", "row-gap", "column-gap", "padding") - {"0"}
    odd = {gap for gap in gaps if not re.fullmatch(r"var\(--space-\d\)", gap)}
    assert not odd
    assert len(gaps) <= MOST
    assert len(set(re.findall(r"--space-\w+(?=:)", "".join(TEXTS.values())))) <= MOST


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_stands_in_a_layer(name: str) -> None:
    outside = TEXTS[name]
    while (shorter := re.sub(r"\{[^{}]*\}", "", outside)) != outside:
        outside = shorter
    layers = re.findall(r"@layer (\w+)\s*(?=$|@)", outside.replace("\n", " ").strip() + " ")
    if name == "site.css":
        assert f"@layer {', '.join(ORDER)};" in outside
        assert "layer(bootstrap);" in outside
    else:
        assert layers
        assert set(layers) <= set(ORDER)
        assert not re.sub(r"@layer \w+", "", outside).strip()


@pytest.mark.parametrize("name", TEXTS)
def test_no_rule_needs_two_browsers_at_once(name: str) -> None:
    """A browser drops a rule of which it doesn't know one selector."""
    heads = re.findall(r"([^{};]+)\{", TEXTS[name])
    assert not [head for head in heads if len(set(re.findall(r"::(-[a-z]+)-", head))) > 1]


@pytest.mark.parametrize("name", TEXTS)
def test_no_rule_is_for_a_name_about_nothing(name: str) -> None:
    heads = re.findall(r"([^{};]+)\{", TEXTS[name])
    first = {
        match[1]
        for head in heads
        for selector in head.split(",")
        if (match := re.match(r"\s*\.([\w-]+)", selector))
    }
    assert not first & ABOUT_NOTHING


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_is_about_one_thing(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 320


def used_names() -> tuple[set[str], re.Pattern[str]]:
    """Return the words that may be classes in templates, scripts and Python, and the shapes of
    classes that are put together from parts (`hand-mark-{{ mark }}`)."""
    templates = [path.read_text() for path in BASE.glob("templates/**/*.html")]
    code = [path.read_text() for path in FOLDER.parent.glob("js/**/*.js")]
    code += [path.read_text() for path in BASE.glob("tournament/**/*.py")]
    attributes = re.findall(
        r'class="((?:\{%.*?%\}|\{\{.*?\}\}|[^"])*)"', "".join(templates), re.DOTALL
    )
    blocks = re.findall(r"block (?:\w+_class|container) %\}([^{]*)", "".join(templates))
    blocks += re.findall(r'\{% drawing \S+ "([^"]*)"', "".join(templates))
    strings = re.findall(r"""["'`]([^"'`\n]*)(?=["'`])""", "".join(code))
    held = re.sub(r"\{%.*?%\}", " ", " ".join((*attributes, *blocks, *strings)))
    put_together = set(re.findall(r"[\w-]*(?:\$?\{+[^{}]+\}+[\w-]*)+", held))
    parts = [re.split(r"\$?\{+[^{}]+\}+", one) for one in put_together]
    shapes = {r"[\w-]+".join(map(re.escape, one)) for one in parts if one[0].endswith("-")}
    return set(re.findall(r"[A-Za-z_][\w-]*", held)), re.compile("|".join(sorted(shapes)))


def test_every_class_of_a_sheet_stands_on_some_page() -> None:
    words, shapes = used_names()
    heads = " ".join(re.findall(r"([^{};]+)\{", "".join(TEXTS.values())))
    named = set(re.findall(r"\.([A-Za-z_][\w-]*)", heads)) - {"css"}
    assert len(named) > 400
    assert not sorted(name for name in named if name not in words and not shapes.fullmatch(name))
