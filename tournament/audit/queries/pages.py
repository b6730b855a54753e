"""Events of a log that pass a filter: page by page, or all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Q, QuerySet, TextField, Value, When
from django.db.models.fields.json import KT

from tournament.audit.event_text import IN_PAIRS, PlaceWords, action_text
from tournament.audit.queries.chains import ChainState, Log, chain_state
from tournament.audit.queries.lines import RecordLine, line_of, place_words
from tournament.audit.queries.search import EVERYTHING, PLACES, EventFilter, found_in
from tournament.audit.rulings import RULING_ACTS, ruling_act, touches_a_ruling
from tournament.core.names import plain
from tournament.core.pages import page_of
from tournament.models import Action, AuditEvent, ChainedEvent, Championship, Match

PAGE_LENGTH = 100


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Page of a log, and the choices to filter it by.

    `actors` are names of people; `places` is True if tables or pairs acted too. `actions` are
    values with their words.
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
    championship: Championship,
    wanted_events: EventFilter = EVERYTHING,
    *,
    page: int = 1,
    oldest_first: bool = False,
) -> RecordPage:
    """Return a page of the events of a championship's record that pass the filter; 8 queries, 1
    more for a pair.

    `page` from 1; one that doesn't exist gives the nearest that does.
    """
    log = Log.of(championship)
    wanted = _narrowed(championship, wanted_events)
    return _page(log, wanted, wanted_events, page, oldest_first, places=place_words(championship))


def installation_page(
    wanted_events: EventFilter = EVERYTHING, *, page: int = 1, oldest_first: bool = False
) -> RecordPage:
    """Return a page of the events of the installation's log that pass the filter; 7 queries. The
    log knows no rounds, tables or pairs."""
    log = Log.of_installation()
    return _page(
        log, _narrowed_events(log.events, wanted_events), wanted_events, page, oldest_first
    )


def recorded_events(
    championship: Championship, wanted_events: EventFilter = EVERYTHING
) -> Iterator[ChainedEvent]:
    """Return the events that pass the filter, oldest first, to be read one after the other."""
    wanted = _narrowed(championship, wanted_events).order_by("sequence")
    events: Iterator[ChainedEvent] = wanted.iterator()
    if not wanted_events.words:
        return events
    found = frozenset(found_in(wanted, wanted_events.words, place_words(championship)))
    return (event for event in events if event.pk in found)


def _page(
    log: Log,
    wanted: QuerySet[Any],
    wanted_events: EventFilter,
    asked: int,
    oldest_first: bool,
    *,
    places: PlaceWords = IN_PAIRS,
) -> RecordPage:
    events = wanted.order_by("sequence" if oldest_first else "-sequence")
    words = wanted_events.words
    found = found_in(events, words, places) if words else []
    count = len(found) if words else wanted.count()
    page = page_of(count, asked=asked, length=PAGE_LENGTH)
    shown = events.filter(pk__in=found[page.part]) if words else events[page.part]
    actors = set(_actors(log.events))
    actions = set(log.events.order_by().values_list("action", flat=True).distinct())
    actions.update(act.value for act in _rulings_on_hands(log.events).values())
    return RecordPage(
        lines=tuple(line_of(event, places) for event in shown),
        found=count,
        page=page.number,
        pages=page.pages,
        actors=tuple(sorted(actors - {PLACES}, key=plain)),
        places=PLACES in actors,
        actions=tuple(
            sorted(((one, action_text(one)) for one in actions), key=lambda one: plain(one[1]))
        ),
        chain=chain_state(log),
    )


def _actors(events: QuerySet[Any]) -> QuerySet[Any, str]:
    """Return the names of all actors, each once; `PLACES` stands for all that acted by a link."""
    by_link = When(actor_contestant__isnull=False, then=Value(PLACES))
    if events.model is not AuditEvent:
        return events.order_by().values_list("actor", flat=True).distinct()
    name = Case(by_link, default=KT("disclosed__actor__1"), output_field=TextField())
    return events.order_by().values_list(name, flat=True).distinct()


def _narrowed_events(events: QuerySet[Any], wanted_events: EventFilter) -> QuerySet[Any]:
    """Return the events that pass the filter, except for its text, round, table and pair."""
    if wanted_events.action:
        events = events.filter(_of_action(events, wanted_events.action))
    if wanted_events.actor == PLACES and events.model is AuditEvent:
        events = events.filter(actor_contestant__isnull=False)
    elif wanted_events.actor:
        name = "disclosed__actor__1" if events.model is AuditEvent else "actor"
        events = events.filter(**{name: wanted_events.actor})
    if wanted_events.since:
        events = events.filter(at__gte=wanted_events.since)
    if wanted_events.until:
        events = events.filter(at__lte=wanted_events.until)
    return events


def _of_action(events: QuerySet[Any], action: str) -> Q:
    """Return the condition for acts of that kind; rulings include those on single hands."""
    wanted = Q(action=action)
    if action in RULING_ACTS:
        acts = _rulings_on_hands(events)
        wanted |= Q(pk__in=[key for key, act in acts.items() if act == action])
    return wanted


def _rulings_on_hands(events: QuerySet[Any]) -> Mapping[int, Action]:
    """Return the acts on rulings that versions of results carry, by the event's key; 1 query."""
    few = events.filter(touches_a_ruling()).order_by()
    acts = {one.pk: ruling_act(one.action, one.before, one.after) for one in few}
    return {key: act for key, act in acts.items() if act}


def _narrowed(championship: Championship, wanted_events: EventFilter) -> QuerySet[Any]:
    """Return the events of a championship that pass the filter, except for its text."""
    events = _narrowed_events(Log.of(championship).events, wanted_events)
    if wanted_events.round is not None:
        events = events.filter(round=wanted_events.round)
    if wanted_events.table is not None:
        events = events.filter(Q(table=wanted_events.table) | Q(actor_table=wanted_events.table))
    if wanted_events.pair is not None:
        events = events.filter(_of_pair(championship, wanted_events.pair))
    return events


def _of_pair(championship: Championship, number: int) -> Q:
    """Return the condition for acts on a pair, by it, or at its table of the round; 1 query."""
    wanted = Q(contestant=number) | Q(actor_contestant=number)
    matches = Match.objects.filter(
        seats__contestant__number=number, round__championship=championship
    )
    rounds_at: dict[int, list[int]] = defaultdict(list)
    for round, table in matches.values_list("round__number", "table__number"):
        rounds_at[table].append(round)
    for table, rounds in rounds_at.items():
        wanted |= Q(table=table, round__in=rounds)
    return wanted
