"""A line as people write it, as a pair: "3) Anna Puig i Pere Mas (Valls) 600 111 222".

Nothing of it gets lost: what is neither part of the pair nor a known mark is a doubt, so somebody
looks at it. What the list as a whole decides (whether these are the pairs' numbers) is decided
in `free_lists`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.contestants.list_import.club_names import CLUB_WORDS, is_remark
from tournament.contestants.list_import.doubts import Doubt, Proposal
from tournament.contestants.list_import.line_tokens import (
    Piece,
    Token,
    is_struck_out,
    pieces_of,
    starts_with_known,
    without_pictures,
)
from tournament.contestants.list_import.people import (
    begins_with_given_name,
    has_remark,
    people_of,
    sections,
    trimmed,
    written,
)
from tournament.contestants.list_import.titles import begins_as_title, is_title
from tournament.core.names import name_key, plain

_SENDER = re.compile(
    r"\s*\[?\d{1,2}/\d{1,2}/\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?\]?"
    r"\s*(?:-\s*)?([^:]{1,40}):\s+"
)
"""What a chat writes before a message that is copied."""
_BULLET = re.compile(r"[\s•‣·>\-–—]*")
_NUMBER = re.compile(
    r"[(\[]?(?:(?:parella|pareja|pair|equip|equipo)\s*)?(?:(?:n[uú]m|n[ºo°]?|#)\s*[.:]?\s*)?"
    r"(\d{1,3})(?!\d)(?:\s*[)\].:ºª/]+[ \-–—:.)]*|\s*[\-–—:]+|(?=[\s;])|\Z)",
    re.IGNORECASE,
)
_LONG_NUMBER = re.compile(r"\d{4,}")
_SIGNS = {Token.COLUMN, Token.SIGN, Token.DASH}


@dataclass(frozen=True, slots=True)
class FreeLine:
    """What was found in a line."""

    number: int | None = None
    has_column: bool = False
    """The number stands in a column of its own."""
    players: tuple[str, ...] = ()
    """None for a line that is no pair, and for one that only names substitutes."""
    club: str = ""
    name: str = ""
    substitutes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()


@dataclass(slots=True)
class _Reading:
    """A line while it is read."""

    index: int
    players: tuple[str, ...] = ()
    clubs: list[str] = field(default_factory=list)
    name: str = ""
    substitutes: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    is_missing: bool = False

    def doubt(self, kind: str, about: str, message: str, *proposals: Proposal) -> None:
        self.doubts.append(Doubt(f"{kind} {about}", message, proposals))

    def aside(self, text: str) -> None:
        """What is not understood. Without letters and figures there is nothing to say."""
        if any(map(str.isalnum, text)):
            self.doubt("aside", text, _("“%(text)s” is not used.") % {"text": text})


def read_free_line(index: int, text: str) -> FreeLine:
    """The pair in this line, with its doubts; one without players or substitutes is none.

    `index` is the line's place in its list, for the fields of the page that a doubt is about.
    """
    reading = _Reading(index)
    rest = without_pictures(text)
    if found := _SENDER.match(rest):
        reading.aside(found[1].strip())
        rest = rest[found.end() :]
    number, has_column, rest = _numbered(rest)
    pieces = [piece for piece in pieces_of(rest) if piece.kind is not Token.KNOWN]
    if is_title(rest, pieces):
        return FreeLine()
    if is_struck_out(text):
        reading.doubt("struck", "", _("This line is struck out."))
    pieces = list(_without_brackets(reading, pieces))
    pieces = list(_without_title(reading, pieces))
    pieces = list(_without_labels(reading, pieces))
    _find_players(reading, pieces)
    _look_at_names(reading)
    clubs = {name_key(club): club for club in reversed(reading.clubs)}
    return FreeLine(
        number,
        has_column,
        reading.players,
        " / ".join(reversed(clubs.values())),
        reading.name,
        tuple(reading.substitutes),
        tuple({doubt.key: doubt for doubt in reading.doubts}.values()),
    )


def _numbered(text: str) -> tuple[int | None, bool, str]:
    """The number before a line, whether it has a column, and what follows, without bullets."""
    text = text[_BULLET.match(text).end() :]  # type: ignore[union-attr]  # matches any text
    found = None if starts_with_known(text) else _NUMBER.match(text)
    if not found:
        return None, False, text
    rest = text[found.end() :].lstrip(" ")
    if rest.startswith(("\t", ";")):
        return int(found[1]), True, rest[1:]
    return int(found[1]), False, rest[_BULLET.match(rest).end() :]  # type: ignore[union-attr]


def _without_brackets(reading: _Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces, of which those in brackets are read."""
    places = []
    for at, piece in enumerate(pieces):
        if piece.kind is not Token.BRACKET:
            yield piece
            continue
        before = len(reading.clubs)
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        goes_on = following is not None and following.kind is Token.WORD
        is_remarked = following is not None and goes_on and following.text.islower()
        _read_bracket(reading, piece.text, is_inside=goes_on and not is_remarked)
        if is_remarked:  # "(Valls) arribaran tard" goes on as after a comma
            yield Piece(Token.COMMA, ",")
        places += [at] * (len(reading.clubs) - before)
    if len(places) == 1 and any(_is_text(piece) for piece in pieces[places[0] + 1 :]):
        after = [piece.kind for piece in pieces[places[0] + 1 :]]
        if Token.SUBSTITUTE not in after and set(after) & {*_SIGNS, Token.JOIN, Token.WITH}:
            message = _("The club stands beside one player: is it the club of both?")
            reading.doubt("one club", reading.clubs[0], message)


