"""Addresses of links, computed whenever they are shown, and the place that a link stands for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.game.seats import Party, party_named
from tournament.core.labels import label
from tournament.links.tokens import Place, PlaceKind, code_of, is_token_of, read_code, secret_of
from tournament.models import Championship, Match, PhoneAtTable
from tournament.standings.contestants import contestant_refs

_ADDRESSES = {PlaceKind.TABLE: "links:table", PlaceKind.PAIR: "links:pair"}


@dataclass(frozen=True, slots=True)
class PlaceLink:
    """A table or pair with its link, for those who hand links out."""

    place: Place
    name: str
    """Names of the pair, or the organisers' name of the table; else ""."""
    path: str
    withdrawn_from: int | None = None
    """First round that a pair doesn't play any more."""
    of_player: bool = False
    """Whether the link is a single player's, and not a pair's."""

    @property
    def title(self) -> str:
        """Return the place in words: "Table 3", "Pair 5"."""
        words = _("Table %(number)d")
        if self.place.kind is PlaceKind.PAIR:
            words = _("Player %(number)s") if self.of_player else _("Pair %(number)d")
        return words % {"number": self.place.number}


def _path(secret: bytes, championship: Championship, place: Place) -> str:
    code = code_of(secret, championship.pk, place)
    return reverse(_ADDRESSES[place.kind], args=[str(code)])


def table_links(championship: Championship) -> tuple[PlaceLink, ...]:
    """Return the links of all tables, by number; 2 queries."""
    secret = secret_of(championship)
    found = []
    for table in championship.tables.order_by("number"):
        place = Place(PlaceKind.TABLE, table.number, table.link_number)
        found.append(PlaceLink(place, table.name, _path(secret, championship, place)))
    return tuple(found)


def pair_links(championship: Championship) -> tuple[PlaceLink, ...]:
    """Return the links of all pairs, by number, including pairs that have withdrawn; 4 queries."""
    secret = secret_of(championship)
    contestants = contestant_refs(championship)
    # Read after the pairs: a pair that joins meanwhile is left out.
    link_numbers = dict(championship.contestants.values_list("pk", "link_number"))
    found = []
    for contestant in contestants.values():
        if contestant.id not in link_numbers:
            continue
        place = Place(PlaceKind.PAIR, contestant.number, link_numbers[contestant.id])
        path = _path(secret, championship, place)
        found.append(
            PlaceLink(
                place,
                contestant.name,
                path,
                contestant.withdrawn_from,
                of_player=contestant.is_player,
            )
        )
    return tuple(found)


def links_of(championship: Championship, kind: PlaceKind) -> tuple[PlaceLink, ...]:
    """Return the links of all tables or of all pairs, by number; 4 queries at most."""
    return table_links(championship) if kind is PlaceKind.TABLE else pair_links(championship)


def place_of(kind: PlaceKind, text: str) -> tuple[Championship, Place] | None:
    """Return the place of a link's code; None unless it is the valid link of a table or pair.

    None doesn't say why: no such place, a renewed link, another championship's. The caller checks
    whether the championship has ended. 2 queries at most.
    """
    code = read_code(text)
    if code is None:
        return None
    championships = Championship.objects.select_related("link_secret")
    championship = championships.filter(pk=code.championship_id, link_secret__isnull=False).first()
    if championship is None:
        return None
    rows = championship.tables if kind is PlaceKind.TABLE else championship.contestants
    link = rows.filter(number=code.number).values_list("link_number", flat=True).first()
    if link is None:
        return None
    place = Place(kind, code.number, link)
    secret = bytes(championship.link_secret.key)
    return (
        (championship, place) if is_token_of(code.token, secret, championship.pk, place) else None
    )


@dataclass(frozen=True, slots=True)
class OpenedPhone:
    """A phone that was opened with a table's code, since when, and who holds it."""

    held_by: Party
    at: datetime

    @property
    def side(self) -> str:
        """Return in words who holds the phone."""
        return label(self.held_by)


def phones_opened(match: Match) -> tuple[OpenedPhone, ...]:
    """Return the phones held at a match by its table's code, the first one first; 1 query."""
    held = PhoneAtTable.objects.filter(match=match, deal=0).order_by("at", "pk")
    return tuple(OpenedPhone(party_named(one.side), one.at) for one in held)


def sides_with_a_phone(match: Match) -> tuple[Party, ...]:
    """Return the parties with a phone by the table's code, so that no other may speak; 1 query."""
    spoken = PhoneAtTable.objects.filter(match=match, deal__gt=0)
    taken = spoken.filter(by_link=False, another_allowed=False)
    found = taken.order_by("side").values_list("side", flat=True).distinct()
    return tuple(map(party_named, found))
