"""Numbers with what is counted, in the language in force: "1 round", "7 rounds".

A sentence takes such a text, never a bare number before a noun.
"""

from __future__ import annotations

from django.utils.translation import ngettext


def rounds_text(count: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


def hands_text(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def points_text(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def tables_text(count: int) -> str:
    return ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}


def packs_text(count: int) -> str:
    return ngettext("%(count)d pack of cards", "%(count)d packs of cards", count) % {"count": count}


def pairs_text(count: int) -> str:
    return ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count}


def players_text(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


def venues_text(count: int) -> str:
    return ngettext("%(count)d venue", "%(count)d venues", count) % {"count": count}


def seconds_text(count: int) -> str:
    return ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count}
