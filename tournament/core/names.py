"""Cleaning the names of people, pairs, clubs and places, in one way wherever they come from.

A name is kept as typed, but in composed form (NFC), with single spaces and without invisible
characters. Control characters are refused: they only come from a broken file or a forged request.
"""

from __future__ import annotations

import unicodedata

from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.core.labels import PRIVATE_LABELS
from tournament.core.private_data import private_in

_LINE_BREAKS = str.maketrans("\t\n\r\u2028\u2029", "     ")
_INVISIBLE = {"Cf"}
"""Zero-width letters, soft hyphens and marks of direction: two names that differ in them look the
same, and a mark of direction turns the rest of a line round."""
_REFUSED = {"Cc", "Cs", "Co", "Cn"}
_HIDDEN = {*_INVISIBLE, "Cc", "Cs", "Zl", "Zp"}


def clean_name(text: str, *, max_length: int, field: str | None = None) -> str:
    """Return the name as it is kept; "" for one without any visible letter.

    `max_length` counts letters after cleaning. Raises UserError (for `field`) for control
    characters and for a name that is too long.
    """
    composed = unicodedata.normalize("NFC", text.translate(_LINE_BREAKS))
    visible = "".join(one for one in composed if unicodedata.category(one) not in _INVISIBLE)
    if any(unicodedata.category(one) in _REFUSED for one in visible):
        raise UserError(
            _("“%(name)s” contains invalid characters: enter it again.")
            % {"name": _printable(visible)[:max_length]},
            field=field,
        )
    name = " ".join(visible.split())
    if len(name) > max_length:
        raise UserError(
            _("“%(name)s…” is too long: %(length)d characters, at most %(max)d are allowed.")
            % {"name": name[:20], "max": max_length, "length": len(name)},
            field=field,
        )
    return name


def clean_public_name(text: str, *, max_length: int, field: str | None = None) -> str:
    """Return the name of a person, a pair or a club, as `clean_name` does.

    Names stand on public pages: raises `UserError` too where one holds private data, in a sentence
    that doesn't repeat it.
    """
    name = clean_name(text, max_length=max_length, field=field)
    refuse_private(name, field=field)
    return name


def refuse_private(name: str, *, field: str | None = None) -> None:
    """Raise `UserError` where a name holds private data."""
    if private := private_in(name):
        raise UserError(
            _("There is %(what)s in this name: take it out. Names stand on public pages.")
            % {"what": ", ".join(str(PRIVATE_LABELS[one]) for one in private)},
            field=field,
        )


def is_shown_whole(text: str) -> bool:
    """Return whether every letter can be stored and seen: no control character, no half of a
    surrogate pair, no invisible mark and no line break."""
    return not any(unicodedata.category(one) in _HIDDEN for one in text)


def _printable(text: str) -> str:
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(one) in _REFUSED else one
        for one in text
    )


def plain(text: str) -> str:
    """Return `text` without case and accents, to find, sort and compare names by."""
    folded = text.casefold()
    if folded.isascii():  # nothing to take apart: most of what is looked through is
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


_SECOND_NAMES = {
    *("anna", "antoni", "antonio", "carles", "carlos", "carme", "dolors", "francesc", "ignasi"),
    *("isabel", "jordi", "jose", "josep", "lluis", "luis", "manel", "manuel", "maria", "miquel"),
    *("montserrat", "pau", "pere", "pilar", "ramon", "roser", "rosa", "teresa"),
}
"""Given names that often follow another one: Josep Maria, Joan Carles, Maria Rosa."""
_PARTICLES = {"d", "da", "de", "del", "dels", "des", "el", "la", "las", "les", "los", "sa", "van"}


def surname_key(name: str) -> str:
    """Return the key that sorts a person's name by surnames, then given names.

    "Joan Puig Ferrer" is sorted as "puig ferrer joan", "Josep Maria de la Riba" as "riba josep
    maria", "Vila, Anna" as "vila anna". Where a name begins is guessed: after the first word, and a
    second one that is a usual given name. A name of one word is its own key.
    """
    surname, comma, given = plain(name).partition(",")
    if not comma:
        words = surname.replace("d'", "d' ").replace("d’", "d’ ").split()
        first = 2 if len(words) > 2 and words[1] in _SECOND_NAMES else 1
        given, surname = " ".join(words[:first]), " ".join(words[first:])
    surnames = surname.split()
    while len(surnames) > 1 and surnames[0].rstrip("'’") in _PARTICLES:
        surnames = surnames[1:]
    return " ".join([*surnames, *given.split()])


def name_key(text: str) -> str:
    """Return what two ways of writing one name share: its letters and figures, word by word.

    "Gal·la  ROCA", "Galla Roca" and "gal.la roca" are one name; "Joan Puig" and "Puig Joan" two.
    """
    words = ("".join(one for one in word if one.isalnum()) for word in plain(text).split())
    return " ".join(word for word in words if word)
