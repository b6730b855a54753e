"""`check-play FILE.json`: whether a hand was played by the rules, and every fault if not."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scoring.cli.faults import FaultsFound
from scoring.cli.play_record import PlayRecord, read_play_record
from scoring.cli.text_table import Column, render
from scoring.cli.variants import add_variant, chosen_variant
from scoring.game.play_check import PlayCheck, check_play
from scoring.game.seats import Side
from scoring.game.variants import PlayVariant

_EXPLANATION = """\
FILE.json is one object:

  {"deal": {"N": "9A5.RS.-.8765432", "W": …, "S": …, "E": …},
   "dealer": "N", "trump": "O", "plays": ["9O", "AC", …]}

  deal    the four hands, each its suits O.C.E.B with ranks as 9ARCS8765432, a void as -
  dealer  N, W, S or E; the player to the dealer's right leads
  trump   O, C, E, B or botifarra
  plays   the cards in the order in which they were played, all or the first ones: rank, then suit

All faults are told, and what was played is replayed after each; only a card that another player
holds, or that has been played before, ends it. Points are those of complete tricks.

The exit code is 0 without faults in the play, 1 with, and 2 for a file that can't be read.
"""


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "check-play",
        help="whether a hand was played by the rules",
        description="Check a record of play: every fault, who won each trick, the points.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.json", type=Path)
    add_variant(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    record = read_play_record(options.file)
    variant = chosen_variant(options)
    check = check_play(record.deal, record.dealer, record.trump, record.plays, variant)
    answer = _as_json(check) if options.format == "json" else _as_text(record, variant, check)
    if check.faults:
        raise FaultsFound(answer)
    return [answer]


def _as_json(check: PlayCheck) -> str:
    faults = [
        {
            "trick": fault.trick,
            "seat": fault.seat,
            "card": str(fault.card),
            "rule": fault.rule,
            "legal": list(map(str, fault.legal)),
            "text": str(fault),
        }
        for fault in check.faults
    ]
    content = {"complete": check.is_complete, "points": check.points, "faults": faults}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _as_text(record: PlayRecord, variant: PlayVariant, check: PlayCheck) -> str:
    made = f"{record.dealer.side} made trumps {record.trump}"
    title = f"Dealer {record.dealer}, {made}; rules of play: {variant}"
    return f"{title}\n\n{_tricks(check)}\n{''.join(_conclusion(check))}"


def _tricks(check: PlayCheck) -> str:
    """A line a trick; the cards in the order of play."""
    columns = [
        Column("trick", right=True),
        Column("leader"),
        Column("cards"),
        Column("winner"),
        Column("points", right=True),
    ]
    rows = [
        [
            str(number),
            trick.leader,
            " ".join(map(str, trick.cards)),
            (trick.winner or "") if trick.is_complete else "",
            str(trick.points) if trick.is_complete else "",
        ]
        for number, trick in enumerate(check.tricks, start=1)
    ]
    return render(columns, rows)


def _conclusion(check: PlayCheck) -> Iterator[str]:
    points = ", ".join(f"{side} {check.points[side]}" for side in Side)
    yield f"Points {'' if check.is_complete else 'so far '}{points}.\n"
    if not check.faults:
        yield "No faults.\n"
    for fault in check.faults:
        legal = " ".join(map(str, fault.legal)) or "none"
        yield f"Trick {fault.trick}: {fault}. Legal: {legal}.\n"
