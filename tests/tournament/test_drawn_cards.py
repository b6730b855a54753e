"""The 48 cards as they are drawn: each there, with the breaks of its suit, and small."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from django.conf import settings

from scoring.game.cards import PACK, Suit
from tests.pictures.cards import drawing

FILE = Path(settings.BASE_DIR, "tournament/static/tournament/cards.svg")
BREAKS = {Suit.OROS: 0, Suit.COPES: 1, Suit.ESPASES: 2, Suit.BASTOS: 3}
SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_is_the_one_that_is_drawn() -> None:
    """If not: python3 -m tests.pictures cards."""
    assert FILE.read_text() == drawing()


def test_every_card_is_there_and_refers_to_what_is() -> None:
    parts = ElementTree.fromstring(FILE.read_text())
    names = [one.get("id") for one in parts.iter() if one.get("id")]
    assert len(names) == len(set(names))
    assert {f"card-{card}" for card in PACK} <= set(names)
    for use in parts.iter(f"{SVG}use"):
        assert use.get("href", "").removeprefix("#") in names


def test_the_line_is_broken_as_the_suit_wants_it() -> None:
    parts = ElementTree.fromstring(FILE.read_text())
    for card in PACK:
        (symbol,) = [one for one in parts.iter(f"{SVG}symbol") if one.get("id") == f"card-{card}"]
        uses = [use.get("href") for use in symbol.iter(f"{SVG}use")]
        assert f"#frame-{card.suit}" in uses
    for suit, breaks in BREAKS.items():
        (frame,) = [one for one in parts.iter(f"{SVG}g") if one.get("id") == f"frame-{suit}"]
        lines = [one.get("d", "") for one in frame.iter(f"{SVG}path")]
        assert [len(re.findall("m", line)) for line in lines] == [breaks, breaks]


def test_nothing_in_it_needs_a_style_or_a_font() -> None:
    text = FILE.read_text()
    assert not re.search(r"<style|style=|<text|<script|url\(", text)
    assert len(text.encode()) < 40_000
