"""The words of the game: each value of `scoring`'s enums as translated text.

`scoring` knows no language; every page, paper and workbook takes its words from here. Seats and
suits are spelt out, because the initials O and E are both a seat and a suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.carry import Carry
from scoring.duplicate.scores import Award, Infraction, Origin
from scoring.game.announcements import Denomination, Double
from scoring.game.cards import Card, Rank, Suit
from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.pairing.groups import GroupsBy
from tournament.core.messages import said
from tournament.core.private_data import Private
from tournament.models import STAGE_SETTINGS


def _labels_of_settings() -> dict[type[Enum], dict[Any, Promise]]:
    """Return the names of what settings can be; one enum may stand in several settings."""
    found: dict[type[Enum], dict[Any, Promise]] = {}
    for kind in STAGE_SETTINGS:
        for one in kind.fields().values():
            for value, choice in one.choices.items():
                if isinstance(value, Enum) and choice.name is not None:
                    found.setdefault(type(value), {})[value] = said(choice.name)
    found[PlayVariant][PlayVariant.ABARROTADA] = _("abarrotada")
    return found


# By class first: two string enums' members with one value (Side.NS, Infraction.NS) are equal keys.
LABELS: Mapping[type[Enum], Mapping[Any, Promise]] = {
    **_labels_of_settings(),
    Seat: {
        Seat.N: pgettext_lazy("seat", "North"),
        Seat.W: pgettext_lazy("seat", "West"),
        Seat.S: pgettext_lazy("seat", "South"),
        Seat.E: pgettext_lazy("seat", "East"),
    },
    Side: {
        Side.NS: pgettext_lazy("side", "NS"),
        Side.EW: pgettext_lazy("side", "EW"),
    },
    Suit: {
        Suit.OROS: pgettext_lazy("suit", "coins"),
        Suit.COPES: pgettext_lazy("suit", "cups"),
        Suit.ESPASES: pgettext_lazy("suit", "swords"),
        Suit.BASTOS: pgettext_lazy("suit", "batons"),
    },
    Denomination: {
        Denomination.OROS: pgettext_lazy("suit", "coins"),
        Denomination.COPES: pgettext_lazy("suit", "cups"),
        Denomination.ESPASES: pgettext_lazy("suit", "swords"),
        Denomination.BASTOS: pgettext_lazy("suit", "batons"),
        Denomination.BOTIFARRA: pgettext_lazy("announcement", "botifarra"),
    },
    Double: {
        Double.NONE: pgettext_lazy("announcement", "none"),
        Double.CONTRO: pgettext_lazy("announcement", "contro"),
        Double.RECONTRO: pgettext_lazy("announcement", "recontro"),
        Double.SANT_VICENC: pgettext_lazy("announcement", "Sant Vicenç"),
    },
    Infraction: {
        Infraction.NONE: pgettext_lazy("rule-break", "none"),
        Infraction.NS: pgettext_lazy("rule-break", "by NS"),
        Infraction.EW: pgettext_lazy("rule-break", "by EW"),
        Infraction.BOTH: pgettext_lazy("rule-break", "by both"),
    },
    Award: {
        Award.NONE: pgettext_lazy("awarded average", "none"),
        Award.NS: pgettext_lazy("awarded average", "for NS"),
        Award.EW: pgettext_lazy("awarded average", "for EW"),
        Award.BOTH: pgettext_lazy("awarded average", "for both"),
    },
    Origin: {
        Origin.FORMULA: pgettext_lazy("origin of a final score", "by comparison"),
        Origin.FLAT: pgettext_lazy("origin of a final score", "all level"),
        Origin.INFRACTION: pgettext_lazy("origin of a final score", "rule-break"),
        Origin.AVERAGE: pgettext_lazy("origin of a final score", "average"),
        Origin.AVERAGE_OF_NOBODY: pgettext_lazy("origin of a final score", "nobody to average"),
        Origin.ANNULLED: pgettext_lazy("origin of a final score", "annulled"),
        Origin.CANCELLED: pgettext_lazy("origin of a final score", "hand cancelled"),
    },
    Carry: {
        Carry.NOTHING: pgettext_lazy("what is carried over", "nothing"),
        Carry.HALF: pgettext_lazy("what is carried over", "half"),
        Carry.ALL: pgettext_lazy("what is carried over", "all"),
    },
    GroupsBy: {
        GroupsBy.LOT: pgettext_lazy("how pairs come into groups", "by lot"),
        GroupsBy.SERPENTINE: pgettext_lazy(
            "how pairs come into groups", "by seeding, in serpentine"
        ),
    },
}


_RANKS: Mapping[Rank, Promise] = {
    Rank.MANILLA: pgettext_lazy("card", "manilla"),
    Rank.ACE: pgettext_lazy("card", "ace"),
    Rank.KING: pgettext_lazy("card", "king"),
    Rank.HORSE: pgettext_lazy("card", "horse"),
    Rank.JACK: pgettext_lazy("card", "jack"),
}
"""The ranks that have a name; the others go by their figure."""
_CARDS: Mapping[Suit, Promise] = {
    Suit.OROS: pgettext_lazy("card", "%(rank)s of coins"),
    Suit.COPES: pgettext_lazy("card", "%(rank)s of cups"),
    Suit.ESPASES: pgettext_lazy("card", "%(rank)s of swords"),
    Suit.BASTOS: pgettext_lazy("card", "%(rank)s of batons"),
}


def rank_name(rank: Rank) -> str:
    """Return the name of a rank, "ace", or its figure."""
    return str(_RANKS[rank]) if rank in _RANKS else rank.letter


def card_name(card: Card) -> str:
    """Return a card in words: "ace of cups"."""
    return str(_CARDS[card.suit]) % {"rank": rank_name(card.rank)}


def label(value: Enum) -> str:
    """Return the word for a value of one of `scoring`'s enums, in the language in force.

    Raises KeyError for a value without a word; a test asks for all of them.
    """
    return str(LABELS[type(value)][value])


PRIVATE_LABELS: Mapping[Private, Promise] = {
    Private.ADDRESS: _("an e-mail address"),
    Private.IDENTITY: _("an identity number"),
    Private.PHONE: _("a telephone number"),
    Private.NUMBER: _("a long number"),
    Private.BRACKETS: _("brackets"),
}
"""Names of what must not stand in a name; sentences with them never repeat it."""
