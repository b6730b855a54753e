"""Lines of a list that are no pair: titles, groups, dates, greetings, headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournament.contestants.list_import.club_names import CLUB_WORDS
from tournament.contestants.list_import.given_names import is_given_name
from tournament.contestants.list_import.headings import heading_of
from tournament.contestants.list_import.line_tokens import Piece, Token
from tournament.contestants.list_import.people import sections, written
from tournament.core.names import plain

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
    """Whether the first word is one that begins titles."""
    words = plain(text).split()
    return bool(words) and words[0].strip(".,;:!") in _FIRST_WORDS


def is_title(text: str, pieces: Sequence[Piece]) -> bool:
    """Whether a line, given as text and pieces without known marks, is no pair."""
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
    """Whether every part of the line says what stands below it."""
    signs = {Token.COLUMN, Token.SIGN, Token.DASH, Token.COMMA}
    parts = [written(section) for _kind, section in sections(pieces, signs)]
    filled = [part for part in parts if part]
    if any(len(part) < _SHORTEST_HEADING for part in filled):
        return False
    return heading_of(text.strip()) is not None or all(
        heading_of(part) is not None for part in filled
    )
