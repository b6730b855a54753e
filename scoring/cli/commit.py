"""`commit KEY`: the commitment that is published before round 1."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from scoring.cli.arguments import Arguments
from scoring.dealing.deal_set import commitment


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "commit",
        help="the commitment to a key",
        description="Print the commitment to a dealing key, which doesn't tell the key.",
        allow_abbrev=False,
    )
    parser.add_argument("key", metavar="KEY", help="64 hex digits, secret until the end")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    key = arguments.key("KEY", options.key)
    arguments.refuse_faults()
    return [commitment(key) + "\n"]
