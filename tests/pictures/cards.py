"""Draws the 48 cards: `static/tournament/cards.svg`.

A card is 100 wide and 156 high. As on all Spanish cards the line around it is broken at the top and
at the bottom: once for cups, twice for swords, three times for batons (the *pinta*), and not for
coins. Everything here was drawn for this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoring.game.cards import PACK, Card, Rank, Suit

FILE = Path(__file__).parents[2] / "tournament/static/tournament/cards.svg"

INK, IVORY, EDGE = "#20242a", "#fffdf6", "#8b8472"
SKIN, HAIR, STEEL, HORSE = "#f2cda6", "#6b4423", "#d5e3ee", "#efe3cc"
GOLD, RED, BLUE, GREEN, BROWN = "#e3ab24", "#b8291f", "#2263a5", "#2f7f3d", "#8d5b2c"

MAIN = {Suit.OROS: GOLD, Suit.COPES: RED, Suit.ESPASES: BLUE, Suit.BASTOS: GREEN}
SECOND = {Suit.OROS: RED, Suit.COPES: BLUE, Suit.ESPASES: RED, Suit.BASTOS: GOLD}
FIGURES = {Rank.JACK: "sota", Rank.HORSE: "cavall", Rank.KING: "rei"}
BREAKS = {Suit.OROS: 0, Suit.COPES: 1, Suit.ESPASES: 2, Suit.BASTOS: 3}

GLYPHS = {
    "0": "M6 1.5C-.6 1.5-.6 18.5 6 18.5S12.6 1.5 6 1.5Z",
    "1": "M2 5.5 7 1.5V18.5",
    "2": "M1.5 6C1.5-.3 11-.3 11 5.5C11 10 3.5 13 1.5 18.5H11.5",
    "3": "M1.5 3.5C4-.3 10.5.5 10.5 5.5C10.5 9 7.5 9.6 5 9.6C8 9.6 11 10.5 11 14C11 19.6 3 20 1 16",
    "4": "M8.7 18.5V1.5L1 13.2H11.7",
    "5": "M10.5 1.5H3L2.2 9C5.5 6.7 11 7.7 11 13C11 19.6 3.2 20 1 16.2",
    "6": "M10 2.3C5 .3 1.5 5 1.5 12.3C1.5 20.6 11 20.2 11 13.4C11 7.2 2.8 6.9 1.7 13",
    "7": "M1.2 1.5H11L4.8 18.5",
    "8": "M6 9.6C.2 8.4 1 1.5 6 1.5S11.8 8.4 6 9.6C-.6 11 .2 18.5 6 18.5S12.6 11 6 9.6Z",
    "9": "M2 17.7C7 19.7 10.5 15 10.5 7.7C10.5-.6 1-.2 1 6.6C1 12.8 9.2 13.1 10.3 7",
}
"""Figures, 12 wide and 20 high, to be drawn with a thick line."""

PIPS = {
    Suit.OROS: (
        f'<circle r="46" fill="{GOLD}" stroke="{INK}" stroke-width="6"/>'
        f'<circle r="31" fill="#f8dc86" stroke="{INK}" stroke-width="4"/>'
        f'<path fill="{RED}" d="M0-24 6-8.5 21-12 12.5 0 21 12 6 8.5 0 24-6 8.5-21 12-12.5 0'
        '-21-12-6-8.500Z"/>'
    ),
    Suit.COPES: (
        f'<path fill="{RED}" stroke="{INK}" stroke-width="6" stroke-linejoin="round" d="M-37-42H37'
        'C42-6 25 9 7 14V27C8 33 27 33 29 45H-29C-27 33-8 33-7 27V14C-25 9-42-6-37-42Z"/>'
        f'<path fill="{GOLD}" stroke="{INK}" stroke-width="4" d="M-38-30H38Q38-20 35-14H-35Q-38-20'
        '-38-30Z"/>'
        f'<path fill="none" stroke="{GOLD}" stroke-width="5" d="M-13 20H13"/>'
    ),
    Suit.ESPASES: (
        f'<path fill="{STEEL}" stroke="{INK}" stroke-width="5.5" stroke-linejoin="round" '
        'd="M0-49 14-33 10 17H-10L-14-33Z"/>'
        f'<path fill="none" stroke="{BLUE}" stroke-width="6" d="M0-33V12"/>'
        f'<path fill="{BROWN}" stroke="{INK}" stroke-width="4.5" d="M-6 24H6V42H-6Z"/>'
        f'<path fill="{BLUE}" stroke="{INK}" stroke-width="5" stroke-linejoin="round" '
        'd="M-30 9Q-22 18 0 16Q22 18 30 9Q35 18 28 25Q14 30 0 28Q-14 30-28 25Q-35 18-30 9Z"/>'
        f'<circle cy="42" r="8" fill="{GOLD}" stroke="{INK}" stroke-width="4.5"/>'
    ),
    Suit.BASTOS: (
        f'<path fill="{GREEN}" stroke="{INK}" stroke-width="5.5" stroke-linejoin="round" d="M-20-36'
        "C-20-53 20-53 20-36L19-23C28-22 28-9 18-9L15 4C22 6 21 18 12 17L8 44Q0 52-8 44L-11 28"
        'C-20 28-21 16-14 14L-17-4C-28-5-29-19-19-20Z"/>'
        f'<ellipse cy="-37" rx="12" ry="6.5" fill="{GOLD}" stroke="{INK}" stroke-width="4"/>'
        '<path fill="none" stroke="#a9d89b" stroke-width="5" stroke-linecap="round" '
        'd="M-7-18-4 4M4-12 4 8M-1 18 0 36"/>'
    ),
}
"""The suits, in a square from -50 to 50."""


def _limb(way: str, colour: str, width: float = 7) -> str:
    """An arm or a leg: a thick line with an outline."""
    common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path {common} stroke="{INK}" stroke-width="{width + 3:g}" d="{way}"/>'
        f'<path {common} stroke="{colour}" stroke-width="{width:g}" d="{way}"/>'
    )


def _part(shape: str, fill: str = "") -> str:
    """A surface with an outline; without a fill it has the suit's second colour."""
    told = f' fill="{fill}"' if fill else ""
    return f'<path{told} stroke="{INK}" stroke-width="1.8" stroke-linejoin="round" d="{shape}"/>'


