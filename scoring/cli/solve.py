"""`solve FILE`: best points of the makers of each deal, with all cards known."""

import json
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cli.arguments import Arguments, add_variant, chosen_variant
from scoring.cli.faults import InputFaults
from scoring.cli.input_files import NOTHING, read_text
from scoring.cli.play_record import RecordReader
from scoring.cli.text_table import printable
from scoring.dealing.deal_set import LAST_INDEX
from scoring.game.announcements import Denomination
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from scoring.solver import AnalysisOff, Interval, new_solver


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """A deal, its place in the championship from 1, and who deals."""

    index: int
    dealer: Seat
    deal: Deal


def read_deals(path: Path) -> list[NumberedDeal]:
    """Return the deals in the file. Raises `InputFaults` with every fault of the file."""
    name = printable(path.name)
    reader = RecordReader(name)
    content = reader.parse(read_text(path))
    if not isinstance(content, list):
        reader.report("", "a list of deals", content)
        raise InputFaults(reader.faults)
    deals = []
    for place, value in enumerate(content, start=1):
        reader.name = f"{name}: item {place}"
        item = _read_item(reader, value)
        if item is not None:
            deals.append(item)
    if reader.faults:
        raise InputFaults(reader.faults)
    return deals


def _read_item(reader: RecordReader, value: Any) -> NumberedDeal | None:
    """Return one deal, or None and faults."""
    before = len(reader.faults)
    if not isinstance(value, dict):
        reader.report("", "an object with deal, dealer and the hands N, W, S and E", value)
        return None
    index = value.get("deal", NOTHING)
    if type(index) is not int or not 1 <= index <= LAST_INDEX:
        reader.report("deal", f"a whole number from 1 to {LAST_INDEX}", index)
    dealer = reader.dealer(value.get("dealer", NOTHING))
    hands = reader.hands({seat: value[seat] for seat in Seat if seat in value})
    if dealer is None or len(reader.faults) > before:
        return None
    return NumberedDeal(index, dealer, Deal.from_hands(hands))


_EXPLANATION = """\
FILE is what `deal --format json` prints: a list of objects such as

  {"deal": 1, "dealer": "N", "N": "9A5.RS.-.8765432", "W": …, "S": …, "E": …}

Points are those of the side that makes trumps, with best play of all four, who see all cards: what
could be had, not what could have been known at a table. Where the search was given up an interval
is told that holds: [41, 44] with json, 41–44 otherwise.

It needs Numba. The first time it is used on a machine it compiles itself, which takes some seconds.
"""

MOST_JOBS = len(Denomination)

Points = Mapping[Denomination, Interval]


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "solve",
        help="what the makers can get of deals, with all cards known",
        description="The makers' best points by each denomination, with all cards known.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    add_variant(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--jobs",
        metavar="N",
        default="1",
        help=f"denominations of a deal worked on at a time, 1 to {MOST_JOBS} (default 1); it is "
        "faster on as many processors",
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    jobs = arguments.whole_number("--jobs", options.jobs, 1, MOST_JOBS)
    arguments.refuse_faults()
    deals = read_deals(options.file)
    try:
        solver = new_solver(chosen_variant(options), jobs=jobs)
    except AnalysisOff as error:
        raise InputFaults([f"solve: {error}"]) from None
    solved = ((item, solver.makers_points(item.deal, item.dealer)) for item in deals)
    return _as_json(solved) if options.format == "json" else _as_text(solved)


def _as_json(solved: Iterable[tuple[NumberedDeal, Points]]) -> Iterator[str]:
    """Yield one list, written deal by deal as they are solved."""
    before = "[\n"
    for item, points in solved:
        fields = {"deal": item.index, "dealer": item.dealer, "makers": item.dealer.side}
        told = {trump: _number(interval) for trump, interval in points.items()}
        yield before + json.dumps(fields | {"points": told})
        before = ",\n"
    yield "\n]\n" if before != "[\n" else "[]\n"


def _number(interval: Interval) -> int | list[int]:
    return interval.low if interval.is_exact else [interval.low, interval.high]


def _as_text(solved: Iterable[tuple[NumberedDeal, Points]]) -> Iterator[str]:
    """Yield a line a deal, as they are solved."""
    widths = [max(len(trump), 5) for trump in Denomination]
    titles = "  ".join(f"{trump:>{width}}" for trump, width in zip(Denomination, widths))
    yield f"  deal  dealer  makers  {titles}\n"
    for item, points in solved:
        told = "  ".join(f"{points[t]!s:>{width}}" for t, width in zip(Denomination, widths))
        yield f"{item.index:>6}  {item.dealer:<6}  {item.dealer.side:<6}  {told}\n"
