"""`check-play FILE.json`: whether a hand was played by the rules, and every fault if not."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scoring.cli.arguments import add_variant, chosen_variant
from scoring.cli.faults import FaultsFound
from scoring.cli.play_record import PlayRecord, read_play_record
from scoring.cli.text_table import Column, render
from scoring.game.play_check import PlayCheck, check_play_from
from scoring.game.seats import SEATS_OF, Seat, Side
from scoring.game.variants import PlayVariant

_EXPLANATION = """\
FILE.json is one object:

  {"deal": {"N": "9A5.RS.-.8765432", "W": …, "S": …, "E": …},
   "dealer": "N", "trump": "O", "plays": ["9O", "AC", …]}

  deal    the four hands, each its suits O.C.E.B with ranks as 9ARCS8765432, a void as -; in
          abarrotada also the three of N, W and S, with the 36 cards that aren't 4s, 3s or 2s
  dealer  N, W, S or E; the player to the dealer's right leads
  trump   O, C, E, B or botifarra
  plays   the cards in the order in which they were played, all or the first ones: rank, then suit

All faults are told, and what was played is replayed after each; only a card that another player
holds, or that has been played before, ends it. Points are those of complete tricks: each side's,
and in abarrotada each player's.

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
    add_variant(parser, PlayVariant)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    variant = chosen_variant(options)
    record = read_play_record(options.file, variant)
    check = check_play_from(record.start, record.plays, variant)
    write = {"json": _as_json, "text": _as_text}[options.format]
    answer = write(record, variant, check)
    if check.faults:
        raise FaultsFound(answer)
    return [answer]


def _points(record: PlayRecord, variant: PlayVariant, check: PlayCheck) -> dict[Seat | Side, int]:
    """Return the points of each side, or in abarrotada of each player, from complete tricks."""
    players: tuple[Seat | Side, ...] = SEATS_OF[record.start.trick.players]
    who = tuple(Side) if variant.has_partners else players
    return {each: check.position.points(each) for each in who}


def _as_json(record: PlayRecord, variant: PlayVariant, check: PlayCheck) -> str:
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
    points = _points(record, variant, check)
    content = {"complete": check.is_complete, "points": points, "faults": faults}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _as_text(record: PlayRecord, variant: PlayVariant, check: PlayCheck) -> str:
    trumps = f"trumps {record.start.trump}"
    if variant.has_partners:
        trumps = f"{record.dealer.side} made {trumps}"
    title = f"Dealer {record.dealer}, {trumps}; rules of play: {variant}"
    points = [f"{who} {made}" for who, made in _points(record, variant, check).items()]
    return f"{title}\n\n{_tricks(check)}\n{''.join(_conclusion(check, ', '.join(points)))}"


def _tricks(check: PlayCheck) -> str:
    """Return a line a trick; the cards in the order of play."""
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


def _conclusion(check: PlayCheck, points: str) -> Iterator[str]:
    yield f"Points {'' if check.is_complete else 'so far '}{points}.\n"
    if not check.faults:
        yield "No faults.\n"
    for fault in check.faults:
        legal = " ".join(map(str, fault.legal)) or "none"
        yield f"Trick {fault.trick}: {fault}. Legal: {legal}.\n"