def _hand(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="4.3" fill="{SKIN}" stroke="{INK}" stroke-width="1.6"/>'


def _face(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x} {y})">'
        f'<ellipse rx="8.5" ry="10" fill="{SKIN}" stroke="{INK}" stroke-width="1.6"/>'
        f'<path fill="none" stroke="{INK}" stroke-width="1.5" stroke-linecap="round" '
        'd="M-4.8-2H-2.500M2.5-2H4.800M0-1 -1 3H.8M-2.5 6H2.5"/></g>'
    )


OWN = "currentColor"
"""The suit's own colour in a figure."""

BODIES = {
    "sota": (
        _limb("M45 104V132", "#fff", 7)
        + _limb("M56 104V132", "#fff", 7)
        + _part("M40 131H49V141H36Q35 136 40 131ZM51 131H60V141H50Q49 136 51 131Z", BROWN)
        + _part("M34 72C26 92 24 108 22 120L38 114 40 70Z")
        + _limb("M40 72 31 86 39 95", OWN)
        + _part("M38 68Q51 63 63 68L62 88 68 108Q51 116 33 108L40 88Z", OWN)
        + _part("M40 86H62V92H39.500Z", GOLD)
        + _part("M48 67H54L53 86H49Z")
        + _limb("M62 71 70 76 77 62", OWN)
        + _hand(77, 59)
        + _hand(40, 95)
        + _part("M40 46Q39 62 43 66L60 66Q64 62 63 46Z", HAIR)
        + _part("M42 66Q51 60 61 66Q60 72 51.5 72Q43 72 42 66Z", "#fff")
        + _face(51.5, 54)
        + _part("M39 46C38 34 64 31 66 44Q52 41 39 46Z", OWN)
        + _part("M60 37C66 30 70 23 66 17C59 22 57 30 57 36Z", "#fff")
    ),
    "cavall": (
        _limb("M69 96Q82 96 80 116", HAIR, 6)
        + _limb("M34 108 25 115 27 126", HORSE, 6)
        + _limb("M38 110 37 138", HORSE, 6)
        + _limb("M53 110 50 124 52 138", HORSE, 6)
        + _limb("M63 106 62 113 56 124 58 138", HORSE, 6)
        + _part(
            "M46 88C40 86 37 78 33 71L30 64 27.5 70C22 73 18 79 13 85C11 90 16 93 20 90L27 87C29 "
            "91 27 95 28 101C29 110 34 115 42 114C50 117 60 116 65 113C73 111 76 100 70 93C62 88 "
            "54 90 46 88Z",
            HORSE,
        )
        + _part("M30 64C36 66 42 76 44 88L39 87C38 78 34 72 30 64Z", HAIR)
        + f'<circle cx="24" cy="77" r="1.5" fill="{INK}"/>'
        + f'<path fill="none" stroke="{RED}" stroke-width="2" d="M20 75 23 86M23 82Q36 90 45 86"/>'
        + f'<path stroke="{INK}" stroke-width="5" d="M24 127H29M34 141H40M49 141H55M55 141H61"/>'
        + _part("M41 86H64V97Q52 101 41 96Z")
        + _part("M42 66Q51 62 61 66L62 92Q51 96 41 91Z", OWN)
        + _limb("M50 92 45 104 46 113", OWN, 8)
        + _part("M41 112H51V119H37Q37 114 41 112Z", BROWN)
        + _limb("M43 70 36 80 40 87", OWN, 6)
        + _limb("M60 69 69 75 77 62", OWN, 6)
        + _hand(77, 59)
        + _hand(40, 87)
        + _part("M42 44Q41 60 45 65L58 65Q62 60 61 44Z", HAIR)
        + _part("M43 65Q51 60 60 65Q58 70 51.5 70Q45 70 43 65Z", "#fff")
        + _face(51.5, 53)
        + _part("M38 46Q52 38 65 46Q66 42 61 41C61 33 43 33 42.5 41Q37 42 38 46Z")
        + _part("M58 36C64 33 69 26 66 18C59 21 55 28 55 34Z", GOLD)
    ),
    "rei": (
        _part("M40 68C28 84 22 116 17 142H60C63 116 70 90 64 68Z", OWN)
        + _part("M45 70Q52 66 59 70C60 96 57 120 55 142H33C36 118 42 92 45 70Z")
        + _part("M17 142 18.5 134H34L33 142ZM55 142 56 134H61L60 142Z", "#fff")
        + _part("M40 98Q51 103 61 98L61 104Q51 109 39 104Z", GOLD)
        + f'<path stroke="{INK}" stroke-width="5" d="M29 78V128"/>'
        + f'<path stroke="{GOLD}" stroke-width="2.4" d="M29 78V128"/>'
        + f'<circle cx="29" cy="75" r="5" fill="{GOLD}" stroke="{INK}" stroke-width="1.8"/>'
        + _limb("M41 74 35 88 30 95", OWN)
        + _hand(29.5, 97)
        + _limb("M62 73 71 77 77 62", OWN)
        + _hand(77, 59)
        + _part("M38 66Q52 58 66 66Q66 76 52 78Q38 76 38 66Z", "#fff")
        + f'<path stroke="{INK}" stroke-width="1.6" stroke-linecap="round" '
        'd="M43 68V71M49 72V75M55 72V75M61 68V71"/>'
        + _part("M42 44Q39 62 45 68H59Q65 62 62 44Z", HAIR)
        + _face(52, 53)
        + _part("M44 54C43 66 47 75 52 77C57 75 61 66 60 54Q58 61 52 59Q46 61 44 54Z", HAIR)
        + _part("M41 46 38 29 45 36 52 25 59 36 66 29 63 46Q52 42 41 46Z", GOLD)
        + f'<path fill="none" stroke="{RED}" stroke-width="2.4" d="M42 42Q52 38 62 42"/>'
    ),
}
"""The figures without what they hold, for which the right hand is raised."""

