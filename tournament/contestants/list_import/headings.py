"""Content of a column, by its heading in Catalan, Spanish or English.

A heading is understood when all of its words are known, whatever their order, case, accents and
plurals: "JUGADOR/A 1", "Nom i cognoms (1r jugador)" and "1st player's name" are the first player. A
heading with another word in it ("Telèfon jugador 1") is about something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from tournament.core.names import plain


class Heading(Enum):
    """Meaning of a heading by itself; it may depend on its neighbours."""

    NUMBER = "number"
    FIRST = "first"
    FIRST_SURNAME = "first surname"
    SECOND = "second"
    SECOND_SURNAME = "second surname"
    PLAYERS = "players"
    PAIR = "pair"
    """The number or the name of a pair, or both players."""
    NAME = "name of the pair"
    CLUB = "club"
    SUBSTITUTE = "substitute"
    # Where it is not said which of the two players is meant, or the pair:
    PERSON = "person"
    GIVEN = "given name"
    SURNAME = "surname"


_WORDS: Mapping[str, str] = {
    "number": "n no num nums nr numero numeros number dorsal dorsals ordre orden",
    "person": "jugador jugadora jugadors jugadores jugadoras jug j player players p component "
    "components componente componentes membre membres miembro miembros member members integrant "
    "integrants integrante integrantes participant participants participante participantes "
    "persona personas persones person persons",
    "partner": "company companya companys companyes companero companera companeros companeras "
    "partner partners",
    "given": "nom noms nombre nombres name names",
    "surname": "cognom cognoms apellido apellidos surname surnames lastname",
    "pair": "parella parelles pareja parejas pair pairs equip equips equipo equipos team teams",
    "club": "club clubs clube clubes penya penyes pena penas entitat entitats entidad entidades "
    "associacio associacions asociacion asociaciones association societat societats sociedad "
    "sociedades agrupacio agrupacion casal casino ateneu ateneo",
    "substitute": "substitut substituta substituts substitutes sustituto sustituta sustitutos "
    "sustitutas substitute suplent suplents suplente suplentes reserva reserves reservas reserve",
    "first": "1 primer primera primers primero first nord norte north",
    "second": "2 segon segona segons segundo segunda second sud sur south",
    "filler": "de del dels d el la l els les los las lo i y e o and or of the a s complet complets "
    "completo completos full",
}
_MEANING: Mapping[str, str] = {
    word: meaning for meaning, words in _WORDS.items() for word in words.split()
}
_SEATS = frozenset(["nord", "norte", "north", "sud", "sur", "south"])
"""Words that say by themselves which of the two players a column is about, as a "1" doesn't."""
_ENDINGS = {"a": "first", "b": "second", "one": "first", "two": "second"}
"""Meaning of the last word of "Jugador A" and "Player two"; elsewhere these mean something else."""
_TWO_WORDS = ((r"\b(last|family) names?\b", "surname"), (r"\b(first|given) names?\b", "name"))
_GENDER = re.compile(r"(?<=[a-z])\s?[/(@]\s?-?(?:a|es|as|ra|na|ores)\b\)?")
"""The second ending of "jugador/a", "company(a)", "jugadors/es"."""
_TOKEN = re.compile(r"(\d+)(?:er|ra|r|on|na|nd|n|st|a|o|e)?(?![a-z])|([a-z]+|\d+)")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_MAX_LETTERS = 80


def heading_of(heading: str) -> Heading | None:
    """Return the content of a column with this heading; None for unknown words."""
    if not 0 < len(heading) <= _MAX_LETTERS:
        return None
    text = plain(heading).replace("#", " num ")
    for pattern, word in _TWO_WORDS:
        text = re.sub(pattern, word, text)
    text = _GENDER.sub(" ", text)
    return _meaning_of(text) or _meaning_of(_IN_BRACKETS.sub(" ", text))


def _meaning_of(text: str) -> Heading | None:
    tokens = [found[1] or found[2] for found in _TOKEN.finditer(text)]
    meanings = {_meaning(token, tokens) for token in tokens}
    if "other" in meanings or not meanings - {"filler"}:
        return None
    if "substitute" in meanings:
        return Heading.SUBSTITUTE
    if {"first", "second"} <= meanings:
        if "surname" in meanings and "given" not in meanings and meanings & {"person", "partner"}:
            return _surname_of_a_player(tokens)
        return Heading.PLAYERS if meanings & {"person", "given"} else None
    if "club" in meanings:
        return Heading.CLUB if not meanings & {"number", "first", "second"} else None
    if "number" in meanings:
        return Heading.NUMBER if not meanings & {"person", "first", "second"} else None
    return _of_people(tokens, meanings)


def _meaning(token: str, tokens: list[str]) -> str:
    if token in _ENDINGS and _MEANING.get(tokens[0]) in {"person", "given"}:
        return _ENDINGS[token]
    return _MEANING.get(token, "other")


def _of_people(tokens: list[str], meanings: set[str]) -> Heading | None:
    surname = "surname" in meanings and "given" not in meanings
    if meanings <= {"first", "second", "filler"} and _SEATS.isdisjoint(tokens):
        return None  # a "1" alone is as likely a round
    if "first" in meanings:
        return Heading.FIRST_SURNAME if surname else Heading.FIRST
    if "second" in meanings or "partner" in meanings:
        return Heading.SECOND_SURNAME if surname else Heading.SECOND
    if "person" in meanings:
        several = "pair" in meanings or _several(tokens)
        return Heading.PLAYERS if several else Heading.SURNAME if surname else Heading.PERSON
    if "pair" in meanings:
        return Heading.NAME if "given" in meanings else Heading.PAIR
    if surname:
        return Heading.SURNAME
    return Heading.PERSON if "surname" in meanings else Heading.GIVEN


def _surname_of_a_player(tokens: list[str]) -> Heading | None:
    """Return whose surname it is.

    "Jugador 2, primer cognom" and "1r cognom 2n jugador" are the second player's: ordinals stand in
    the order of what they count.
    """
    told = [_meaning(token, tokens) for token in tokens]
    ordinals = [one for one in told if one in {"first", "second"}]
    counted = [one for one in told if one in {"surname", "person", "partner"}]
    if len(ordinals) != 2 or len(counted) != 2:
        return None
    of_player = ordinals[0] if counted[1] == "surname" else ordinals[1]
    return Heading.FIRST_SURNAME if of_player == "first" else Heading.SECOND_SURNAME


def _several(tokens: list[str]) -> bool:
    """Return whether the heading speaks of players, not of a player."""
    people = [token for token in tokens if _MEANING.get(token) == "person"]
    return any(token.endswith("s") and len(token) > 1 for token in people)
