"""Mark by which a record knows a phone."""

from __future__ import annotations

import hashlib

from tournament.models.audit import PHONE_MARK


def phone_mark(chained_as: int, phone: str) -> str:
    """Return the mark of the phone of that number in a championship's record, "" for none.

    `chained_as` is the number that stands for the championship in its chain. The phone's number is
    128 random bits that nobody is told: it can't be found from its mark, nor can the same phone be
    found in the record of another championship.
    """
    if not phone:
        return ""
    return hashlib.sha256(f"{chained_as} {phone}".encode()).hexdigest()[:PHONE_MARK]
