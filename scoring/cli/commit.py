"""`commit KEY --deals D`: the commitment that is published before round 1, or the list it binds."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.cli.deal import MOST_DEALS
from scoring.dealing.deal_set import commitment, deal_hashes


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "commit",
        help="the commitment to a key's deals",
        description="Print the commitment to the deals of a key, which tells neither.",
        allow_abbrev=False,
    )
    parser.add_argument("key", metavar="KEY", help="64 hex digits, secret until the end")
    parser.add_argument(
        "--deals",
        required=True,
        metavar="D",
        help=f"how many deals the set has, at most {MOST_DEALS}",
    )
    parser.add_argument(
        "--hashes", action="store_true", help="print the list of hashes instead, a line a deal"
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    key = arguments.key("KEY", options.key)
    deals = arguments.whole_number("--deals", options.deals, 1, MOST_DEALS)
    arguments.refuse_faults()
    hashes = deal_hashes(key, deals)
    if options.hashes:
        return [f"{one.hex()}\n" for one in hashes]
    return [commitment(hashes) + "\n"]
