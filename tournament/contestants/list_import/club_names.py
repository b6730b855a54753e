"""Clubs, and a key for the several ways of writing one: "Calafell", "C. Calafell"."""

from __future__ import annotations

from tournament.core.names import name_key, plain

CLUB_WORDS = frozenset(
    plain(
        "club clubs penya peña associació asociación agrupació agrupación societat sociedad "
        "entitat entidad casal casino ateneu ateneo centre centro bar cafè círcol unió"
    ).split()
)
_FILLING = frozenset(
    plain(
        "club clubs penya peña associació asociación agrupació agrupación societat sociedad "
        "entitat entidad botifarra botifarres butifarra de del dels la el els les los las cb "
        "cbc pb ab"
    ).split()
)
_BEFORE_NAMES = CLUB_WORDS | frozenset(plain("el la els les los las l es sa can cal ca").split())


def club_key(name: str) -> str:
    """Return a key that all ways of writing a club share; "" for an empty name."""
    words = name_key(name.replace("'", " ").replace("’", " ").replace(".", " ")).split()
    telling = [word for word in words if len(word) > 1 and word not in _FILLING]
    return " ".join(telling or words)


def is_remark(text: str) -> bool:
    """Return whether a text is hardly a club: several words in small letters, or a sentence."""
    words = text.split()
    first = plain(words[0]).replace("’", "'").split("'")[0] if words else ""
    in_small_letters = len(words) > 1 and text == text.lower() and first not in _BEFORE_NAMES
    return in_small_letters or len(words) > 7
