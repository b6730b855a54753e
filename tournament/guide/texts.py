"""Texts and chapters of the guide, in the language in force: Markdown files in templates/guide.

Each text of a file stands below a heading. Words that stand on a page, such as the name of a
button, are strong, in each language as they stand there: "Press **Store**." A picture of a page
stands alone, with its caption: "![The desk](desk)".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import models
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from markdown_it.utils import EnvType, OptionsDict
from PIL import Image

TEXTS = settings.BASE_DIR / "templates" / "guide"
"""A folder for each language."""
PICTURES = settings.BASE_DIR / "tournament" / "static" / "tournament" / "guide"
"""The folder of the pictures, which `python3 -m tests.pictures` draws."""

_HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


def texts(file: str) -> Mapping[str, SyntaxTreeNode]:
    """Return the texts of a file ("words") by their headings."""
    return _read(TEXTS / (get_language() or settings.LANGUAGE_CODE) / f"{file}.md")


def html(text: SyntaxTreeNode) -> SafeString:
    return SafeString(_MARKDOWN.renderer.render(text.to_tokens(), _MARKDOWN.options, {}))


def plain(text: SyntaxTreeNode, name: str = "%(name)s") -> str:
    """Return a text without markup; `name` is the format of strong words."""
    if text.type == "text":
        return text.content
    if text.type == "softbreak":
        return " "
    inner = "".join(plain(part, name) for part in text.children)
    return name % {"name": inner} if text.type == "strong" else inner


def names_in(text: SyntaxTreeNode) -> list[str]:
    """Return the strong words of a text: names that stand on a page."""
    return [plain(part) for part in text.walk() if part.type == "strong"]


def pictures_in(text: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    """Return the pictures of a text, each with its caption."""
    return [part for part in text.walk() if part.type == "image"]


def path_of(picture: SyntaxTreeNode) -> Path:
    return PICTURES / f"{picture.attrs['src']}.png"


@cache
def _read(path: Path) -> Mapping[str, SyntaxTreeNode]:
    _before, *pieces = _HEADING.split(path.read_text(encoding="utf-8"))
    return {
        heading: SyntaxTreeNode(_MARKDOWN.parse(text))
        for heading, text in zip(pieces[::2], pieces[1::2])
    }


def _make_figures(state: StateCore) -> None:
    """Let a paragraph that is a picture alone be a figure."""
    for before, inside, after in zip(state.tokens, state.tokens[1:], state.tokens[2:]):
        if [one.type for one in inside.children or ()] == ["image"]:
            before.tag = after.tag = "figure"


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    """Render a figure; its caption says what can be seen, so the image needs no other text."""
    picture = tokens[at]
    name = f"{picture.attrs['src']}.png"
    with Image.open(PICTURES / name) as image:
        width, height = image.size
    return format_html(
        '<img src="{}" width="{}" height="{}" alt="" loading="lazy">'
        '<figcaption class="soft small">{}</figcaption>',
        static(f"tournament/guide/{name}"),
        width,
        height,
        SafeString(renderer.renderInline(picture.children or [], options, env)),
    )


_MARKDOWN = MarkdownIt("commonmark", {"html": False})
_MARKDOWN.core.ruler.push("figures", _make_figures)
_MARKDOWN.add_render_rule("image", _picture)


class Audience(models.TextChoices):
    """Readers of a chapter, in the order of the guide."""

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
"""Readers of each chapter by its name, which ends its address (/help/rounds/), in order."""


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


def chapter_named(name: str) -> Chapter:
    """Return a chapter in the language in force. Raises KeyError for an unknown name."""
    audience = CHAPTERS[name]
    [(title, text)] = texts(name).items()
    return Chapter(name, audience, title, text)


def chapters(audiences: Iterable[Audience] = Audience) -> list[Chapter]:
    """Return the chapters for these readers, in the language in force."""
    wanted = set(audiences)
    return [chapter_named(name) for name, audience in CHAPTERS.items() if audience in wanted]
