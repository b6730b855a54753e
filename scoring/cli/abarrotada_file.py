"""From a spreadsheet's rows to hands of abarrotada, or to everything wrong with them.

One row is one hand. Players are letters, from a on in the order of the table.
"""

from functools import partial
from pathlib import Path
from typing import Any

from scoring.cli.columns import SOME_POINTS, TRUMP, Column, RowReader, double_column, read_points
from scoring.cli.table_file import Row, read_table
from scoring.game.announcements import Announcement, Double
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.abarrotada import SoloHand

LETTERS = "abcd"


def read_hands(path: Path, players: int) -> list[SoloHand]:
    """The hands of the file. Raises `InputFaults` with every fault of the file."""
    known = _columns(LETTERS[:players])
    table = read_table(path, [column.title for column in known])
    reader = RowReader(table, known)
    hands = [_read_hand(reader, row, players) for row in table.rows]
    if not table.rows and not table.faults:
        table.report(table.header.line + 1, 1, "at least one hand", "nothing")
    table.refuse_faults()
    return [hand for hand in hands if hand is not None]


def _columns(letters: str) -> tuple[Column, ...]:
    one_of = f"one of {', '.join(letters)}"
    return (
        Column("maker", one_of, partial(_place, letters=letters)),
        *(Column(letter, SOME_POINTS, read_points) for letter in letters),
        TRUMP,
        double_column(tuple(Double)),
        Column("revoke", f"{one_of} or nothing", partial(_place_or_nothing, letters=letters), None),
    )


def _place(text: str, letters: str) -> int:
    return list(letters).index(text.lower())


def _place_or_nothing(text: str, letters: str) -> int | None:
    return _place(text, letters) if text else None


def _read_hand(reader: RowReader, row: Row, players: int) -> SoloHand | None:
    """The row's hand, or None where something is wrong with it."""
    faults = len(reader.table.faults)
    values = reader.read(row)
    if values is None:
        return None
    letters = LETTERS[:players]
    if values.keys() >= {*letters, "revoke"}:
        _check_points(reader, row.line, values, letters)
    if len(reader.table.faults) > faults or not values.keys() >= set(reader.known):
        return None
    points = tuple(values[letter] for letter in letters)
    return SoloHand(
        players,
        values["maker"],
        None if None in points else points,
        Announcement(values["trump"], values["double"]),
        values["revoke"],
    )


def _check_points(reader: RowReader, line: int, values: dict[str, Any], letters: str) -> None:
    """Report points that are missing without a revoke, or that can't add up to 72."""
    points = {letter: values[letter] for letter in letters}
    missing = [letter for letter, made in points.items() if made is None]
    if missing and values["revoke"] is None:
        for letter in missing:
            expected = f"{SOME_POINTS}, as there is no revoke"
            reader.table.report(line, reader.columns[letter], expected, "nothing")
        return
    total = sum(made for made in points.values() if made is not None)
    if total > POINTS_IN_A_HAND or (total < POINTS_IN_A_HAND and not missing):
        expected = f"points that add up to {POINTS_IN_A_HAND}"
        reader.table.report(line, reader.columns[letters[-1]], expected, str(total))
