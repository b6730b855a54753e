"""Pieces of a line as people write it: words, signs between people, and known marks.

Every letter and figure of the line ends up in a token. Tokens that nobody needs (telephone numbers,
money, "pagat") are of the kind KNOWN, so nothing else can get lost unnoticed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from tournament.core.private_data import IDENTITY


class Token(Enum):
    WORD = "word"
    COLUMN = "column"
    """A tab or another sign that stands between columns."""
    SIGN = "sign"
    """A slash, "&" or "+"."""
    DASH = "dash"
    COMMA = "comma"
    JOIN = "join"
    """A word between two people, which may also join two surnames."""
    WITH = "with"
    """A word that only stands between people."""
    BRACKET = "bracket"
    SUBSTITUTE = "substitute"
    """The word before the names of substitutes."""
    CLUB = "club"
    """The word before a club, with its colon."""
    MISSING = "missing"
    """A word that says that somebody has no partner yet."""
    DAY = "day"
    """A date or a time."""
    KNOWN = "known"
    """Something about the pair that is not part of it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token and its text; a bracket has its content, with that of brackets in it."""

    kind: Token
    text: str


_PHONE = (
    r"(?:\b(?:tel(?:[eè]fon|[eé]fono|f)?|tlf|tf|m[oò]bil|m[oó]vil|whatsapp|wa)\b\.?:?\s*)?"
    r"(?:(?:\+|\b00)\s?\d{1,3}[\s.-]?|(?<!\d))[6-9]\d(?:[ .\-/]?\d){7}(?!\d)"
)
_PAID = (
    r"\b(?:no\s+)?(?:ha\s+|han\s+)?(?:pagat|pagats|pagada|pagades|pagado|pagados|pagadas|paid)\b"
    r"|\b(?:falt[ae]n?|pendents?|pendientes?|per|por)\s+(?:de\s+|per\s+|por\s+)?"
    r"(?:pagar|pagament|pago)\b|\bbizum\b|\bconfirma(?:t|ts|da|des|do|dos|das)\b|\bok\b"
)
_PARTNER = r"(?:parella|pareja|company[ae]?|compañer[oa]|partner|acompanyant|acompañante)"
_MISSING = (
    r"\b(?:falta|faltan|busca|busco|sense|sin|necessita|necesita|vol|quiere)\s+"
    rf"(?:una?\s+|un\s+)?{_PARTNER}\b|(?<=[ \t]){_PARTNER}(?=\s*$)|(?<!\S)\?+(?!\S)"
    rf"|(?:(?<=[ \t]){_PARTNER}\s+)?\b(?:per|por)\s+(?:confirmar|determinar|definir)\b"
    r"|(?<=[ \t])(?:pendent|pendiente)(?=\s*$)"
)
_PIECES = (
    (Token.KNOWN, r"<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?"),
    (Token.KNOWN, IDENTITY),
    (Token.KNOWN, _PHONE),
    (Token.KNOWN, r"\d+(?:[.,]\d{1,2})?\s?(?:€|euros?\b|eur\b)|€\s?\d+(?:[.,]\d{1,2})?"),
    (Token.DAY, r"\b\d{1,2}[/.-]\d{1,2}(?:[/.-](?:20)?\d{2})?\b(?!\d)"),
    (Token.DAY, r"\b\d{1,2}[:.]\d{2}\s?(?:h\b)?|\b\d{1,2}\s?h\b"),
    (Token.KNOWN, _PAID),
    (Token.MISSING, _MISSING),
    (
        Token.SUBSTITUTE,
        r"\b(?:suplent(?:s|e|es)?|substitut(?:s|a|es|o|os|as)?|sustitut(?:o|a|os|as))\b[.:\s]*"
        r"|\b(?:subs?|subst|supl?|reserv(?:a|es|as)|res)\b\s*(?:\.\s*:?|:)",
    ),
    (Token.CLUB, r"\b(?:club|penya|peña|entitat|entidad)\s*:"),
    (Token.BRACKET, r"\([^()]*(?:\)|\Z)|\[[^\[\]]*(?:\]|\Z)"),
    (Token.WORD, r"(?<!\S)\"[^\"]*[,;/&+\t][^\"]*\""),
    (Token.COLUMN, r"[\t;|\n]"),
    (Token.DASH, r"[–—]+|(?<=\s)-+|-+(?=\s|\Z)|•|(?<=\s)·(?=\s)"),
    (Token.SIGN, r"[/&+]"),
    (Token.COMMA, r","),
    (Token.JOIN, r"(?<=\s)[iye](?=\s)"),
    (Token.WITH, r"(?<=\s)(?:and|amb|con|with)(?=\s)"),
    (Token.WORD, r"(?:(?!-+(?:\s|\Z))[^\s,;/&+|()\[\]–—•])+"),
)
_KINDS = tuple(kind for kind, _pattern in _PIECES)
_TOKENS = re.compile("|".join(f"({pattern})" for _kind, pattern in _PIECES), re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<![^\W_])[*_~]+|[*_~]+(?![^\W_])")
_STRUCK = re.compile(r"~\s*\S[^~]*~")
_BRACKET_BY_ITSELF = re.compile(r"(?<!\S)[(\[]")
_WITHOUT_BRACKETS = str.maketrans("()[]", "    ")
_SKIN = range(0x1F3FB, 0x1F400)
_PICTURES = {"\u20e3": " ", "\U0001f51f": "10 ", "→": " ", "√": " ", "×": " ", "\ufe0f": ""}


def is_struck_out(text: str) -> bool:
    """Return whether something is struck out, as chats write it: ~Anna i Blai~."""
    return bool(_STRUCK.search(text))


def without_pictures(text: str) -> str:
    """Return the text without emojis, ticks, invisible signs and the signs for bold and italics."""
    plain = "".join(map(_shown, unicodedata.normalize("NFC", text)))
    return _EMPHASIS.sub("", plain)


def _shown(sign: str) -> str:
    if sign.isascii():
        return sign
    if sign in _PICTURES:
        return _PICTURES[sign]
    category = unicodedata.category(sign)
    if category == "Cf":
        return ""
    if category == "Zs" or category == "So" or ord(sign) in _SKIN:
        return " "
    return sign


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text, without the spaces between them."""
    for found in _TOKENS.finditer(text):
        kind = _KINDS[(found.lastindex or 1) - 1]
        piece = found[0].strip(" ")
        if kind is Token.BRACKET:
            piece = piece.translate(_WITHOUT_BRACKETS).strip()
        elif kind is Token.WORD and len(piece) > 1 and piece[0] == piece[-1] == '"':
            piece = piece[1:-1].strip() if set(piece) & set(",;/&+\t") else piece
        yield Piece(kind, piece)


def starts_with_known(text: str) -> bool:
    """Return whether a telephone number, a date or money stands first, and no number of a pair."""
    found = _TOKENS.match(text)
    return found is not None and _KINDS[(found.lastindex or 1) - 1] in {Token.KNOWN, Token.DAY}


def is_marked(text: str) -> bool:
    """Return whether something stands in a cell that is no name: a telephone number, brackets."""
    marks = {Token.KNOWN, Token.MISSING, Token.SUBSTITUTE, Token.CLUB, Token.DAY}
    return (
        without_pictures(text) != unicodedata.normalize("NFC", text)
        or bool(_BRACKET_BY_ITSELF.search(text))
        or any(piece.kind in marks for piece in pieces_of(text))
    )
