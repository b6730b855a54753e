"""From a file in JSON to numbered deals, as `deal --format json` prints them.

Other keys are ignored, a deal's number among them: the hands say everything.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cli.faults import InputFaults
from scoring.cli.json_file import NOTHING
from scoring.cli.play_record import RecordReader
from scoring.cli.text_file import read_text
from scoring.cli.text_table import printable
from scoring.dealing.deal_set import LAST_INDEX
from scoring.game.deals import Deal
from scoring.game.seats import Seat


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """A deal, its place in the championship from 1, and who deals."""

    index: int
    dealer: Seat
    deal: Deal


def read_deals(path: Path) -> list[NumberedDeal]:
    """The deals in the file. Raises `InputFaults` with every fault of the file."""
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
    """One deal, or None and faults."""
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
