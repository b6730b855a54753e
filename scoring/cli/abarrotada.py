"""`abarrotada FILE.csv`: what everybody scored, where everybody plays alone."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.cli.columns import (
    SOME_POINTS,
    TRUMP,
    InputColumn,
    RowReader,
    double_column,
    read_points,
)
from scoring.cli.table_file import Row, read_table
from scoring.cli.text_table import Column, render
from scoring.game.announcements import Announcement, Double
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.abarrotada import THRESHOLDS, SoloHand, score_solo_hand
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS

LETTERS = "abcd"


def read_hands(path: Path, players: int) -> list[SoloHand]:
    """Return the hands of the file. Raises `InputFaults` with every fault of the file."""
    known = _columns(LETTERS[:players])
    table = read_table(path, [column.title for column in known])
    reader = RowReader(table, known)
    hands = [_read_hand(reader, row, players) for row in table.rows]
    if not table.rows and not table.faults:
        table.report(table.header.line + 1, 1, "at least one hand", "nothing")
    table.refuse_faults()
    return [hand for hand in hands if hand is not None]


def _columns(letters: str) -> tuple[InputColumn, ...]:
    one_of = f"one of {', '.join(letters)}"
    return (
        InputColumn("maker", one_of, partial(_place, letters=letters)),
        *(InputColumn(letter, SOME_POINTS, read_points) for letter in letters),
        TRUMP,
        double_column(tuple(Double)),
        InputColumn(
            "revoke", f"{one_of} or nothing", partial(_place_or_nothing, letters=letters), None
        ),
    )


def _place(text: str, letters: str) -> int:
    return list(letters).index(text.lower())


def _place_or_nothing(text: str, letters: str) -> int | None:
    return _place(text, letters) if text else None


def _read_hand(reader: RowReader, row: Row, players: int) -> SoloHand | None:
    """Return the row's hand, or None where something is wrong with it."""
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


_EXPLANATION = """\
FILE.csv has one row a hand. UTF-8, with comma, semicolon or tab; the first line names the columns,
in any order:

  maker       a, b, c or d: who made trumps
  a, b, c, d  each player's trick points, 0 to 72, which add up to 72; they may be left out beside a
              revoke (what stands there is checked and not used); with three players there is no d
  trump       empty (a suit, not recorded), O, C, E, B or botifarra
  double      empty, contro, recontro or sant-vicenc
  revoke      empty, or the letter of who revoked

trump, double and revoke may be left out where no row has one.

Of four players everybody scores what is above 18, of three what is above 24, doubled by botifarra,
times the multiplier of contro, recontro or Sant Vicenç. Who revokes loses the points at stake, and
the others share them.

What is wrong with the file is listed whole, with line and column, and ends it with exit code 2.
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "abarrotada",
        help="the scores of hands where everybody plays alone",
        description="Print what everybody scored in hands of abarrotada, and the totals.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.csv", type=Path)
    parser.add_argument(
        "--players",
        choices=[str(players) for players in THRESHOLDS],
        default="4",
        help="how many play (default 4)",
    )
    parser.add_argument(
        "--multipliers",
        metavar="M-M-M",
        default=str(DEFAULT_MULTIPLIERS),
        help="of contro, recontro and Sant Vicenç (default 2-4-8)",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    multipliers = arguments.multipliers("--multipliers", options.multipliers)
    arguments.refuse_faults()
    players = int(options.players)
    hands = read_hands(options.file, players)
    scores = [score_solo_hand(hand, multipliers) for hand in hands]
    totals = [sum(column) for column in zip(*scores)]
    if options.format == "json":
        return [_as_json(scores, totals)]
    return [_as_text(f"{players} players, multipliers {multipliers}", hands, scores, totals)]


def _as_json(scores: Sequence[Sequence[int]], totals: Sequence[int]) -> str:
    hands = [
        {"hand": number, "scores": dict(zip(LETTERS, hand))}
        for number, hand in enumerate(scores, start=1)
    ]
    return json.dumps({"hands": hands, "totals": dict(zip(LETTERS, totals))}, indent=2) + "\n"


def _as_text(
    title: str,
    hands: Sequence[SoloHand],
    scores: Sequence[Sequence[int]],
    totals: Sequence[int],
) -> str:
    letters = LETTERS[: len(totals)]
    columns = [
        Column("hand", right=True),
        Column("made\ntrumps"),
        Column("points", right=True),
        Column("announced"),
        Column("revoke"),
        *(Column(f"scored\n{letter}", right=True) for letter in letters),
    ]
    rows = [
        [
            str(number),
            LETTERS[hand.maker],
            "-".join(map(str, hand.points or ())),
            ", ".join(filter(None, (hand.announcement.trump, hand.announcement.double))),
            "" if hand.revoke is None else LETTERS[hand.revoke],
            *map(str, own),
        ]
        for number, (hand, own) in enumerate(zip(hands, scores), start=1)
    ]
    told = ", ".join(f"{letter} {total}" for letter, total in zip(letters, totals))
    return f"{title}\n\n{render(columns, rows)}\nTotals {told}.\n"
