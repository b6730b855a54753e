"""A log's events as somebody looks for them: page by page, or all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.audit.narrowing import EVERYTHING, PLACES, Narrowing
from tournament.audit.queries.chains import ChainState, Log, chain_state
from tournament.audit.queries.lines import RecordLine, line_of
from tournament.audit.queries.searching import found_in
from tournament.audit.rulings import RULING_ACTS, ruling_act, touches_a_ruling
from tournament.audit.wording import action_text
from tournament.core.names import plain
from tournament.models import Action, ChainedEvent, Championship, Match, Ruling

PAGE_LENGTH = 100
_PLACE = r"^(table [0-9]+ (NS|EW) )?pair [0-9]+$"
"""How a table or a pair is called that acted by its link."""


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A page of a log, the newest event first, and what it can be narrowed by.

    `actors` are names of people; `places` says whether tables or pairs acted too. `actions` are
    values and words.
    """

    lines: tuple[RecordLine, ...]
    found: int
    page: int
    pages: int
    actors: tuple[str, ...]
    places: bool
    actions: tuple[tuple[str, str], ...]
    chain: ChainState


def record_page(
    championship: Championship, narrowing: Narrowing = EVERYTHING, *, page: int = 1
) -> RecordPage:
    """The events of a championship's record that are looked for; 7 queries, 4 more for places.

    `page` from 1; one that doesn't exist gives the nearest that does.
    """
    return _page(Log.of(championship), _narrowed(championship, narrowing), narrowing, page)


def installation_page(narrowing: Narrowing = EVERYTHING, *, page: int = 1) -> RecordPage:
    """The same of the installation's log, which knows no rounds, tables or pairs; 7 queries."""
    log = Log.of_installation()
    return _page(log, _narrowed_events(log.events, narrowing), narrowing, page)


def recorded_events(
    championship: Championship, narrowing: Narrowing = EVERYTHING
) -> Iterator[ChainedEvent]:
    """The events that are looked for, oldest first, one after the other from the database."""
    wanted = _narrowed(championship, narrowing).order_by("sequence")
    events: Iterator[ChainedEvent] = wanted.iterator()
    if not narrowing.words:
        return events
    found = frozenset(found_in(wanted, narrowing.words))
    return (event for event in events if event.pk in found)


def _page(log: Log, wanted: QuerySet[Any], narrowing: Narrowing, page: int) -> RecordPage:
    newest_first = wanted.order_by("-sequence")
    words = narrowing.words
    found = found_in(newest_first, words) if words else []
    count = len(found) if words else wanted.count()
    pages = max(1, -(-count // PAGE_LENGTH))
    page = min(max(page, 1), pages)
    part = slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH)
    shown = newest_first.filter(pk__in=found[part]) if words else newest_first[part]
    names = log.events.order_by("actor").values_list("actor", flat=True).distinct()
    people = [name for name in names if not re.match(_PLACE, name)]
    actions = set(log.events.order_by().values_list("action", flat=True).distinct())
    actions.update(act.value for act in _rulings_on_hands(log.events).values())
    return RecordPage(
        lines=tuple(map(line_of, shown)),
        found=count,
        page=page,
        pages=pages,
        actors=tuple(sorted(people, key=plain)),
        places=len(people) < len(names),
        actions=tuple(
            sorted(((one, action_text(one)) for one in actions), key=lambda one: plain(one[1]))
        ),
        chain=chain_state(log),
    )


def _narrowed_events(events: QuerySet[Any], narrowing: Narrowing) -> QuerySet[Any]:
    """Narrowed by everything but the text, rounds, tables and pairs."""
    if narrowing.action:
        events = events.filter(_of_action(events, narrowing.action))
    if narrowing.actor == PLACES:
        events = events.filter(actor__regex=_PLACE)
    elif narrowing.actor:
        events = events.filter(actor=narrowing.actor)
    if narrowing.since:
        events = events.filter(at__gte=narrowing.since)
    if narrowing.until:
        events = events.filter(at__lte=narrowing.until)
    return events


def _of_action(events: QuerySet[Any], action: str) -> Q:
    """Acts of that kind; of rulings also those on single hands."""
    wanted = Q(action=action)
    if action in RULING_ACTS:
        acts = _rulings_on_hands(events)
        wanted |= Q(pk__in=[key for key, act in acts.items() if act == action])
    return wanted


def _rulings_on_hands(events: QuerySet[Any]) -> Mapping[int, Action]:
    """What versions of results did to a ruling on a single hand, by the event's key; 1 query."""
    few = events.filter(touches_a_ruling()).order_by()
    acts = {
        key: ruling_act(*said) for key, *said in few.values_list("pk", "action", "before", "after")
    }
    return {key: act for key, act in acts.items() if act}


def _narrowed(championship: Championship, narrowing: Narrowing) -> QuerySet[Any]:
    """Narrowed by everything but the text."""
    events = _narrowed_events(Log.of(championship).events, narrowing)
    if narrowing.round is not None:
        events = events.filter(_of_round(championship, narrowing.round))
    if narrowing.table is not None:
        table = _names("table", narrowing.table)
        events = events.filter(Q(target__regex=table) | Q(actor__regex=table))
    if narrowing.pair is not None:
        events = events.filter(_of_pair(championship, narrowing.pair))
    return events


def _names(kind: str, number: int) -> str:
    """A pattern that finds a place's name: "table 3" in "round 1 table 3 hand 2"."""
    return rf"(^|[, ]){kind} {number}($|[, ])"


def _of_round(championship: Championship, number: int) -> Q:
    deals = championship.stages.get().deals_of_round(number)
    rulings = Ruling.objects.filter(
        championship=championship, deal__gte=deals.start, deal__lt=deals.stop
    )
    return Q(target__regex=_names("round", number)) | _rulings(rulings)


def _of_pair(championship: Championship, number: int) -> Q:
    pair = _names("pair", number)
    wanted = Q(target__regex=pair) | Q(actor__regex=pair)
    wanted |= _rulings(Ruling.objects.filter(championship=championship, team__number=number))
    matches = Match.objects.filter(
        Q(ns__number=number) | Q(ew__number=number), round__stage__championship=championship
    )
    places = matches.values_list("round__number", "table__number")
    if where := "|".join(f"{round} table {table}" for round, table in places):
        wanted |= Q(target__regex=rf"^round ({where})($| )")
    return wanted


def _rulings(rulings: QuerySet[Ruling]) -> Q:
    return Q(target__in=[f"ruling {number}" for number in rulings.values_list("number", flat=True)])
