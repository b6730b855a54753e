"""A line as people write it, as a pair: "3) Anna Puig i Pere Mas (Valls) 600 111 222".

Nothing of it gets lost: anything that is neither part of the pair nor a known mark is a doubt, so
somebody looks at it. `free_lists` decides what the list as a whole decides (whether numbers are the
pairs').
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.contestants.list_import.club_names import CLUB_WORDS, is_remark
from tournament.contestants.list_import.doubts import Doubt
from tournament.contestants.list_import.free_players import (
    SIGNS,
    Reading,
    find_player,
    find_players,
    look_at_names,
)
from tournament.contestants.list_import.headings import heading_of
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
    is_given_name,
    people_of,
    sections,
    written,
)
from tournament.core.names import name_key, plain
from tournament.core.private_data import Private, private_in

_SENDER = re.compile(
    r"\s*\[?\d{1,2}/\d{1,2}/\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?\]?"
    r"\s*(?:-\s*)?([^:]{1,40}):\s+"
)
"""Text that a chat writes before a message that is copied."""
_BULLET = re.compile(r"[\s•‣·>\-–—]*")
_NUMBER = re.compile(
    r"[(\[]?(?:(?:parella|pareja|pair|equip|equipo)\s*)?(?:(?:n[uú]m|n[ºo°]?|#)\s*[.:]?\s*)?"
    r"(\d{1,3})(?!\d)(?:\s*[)\].:ºª/]+[ \-–—:.)]*|\s*[\-–—:]+|(?=[\s;])|\Z)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FreeLine:
    number: int | None = None
    has_column: bool = False
    """Whether the number stands in a column of its own."""
    players: tuple[str, ...] = ()
    """Two players, or one alone; empty for no pair, or for a line of substitutes."""
    club: str = ""
    name: str = ""
    substitutes: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    marks: tuple[Private, ...] = ()
    """Private data taken out of the line."""


def read_free_line(index: int, text: str, *, alone: bool = False) -> FreeLine:
    """Return the pair in this line, with its doubts; a line without players or substitutes is no
    pair.

    `index` is the line's place in its list, for the fields of the page that a doubt is about.
    `alone`: it holds a single player.
    """
    reading = Reading(index, alone=alone)
    rest = without_pictures(text)
    if found := _SENDER.match(rest):
        reading.aside(found[1].strip())
        rest = rest[found.end() :]
    number, has_column, rest = _numbered(rest)
    pieces = list(_without_marks(reading, rest))
    if is_title(rest, pieces):
        return FreeLine()
    if is_struck_out(text):
        reading.doubt("struck", "", _("This line is struck out."))
    pieces = list(_without_brackets(reading, pieces))
    pieces = list(_without_title(reading, pieces))
    pieces = list(_without_labels(reading, pieces))
    (find_player if alone else find_players)(reading, pieces)
    look_at_names(reading)
    clubs = {name_key(club): club for club in reversed(reading.clubs)}
    return FreeLine(
        number,
        has_column,
        reading.players,
        " / ".join(reversed(clubs.values())),
        reading.name,
        tuple(reading.substitutes),
        tuple({doubt.key: doubt for doubt in reading.doubts}.values()),
        tuple(reading.marks),
    )


def _without_marks(reading: Reading, text: str) -> Iterator[Piece]:
    """Yield the pieces of a text without known marks; their content is told beside the line."""
    for piece in pieces_of(text):
        if piece.kind is Token.KNOWN:
            reading.marks += private_in(piece.text)
        else:
            yield piece


def _numbered(text: str) -> tuple[int | None, bool, str]:
    """Return the number before a line, whether it has a column, and the rest, without bullets."""
    text = text[_BULLET.match(text).end() :]  # type: ignore[union-attr]  # matches any text
    found = _NUMBER.match(text)
    if not found or starts_with_known(text[found.start(1) :]):
        return None, False, text
    rest = text[found.end() :].lstrip(" ")
    if rest.startswith(("\t", ";")):
        return int(found[1]), True, rest[1:]
    return int(found[1]), False, rest[_BULLET.match(rest).end() :]  # type: ignore[union-attr]


def _without_brackets(reading: Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces outside brackets; those in brackets are read."""
    places = []
    for at, piece in enumerate(pieces):
        if piece.kind is not Token.BRACKET:
            yield piece
            continue
        before = len(reading.clubs)
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        goes_on = following is not None and _is_text(following)
        is_remarked = following is not None and goes_on and following.text.islower()
        _read_bracket(reading, piece.text, is_inside=goes_on and not is_remarked)
        if is_remarked:  # "(Valls) arribaran tard" goes on as after a comma
            yield Piece(Token.COMMA, ",")
        places += [at] * (len(reading.clubs) - before)
    if len(places) == 1 and any(_is_text(piece) for piece in pieces[places[0] + 1 :]):
        after = [piece.kind for piece in pieces[places[0] + 1 :]]
        if Token.SUBSTITUTE not in after and set(after) & {*SIGNS, Token.JOIN, Token.WITH}:
            message = _("The club stands beside one player: is it the club of both?")
            reading.doubt("one club", reading.clubs[0], message)


def _is_text(piece: Piece) -> bool:
    return piece.kind is Token.WORD and any(map(str.isalnum, piece.text))


