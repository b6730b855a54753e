"""Which names the site looks for in what is sent to it, so that tests spoil those and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.http import QueryDict

_LOOKS = ("__getitem__", "__contains__", "_getlist")
"""What every look for a name ends in: `get`, a form's fields and `in` too."""


@contextmanager
def names_asked(*, in_empty_ones: bool = True) -> Iterator[set[str]]:
    """The names looked for inside, in queries and in forms that were sent.

    Without those looked for `in_empty_ones` they are only of the query, or only of the form, if the
    other one is empty.
    """
    found: set[str] = set()

    def noting(look: Callable[..., Any]) -> Callable[..., Any]:
        def look_and_note(sent: QueryDict, name: str, *others: Any, **options: Any) -> Any:
            # As long as it can be changed, it is still being read.
            if not sent._mutable and (in_empty_ones or len(sent)):
                found.add(name)
            return look(sent, name, *others, **options)

        return look_and_note

    with pytest.MonkeyPatch.context() as patch:
        for look in _LOOKS:
            patch.setattr(QueryDict, look, noting(getattr(QueryDict, look)))
        yield found
