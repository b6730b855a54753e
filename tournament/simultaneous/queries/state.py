"""State of a simultaneous event: its venues, and how far each round is.

The numbers of queries don't depend on how many venues there are.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto

from django.db.models import Count, Exists, Max, Min, OuterRef, Q

from tournament.core.live import QUIET, RESULTS
from tournament.models import (
    AuditEvent,
    Contestant,
    DealSet,
    Match,
    Release,
    Result,
    Round,
    RoundStatus,
    Simultaneous,
    Stage,
    User,
)


class Progress(Enum):
    """Progress of a round in a venue."""

    NOT_PLANNED = auto()
    """The venue has no schedule yet."""
    PLANNED = auto()
    PLAYING = auto()
    HANDED_IN = auto()
    """The venue is done with it, and waits for the others."""
    PUBLIC = auto()
    LATE = auto()
    """The round was released without this venue."""
    REOPENED = auto()
    """The round was public, and is being corrected."""


@dataclass(frozen=True, slots=True)
class VenueRound:
    """A round in a venue."""

    number: int
    progress: Progress
    entered: int
    """Results that are there; of those that were taken back, none."""
    hands: int


@dataclass(frozen=True, slots=True)
class VenueLine:
    """A venue, and how far its rounds are."""

    id: int
    name: str
    slug: str
    place: str
    pairs: int
    published: bool
    can_be_untied: bool
    left_out: str
    """A value of `LeftOut`; "" for one that counts."""
    left_out_reason: str
    rounds: tuple[VenueRound, ...]


@dataclass(frozen=True, slots=True)
class EventRound:
    """A round of the event: released, or what it waits for."""

    number: int
    released_at: datetime | None
    reason: str
    waits_for: tuple[str, ...]
    """Names of venues: before the release without a hand-in, then late ones."""
    can_be_opened: int
    """Number of venues in which it is planned."""
    opened: int
    """Number of venues in which it is or was open."""
    due_at: datetime | None = None
    """Time of the release, whoever has handed it in by then."""

    @property
    def is_released(self) -> bool:
        return self.released_at is not None

    @property
    def is_begun(self) -> bool:
        return self.opened > 0


@dataclass(frozen=True, slots=True)
class EventHands:
    """The deal set that all venues share."""

    commitment: str
    deals: int
    salt: str
    salt_fixed_at: datetime | None


@dataclass(frozen=True, slots=True)
class EventState:
    """The whole event at one moment."""

    venues: tuple[VenueLine, ...]
    rounds: tuple[EventRound, ...]
    hands: EventHands | None

    @property
    def pairs(self) -> int:
        return sum(one.pairs for one in self.venues)

    @property
    def released(self) -> tuple[int, ...]:
        return tuple(one.number for one in self.rounds if one.is_released)


def venues_waited_for(event: Simultaneous, number: int) -> tuple[str, ...]:
    """Return the venues that count and have not handed a round in, by name; 1 query."""
    handed_in = Round.objects.filter(
        championship=OuterRef("championship"), number=number, handed_in_at__isnull=False
    )
    waited_for = event.venues.filter(~Exists(handed_in), left_out="")
    return tuple(waited_for.values_list("name", flat=True))


def event_state(event: Simultaneous) -> EventState:
    """Return an event with its venues and rounds; 9 queries."""
    hours = dict(event.release_hours.values_list("round", "at"))
    releases = {one.round: one for one in event.releases.all()}
    rounds: dict[int, dict[int, Round]] = {}
    for one in Round.objects.filter(championship__venue__simultaneous=event):
        rounds.setdefault(one.championship_id, {})[one.number] = one
    entered, hands = _results(event)
    pairs = _pairs(event)
    dealt = set(
        DealSet.objects.filter(championship__venue__simultaneous=event).values_list(
            "championship_id", flat=True
        )
    )
    published = set(
        Stage.objects.filter(
            championship__venue__simultaneous=event, published_at__isnull=False
        ).values_list("championship_id", flat=True)
    )
    venues = tuple(
        VenueLine(
            id=venue.pk,
            name=venue.name,
            slug=venue.championship.slug,
            place=venue.championship.place,
            pairs=pairs[venue.championship_id],
            published=venue.championship_id in published,
            can_be_untied=venue.championship_id not in dealt and not event.centre_is_elsewhere,
            left_out=venue.left_out,
            left_out_reason=venue.left_out_reason,
            rounds=tuple(
                VenueRound(
                    number,
                    _progress(
                        rounds.get(venue.championship_id, {}).get(number), number in releases
                    ),
                    entered[venue.championship_id, number],
                    hands[venue.championship_id, number] * event.hands_per_match,
                )
                for number in range(1, event.rounds + 1)
            ),
        )
        for venue in event.venues.select_related("championship")
    )
    return EventState(
        venues=venues,
        rounds=tuple(
            _event_round(number, venues, releases.get(number), hours.get(number))
            for number in range(1, event.rounds + 1)
        ),
        hands=_hands(event),
    )


def _progress(round: Round | None, released: bool) -> Progress:
    if round is None or round.status == RoundStatus.PLANNED:
        if released:
            return Progress.LATE
        return Progress.NOT_PLANNED if round is None else Progress.PLANNED
    if round.status == RoundStatus.CLOSED:
        return Progress.PUBLIC
    if round.first_closed_at is not None:
        return Progress.REOPENED
    if round.handed_in_at is not None:
        return Progress.HANDED_IN
    return Progress.LATE if released else Progress.PLAYING


_DONE = {Progress.HANDED_IN, Progress.PUBLIC, Progress.REOPENED}


def _event_round(
    number: int,
    venues: tuple[VenueLine, ...],
    released: Release | None,
    due_at: datetime | None,
) -> EventRound:
    counted = [venue for venue in venues if not venue.left_out]
    states = [(venue.name, venue.rounds[number - 1].progress) for venue in counted]
    unopened = {Progress.PLANNED, Progress.NOT_PLANNED}
    return EventRound(
        number=number,
        released_at=released.at if released else None,
        reason=released.reason if released else "",
        waits_for=tuple(name for name, state in states if state not in _DONE),
        can_be_opened=sum(state is Progress.PLANNED for _name, state in states),
        opened=sum(state not in unopened for _name, state in states),
        due_at=None if released else due_at,
    )


def _results(event: Simultaneous) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Return the numbers of results and of matches by championship and round; 2 queries."""
    keys = ("match__round__championship_id", "match__round__number")
    results = Result.objects.filter(
        match__round__championship__venue__simultaneous=event,
        match__cancelled=False,
        is_current=True,
    ).exclude(outcome="blank")
    entered = results.order_by().values_list(*keys).annotate(count=Count("pk"))
    played = Match.objects.filter(
        round__championship__venue__simultaneous=event, cancelled=False
    ).order_by()
    matches = played.values_list("round__championship_id", "round__number").annotate(
        count=Count("pk")
    )
    return (
        Counter({(one, number): count for one, number, count in entered}),
        Counter({(one, number): count for one, number, count in matches}),
    )


