"""`game FILE.csv`: a game of the ordinary kind, hand by hand."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scoring.cli.arguments import MOST_POINTS, Arguments
from scoring.cli.columns import (
    MAKER,
    NS_EW_POINTS,
    TRUMP,
    InputColumn,
    RowReader,
    double_column,
    side_or_nothing,
)
from scoring.cli.faults import Fault, quoted
from scoring.cli.table_file import Row, Table, read_table
from scoring.cli.text_table import Column, render
from scoring.errors import GameError
from scoring.game.announcements import Announcement, Double
from scoring.game.seats import Side, Sides
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, Hand, HandRules, Revoke

_KNOWN = (
    MAKER,
    *NS_EW_POINTS,
    TRUMP,
    double_column(tuple(Double)),
    InputColumn("revoke", "NS, EW or nothing", side_or_nothing, if_absent=None),
)
_POINTS = tuple(column.title for column in NS_EW_POINTS)

PlayedHand = tuple[Hand, Game]


def read_game(path: Path, start: Game) -> list[PlayedHand]:
    """Return the hands of the file, each with where the game stood after it.

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
    """Return the row's hand, or None where something is wrong with it."""
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


_EXPLANATION = """\
FILE.csv has one row a hand, in the order of play. UTF-8, with comma, semicolon or tab; the first
line names the columns, in any order:

  maker       NS or EW: who made trumps
  ns_points   trick points, 0 to 72, which add up to 72; one of the two may be left out,
  ew_points   and both beside a revoke (what stands there is checked and not used)
  trump       empty (a suit, not recorded), O, C, E, B or botifarra
  double      empty, contro, recontro or sant-vicenc
  revoke      empty, NS or EW: who revoked

trump, double and revoke may be left out where no row has one.

The side with more than 36 points scores the excess, doubled by botifarra, times the multiplier of
contro, recontro or Sant Vicenç. A revoke costs all points of the game so far and gives the others
36, or 72 after botifarra (all-points); or gives them 36 times the factor (stake).

--format json has every hand's figures and the running totals, which no cap cuts; why the game ended
(target, hands or null); the winner (NS, EW, draw, or null while it goes on); the match points, cut
to the cap; and what the winner has above the target, which can begin its next game.

What is wrong with the file is listed whole, with line and column, and ends it with exit code 2. A
row after the end of the game is a fault.
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "game",
        help="the score sheet of an ordinary game",
        description="Print the score sheet of an ordinary game and who has won it.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.csv", type=Path)
    parser.add_argument(
        "--target", metavar="N|none", default="101", help="points that end it (default 101)"
    )
    parser.add_argument("--hands", metavar="N", help="hands that end it (default: no limit)")
    parser.add_argument("--cap", metavar="N", help="what match points are cut to (default: none)")
    parser.add_argument(
        "--multipliers",
        metavar="M-M-M",
        default=str(DEFAULT_MULTIPLIERS),
        help="of contro, recontro and Sant Vicenç (default 2-4-8)",
    )
    parser.add_argument(
        "--revoke",
        choices=[choice.value for choice in Revoke],
        default=Revoke.ALL_POINTS.value,
        help="what a revoke costs (default all-points)",
    )
    parser.add_argument(
        "--start", metavar="NS-EW", default="0-0", help="what the sides begin with (default 0-0)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    start = _read_start(options)
    played = read_game(options.file, start)
    if options.format == "json":
        return [_as_json([game for _hand, game in played])]
    return [_as_text(start, played)]


def _read_start(options: Namespace) -> Game:
    """Return the game before its first hand. Raises `InputFaults`."""
    arguments = Arguments()
    target = arguments.whole_number_or_none("--target", options.target, 1, MOST_POINTS)
    hands, cap = (
        None if text is None else arguments.whole_number(name, text, 1, MOST_POINTS)
        for name, text in (("--hands", options.hands), ("--cap", options.cap))
    )
    multipliers = arguments.multipliers("--multipliers", options.multipliers)
    totals = arguments.points_of_sides("--start", options.start)
    arguments.refuse_faults()
    rules = GameRules(
        target, hands, cap, hand=HandRules(multipliers, revoke=Revoke(options.revoke))
    )
    try:
        return Game.begin(rules, totals)
    except GameError:
        expected = f"both sides below the target {target}"
        arguments.faults.append(Fault("--start", expected, quoted(options.start)))
        arguments.refuse_faults()
        raise


def _as_json(games: list[Game]) -> str:
    hands = [
        {
            "hand": game.played,
            **_by_side(game.scores),
            **{f"{side}_total": total for side, total in _by_side(game.totals).items()},
        }
        for game in games
    ]
    end = games[-1]
    content = {
        "hands": hands,
        "ended": end.ended,
        "winner": "draw" if end.is_draw else end.winner,
        **_by_side(end.match_points),
        "carried": _by_side(end.carried),
    }
    return json.dumps(content, indent=2) + "\n"


def _by_side(values: Sides[int]) -> dict[str, int]:
    return {side.lower(): value for side, value in values.items()}


_COLUMNS = (
    Column("hand", right=True),
    Column("made\ntrumps"),
    Column("points", right=True),
    Column("announced"),
    Column("revoke"),
    Column("scored\nNS", right=True),
    Column("scored\nEW", right=True),
    Column("total\nNS", right=True),
    Column("total\nEW", right=True),
)


def _as_text(start: Game, played: list[PlayedHand]) -> str:
    rows = [
        [
            str(game.played),
            hand.makers,
            _joined(Sides(hand.ns_points, POINTS_IN_A_HAND - hand.ns_points))
            if hand.ns_points is not None
            else "",
            ", ".join(filter(None, (hand.announcement.trump, hand.announcement.double))),
            hand.revoke or "",
            *map(str, game.scores),
            *map(str, game.totals),
        ]
        for hand, game in played
    ]
    conclusion = " ".join(_conclusion(played[-1][1]))
    return f"{', '.join(_title(start))}\n\n{render(_COLUMNS, rows)}\n{conclusion}\n"


def _title(start: Game) -> Iterator[str]:
    rules = start.rules
    yield "Game without a target" if rules.target is None else f"Game to {rules.target}"
    if rules.hands is not None:
        yield f"{rules.hands} hands at most"
    if rules.cap is not None:
        yield f"cap {rules.cap}"
    yield f"multipliers {rules.hand.multipliers}"
    yield f"revoke {rules.hand.revoke}"
    if any(start.totals):
        yield f"start {_joined(start.totals)}"


def _conclusion(game: Game) -> Iterator[str]:
    """Yield the state of the game, or its end."""
    totals = _joined(game.totals)
    if game.ended is None:
        yield f"The game goes on at {totals}."
    elif game.winner is None:
        yield f"Over ({game.ended}): a draw, {totals}."
    else:
        yield f"Over ({game.ended}): {game.winner} won, {totals}."
    if game.match_points != game.totals:
        yield f"Match points {_joined(game.match_points)}."
    for side in Side:
        if game.carried[side]:
            yield f"{side} can carry over {game.carried[side]}."


def _joined(values: Sides[int]) -> str:
    return "-".join(map(str, values))
