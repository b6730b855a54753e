"""`codes --key KEY --deals N`: the codes that the packs of a championship bear."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.cli.text_table import Column, render
from scoring.dealing.deal_set import deal_hashes
from scoring.dealing.pack_codes import check_codes
from scoring.game.seats import Seat

MOST_DEALS = 100_000


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "codes",
        help="the codes on the packs",
        description="Print the check codes of the packs, a line a deal, from a key and a salt.",
        allow_abbrev=False,
    )
    parser.add_argument("--key", required=True, help="64 hex digits, secret until the end")
    parser.add_argument("--salt", default="", metavar="TEXT", help="the public salt (default none)")
    parser.add_argument(
        "--deals", required=True, metavar="D", help=f"how many deals, at most {MOST_DEALS}"
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    key = arguments.key("--key", options.key)
    salt = arguments.salt("--salt", options.salt)
    count = arguments.whole_number("--deals", options.deals, 1, MOST_DEALS)
    arguments.refuse_faults()
    codes = check_codes(deal_hashes(key, count), salt)
    columns = [Column("Deal", right=True), *(Column(seat.value) for seat in Seat)]
    rows = [[str(deal), *(codes[deal, seat] for seat in Seat)] for deal in range(1, count + 1)]
    return [render(columns, rows)]
