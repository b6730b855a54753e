"""The chapters of the guide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import models
from django.utils.translation import pgettext_lazy
from markdown_it.tree import SyntaxTreeNode

from tournament.guide.texts import html, texts


class Audience(models.TextChoices):
    """Who a chapter is for, in the order of the guide."""

    ORGANISERS = "organisers", pgettext_lazy("guide", "For organisers")
    REFEREES = "referees", pgettext_lazy("guide", "For referees")
    PLAYERS = "players", pgettext_lazy("guide", "For those who play")


_CHAPTERS_FOR: Mapping[Audience, str] = {
    Audience.ORGANISERS: "begin pairs schedule hands hall printing end",
    Audience.REFEREES: "rounds results inbox rulings",
    Audience.PLAYERS: "table play pair scores abarrotada",
}
CHAPTERS: Mapping[str, Audience] = {
    name: audience for audience, names in _CHAPTERS_FOR.items() for name in names.split()
}
"""Whom each is for, by its name: the end of its address, /help/rounds/. In their order."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter in one language."""

    name: str
    audience: Audience
    title: str
    text: SyntaxTreeNode

    @property
    def html(self) -> str:
        return html(self.text)


def chapter(name: str) -> Chapter:
    """A chapter in the language in force. Raises KeyError where there is none of that name."""
    audience = CHAPTERS[name]
    [(title, text)] = texts(name).items()
    return Chapter(name, audience, title, text)


def chapters(audiences: Iterable[Audience] = Audience) -> list[Chapter]:
    """The chapters for these readers, in the language in force."""
    wanted = set(audiences)
    return [chapter(name) for name, audience in CHAPTERS.items() if audience in wanted]
