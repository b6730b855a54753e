"""Tables that people sort or page through: django-tables2, with one template
(templates/tables/table.html).

The order and the page are in the address (`?sort=name`, `?sort=-total&page=2`), so both work
without a script and can be passed on. A row without a value in the column that sorts comes last,
in either direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import django_tables2
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django_tables2.data import TableListData

from tournament.core import live
from tournament.core.pages import PAGE, Page

SORT = "sort"


class Column(django_tables2.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of plain records: its head, its cells, and how it sorts.

    `shown` makes the text (or safe HTML) of a record's cell; `sorted_by` what it is sorted by, None
    for a column that doesn't sort. `hint` says what a short head stands for. The first click sorts
    the greatest to the top where `best_first`. `css` is for its cells and its head, `cell_css` for
    its cells alone; `names_row`: its cells are heads of their rows; `tells_head`: each bears the
    head's words, those of the hint if there are any, for phones, where a row stands as a block.
    """

    def __init__(
        self,
        head: str | Promise,
        *,
        shown: Callable[[Any], str],
        sorted_by: Callable[[Any], Any] | None = None,
        hint: str | Promise = "",
        best_first: bool = False,
        css: str = "",
        cell_css: str = "",
        names_row: bool = False,
        tells_head: bool = False,
    ) -> None:
        super().__init__(
            verbose_name=head,
            accessor="pk",  # never read: `shown` has the whole record
            orderable=sorted_by is not None,
            initial_sort_descending=best_first,
            attrs={"th": {"class": css}} if css else {},
        )
        self.shown = shown
        self.sorted_by = sorted_by
        self.hint = hint
        tag = "th" if names_row else "td"
        scope = mark_safe(' scope="row"') if names_row else ""
        classes = " ".join(filter(None, [css, cell_css]))
        of_class = format_html(' class="{}"', classes) if classes else ""
        told = format_html(' data-label="{}"', hint or head) if tells_head else ""
        self.opening = format_html("<{}{}{}{}>", tag, scope, of_class, told)
        self.closing = format_html("</{}>", tag)


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head: its words, the link that sorts by it, and how it is sorted now.

    `aria_sort` is "ascending", "descending" or "".
    """

    name: str
    label: str
    hint: str
    url: str
    css: str
    aria_sort: str


@dataclass(frozen=True, slots=True)
class Pager:
    """Place in a long table, and the links to the pages beside; "" where there is none."""

    number: int
    pages: int
    previous_url: str
    next_url: str


class Rows(TableListData):  # type: ignore[misc]  # django-tables2 has no types
    """The records of a table, in the order of `Column.sorted_by`; equal ones as they stood."""

    def __init__(self, records: Sequence[Any]) -> None:
        super().__init__(list(records))
        self._as_given = tuple(records)

    def order_by(self, aliases: Sequence[Any]) -> None:
        """Sort the data; "-total" for descending."""
        self.data = list(self._as_given)
        for alias in reversed(aliases):
            value = self.table.columns[alias.bare].column.sorted_by
            keyed = [(value(record), record) for record in self.data]
            known = [pair for pair in keyed if pair[0] is not None]
            known.sort(key=lambda pair: pair[0], reverse=alias.is_descending)
            unknown = [record for one, record in keyed if one is None]
            self.data = [record for _value, record in known] + unknown


class Table(django_tables2.Table):  # type: ignore[misc]  # django-tables2 has no types
    """A table of `Column`s, sorted as an address asks.

    `label` names it for those who can't see it. An order that no column knows is `usual`: "name",
    "-total". `page` is the part of the rows that is shown. Instead of a table without rows stands
    `empty`. Among other tables, `prefix` is its own in the address (`?ended-sort=name`), and its
    links lead to the heading whose id is `anchor`.
    """

    def __init__(
        self,
        records: Sequence[Any],
        columns: Mapping[str, Column],
        query: QueryDict,
        *,
        label: str,
        usual: str,
        css: str = "",
        page: Page | None = None,
        empty: str = "",
        prefix: str = "",
        anchor: str = "",
    ) -> None:
        super().__init__(
            Rows(records),
            extra_columns=list(columns.items()),
            attrs={"class": f"table {css}".rstrip()},
            empty_text=empty,
            prefix=prefix,
        )
        self.label = label
        self._page = page
        self._fragment = f"#{anchor}" if anchor else ""
        self._query = query.copy()
        for own in (live.PARAMETER, f"{prefix}{PAGE}"):  # a new order begins with its first page
            self._query.pop(own, None)
        asked = query.get(f"{prefix}{SORT}", "")
        # Only names of columns reach django-tables2, which reads more into a text than that.
        self.order_by = asked if asked.removeprefix("-") in self.columns.names() else usual
        if not self.order_by:  # a column that nothing is sorted by
            self.order_by = usual

    def heads(self) -> Iterator[Head]:
        """Yield the heads; a click on the one that sorts now turns its order."""
        for bound in self.columns:
            alias = bound.order_by_alias
            direction = "descending" if alias.is_descending else "ascending"
            yield Head(
                name=bound.name,
                label=str(bound.header),
                hint=str(bound.column.hint),
                url=self._url(SORT, alias.next) if bound.orderable else "",
                css=bound.column.attrs.get("th", {}).get("class", ""),
                aria_sort=direction if bound.is_ordered else "",
            )

    @property
    def pager(self) -> Pager | None:
        """The way to the other pages; None where all stands on one."""
        page = self._page
        if page is None or page.pages == 1:
            return None
        before, after = page.number - 1, page.number + 1
        return Pager(
            number=page.number,
            pages=page.pages,
            previous_url=self._url(PAGE, before) if before else "",
            next_url=self._url(PAGE, after) if after <= page.pages else "",
        )

    def _url(self, name: str, value: str | int) -> str:
        """Return the page's own address, asking for another order or page."""
        query = self._query.copy()
        query[f"{self.prefix}{name}"] = str(value)
        return f"?{query.urlencode()}{self._fragment}"

    def lines(self) -> Iterator[SafeString]:
        """Yield each row's cells as HTML: a template for each cell would cost ten times as much."""
        columns = [bound.column for bound in self.columns]
        for record in self.data[self._page.part if self._page else slice(None)]:
            yield mark_safe(
                "".join(
                    [f"{one.opening}{_safe(one.shown(record))}{one.closing}" for one in columns]
                )
            )


def _safe(text: str) -> str:
    """Return a cell's text as HTML: what `conditional_escape` does, in an eighth of its time."""
    return text if isinstance(text, SafeString) else escape(str(text))
