"""Who stands in a row of words: one person, or several joined by "i", "y", "amb".

"i" and "y" join two people, and also the two surnames of one: "Anna Roca i Pere Mas", "Josep Puig
i Serra". What follows decides: a given name begins another person. Where that doesn't tell, both
readings are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournament.contestants.list_import.given_names import is_given_name, is_only_given_name
from tournament.contestants.list_import.line_tokens import Piece, Token
from tournament.core.names import plain

_BEFORE_SURNAMES = set(plain("de del dels d la las los les el els i y e da dos van von").split())
_ARTICLES = {"el", "la", "en", "na"}
"""Before a given name: "la Maria"."""
_MOST_WORDS = 7
_MOST_JOINED = 6
"""In a text with more of them nothing is told apart: it is no pair, and is shown as it stands."""
_ENDS = " ,;:.…!'’`´-@"
_JOINING = {Token.JOIN, Token.WITH}


def written(pieces: Sequence[Piece]) -> str:
    """The words of these pieces as they were typed, without what a line ends with."""
    text = ""
    for piece in pieces:
        if piece.kind is Token.COMMA:
            text += ","
        elif piece.kind in {Token.WORD, *_JOINING, Token.DASH, Token.SIGN, Token.DAY}:
            text += f" {piece.text}"
    return trimmed(text)


def trimmed(text: str) -> str:
    """The text without stops at its ends; the one of an initial ("Josep M.") belongs to it."""
    text = text.strip(" ,;:…!").lstrip(_ENDS)
    last = text.split()[-1] if text.split() else ""
    is_initial = re.fullmatch(r"(?:\w|ll|m[aª])\.", last.lower()) is not None
    return text if is_initial else text.rstrip(" ,;:.…!-")


def begins_with_given_name(text: str) -> bool:
    """Whether this looks like a person, not like a club."""
    return bool(text) and is_given_name(text.split()[0])


def has_remark(name: str) -> bool:
    """Whether words in small letters stand in a name with capitals, or many words in one."""
    words = [word for word in name.split() if word[0].isalpha()]
    capitals = any(word[0].isupper() for word in words)
    small = [word for word in words if word[0].islower() and not _leads_to_surname(word)]
    return len(words) > _MOST_WORDS or (capitals and bool(small))


def _leads_to_surname(word: str) -> bool:
    return re.split(r"['’]", plain(word))[0] in _BEFORE_SURNAMES


@dataclass(frozen=True, slots=True)
class People:
    """The people who were found, and how else the words could be read."""

    names: tuple[str, ...]
    otherwise: tuple[tuple[str, ...], ...] = ()


def people_of(pieces: Sequence[Piece], *, alone: bool) -> People:
    """The people in these words; `alone`: no sign in the line says where one of them ends."""
    joins = [at for at, piece in enumerate(pieces) if piece.kind in _JOINING]
    if len(joins) <= _MOST_JOINED:
        joins = [at for at in joins if written(pieces[:at]) and written(pieces[at + 1 :])]
    if not 0 < len(joins) <= _MOST_JOINED:
        return People((written(pieces),))
    surely = [at for at in joins if _is_between_people(pieces, at, joins, alone=alone)]
    if surely:
        return People(_split(pieces, surely))
    if not alone:
        return People((written(pieces),))
    middle = joins[len(joins) // 2]
    others = [_split(pieces, [at]) for at in joins if at != middle]
    people = _split(pieces, [middle])
    if len(joins) == 1 and _seems_a_person(people[1]) and len(people[0].split()) > 1:
        return People(people)
    return People(people, (*others, (written(pieces),)))


def _is_between_people(
    pieces: Sequence[Piece], at: int, joins: Sequence[int], *, alone: bool
) -> bool:
    """Whether the word here can hardly join two surnames."""
    after = next((one for one in joins if one > at), len(pieces))
    before = max((one for one in joins if one < at), default=-1)
    right = written(pieces[at + 1 : after]).split()
    left = written(pieces[before + 1 : at]).split()
    if not right or not left:
        return False
    if pieces[at].kind is Token.WITH:
        return True
    if plain(right[0]) in _ARTICLES and len(right) > 1:
        right = right[1:]
    if is_only_given_name(right[0]) or (is_given_name(right[0]) and len(right) > 1):
        return True
    if before >= 0 or len(left) > 1:
        return False
    return alone or is_given_name(left[0])


def _seems_a_person(text: str) -> bool:
    """Whether these are several words of which the first doesn't lead to a surname."""
    words = text.split()
    return len(words) > 1 and not _leads_to_surname(words[0])


def _split(pieces: Sequence[Piece], at: Sequence[int]) -> tuple[str, ...]:
    ends = [-1, *at, len(pieces)]
    names = (written(pieces[start + 1 : end]) for start, end in pairwise(ends))
    return tuple(name for name in names if name)


def sections(pieces: Sequence[Piece], kinds: set[Token]) -> Iterator[tuple[Token, list[Piece]]]:
    """What stands between pieces of these kinds, each with the kind that comes before it."""
    before, section = Token.WORD, list[Piece]()
    for piece in pieces:
        if piece.kind in kinds:
            yield before, section
            before, section = piece.kind, []
        elif section or before is Token.WORD or piece.kind not in _JOINING:
            section.append(piece)  # after a comma, "i" says nothing more
    yield before, section