COUNTED: dict[int, tuple[float, Sequence[tuple[float, float]]]] = {
    2: (44, [(50, 46), (50, 110)]),
    3: (38, [(50, 36), (50, 78), (50, 120)]),
    4: (36, [(31, 56), (69, 56), (31, 100), (69, 100)]),
    5: (30, [(28, 54), (72, 54), (50, 78), (28, 102), (72, 102)]),
    6: (28, [(33, 50), (67, 50), (33, 78), (67, 78), (33, 106), (67, 106)]),
    7: (26.5, [(36, 50), (64, 50), (23, 78), (50, 78), (77, 78), (36, 106), (64, 106)]),
    8: (
        26,
        [(23, 50), (50, 50), (77, 50), (36.5, 78), (63.5, 78), (23, 106), (50, 106), (77, 106)],
    ),
    9: (26, [(x, y) for y in (50, 78, 106) for x in (23, 50, 77)]),
}
"""How large the pips of a card are, and where; those in the middle stay clear of the figures."""


TALL = (Suit.ESPASES, Suit.BASTOS)
MORE_ROOM = {2: 10, 3: 1, 4: 4, 5: 5, 7: 2}
"""How much larger swords and batons are, which are narrow; by the number of pips."""


def drawing() -> str:
    """The file: a symbol for each card ("card-9O"), made from those of suits and figures."""
    parts = [
        *(f'<g id="{_pip(suit)}">{shape}</g>' for suit, shape in PIPS.items()),
        *(f'<g id="{name}">{shape}</g>' for name, shape in BODIES.items()),
        *(f'<g id="frame-{suit}">{_frame(suit)}</g>' for suit in Suit),
        *(f'<g id="index-{rank}">{_index(rank)}</g>' for rank in Rank),
    ]
    lines = "\n".join([*parts, *map(_card, PACK)])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n{lines}\n</defs>\n</svg>\n'


