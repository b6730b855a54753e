"""`check-deal`: whether a hand is the one that was promised, by what is public."""

import json
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scoring.cli.arguments import KEY_DIGITS, Arguments
from scoring.cli.deal import MOST_DEALS, fields_of, text_of
from scoring.cli.faults import CheckFailed, Fault, InputFaults
from scoring.cli.input_files import read_text
from scoring.cli.text_table import printable
from scoring.dealing.deal_set import (
    LAST_INDEX,
    CheckStep,
    failed_step,
    number_from_secret,
    parse_key,
)
from scoring.errors import KeyFormatError
from scoring.game.deals import Deal


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "check-deal",
        help="check one hand by its secret",
        description=(
            "Check that the hash of a deal's secret is in the list and that the list gives the "
            "commitment, and print the hand that secret and salt give. Exit code 1 if a step "
            "fails."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--deal", required=True, metavar="I", help="its number in the deal set")
    parser.add_argument(
        "--secret", required=True, metavar="HEX", help="64 hex digits, public since it was played"
    )
    parser.add_argument("--salt", default="", metavar="TEXT", help="the public salt (default none)")
    parser.add_argument(
        "--hashes",
        required=True,
        metavar="FILE",
        type=Path,
        help="the list of hashes, a line of 64 hex digits for each deal",
    )
    parser.add_argument(
        "--commitment", required=True, metavar="HEX", help="what was published before round 1"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    index = arguments.whole_number("--deal", options.deal, 1, LAST_INDEX)
    secret = arguments.key("--secret", options.secret)
    salt = arguments.salt("--salt", options.salt)
    promised = arguments.key("--commitment", options.commitment)
    try:
        hashes = read_hashes(options.hashes)
    except InputFaults as error:
        raise InputFaults([*arguments.faults, *error.faults]) from None
    arguments.refuse_faults()
    if step := failed_step(index, secret, hashes, promised.hex()):
        raise CheckFailed(_words(step, index, len(hashes)))
    deal = Deal(number_from_secret(secret, salt, index))
    if options.format == "json":
        return [json.dumps(fields_of(index, deal)) + "\n"]
    return [text_of(index, deal)]


def _words(step: CheckStep, index: int, deals: int) -> str:
    if step is CheckStep.LIST_GIVES_COMMITMENT:
        return f"{step}: the list of {deals} hashes doesn't give the commitment"
    if index > deals:
        return f"{step}: the list has {deals} hashes, so none of deal {index}"
    return f"{step}: the hash of the secret is not the one of deal {index} in the list"


def read_hashes(path: Path) -> list[bytes]:
    """Return the hashes in a file, in order. Blank lines at its end don't count.

    Raises `InputFaults` with every fault of the file.
    """
    name = printable(path.name)
    lines = read_text(path).rstrip().splitlines()
    if not 1 <= len(lines) <= MOST_DEALS:
        raise InputFaults([Fault(name, f"1 to {MOST_DEALS} lines", str(len(lines)))])
    hashes, faults = [], []
    for number, line in enumerate(lines, start=1):
        try:
            hashes.append(parse_key(line.strip()))
        except KeyFormatError as error:
            found = f"text of length {error.length}"
            faults.append(Fault(f"{name}: line {number}", f"{KEY_DIGITS} hex digits", found))
    if faults:
        raise InputFaults(faults)
    return hashes
