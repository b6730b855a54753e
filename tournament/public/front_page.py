"""What the first page lists: what is played now, what comes, and an archive by year."""

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
from tournament.models import AuditEvent, Championship, Contestant, Round, RoundStatus, User
from tournament.standings.queries import standings_view


class Time(Enum):
    """Where the first page tells of a championship."""

    NOW = auto()
    """It is today, or it has begun and not ended."""
    COMING = auto()
    PAST = auto()


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """A championship on the first page; `role` is the reader's in it, "" for none.

    `version` changes with whatever may change the standings of one that has ended; 0 before.
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
    """Those that were closed."""
    version: int
    role: str
    winners: tuple[str, ...] = ()
    """Who share the first place, once it has ended; read by `front_page` for the lines it shows."""

    def time(self, today: datetime.date) -> Time:
        """Where it is listed on that day. What ended today is no news of the day any more."""
        if self.ended or self.archived:
            return Time.PAST
        if self.begun or self.date == today:
            return Time.NOW
        return Time.COMING if self.date > today else Time.PAST


@dataclass(frozen=True, slots=True)
class FrontPage:
    """All that the first page lists; of the archive one year."""

    now: tuple[ChampionshipLine, ...]
    coming: tuple[ChampionshipLine, ...]
    past: tuple[ChampionshipLine, ...]
    year: int | None
    """That of `past`; None where nothing is past."""
    years: tuple[int, ...]
    """Those in which something is past, the newest first."""


def _count(rows: QuerySet[Contestant] | QuerySet[Round]) -> Coalesce:
    own = rows.filter(championship=OuterRef("pk")).order_by().values("championship")
    return Coalesce(Subquery(own.annotate(count=Count("pk")).values("count")), 0)


def championship_lines(user: User | None) -> tuple[ChampionshipLine, ...]:
    """The championships a visitor may open, the newest first; 2 queries, 1 without an account."""
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
            rounds=one.played,
            version=(one.newest or 0) if one.ended_at is not None else 0,
            role=roles.get(one.pk, ""),
        )
        for one in lines.order_by("-date", "-pk")
    )


def front_page(lines: Sequence[ChampionshipLine], year: int | None) -> FrontPage:
    """The lines by their time, with the archive of `year`, or of the last one for a year without.

    6 queries and more for each championship of that year whose winner nobody has asked for yet.
    """
    today = timezone.localdate()
    by_time: dict[Time, list[ChampionshipLine]] = {time: [] for time in Time}
    for line in lines:
        by_time[line.time(today)].append(line)
    past = by_time[Time.PAST]
    years = tuple(sorted({line.date.year for line in past}, reverse=True))
    if year not in years:
        year = years[0] if years else None
    return FrontPage(
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
    """Who are first in the last stage of which anything was played."""
    championship = Championship.objects.get(pk=championship_id)
    for stage in reversed(stages_of(championship)):
        view = standings_view(stage)
        if view.rounds:
            return tuple(line.contestant.name for line in view.lines if line.rank == 1)
    return ()


def public_list_version() -> str | None:
    """A text that changes with what the first page shows a stranger; 2 queries.

    None before anybody has an account: whoever sits at the machine is then shown how to begin.
    """
    if no_account_yet():
        return None
    shown = repr((timezone.localdate(), championship_lines(None)))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]
