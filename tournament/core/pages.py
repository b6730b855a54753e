"""Long lists, a page at a time: the page that an address asks for (`?page=3`), and its rows.

An address may ask for anything, as it may be old or typed: what can't be read is the first page,
and of a page that isn't there, the nearest that is.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from scoring.whole_numbers import whole_number

PAGE = "page"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list: its number, from 1, of how many, and how many things stand on each.

    `length` is None where one has nothing of the list but this page.
    """

    number: int
    pages: int
    length: int | None = None

    @property
    def part(self) -> slice:
        """The slice of all rows that stands on it."""
        if self.length is None:
            return slice(None)
        return slice((self.number - 1) * self.length, self.number * self.length)


def asked_page(query: QueryDict, prefix: str = "") -> int:
    """Return the page that an address asks for; 1 if that is no number."""
    asked = whole_number(query.get(f"{prefix}{PAGE}", ""))
    return 1 if asked is None else asked


def page_of(found: int, *, asked: int, length: int) -> Page:
    """Return the page `asked` of a list of `found` things, `length` a page."""
    pages = max(1, -(-found // length))
    return Page(min(max(asked, 1), pages), pages, length)
