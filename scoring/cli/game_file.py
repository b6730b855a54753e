"""From a spreadsheet's rows to the score sheet of a game, or to everything wrong with them.

One row is one hand, in the order of play. Every cell is read by its column's reader, then the row
is checked by itself, then played: a row after the end of the game is a fault.
"""

from pathlib import Path
from typing import Any

from scoring.cli.columns import (
    MAKER,
    NS_EW_POINTS,
    TRUMP,
    Column,
    RowReader,
    double_column,
    side_or_nothing,
)
from scoring.cli.table_file import Row, Table, read_table
from scoring.game.announcements import Announcement, Double
from scoring.ordinary.games import Game
from scoring.ordinary.hands import Hand

_KNOWN = (
    MAKER,
    *NS_EW_POINTS,
    TRUMP,
    double_column(tuple(Double)),
    Column("revoke", "NS, EW or nothing", side_or_nothing, if_absent=None),
)
_POINTS = tuple(column.title for column in NS_EW_POINTS)

PlayedHand = tuple[Hand, Game]


def read_game(path: Path, start: Game) -> list[PlayedHand]:
    """The hands of the file, each with where the game stood after it.

    Raises `InputFaults` with every fault of the file.
    """
    table = read_table(path, [column.title for column in _KNOWN])
    reader = RowReader(table, _KNOWN)
    reader.need_one_of(_POINTS)
    hands = [_read_hand(reader, row) for row in table.rows]
    played = _play(table, hands, start)
    if not table.rows and not table.faults:
        table.report(table.header.line + 1, 1, "at least one hand", "nothing")
    table.refuse_faults()
    return played


def _read_hand(reader: RowReader, row: Row) -> Hand | None:
    """The row's hand, or None where something is wrong with it."""
    faults = len(reader.table.faults)
    values = reader.read(row)
    if values is None:
        return None
    ns_points = reader.ns_points(row.line, values)
    _check_presence(reader, row.line, values, ns_points)
    if len(reader.table.faults) > faults or not values.keys() >= set(reader.known):
        return None
    announcement = Announcement(values["trump"], values["double"])
    return Hand(values["maker"], ns_points, announcement, values["revoke"])


def _check_presence(
    reader: RowReader, line: int, values: dict[str, Any], ns_points: int | None
) -> None:
    """Report that nobody's points are there, unless somebody revoked."""
    columns = [reader.columns[title] for title in _POINTS if title in reader.columns]
    could_be_read = values.keys() >= {*_POINTS, "revoke"}
    if columns and could_be_read and ns_points is None and values["revoke"] is None:
        expected = "the points of NS or EW, as there is no revoke"
        reader.table.report(line, columns[0], expected, "neither")


def _play(table: Table, hands: list[Hand | None], start: Game) -> list[PlayedHand]:
    """Play the hands; rows after the end are reported.

    After a hand that can't be read the totals are unknown, and only the number of hands tells.
    """
    played: list[PlayedHand] = []
    game: Game | None = start
    over = ""
    for number, (row, hand) in enumerate(zip(table.rows, hands), start=1):
        if over:
            table.report(row.line, 1, f"no hand after the end of the game {over}", f"hand {number}")
            continue
        game = game.play(hand) if game is not None and hand is not None else None
        if game is not None and hand is not None:
            played.append((hand, game))
        if game is not None and game.ended is not None:
            over = f"in line {row.line} ({game.ended})"
        elif number == start.rules.hands:
            over = f"in line {row.line} (hands)"
    return played
