"""The text of a PDF file's pages, as pypdf reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from unittest import mock

from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from pypdf.generic._font import Font


@lru_cache(maxsize=64)  # several tests, and several visitors, read the same paper
def texts_of_pages(content: bytes) -> tuple[str, ...]:
    with _typefaces_read_once():
        return tuple(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


@contextmanager
def _typefaces_read_once() -> Iterator[None]:
    """pypdf reads a typeface anew for every page, and for every drawing on it."""
    read = Font.from_font_resource
    known: dict[int, tuple[DictionaryObject, Font]] = {}

    def remembered(resource: DictionaryObject) -> Font:
        if id(resource) not in known:
            known[id(resource)] = resource, read(resource)
        return known[id(resource)][1]

    with mock.patch.object(Font, "from_font_resource", remembered):
        yield
