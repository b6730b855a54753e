"""What the guide is made of.

Its sentences are plain text with one mark: what stands on a page, such as the name of a button, is
between asterisks ("Press *Store*."), in each language as it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

PICTURES = Path(__file__).resolve().parent.parent / "static" / "tournament" / "guide"
"""The folder of the pictures, which `python3 -m tests.pictures` draws."""

_NAME = re.compile(r"\*([^*]+)\*")


class Audience(models.TextChoices):
    """Who a chapter is for, in the order of the guide."""

    ORGANISERS = "organisers", pgettext_lazy("guide", "For organisers")
    REFEREES = "referees", pgettext_lazy("guide", "For referees")
    PLAYERS = "players", pgettext_lazy("guide", "For those who play")


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: Promise


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done in this order."""

    steps: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page of the demonstration: the picture's name ("desk"), and what can be seen on it."""

    picture: str
    caption: Promise

    @property
    def path(self) -> Path:
        return PICTURES / f"{self.picture}.png"

    @property
    def width(self) -> int:
        """In pixels."""
        return _size(self.path)[0]

    @property
    def height(self) -> int:
        """In pixels."""
        return _size(self.path)[1]


Part = Text | Steps | Picture


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; `name` is the end of its address: /help/rounds/."""

    name: str
    title: Promise
    audience: Audience
    parts: tuple[Part, ...]

    def texts(self) -> Iterator[str]:
        """All its sentences, in the language in force."""
        for part in self.parts:
            if isinstance(part, Text):
                yield str(part.text)
            elif isinstance(part, Steps):
                yield from map(str, part.steps)
            else:
                yield str(part.caption)


@dataclass(frozen=True, slots=True)
class Term:
    """A word, and what it means."""

    word: Promise
    meaning: Promise


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do something on a page: ("Ctrl", "Z") are pressed together."""

    keys: tuple[str | Promise, ...]
    does: Promise


@dataclass(frozen=True, slots=True)
class PageHelp:
    """What is said of a page: three sentences, its keys, its words by name, its chapter's name."""

    text: Promise
    chapter: str
    terms: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()


def spans(text: str) -> Iterator[tuple[str, bool]]:
    """A text in pieces, and whether each is a name: ("Press ", False), ("Store", True)."""
    for place, piece in enumerate(_NAME.split(text)):
        if piece:
            yield piece, place % 2 == 1


def names_in(text: str) -> list[str]:
    """The names that a text mentions, each as it stands on a page."""
    return _NAME.findall(text)


@cache
def _size(path: Path) -> tuple[int, int]:
    """Width and height of a PNG, from its head."""
    with path.open("rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
