"""From the cells of a list to pairs: which column is what.

A line of headings is recognised in Catalan, Spanish or English, whatever its case and accents, also
below a title. Without one, columns are read as player 1, player 2, club, perhaps with a number
before them; and "player 1 - player 2" in one cell are two players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from tournament.core.names import name_key
from tournament.teams.importing.grids import GridRow
from tournament.teams.rows import TeamRow

MAX_HEADING_LINE = 20
"""How many rows of title and remarks may stand above the headings."""

_DASH = re.compile(r"\s+[-–—]\s+")
_BETWEEN_SUBSTITUTES = re.compile(r"[;,/\n\t]")
_WHOLE_NUMBER = re.compile(r"(\d{1,9})(?:[.,]0*)?")


class Part(Enum):
    """What a column holds."""

    NUMBER = "number"
    FIRST = "first player"
    SECOND = "second player"
    PAIR = "pair"
    """Its number or its name, or both players: what it is, its cells tell."""
    NAME = "name"
    CLUB = "club"
    SUBSTITUTE = "substitute"


_HEADINGS: Mapping[Part, str] = {
    Part.NUMBER: "n, no, nr, num, numero, number, dorsal, num parella, numero de parella, "
    "num pareja, numero de pareja, pair number, pair no, team number",
    Part.FIRST: "jugador 1, jugadora 1, jugador1, jugador a, 1r jugador, 1er jugador, "
    "primer jugador, primera jugadora, nom 1, nom jugador 1, nombre 1, nombre jugador 1, "
    "player 1, player1, player a, first player, name 1, j1, p1",
    Part.SECOND: "jugador 2, jugadora 2, jugador2, jugador b, 2n jugador, 2o jugador, "
    "segon jugador, segona jugadora, segundo jugador, segunda jugadora, nom 2, nom jugador 2, "
    "nombre 2, nombre jugador 2, player 2, player2, player b, second player, name 2, j2, p2",
    Part.PAIR: "parella, pareja, pair, equip, equipo, team, jugadors, jugadores, players",
    Part.NAME: "nom, nom parella, nom de la parella, nom de parella, nom equip, nom de lequip, "
    "nombre, nombre pareja, nombre de la pareja, nombre equipo, nombre del equipo, name, "
    "pair name, team name, name of the pair",
    Part.CLUB: "club, penya, pena, entitat, entidad, associacio, asociacion, societat, sociedad",
    Part.SUBSTITUTE: "substitut, substituta, substituts, substitutes, suplent, suplents, "
    "suplente, suplentes, sustituto, sustituta, sustitutos, sustitutas, substitute, "
    "reserva, reserves, reservas, reserve",
}
_PART_OF: Mapping[str, Part] = {
    heading: part for part, headings in _HEADINGS.items() for heading in headings.split(", ")
}


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A line of the list: the pair it tells of, and what can't be understood in it."""

    line: int
    row: TeamRow
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairList:
    """A list as it was read: its lines, and what stands in it that is not used."""

    rows: tuple[ReadRow, ...]
    unused: tuple[str, ...] = ()
    """The headings of the columns that nothing is taken from, as they are written."""


def _part_of(heading: str) -> Part | None:
    """What a column with this heading holds. "Substitut 2" is one like "Substitut"."""
    if heading.strip() == "#":
        return Part.NUMBER
    key = name_key(heading)
    if (part := _PART_OF.get(key)) is not None:
        return part
    without_figure = key.rstrip("0123456789 ")
    return Part.SUBSTITUTE if _PART_OF.get(without_figure) is Part.SUBSTITUTE else None


def _headings(row: GridRow) -> dict[int, Part]:
    """By column, what the row says it holds; empty if it is no row of headings."""
    found: dict[int, Part] = {}
    for index, text in enumerate(row.texts):
        part = _part_of(text)
        if part is not None and (part is Part.SUBSTITUTE or part not in found.values()):
            found[index] = part
    parts = set(found.values())
    return found if {Part.FIRST, Part.SECOND} <= parts or Part.PAIR in parts else {}


