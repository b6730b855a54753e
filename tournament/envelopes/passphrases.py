"""Passphrases that can be told over the telephone in any language: digits, in groups of five.

Seven groups of four random digits, 93 bits, each with a fifth that checks it. So a listener who
mishears or mistypes is told which group is wrong: "4093 7" is not taken for "4903 7". A group's
place counts too, so that two groups that changed places are noticed.
"""

from __future__ import annotations

import re
import secrets

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.errors import UserError

GROUPS = 7
RANDOM_DIGITS = 4

_DAMM = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)
"""Damm's quasigroup: one wrong digit, or two neighbours exchanged, always give another check."""


def new_passphrase() -> str:
    """Return a new passphrase from the operating system: seven groups, separated by spaces."""
    groups = []
    for place in range(GROUPS):
        digits = "".join(str(secrets.randbelow(10)) for _digit in range(RANDOM_DIGITS))
        groups.append(digits + _check(digits, place))
    return " ".join(groups)


def cleaned_passphrase(typed: str) -> str:
    """Return a passphrase as `new_passphrase` writes it, from digits with anything between them.

    Raises `UserError` (field: passphrase) that names the groups in which there is a slip.
    """
    digits = re.sub(r"[\s.,;:_-]+", "", typed)
    size = RANDOM_DIGITS + 1
    if not (digits.isascii() and digits.isdigit()) or len(digits) != GROUPS * size:
        raise UserError(
            _("A passphrase is %(groups)d groups of %(size)d digits.")
            % {"groups": GROUPS, "size": size},
            field="passphrase",
        )
    groups = [digits[at : at + size] for at in range(0, len(digits), size)]
    wrong = [
        str(place + 1)
        for place, group in enumerate(groups)
        if _check(group[:-1], place) != group[-1]
    ]
    if wrong:
        raise UserError(
            ngettext(
                "There is a mistake in group %(groups)s: ask for it again.",
                "There are slips in groups %(groups)s: ask for them again.",
                len(wrong),
            )
            % {"groups": ", ".join(wrong)},
            field="passphrase",
        )
    return " ".join(groups)


def _check(digits: str, place: int) -> str:
    """Return the check digit of a group; it also depends on the group's place."""
    found = place
    for digit in digits:
        found = _DAMM[found][int(digit)]
    return str(found)
