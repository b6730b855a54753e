"""`deal --key KEY --deals N`: the hands of a championship, for people or for programs."""

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.cli.text_table import Column, Grid, render
from scoring.dealing.deal_set import LAST_INDEX, deal_secret, make_deal
from scoring.game.cards import Suit
from scoring.game.deals import Deal, hand_text
from scoring.game.seats import Seat, dealer_of

MOST_DEALS = 1_000_000
"""Greatest number of deals in one call; `--first` goes on from there."""

_SEAT_NAMES = {Seat.N: "North", Seat.W: "West", Seat.S: "South", Seat.E: "East"}


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "deal",
        help="deal hands from a key and a salt",
        description=(
            "Deal hands from a key and a salt. A hand is its suits O.C.E.B (oros, copes, espases, "
            "bastos) with ranks from high to low as 9ARCS8765432, a void as -."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--key", required=True, help="64 hex digits, secret until the end")
    parser.add_argument("--salt", default="", metavar="TEXT", help="the public salt (default none)")
    parser.add_argument(
        "--deals", required=True, metavar="D", help=f"how many deals, at most {MOST_DEALS}"
    )
    parser.add_argument("--first", default="1", metavar="I", help="the first deal (default 1)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    key = arguments.key("--key", options.key)
    salt = arguments.salt("--salt", options.salt)
    count = arguments.whole_number("--deals", options.deals, 1, MOST_DEALS)
    first = arguments.whole_number("--first", options.first, 1, LAST_INDEX + 1 - count)
    arguments.refuse_faults()
    indexes = range(first, first + count)
    if options.format == "json":
        return _as_json(key, salt, indexes)
    return (text_of(index, make_deal(key, salt, index)) for index in indexes)


def _as_json(key: bytes, salt: str, indexes: Iterable[int]) -> Iterator[str]:
    """Yield one list, written deal by deal: a million of them needn't be kept."""
    before = "[\n"
    for index in indexes:
        secret = {"secret": deal_secret(key, index).hex()}
        yield before + json.dumps(fields_of(index, make_deal(key, salt, index)) | secret)
        before = ",\n"
    yield "\n]\n"


def fields_of(index: int, deal: Deal) -> dict[str, Any]:
    """Return a deal as JSON values: `{"deal": 1, "number": "…", "dealer": "N", "N": "9A5.RS…",
    …}`."""
    fields = {"deal": index, "number": str(deal.number), "dealer": dealer_of(index)}
    return fields | {seat: hand_text(deal.hand(seat)) for seat in Seat}


def text_of(index: int, deal: Deal) -> str:
    """Return the hands as they lie around the table."""
    dealer = dealer_of(index)
    north, west, south, east = (_block(deal, seat) for seat in Seat)
    nothing = [""] * len(north)
    grid: Grid = [
        *zip(nothing, north, nothing),
        *zip(west, nothing, east),
        *zip(nothing, south, nothing),
    ]
    title = f"Deal {index}   dealer {_SEAT_NAMES[dealer]}, {dealer.side} make trumps"
    return f"{title}   number {deal.number}\n\n{render([Column()] * 3, grid)}\n"


def _block(deal: Deal, seat: Seat) -> list[str]:
    """Return a seat's name, and its suits one below the other."""
    suits = hand_text(deal.hand(seat)).split(".")
    return [_SEAT_NAMES[seat]] + [f"{suit} {ranks}" for suit, ranks in zip(Suit, suits)]
