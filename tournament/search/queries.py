"""Find things of a championship by a few words: pairs, tables, rounds, hands, pages.

The results are places to go to, and only those that the visitor may go to. No card is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.core.names import plain
from tournament.core.navigation import MANAGE_ENTRIES, PUBLIC_ENTRIES
from tournament.core.permissions import Access
from tournament.core.stages import rounds_with_deals
from tournament.models import Round, RoundStatus
from tournament.schedule.queries import current_round, round_lines
from tournament.stages.formats import any_deals
from tournament.standings.contestants import contestant_refs

MOST_SHOWN = 40
LONGEST = 100
"""Most letters of a search."""


class Kind(models.TextChoices):
    """Kinds of results, in the order in which equally good ones are shown."""

    PAIR = "pair", pgettext_lazy("search", "Pair")
    TABLE = "table", pgettext_lazy("search", "Table")
    ROUND = "round", pgettext_lazy("search", "Round")
    HAND = "hand", pgettext_lazy("search", "Hand")
    PAGE = "page", pgettext_lazy("search", "Page")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A place to go to; `words` are those that it is found by beside its kind and title."""

    kind: Kind
    title: str
    url: str
    detail: str = ""
    words: str = ""

    def closeness(self, wanted: Iterable[str]) -> int | None:
        """Return how well it matches the words: 0 is best, None is no match.

        Each word has to occur: as one of its words, at the beginning of one, or inside one. A
        number has to be one of its words.
        """
        own = plain(f"{self.kind.label} {self.title} {self.words}")
        own_words = _words(own)
        worst = 0
        for word in wanted:
            if word in own_words:
                continue
            if word.isdigit() or word not in own:
                return None
            worst = max(worst, 1 if any(one.startswith(word) for one in own_words) else 2)
        return worst


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The closest results first, and how many more there were."""

    shown: tuple[SearchResult, ...]
    more: int


def _words(text: str) -> tuple[str, ...]:
    return tuple("".join(one if one.isalnum() else " " for one in text).split())


def found_in(access: Access, text: str) -> SearchResults:
    """Return the matches that the visitor may go to; none for an empty text; 5 queries."""
    wanted = _words(plain(text[:LONGEST]))
    if not wanted:
        return SearchResults((), 0)
    rated = [
        (closeness, list(Kind).index(one.kind), place, one)
        for place, one in enumerate(_places(access))
        if (closeness := one.closeness(wanted)) is not None
    ]
    found = [one for *_rating, one in sorted(rated, key=lambda each: each[:3])]
    return SearchResults(tuple(found[:MOST_SHOWN]), max(0, len(found) - MOST_SHOWN))


def _places(access: Access) -> Iterator[SearchResult]:
    yield from _pairs(access)
    yield from _tables(access)
    for round in rounds_with_deals(access.stages):
        yield _round(access, round)
        yield from _hands(access, round)
    deals = any_deals(access.stages)
    for entry in (*PUBLIC_ENTRIES, *MANAGE_ENTRIES):
        if entry.is_for(access, deals=deals):
            yield SearchResult(Kind.PAGE, entry.label_for(access), _url(access, entry.view))


def _url(access: Access, view: str, **arguments: int) -> str:
    return reverse(view, kwargs={"slug": access.championship.slug, **arguments})


def _pairs(access: Access) -> Iterator[SearchResult]:
    for one in contestant_refs(access.championship).values():
        people = (*one.players, *one.substitutes)
        others = people if one.has_own_name else one.substitutes
        yield SearchResult(
            Kind.PAIR,
            f"{one.number} {one.name}",
            _url(access, "standings:pair_sheet", number=one.number),
            detail=" · ".join(filter(None, [", ".join(others), one.club])),
            words=" ".join([*people, one.club]),
        )


def _tables(access: Access) -> Iterator[SearchResult]:
    """Yield the places where a table is looked at: at the desk, or among the pairings."""
    now = current_round(round_lines(*access.stages))
    if now is None:
        return
    of_matches = {"matches__round__number": now.number, "matches__cancelled": False}
    tables = access.championship.tables.filter(**of_matches).order_by("number")
    at_desk = access.is_referee and now.status is not RoundStatus.PLANNED
    pairings = _url(access, "public:pairings", number=now.number)
    for table in tables:
        yield SearchResult(
            Kind.TABLE,
            table.shown_name,
            _url(access, "desk:table", number=now.number, table=table.number)
            if at_desk
            else f"{pairings}#table-{table.number}",
            detail=_("Round %(number)d") % {"number": now.number},
            words=str(table.number),
        )


def _round(access: Access, round: Round) -> SearchResult:
    view = "public:pairings"
    if access.is_referee:
        view = "rounds:round"
    elif round.status == RoundStatus.CLOSED:
        view = "standings:round"
    return SearchResult(
        Kind.ROUND,
        str(round.number),
        _url(access, view, number=round.number),
        detail=RoundStatus(round.status).name_after(access.championship.ended_at),
    )


def _hands(access: Access, round: Round) -> Iterator[SearchResult]:
    """Yield the hands of a round, once the visitor may see their results."""
    shown = {RoundStatus.CLOSED, RoundStatus.OPEN} if access.is_referee else {RoundStatus.CLOSED}
    if round.status in shown:
        for deal in round.deals:
            yield SearchResult(
                Kind.HAND,
                str(deal),
                _url(access, "standings:hand_sheet", deal=deal),
                detail=_("Round %(number)d") % {"number": round.number},
            )
