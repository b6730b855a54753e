"""What the site looks for in what is sent to it, so that tests change that and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.http import QueryDict

from tournament.core.permissions import Access

_LOOKS = ("__getitem__", "__contains__", "_getlist")
"""What every look for a name ends in: `get`, a form's fields and `in` too."""


@contextmanager
def names_asked() -> Iterator[set[str]]:
    """The names looked for inside, in queries and in forms that were sent and are not empty."""
    found: set[str] = set()

    def noting(look: Callable[..., Any]) -> Callable[..., Any]:
        def look_and_note(sent: QueryDict, name: str, *others: Any, **options: Any) -> Any:
            # As long as it can be changed, it is still being read.
            if not sent._mutable and len(sent):
                found.add(name)
            return look(sent, name, *others, **options)

        return look_and_note

    with pytest.MonkeyPatch.context() as patch:
        for look in _LOOKS:
            patch.setattr(QueryDict, look, noting(getattr(QueryDict, look)))
        yield found


@contextmanager
def looks_at_the_stage() -> Iterator[list[Access]]:
    """Who looked inside at the stage that an address asks for (?stage=2).

    It is worked out for every page of a championship, and a page that doesn't look at it is the
    same whatever it is.
    """
    found: list[Access] = []

    def note_and_get(access: Access, name: str) -> Any:
        if name == "stage":
            found.append(access)
        return object.__getattribute__(access, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Access, "__getattribute__", note_and_get)
        yield found
