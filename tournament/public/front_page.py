"""Championships on the first page: played now, coming, and an archive by year."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.accounts.queries import no_account_yet
from tournament.core.page_cache import SharedReads
from tournament.core.stages import stages_of
from tournament.models import AuditEvent, Championship, Contestant, Round, RoundStatus, User, Venue
from tournament.simultaneous.queries.state import EventLine, event_lines
from tournament.standings.podium import first_places
from tournament.standings.queries.table import standings_view


class Time(Enum):
    """Section of the first page that lists a championship."""

    NOW = auto()
    """The championship is today, or it has begun and not ended."""
    COMING = auto()
    PAST = auto()


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """A championship on the first page; `role` is the reader's in it, "" for none.

    `version` changes with whatever may change the standings of a championship that has ended; 0
    before.
    """

    id: int
    name: str
    slug: str
    place: str
    date: datetime.date
    published: bool
    begun: bool
    ended: bool
    archived: bool
    pairs: int
    rounds: int
    """Number of closed rounds."""
    version: int
    role: str
    of_players: bool = False
    """Whether single players compete; `pairs` then counts them."""
    is_venue: bool = False
    """Whether a simultaneous event lists the championship, so that the first page shows it only to
    people with a role in it."""
    winners: tuple[str, ...] = ()
    """The pairs or players in first place, once it has ended; only in the lines of `front_page`."""

    def time(self, today: datetime.date) -> Time:
        """Return the section for the championship on that day; one that ended today is past."""
        if self.ended or self.archived:
            return Time.PAST
        if self.begun or self.date == today:
            return Time.NOW
        return Time.COMING if self.date > today else Time.PAST


@dataclass(frozen=True, slots=True)
class FrontPage:
    """All that the first page lists; of the archive one year."""

    events: tuple[EventLine, ...]
    """Simultaneous events that have not ended."""
    past_events: tuple[EventLine, ...]
    """Simultaneous events of `year` that have ended."""
    now: tuple[ChampionshipLine, ...]
    coming: tuple[ChampionshipLine, ...]
    past: tuple[ChampionshipLine, ...]
    year: int | None
    """Year of `past`; None where nothing is past."""
    years: tuple[int, ...]
    """Years of the archive, the newest first."""


def _count(rows: QuerySet[Contestant] | QuerySet[Round]) -> Coalesce:
    own = rows.filter(championship=OuterRef("pk")).order_by().values("championship")
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)


def championship_lines(user: User | None) -> tuple[ChampionshipLine, ...]:
    """Return the championships a visitor may open, newest first; 2 queries, 1 without an
    account."""
    roles: Mapping[int, str] = (
        dict(user.memberships.values_list("championship_id", "role")) if user else {}
    )
    newest = AuditEvent.objects.filter(championship=OuterRef("pk")).order_by("-sequence")
    lines = Championship.objects.alias(published_at=Max("stages__published_at")).annotate(
        published=Q(published_at__isnull=False),
        begun=Exists(
            Round.objects.filter(championship=OuterRef("pk")).exclude(status=RoundStatus.PLANNED)
        ),
        pairs=_count(Contestant.objects.all()),
        played=_count(Round.objects.filter(status=RoundStatus.CLOSED)),
        newest=Subquery(newest.values("sequence")[:1]),
        is_venue=Exists(Venue.objects.filter(championship=OuterRef("pk"))),
    )
    if not (user and user.is_superuser):
        lines = lines.filter(Q(published=True) | Q(pk__in=list(roles)))
    return tuple(
        ChampionshipLine(
            id=one.pk,
            name=one.shown_name,
            slug=one.slug,
            place=one.place,
            date=one.date,
            published=one.published,
            begun=one.begun,
            ended=one.ended_at is not None,
            archived=one.is_archived,
            pairs=one.pairs,
            of_players=one.of_players,
            rounds=one.played,
            version=(one.newest or 0) if one.ended_at is not None else 0,
            role=roles.get(one.pk, ""),
            is_venue=one.is_venue,
        )
        for one in lines.order_by("-date", "-pk")
    )


def front_page(
    lines: Sequence[ChampionshipLine], year: int | None, events: Sequence[EventLine] = ()
) -> FrontPage:
    """Return the lines by section, with the archive of `year`, by default the newest year.

    Venues of events are left out, unless the reader has a role there. 6 queries and more for each
    championship of that year whose winner nobody has asked for yet.
    """
    today = timezone.localdate()
    by_time: dict[Time, list[ChampionshipLine]] = {time: [] for time in Time}
    for line in lines:
        if line.role or not line.is_venue:
            by_time[line.time(today)].append(line)
    past = by_time[Time.PAST]
    over = [one for one in events if one.ended]
    years = tuple(
        sorted({one.date.year for one in past} | {one.date.year for one in over}, reverse=True)
    )
    if year not in years:
        year = years[0] if years else None
    return FrontPage(
        events=tuple(one for one in events if not one.ended),
        past_events=tuple(one for one in over if one.date.year == year),
        now=tuple(by_time[Time.NOW]),
        coming=tuple(reversed(by_time[Time.COMING])),
        past=tuple(_with_winners(line) for line in past if line.date.year == year),
        year=year,
        years=years,
    )


class _Winners(SharedReads[tuple[str, ...]]):
    most = 500


_winners = _Winners()


def _with_winners(line: ChampionshipLine) -> ChampionshipLine:
    if not line.ended:
        return line
    return replace(
        line, winners=_winners.get((line.id, line.version), lambda: _winners_of(line.id))
    )


def _winners_of(championship_id: int) -> tuple[str, ...]:
    """Return the first of the last stage of which anything was played."""
    championship = Championship.objects.get(pk=championship_id)
    for stage in reversed(stages_of(championship)):
        view = standings_view(stage)
        if view.rounds:
            return tuple(line.contestant.name for line in first_places(view) if line.rank == 1)
    return ()


def public_list_version() -> str | None:
    """Return a text that changes with what the first page shows a stranger; 3 queries.

    None before anybody has an account: whoever sits at the machine is then shown how to begin.
    """
    if no_account_yet():
        return None
    shown = repr((timezone.localdate(), championship_lines(None), event_lines(None)))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]
