"""Reading the arguments that are more than a choice: numbers, keys, salts, and rules of games.

The parser hands them on as text, and `Arguments` reads them together, so that all their faults are
reported and not only the first.
"""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import NoReturn

from scoring.cli.faults import Fault, InputFaults, quoted
from scoring.dealing.deal_set import KEY_BYTES, normalise_salt, parse_key
from scoring.errors import KeyFormatError, SaltError
from scoring.game.seats import Sides
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, Multipliers

KEY_DIGITS = 2 * KEY_BYTES

MOST_POINTS = 1_000_000
MOST_MULTIPLIER = 100

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
        """Return a number from `low` to `high`, written in the digits 0 to 9."""
        number = _in_range(text, low, high)
        if number is None:
            expected = f"a whole number from {low} to {high}"
            self.faults.append(Fault(name, expected, quoted(text)))
            return low
        return number

    def whole_number_or_none(self, name: str, text: str, low: int, high: int) -> int | None:
        """Return a number from `low` to `high`, or None for the word "none"."""
        if text == "none":
            return None
        if _in_range(text, low, high) is None:
            expected = f"a whole number from {low} to {high}, or none"
            self.faults.append(Fault(name, expected, quoted(text)))
            return low
        return int(text)

    def multipliers(self, name: str, text: str) -> Multipliers:
        """Return the factors of contro, recontro and Sant Vicenç, written as 2-4-8."""
        try:
            contro, recontro, sant_vicenc = _numbers(text, 1, MOST_MULTIPLIER)
            return Multipliers(contro, recontro, sant_vicenc)
        except ValueError:
            expected = (
                f"three whole numbers from 1 to {MOST_MULTIPLIER}, none below the one before, "
                "such as 2-4-8"
            )
            self.faults.append(Fault(name, expected, quoted(text)))
            return DEFAULT_MULTIPLIERS

    def points_of_sides(self, name: str, text: str) -> Sides[int]:
        """Return the points of each side, written as 95-40."""
        try:
            ns, ew = _numbers(text, 0, MOST_POINTS)
            return Sides(ns, ew)
        except ValueError:
            expected = f"two whole numbers from 0 to {MOST_POINTS}, such as 95-40"
            self.faults.append(Fault(name, expected, quoted(text)))
            return Sides(0, 0)

    def key(self, name: str, text: str) -> bytes:
        """Return a key, secret or hash. A fault doesn't repeat it: even mistyped it is secret."""
        try:
            return parse_key(text)
        except KeyFormatError as error:
            found = f"text of length {error.length}"
            self.faults.append(Fault(name, f"{KEY_DIGITS} hex digits", found))
            return b""

    def salt(self, name: str, text: str) -> str:
        """Return a salt as it is hashed."""
        try:
            return normalise_salt(text)
        except SaltError:
            self.faults.append(Fault(name, "text in UTF-8", quoted(text)))
            return ""

    def seed(self, name: str, text: str) -> str:
        """Return the text that lots are drawn from."""
        if not is_unicode(text):
            self.faults.append(Fault(name, "text in UTF-8", quoted(text)))
            return ""
        return text


def _in_range(text: str, low: int, high: int) -> int | None:
    """Return the number, written in the digits 0 to 9, if it lies from `low` to `high`."""
    number = int(text) if _DIGITS.fullmatch(text) else None
    return number if number is not None and low <= number <= high else None


def _numbers(text: str, low: int, high: int) -> list[int]:
    """Return the numbers that hyphens join. Raises `ValueError`."""
    numbers = [_in_range(part, low, high) for part in text.split("-")]
    if None in numbers:
        raise ValueError(text)
    return [number for number in numbers if number is not None]


def is_unicode(text: str) -> bool:
    """Return whether UTF-8 can write the text; it can't write halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def add_variant(
    parser: ArgumentParser, variants: Iterable[PlayVariant] = PARTNERSHIP_VARIANTS
) -> None:
    """Let a command take `--variant`, one of these; `chosen_variant` reads it."""
    parser.add_argument(
        "--variant",
        choices=[choice.value for choice in variants],
        default=PlayVariant.OBLIGADA.value,
        help="the rules of play (default obligada)",
    )


def chosen_variant(options: Namespace) -> PlayVariant:
    """Return the variant that was asked for, by default the championship's default."""
    return PlayVariant(options.variant)
