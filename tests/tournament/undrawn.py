"""Answers without what stands in them, for tests of who gets an answer and not of what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.template.backends.django import Template
from django.utils.safestring import mark_safe

from tournament.core.permissions import Access
from tournament.desk import tags
from tournament.desk.queries.rounds import DayNow
from tournament.exports.excel.book import Book
from tournament.exports.papers import assembly
from tournament.exports.pdf import paper


@contextmanager
def nothing_drawn() -> Iterator[None]:
    """Inside, every page, paper and workbook is empty. What a view itself reads and decides is as
    always; what only the drawing of a page reads is not read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", lambda *_given, **_named: mark_safe(""))
        for module in (paper, assembly):
            patch.setattr(module, "write_parts", lambda *_given: b"")
        patch.setattr(Book, "content", lambda _book: b"")
        yield


@contextmanager
def refusals_not_drawn() -> Iterator[None]:
    """Inside, the pages are empty that say no more than that there is nothing, or not for whom."""
    draw = Template.render

    def unless_refused(page: Template, *given: Any, **named: Any) -> Any:
        if page.template.name in {"403.html", "404.html"}:
            return mark_safe("")
        return draw(page, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", unless_refused)
        yield


@contextmanager
def day_line_unread() -> Iterator[None]:
    """Inside, the line about the day in the bar of each page says nothing, and nothing is read for
    it. The address that refreshes it (`desk:now`) answers as always, with the same template."""
    nothing = DayNow(None, is_open=False, entered=0, hands=0, waiting=0)

    def say_nothing(access: Access, version: str) -> dict[str, Any]:
        return {"access": access, "now": nothing, "version": version}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tags, "version_of", lambda _championship: "0")
        patch.setattr(tags, "now_context", say_nothing)
        yield