def _pip(suit: Suit) -> str:
    return f"pip-{suit}"


def _card(card: Card) -> str:
    index = f'<use href="#index-{card.rank}"/>'
    return (
        f'<symbol id="card-{card}" viewBox="0 0 100 156"><use href="#frame-{card.suit}"/>{index}'
        f'<g transform="rotate(180 50 78)">{index}</g>{_middle(card)}</symbol>'
    )


def _middle(card: Card) -> str:
    if card.rank in FIGURES:
        body = (
            f'<use href="#{FIGURES[card.rank]}" fill="{SECOND[card.suit]}" '
            f'color="{MAIN[card.suit]}"/>'
        )
        return body + _placed(card.suit, 78.5, 37.5, 29 if card.suit is Suit.OROS else 34)
    if card.rank is Rank.ACE:
        return _placed(card.suit, 50, 78, 100 if card.suit in TALL else 70)
    size, places = COUNTED[card.rank.number]
    if card.suit in TALL and card.rank.number in MORE_ROOM:
        size += MORE_ROOM[card.rank.number]
    return "".join(_placed(card.suit, x, y, size) for x, y in places)


def _placed(suit: Suit, x: float, y: float, size: float) -> str:
    return f'<use href="#{_pip(suit)}" transform="translate({x:g} {y:g}) scale({size / 100:g})"/>'


def _frame(suit: Suit) -> str:
    """The card, and the line around it with the breaks of the suit."""
    breaks, wide = BREAKS[suit], 8
    first = 50 - wide * (2 * breaks - 1) / 2
    cuts = [first + 2 * wide * number for number in range(breaks)]
    top = "".join(f"H{cut:g}m{wide} 0" for cut in cuts)
    way = f"M5 78V10Q5 5 10 5{top}H90Q95 5 95 10V78"
    line = f'<path fill="none" stroke="{BLUE}" stroke-width="1.8" d="{way}"/>'
    return (
        f'<rect x="1" y="1" width="98" height="154" rx="8" fill="{IVORY}" stroke="{EDGE}" '
        f'stroke-width="1.5"/>{line}<g transform="rotate(180 50 78)">{line}</g>'
    )


def _index(rank: Rank) -> str:
    """The number in the upper left corner."""
    number, shapes, at = str(rank.number), "", 0.0
    for digit in number:
        move = f' transform="translate({at:g})"' if at else ""
        shapes += f'<path{move} d="{GLYPHS[digit]}"/>'
        at += 9.5 if digit == "1" else 13
    scale = "1.25 1.3" if len(number) == 1 else "1.05 1.3"
    left = 11 if number != "1" else 9
    return (
        f'<g transform="translate({left} 11) scale({scale})" fill="none" stroke="{INK}" '
        f'stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">{shapes}</g>'
    )


def draw_cards() -> None:
    FILE.write_text(drawing())
