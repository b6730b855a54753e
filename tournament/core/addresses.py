"""Addresses of which a page has hundreds: those that end with a number.

Looking one up takes longer than anything else that is done for a cell, so it is looked up once, and
the numbers are put in.
"""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, reverse


def numbered(view: str, *args: str | int) -> str:
    """Return the address that `reverse` gives, of a view whose last argument ends it."""
    *before, number = args
    return f"{_without_number(get_script_prefix(), view, *before)}{int(number)}/"


@lru_cache(maxsize=2048)
def _without_number(_prefix: str, view: str, *before: str | int) -> str:
    address = reverse(view, args=[*before, 0])
    assert address.endswith("/0/"), f"the address of {view} doesn't end with its number"
    return address.removesuffix("0/")