def read_pairs(rows: Sequence[GridRow]) -> PairList:
    """The pairs of a list, in its order, each with what is wrong with its cells."""
    for index, row in enumerate(rows[:MAX_HEADING_LINE]):
        if columns := _headings(row):
            below = rows[index + 1 :]
            return PairList(
                tuple(_read_by_heading(one, columns) for one in below),
                tuple(_unused(row, below, columns)),
            )
    return PairList(tuple(_read_by_place(row) for row in rows))


def _unused(
    headings: GridRow, rows: Sequence[GridRow], columns: Mapping[int, Part]
) -> Iterator[str]:
    """The columns that are not among these; one without a heading if anything stands in it."""
    filled = {
        index
        for row in rows
        for index, cell in enumerate(row.cells)
        if cell.text.strip() or cell.fault
    }
    named = {index: text for index, text in enumerate(headings.texts) if text}
    for index in sorted((filled | named.keys()) - columns.keys()):
        yield named.get(index) or _("column %(number)d (no heading)") % {"number": index + 1}


def _read_by_heading(row: GridRow, columns: Mapping[int, Part]) -> ReadRow:
    texts: dict[Part, list[str]] = {part: [] for part in Part}
    faults = [row.cells[index].fault for index in columns if index < len(row.cells)]
    for index, part in columns.items():
        if index < len(row.texts) and row.texts[index]:
            texts[part].append(row.texts[index])
    first, second, number, name, club = (
        "".join(texts[part])
        for part in (Part.FIRST, Part.SECOND, Part.NUMBER, Part.NAME, Part.CLUB)
    )
    pair = "".join(texts[Part.PAIR])
    if not first and not second and Part.FIRST not in columns.values():
        first, second = _two_players(pair)
    elif _WHOLE_NUMBER.fullmatch(pair) and not number:
        number = pair
    else:
        name = name or pair
    substitutes = (
        one.strip() for text in texts[Part.SUBSTITUTE] for one in _BETWEEN_SUBSTITUTES.split(text)
    )
    players = (first, second, *(one for one in substitutes if one))
    return _with_number(row.line, players, number, faults, club=club, name=name)


def _read_by_place(row: GridRow) -> ReadRow:
    texts = list(row.texts)
    while texts and not texts[-1]:
        texts.pop()
    faults = [cell.fault for cell in row.cells]
    number = ""
    if len(texts) > 1 and _WHOLE_NUMBER.fullmatch(texts[0]):
        number = texts.pop(0)
    if texts and len(_DASH.split(texts[0])) == 2:
        texts[0:1] = _two_players(texts[0])
    if len(texts) > 3:
        faults.append(
            _("There are %(count)d parts: expected player 1, player 2, club.")
            % {"count": len(texts)}
        )
    first, second, club = [*texts, "", "", ""][:3]
    return _with_number(row.line, (first, second), number, faults, club=club)


def _two_players(text: str) -> tuple[str, str]:
    """ "Anna - Blai" as two players; a text without a dash is one."""
    first, *rest = _DASH.split(text, maxsplit=1)
    return first, "".join(rest)


def _with_number(
    line: int,
    players: tuple[str, ...],
    number: str,
    faults: Sequence[str],
    *,
    club: str = "",
    name: str = "",
) -> ReadRow:
    found = list(_number_faults(number))
    return ReadRow(
        line=line,
        row=TeamRow(
            players=players,
            club=club,
            name=name,
            number=_number(number) if number and not found else None,
        ),
        faults=tuple(fault for fault in (*faults, *found) if fault),
    )


def _number(text: str) -> int:
    found = _WHOLE_NUMBER.fullmatch(text)
    assert found is not None
    return int(found[1])


def _number_faults(text: str) -> Iterator[str]:
    if text and not _WHOLE_NUMBER.fullmatch(text):
        yield _("“%(text)s” is no pair number: expected a whole number.") % {"text": text[:20]}
