"""Answers without what stands in them, for tests of who gets an answer and not of what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.template.backends.django import Template
from django.utils.safestring import mark_safe

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
