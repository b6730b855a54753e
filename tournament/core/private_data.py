"""Telephone numbers, addresses, identity numbers and brackets in a name: found, and taken out.

Names stand on public pages. `take_out` cleans what was copied from a list, and tells what it took;
`private_in` is the check that every name passes before it is stored. Pure: no database, no
translated text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

MOST_FIGURES = 4
"""Most figures in a name ("Els 4 Gats", "Penya 1714"); more could be a telephone number."""


class Private(Enum):
    """Kinds of private data, which have no place in a name."""

    ADDRESS = "address"
    """An e-mail address, or anything with an @."""
    IDENTITY = "identity"
    """A DNI, an NIE, a passport: figures with a letter."""
    PHONE = "phone"
    NUMBER = "number"
    """Another number of more than four figures."""
    BRACKETS = "brackets"


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A name without private data."""

    text: str
    taken: tuple[Private, ...] = ()
    """Kinds that were taken out, each once."""
    asides: tuple[str, ...] = ()
    """Texts in brackets, cleaned."""


_BETWEEN = r"[ \u00a0\u202f.\-–/()·]"
_PREFIX = (
    r"(?:\b(?:tel(?:[eè]fon|[eé]fono|f)?|tlf|tf|m[oò]bil|m[oó]vil|whatsapp|wa)\b\.?:?\s*)?"
    r"(?:\(\s?)?"
)
IDENTITY = (
    rf"(?<!\w)(?:[XYZ]{_BETWEEN}{{0,3}}\d(?:{_BETWEEN}{{0,3}}\d){{6}}"
    rf"|\d(?:{_BETWEEN}{{0,3}}\d){{7}}){_BETWEEN}{{0,3}}(?:(?<!\s)[ey]|[TRWAGMFPDXBNJZSQVHLCK])(?!\w)"
)
"""A DNI or an NIE, in whatever case. After a blank, "y" and "e" rather join two people."""
_PATTERNS = (
    (Private.ADDRESS, r"(?<!\S)[^\s,;]+\s@\s[^\s,;]+"),
    (Private.ADDRESS, r"(?<![^\s,;/|<>()\[\]{}])[^\s,;/|<>()\[\]{}]*@[^\s,;/|<>()\[\]{}]*"),
    (Private.IDENTITY, IDENTITY),
    (Private.IDENTITY, r"(?<!\w)(?=\w*[^\W\d])(?=\w*\d{5})\w+"),
    (
        Private.PHONE,
        rf"{_PREFIX}(?:\+\s?)?(?<!\d)\d(?:{_BETWEEN}{{0,3}}\d){{8,}}",
    ),
    (Private.NUMBER, rf"{_PREFIX}\+?\s?(?<!\d)\d(?:{_BETWEEN}{{0,3}}\d){{{MOST_FIGURES},}}"),
)
_FOUND = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
_BRACKETS = re.compile(r"\(([^()]*)(?:\)|\Z)|\[([^\[\]]*)(?:\]|\Z)|\{([^{}]*)(?:\}|\Z)|[)\]}]")
_ENDS = " ,;:/|<>-–—·"


def take_out(text: str, *, brackets: bool = True) -> Cleaned:
    """Take all private data out of a name; one without any is returned unchanged.

    What `brackets` enclose goes too, and is returned beside the name. Short numbers stay: they can
    be part of a name, and somebody has to be asked (`figures_in`).
    """
    taken: dict[Private, None] = {}
    asides: list[str] = []
    rest = text
    while (found := _first(rest, brackets=brackets)) is not None:
        kind, (start, end) = found
        taken[kind] = None
        if kind is Private.BRACKETS:
            inner = take_out(rest[start + 1 : end].rstrip(")]}"))
            taken |= dict.fromkeys(inner.taken)
            within = map(_tidy, (inner.text, *inner.asides))
            asides += [one for one in within if any(map(str.isalnum, one))]
        rest = f"{rest[:start]} {rest[end:]}"
    if not taken:
        return Cleaned(text)
    text = "\n".join(map(_tidy, rest.split("\n"))).strip("\n")
    return Cleaned(text, tuple(taken), tuple(asides))


def _tidy(line: str) -> str:
    """Return a line from which something was cut, without what stood between."""
    return " ".join(line.split()).strip(_ENDS)


def private_in(name: str) -> tuple[Private, ...]:
    """Return the private data in a name; empty for a name that can be stored."""
    taken = take_out(name).taken
    return taken or ((Private.NUMBER,) if figures_in(name) > MOST_FIGURES else ())


def figures_in(name: str) -> int:
    """Count the digits in a name, in whatever script."""
    return sum(unicodedata.digit(one, None) is not None for one in name)


def _first(text: str, *, brackets: bool) -> tuple[Private, tuple[int, int]] | None:
    """Return the next private data to cut out of the text, and where it stands."""
    plain = "".join(map(_as_ascii, text))
    if "@" in plain or any(map(str.isdigit, plain)):
        for kind, pattern in _FOUND:
            if found := pattern.search(plain):
                return kind, found.span()
    if brackets and (bracket := _BRACKETS.search(plain)):
        return Private.BRACKETS, bracket.span()
    return None


def _as_ascii(sign: str) -> str:
    """Return a letter as patterns know it: figures, @ and brackets of any width. Each gives one."""
    if sign.isascii():
        return sign
    if (figure := unicodedata.digit(sign, None)) is not None:
        return str(figure)
    if unicodedata.category(sign) == "Cf":  # nobody sees it between two figures
        return "\u00a0"
    wide = unicodedata.normalize("NFKC", sign)
    return wide if wide in _SIGNS else sign


_SIGNS = frozenset("@()[]{}+-./")