def _is_text(piece: Piece) -> bool:
    return piece.kind is Token.WORD and any(map(str.isalnum, piece.text))


def _read_bracket(reading: _Reading, text: str, *, is_inside: bool) -> None:
    """A club, a substitute or a remark; `is_inside`: it stands in the middle of a name."""
    pieces = [piece for piece in pieces_of(text) if piece.kind is not Token.KNOWN]
    pieces = list(_without_labels(reading, pieces))
    rest = written([piece for piece in pieces if piece.kind is not Token.MISSING])
    reading.is_missing |= any(piece.kind is Token.MISSING for piece in pieces)
    if not any(map(str.isalnum, rest)):
        return
    if is_inside or is_remark(rest) or not any(map(str.isalpha, rest)):
        reading.aside(rest)
    elif begins_with_given_name(rest):
        _add_third(reading, rest)
    else:
        reading.clubs.append(rest)


def _without_title(reading: _Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces without the word of a title or the name of the pair that stands before them."""
    colon = next(
        (at for at, piece in enumerate(pieces) if piece.text.endswith(":") and _is_text(piece)), -1
    )
    before = pieces[: colon + 1]
    alike = all(piece.kind in {Token.WORD, Token.JOIN} for piece in before)
    if before and alike and any(map(_is_text, pieces[colon + 1 :])):
        text = written(before)
        if begins_as_title(text):
            reading.aside(text)
        elif plain(text).split()[0] in CLUB_WORDS:
            _take_club(reading, text)
        else:
            reading.name = text
            message = _("“%(text)s” was taken for the name of the pair.") % {"text": text}
            reading.doubt("name", text, message)
        yield from pieces[colon + 1 :]
    elif pieces and pieces[0].kind is Token.WORD and begins_as_title(pieces[0].text):
        reading.aside(pieces[0].text)
        yield from pieces[1:]
    else:
        yield from pieces


def _without_labels(reading: _Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces without what follows a word such as "suplent:" or "club:"."""
    kind = Token.WORD
    section: list[Piece] = []
    for piece in (*pieces, Piece(Token.SUBSTITUTE, "")):
        ends_club = kind is Token.CLUB and piece.kind in {*_SIGNS, Token.COMMA}
        if piece.kind not in {Token.SUBSTITUTE, Token.CLUB} and not ends_club:
            section.append(piece)
            continue
        if kind is Token.SUBSTITUTE:
            _add_substitutes(reading, section)
        elif kind is Token.CLUB:
            if club := written(section):
                reading.clubs.append(club)
        else:
            yield from section
        kind, section = (Token.WORD, [piece]) if ends_club else (piece.kind, [])


def _add_substitutes(reading: _Reading, pieces: Sequence[Piece]) -> None:
    for _kind, section in sections(pieces, {*_SIGNS, Token.COMMA}):
        people = people_of(section, alone=True)
        names = people.otherwise[-1] if people.otherwise else people.names
        reading.substitutes += [name for name in names if any(map(str.isalpha, name))]
        for name in names:
            if not any(map(str.isalpha, name)):
                reading.aside(name)


def _add_third(reading: _Reading, name: str) -> None:
    reading.substitutes.append(name)
    message = _("%(name)s is a third player and becomes a substitute.") % {"name": name}
    reading.doubt("third", name, message)


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands between two signs, and the sign before it."""

    sign: Token
    pieces: list[Piece]

    @property
    def text(self) -> str:
        return written(self.pieces)


def _find_players(reading: _Reading, pieces: Sequence[Piece]) -> None:
    """The players, and what else stands beside them."""
    words: list[Piece] = []
    for piece in pieces:
        if piece.kind is Token.DAY:
            reading.aside(piece.text)
        elif piece.kind is Token.MISSING:
            reading.is_missing = True
            if words and words[-1].kind in {Token.JOIN, Token.WITH}:
                words.pop()
        else:
            words.append(piece)
    parts = _parts(reading, words)
    if len(parts) == 1:
        parts = [_Part(sign, section) for sign, section in sections(parts[0].pieces, {Token.COMMA})]
        parts = list(_with_letters(reading, parts))
        if len(parts) == 1:
            _take_words(reading, parts[0].pieces)
            return
    if parts:
        _take_parts(reading, parts)


def _parts(reading: _Reading, pieces: Sequence[Piece]) -> list[_Part]:
    """What the signs separate; an empty column stays where a player is expected."""
    parts = [_Part(sign, section) for sign, section in sections(pieces, _SIGNS)]
    in_columns = len(parts) > 2 and all(one.sign is Token.COLUMN for one in parts[1:])
    if in_columns and not all(part.text for part in parts[:2]):
        filled = any(part.text for part in parts[2:])
        kept = parts[:2] if filled or any(part.text for part in parts[:2]) else []
        return [*kept, *_with_letters(reading, parts[2:])]
    return list(_with_letters(reading, parts))


def _with_letters(reading: _Reading, parts: Sequence[_Part]) -> Iterator[_Part]:
    for part in parts:
        if any(map(str.isalpha, part.text)):
            yield part
        else:
            reading.aside(part.text)


def _take_words(reading: _Reading, pieces: Sequence[Piece]) -> None:
    """The players of a line without any sign."""
    people = people_of(pieces, alone=True)
    reading.players = people.names[:2]
    for name in people.names[2:]:
        _add_third(reading, name)
    if people.otherwise:
        _ask_which(reading, [(names, "") for names in (people.names, *people.otherwise)])


def _take_parts(reading: _Reading, parts: Sequence[_Part]) -> None:
    """The players of a line with signs: the first two parts, or both in the first."""
    first, second = parts[:2]
    both = people_of(first.pieces, alone=False).names
    if len(both) > 1:
        reading.players = both[:2]
        for name in both[2:]:
            _add_third(reading, name)
        _take_others(reading, parts[1:])
        return
    names = [_before_comma(reading, first), *people_of(second.pieces, alone=False).names]
    if len(names) == 2:
        names[1] = _before_comma(reading, second)
    reading.players = (names[0], names[1])
    for name in names[2:]:
        _add_third(reading, name)
    split = people_of(first.pieces, alone=True)
    if len(parts) == 2 and len(split.names) == 2 and not begins_with_given_name(second.text):
        _ask_which(reading, [(reading.players, ""), (split.names, second.text)])
    _take_others(reading, parts[2:])


def _before_comma(reading: _Reading, part: _Part) -> str:
    """The name in a part; what follows a comma is a club, or the given name of "Puig, Anna"."""
    head, *tails = [_Part(sign, section) for sign, section in sections(part.pieces, {Token.COMMA})]
    tails = list(_with_letters(reading, tails))
    if not tails:
        return head.text
    if begins_with_given_name(tails[0].text) and not begins_with_given_name(head.text):
        name = f"{head.text}, {tails[0].text}"
        message = _("“%(name)s” is registered as it stands here, with the surname first.")
        reading.doubt("surname", name, message % {"name": name})
        tails = tails[1:]
    else:
        name = head.text
    _take_others(reading, tails)
    return name


def _take_others(reading: _Reading, parts: Sequence[_Part]) -> None:
    """What stands beside two players: the club, a third player, or something else."""
    has_club = bool(reading.clubs)
    for part in parts:
        text = part.text
        if begins_with_given_name(text):
            for name in people_of(part.pieces, alone=True).names:
                _add_third(reading, name)
        elif is_remark(text) or has_club:
            reading.aside(text)
        elif text:
            has_club = True
            if part.sign is Token.SIGN:
                _take_club(reading, text)
            else:
                reading.clubs.append(text)


def _take_club(reading: _Reading, text: str) -> None:
    reading.clubs.append(text)
    message = _("“%(text)s” was taken for the club.") % {"text": text}
    reading.doubt("club", text, message)


def _ask_which(reading: _Reading, readings: Sequence[tuple[tuple[str, ...], str]]) -> None:
    """Whether a word joins two players or two surnames: each reading as players and club."""
    key = f"join {'/'.join(readings[0][0])}"
    proposals = []
    for players, club in readings:
        both = (*players, "")[:2]
        texts = dict(zip(("player_1", "player_2"), both)) | ({"club": club} if club else {})
        label = " / ".join(name for name in both if name) + (f" ({club})" if club else "")
        fields = tuple((f"{name}-{reading.index}", text) for name, text in texts.items())
        proposals.append(Proposal(label, (*fields, (f"settle-{reading.index}", key))))
    message = _("Are these two players, or has one of them two surnames?")
    reading.doubts.append(Doubt(key, message, tuple(proposals)))


def _look_at_names(reading: _Reading) -> None:
    """Doubts about what was found."""
    for name in (*reading.players, *reading.clubs):
        if _LONG_NUMBER.search(name):
            message = _("There is a long number in “%(name)s”.") % {"name": name}
            reading.doubt("number", name, message)
    for name in (*reading.players, *reading.substitutes):
        if has_remark(name):
            message = _("Is all of “%(name)s” a name?") % {"name": name}
            reading.doubt("long", name, message)
    if reading.is_missing and len(reading.players) == 2 and all(reading.players):
        reading.doubt("missing", "", _("It says that a partner is missing."))
    reading.players = tuple(map(trimmed, reading.players))