def _pairs(event: Simultaneous) -> Counter[int]:
    contestants = Contestant.objects.filter(championship__venue__simultaneous=event).order_by()
    counted = contestants.values_list("championship_id").annotate(count=Count("pk"))
    return Counter(dict(counted))


def _hands(event: Simultaneous) -> EventHands | None:
    found = (
        DealSet.objects.filter(championship__venue__simultaneous=event)
        .order_by("pk")
        .defer("key")
        .first()
    )
    if found is None:
        return None
    return EventHands(found.commitment, found.deals, found.salt, found.salt_fixed_at)


def is_public(event: Simultaneous) -> bool:
    """Return whether everybody may see the event: a venue of it is public; 1 query."""
    return Stage.objects.filter(
        championship__venue__simultaneous=event, published_at__isnull=False
    ).exists()


def is_of_the_centre(user: User | None, event: Simultaneous) -> bool:
    """Return whether somebody looks after the event; 1 query at most."""
    if user is None:
        return False
    return user.is_superuser or event.organisers.filter(pk=user.pk).exists()


def event_version(event: str) -> str | None:
    """Return a text that changes with what is public of an event, by its address; 5 queries.

    None for strangers where there is none, or none that is public. Results of open rounds change
    nothing but how many there are, which only the centre is told.
    """
    found = Simultaneous.objects.filter(slug=event).first()
    if found is None or not is_public(found):
        return None
    return version_for_everybody(found)


def version_for_everybody(event: Simultaneous) -> str:
    """Return a text that changes with what is public of an event; 3 queries."""
    is_open = Round.objects.filter(
        championship=OuterRef("championship"), number=OuterRef("round"), status=RoundStatus.OPEN
    )
    events = (
        AuditEvent.objects.filter(championship__venue__simultaneous=event)
        .exclude(action__in=QUIET)
        .exclude(Q(action__in=RESULTS) & Exists(is_open))
    )
    return _version(event, events.order_by().values_list("championship_id"))


def version_for_the_centre(event: Simultaneous) -> str:
    """Return a text that changes with every act in any venue; 3 queries."""
    events = AuditEvent.objects.filter(championship__venue__simultaneous=event)
    return _version(event, events.order_by().values_list("championship_id"))


def _version(event: Simultaneous, events: object) -> str:
    last = sorted(events.annotate(last=Max("sequence")))  # type: ignore[attr-defined]
    own = (
        event.name,
        event.date,
        event.field,
        sorted(event.releases.values_list("round", flat=True)),
        sorted(event.release_hours.values_list("round", "at")),
    )
    return hashlib.sha256(repr((last, own)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event on the first page, with the day of its venues."""

    name: str
    slug: str
    date: date
    venues: int
    is_centre: bool
    """The reader looks after it."""
    begun: bool
    ended: bool
    """All its venues have."""


def event_lines(user: User | None) -> tuple[EventLine, ...]:
    """Return the events that a visitor may open, the newest first; 2 queries."""
    own = set(user.simultaneous.values_list("pk", flat=True)) if user else set()
    events = Simultaneous.objects.annotate(
        count=Count("venues", distinct=True),
        published=Min("venues__championship__stages__published_at"),
        running=Count("venues", filter=Q(venues__championship__ended_at=None), distinct=True),
        begun=Exists(
            Round.objects.filter(championship__venue__simultaneous=OuterRef("pk")).exclude(
                status=RoundStatus.PLANNED
            )
        ),
    )
    if not (user and user.is_superuser):
        events = events.filter(Q(published__isnull=False) | Q(pk__in=own))
    return tuple(
        EventLine(
            name=one.name,
            slug=one.slug,
            date=one.date,
            venues=one.count,
            is_centre=one.pk in own,
            begun=one.begun,
            ended=bool(one.count) and not one.running,
        )
        for one in events
    )
