"""QR codes read back by another library than the one that makes them."""

from __future__ import annotations

import re

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from tournament.links.qr import QUIET, qr_modules, qr_svg, qr_terminal

ADDRESSES = [
    "http://192.168.1.10:8000/t/1-3-AbCdEfGhIjKlMn_-/",
    "https://botifarra.example/p/123456-100-AbCdEfGhIjKlMnOp/",
    "http://192.168.1.10:8000/",
]
SCALE = 4


def read(modules: list[list[bool]]) -> str:
    """What a reader makes of these modules, white around them."""
    side = len(modules) + 2 * QUIET
    image = Image.new("L", (side * SCALE, side * SCALE), 255)
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(modules, start=QUIET):
        for x, black in enumerate(row, start=QUIET):
            if black:
                left, top = x * SCALE, y * SCALE
                draw.rectangle((left, top, left + SCALE - 1, top + SCALE - 1), fill=0)
    (found,) = zxingcpp.read_barcodes(image)
    return str(found.text)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_modules_say_the_address(address: str) -> None:
    assert read([list(row) for row in qr_modules(address)]) == address


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_drawing_says_the_address(address: str) -> None:
    svg = qr_svg(address, "a code")
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert box
    assert box[1] == box[2]
    size = int(box[1]) - 2 * QUIET
    modules = [[False] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg):
        for column in range(int(x), int(x) + int(length)):
            modules[int(y) - QUIET][column - QUIET] = True
    assert read(modules) == address


def test_the_drawing_has_a_name_and_no_style_of_its_own() -> None:
    svg = qr_svg(ADDRESSES[0], 'Table "3" <b>')
    assert 'role="img" aria-label="Table &quot;3&quot; &lt;b&gt;"' in svg
    assert "style" not in svg


@pytest.mark.parametrize("colours", [False, True])
def test_the_terminals_blocks_say_the_address(colours: bool) -> None:
    """A letter stands for two modules, one above the other; what is drawn is light."""
    text = qr_terminal(ADDRESSES[0], colours=colours)
    lines = text.split("\n")
    if colours:
        assert all(line.startswith("\033[40;97m") and line.endswith("\033[0m") for line in lines)
        lines = [line.removeprefix("\033[40;97m").removesuffix("\033[0m") for line in lines]
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    rows: list[list[bool]] = []
    for line in lines:
        rows.append([not light[letter][0] for letter in line])
        rows.append([not light[letter][1] for letter in line])
    side = len(rows[0])
    assert read(rows[:side]) == ADDRESSES[0]