def _read_bracket(reading: Reading, text: str, *, is_inside: bool) -> None:
    """Read a club, a substitute or a remark; `is_inside`: it stands in the middle of a name."""
    pieces = list(_without_labels(reading, list(_without_marks(reading, text))))
    rest = written([piece for piece in pieces if piece.kind is not Token.MISSING])
    reading.is_missing |= any(piece.kind is Token.MISSING for piece in pieces)
    if not any(map(str.isalnum, rest)):
        return
    if is_inside or is_remark(rest) or not any(map(str.isalpha, rest)):
        reading.aside(rest)
    elif begins_with_given_name(rest):
        reading.add_third(rest)
    else:
        reading.clubs.append(rest)


def _without_title(reading: Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces without a title's word or a pair's name before them."""
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
            reading.take_club(text)
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


def _without_labels(reading: Reading, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces without the text after a word such as "suplent:" or "club:"."""
    kind = Token.WORD
    section: list[Piece] = []
    for piece in (*pieces, Piece(Token.SUBSTITUTE, "")):
        ends_club = kind is Token.CLUB and piece.kind in {*SIGNS, Token.COMMA}
        if piece.kind not in {Token.SUBSTITUTE, Token.CLUB} and not ends_club:
            section.append(piece)
            continue
        if kind in {Token.SUBSTITUTE, Token.CLUB}:
            reading.is_missing |= any(one.kind is Token.MISSING for one in section)
        if kind is Token.SUBSTITUTE:
            _add_substitutes(reading, section)
        elif kind is Token.CLUB:
            if club := written(section):
                reading.clubs.append(club)
        else:
            yield from section
        kind, section = (Token.WORD, [piece]) if ends_club else (piece.kind, [])


def _add_substitutes(reading: Reading, pieces: Sequence[Piece]) -> None:
    for _kind, section in sections(pieces, {*SIGNS, Token.COMMA}):
        if reading.alone:
            reading.aside(written(section))
            continue
        people = people_of(section, alone=True)
        names = people.otherwise[-1] if people.otherwise else people.names
        reading.substitutes += [name for name in names if any(map(str.isalpha, name))]
        for name in names:
            if not any(map(str.isalpha, name)):
                reading.aside(name)


_FIRST_WORDS = frozenset(
    plain(
        """
        parella parelles pareja parejas pair pairs equip equips equipo equipos llista llistat lista
        listado list relació relación inscripció inscripcions inscripción inscripciones inscrit
        inscrits inscrites inscrito inscritos inscritas apuntats apuntades apuntados apuntadas
        participants participantes jugadors jugadores campionat campeonato championship torneig
        torneo tournament trofeu trofeo lliga liga copa memorial concurs concurso botifarra
        butifarra grup grups grupo group taula taules mesa total totals data fecha date lloc lugar
        hora horari horario dia preu precio contacte contacto organitza organiza nota notes notas
        edició edición ronda fase festa fiesta dilluns dimarts dimecres dijous divendres dissabte
        diumenge lunes martes miércoles jueves viernes sábado domingo hola bon bona bones buenos
        buenas gràcies gracias salut salutacions saludos atentament falten faltan reserves
        reservas
        """
    ).split()
)
_MONTHS = frozenset(
    plain(
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre enero "
        "febrero marzo mayo junio julio agosto septiembre noviembre diciembre"
    ).split()
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BETWEEN = {Token.COLUMN, Token.SIGN, Token.DASH, Token.COMMA, Token.JOIN, Token.WITH}
_BETWEEN_PLAYERS = _BETWEEN - {Token.COMMA}
_SHORTEST_HEADING = 3


def begins_as_title(text: str) -> bool:
    """Return whether the first word is one that begins titles."""
    words = plain(text).split()
    return bool(words) and words[0].strip(".,;:!") in _FIRST_WORDS


def is_title(text: str, pieces: Sequence[Piece]) -> bool:
    """Return whether a line, given as text and pieces without known marks, is no pair."""
    words = [piece.text for piece in pieces if piece.kind is Token.WORD]
    kinds = {piece.kind for piece in pieces}
    is_separated = bool(kinds & _BETWEEN)
    someone = any(map(is_given_name, words))
    if not words or _are_headings(text, pieces):
        return bool(words)
    if begins_as_title(words[0]):
        return not (is_separated and any(map(is_given_name, words[1:2])))
    if text.rstrip().endswith((":", "!")):
        return not (is_separated and someone)
    if plain(words[0]) in CLUB_WORDS and not is_separated:
        return True
    is_dated = _YEAR.search(text) or Token.DAY in kinds or _MONTHS & set(plain(text).split())
    return bool(is_dated) and not someone and not kinds & _BETWEEN_PLAYERS


def _are_headings(text: str, pieces: Sequence[Piece]) -> bool:
    """Return whether every part of the line is the heading of a column below it."""
    signs = {Token.COLUMN, Token.SIGN, Token.DASH, Token.COMMA}
    parts = [written(section) for _kind, section in sections(pieces, signs)]
    filled = [part for part in parts if part]
    if any(len(part) < _SHORTEST_HEADING for part in filled):
        return False
    return heading_of(text.strip()) is not None or all(
        heading_of(part) is not None for part in filled
    )
