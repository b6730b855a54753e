"""Cleaning the reasons and notes that people add to an act, and that the record keeps."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.core.names import clean_name

LONGEST = 500
"""Letters, as the columns that hold reasons and notes allow."""


def clean_note(text: str, *, field: str = "note") -> str:
    """Return a remark on one line, "" for none. Raises `UserError` as `clean_name` does."""
    return clean_name(text, max_length=LONGEST, field=field)


def given_reason(text: str, *, field: str = "reason") -> str:
    """Return the reason on one line. Raises `UserError` where it is empty."""
    reason = clean_note(text, field=field)
    if not reason:
        raise UserError(_("Give a reason: it goes into the record."), field=field)
    return reason
