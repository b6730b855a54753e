"""Whole numbers that somebody wrote: in an address, a form, a sheet, after a command.

Python takes digits of every alphabet for numbers, and fails where there are more than four thousand
of them: what comes from outside is read here.
"""

MOST_DIGITS = 9
"""Most digits of the numbers of rounds, hands, versions and rows; the database takes them all."""


def whole_number(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """Return the number that at most `digits` digits 0–9 write, "07" too; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None
