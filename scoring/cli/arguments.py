"""Reading the arguments that are more than a choice: numbers, keys and salts.

The parser hands them on as text, and `Arguments` reads them together, so that all their faults are
reported and not only the first.
"""

import re
from argparse import ArgumentParser
from typing import NoReturn

from scoring.cli.faults import Fault, InputFaults, quoted
from scoring.dealing.deal_set import KEY_BYTES, normalise_salt, parse_key
from scoring.errors import KeyFormatError, SaltError

KEY_DIGITS = 2 * KEY_BYTES

_DIGITS = re.compile(r"[0-9]{1,20}")


class Parser(ArgumentParser):
    """An argument parser that reports what it doesn't understand in one line, and nothing else."""

    def error(self, message: str) -> NoReturn:
        raise InputFaults([f"{self.prog}: {' '.join(message.split())} (see --help)"])


class Arguments:
    """Reads arguments one by one and keeps their faults until `refuse_faults`."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def refuse_faults(self) -> None:
        """Raise `InputFaults` if anything read so far was wrong."""
        if self.faults:
            raise InputFaults(self.faults)

    def whole_number(self, name: str, text: str, low: int, high: int) -> int:
        """A number from `low` to `high`, written in the digits 0 to 9."""
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or not low <= number <= high:
            expected = f"a whole number from {low} to {high}"
            self.faults.append(Fault(name, expected, quoted(text)))
            return low
        return number

    def key(self, name: str, text: str) -> bytes:
        """A dealing key. A fault doesn't repeat it: it may be all but right, and is a secret."""
        try:
            return parse_key(text)
        except KeyFormatError as error:
            found = f"text of length {error.length}"
            self.faults.append(Fault(name, f"{KEY_DIGITS} hex digits", found))
            return b""

    def salt(self, name: str, text: str) -> str:
        """A salt as it is hashed."""
        try:
            return normalise_salt(text)
        except SaltError:
            self.faults.append(Fault(name, "text in UTF-8", quoted(text)))
            return ""
