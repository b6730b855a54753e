"""What everybody may read: pairs, the plan, and who plays whom where.

Each read costs the same number of queries whatever the size of the championship.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max, Q
from django.utils import timezone

from scoring.seats import Side
from tournament.core.names import plain
from tournament.models import Championship, Match, RoundStatus, Stage, User
from tournament.schedule.queries import RoundLine, round_lines
from tournament.standings.queries import TeamRef, team_refs


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """A championship on the first page; `role` is the reader's in it, "" for none."""

    name: str
    slug: str
    place: str
    date: date
    published: bool
    ended: bool
    role: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two pairs at a table."""

    table: str
    table_number: int
    ns: TeamRef
    ew: TeamRef


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person of a pair finds the table; `table` is "" for a pair that rests."""

    person: str
    is_substitute: bool
    team: TeamRef
    table: str
    side: Side | None
    opponent: TeamRef | None

    @property
    def found_by(self) -> str:
        """What a search looks through: the person, the pair's own name and its number."""
        own_name = self.team.name if self.team.has_own_name else ""
        return f"{self.person} {own_name} {self.team.number}"


@dataclass(frozen=True, slots=True)
class RoundPairings:
    """Who plays whom in a round, by table, and who rests."""

    number: int
    status: RoundStatus
    first_deal: int
    last_deal: int
    tables: tuple[Pairing, ...]
    resting: tuple[TeamRef, ...]
    rounds: tuple[RoundLine, ...]

    def by_person(self) -> tuple[Place, ...]:
        """Every person's place, in the order of names; accents don't matter to the order."""
        places: list[Place] = []
        for pairing in self.tables:
            places += _places(pairing.ns, pairing.table, Side.NS, pairing.ew)
            places += _places(pairing.ew, pairing.table, Side.EW, pairing.ns)
        for team in self.resting:
            places += _places(team, "", None, None)
        return tuple(sorted(places, key=lambda place: (plain(place.person), place.team.number)))


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round in which time runs: until it ends, or until its results are final.

    An open round has `ends_at`, or `seconds_left` in a pause; a closed one `corrections_until`.
    """

    number: int
    ends_at: datetime | None
    seconds_left: int | None
    corrections_until: datetime | None


def rounds_now(stage: Stage) -> tuple[RoundNow, ...]:
    """The rounds in which time runs, by number; 1 query."""
    rounds = stage.rounds.filter(
        Q(status=RoundStatus.OPEN, ends_at__isnull=False)
        | Q(status=RoundStatus.OPEN, seconds_left__isnull=False)
        | Q(status=RoundStatus.CLOSED, corrections_until__gt=timezone.now())
    )
    fields = ("number", "ends_at", "seconds_left", "corrections_until")
    return tuple(RoundNow(*one) for one in rounds.order_by("number").values_list(*fields))


def _places(
    team: TeamRef, table: str, side: Side | None, opponent: TeamRef | None
) -> Iterator[Place]:
    for person in team.players:
        yield Place(person, False, team, table, side, opponent)
    for person in team.substitutes:
        yield Place(person, True, team, table, side, opponent)


def championship_lines(user: User | None) -> tuple[ChampionshipLine, ...]:
    """The championships a visitor may open, the newest first; 2 queries, 1 without an account."""
    roles: Mapping[int, str] = (
        dict(user.memberships.values_list("championship_id", "role")) if user else {}
    )
    visible = Q(published=True) | Q(pk__in=list(roles))
    stages = Championship.objects.alias(published_at=Max("stages__published_at"))
    lines = stages.annotate(published=Q(published_at__isnull=False))
    if not (user and user.is_superuser):
        lines = lines.filter(visible)
    return tuple(
        ChampionshipLine(
            name=championship.shown_name,
            slug=championship.slug,
            place=championship.place,
            date=championship.date,
            published=championship.published,
            ended=championship.ended_at is not None,
            role=roles.get(championship.pk, ""),
        )
        for championship in lines.order_by("-date", "-pk")
    )


def round_pairings(stage: Stage, number: int) -> RoundPairings | None:
    """The pairings of a round, or None if there is no such round; 4 queries."""
    rounds = round_lines(stage)
    line = next((one for one in rounds if one.number == number), None)
    if line is None:
        return None
    matches = Match.objects.filter(round__stage=stage, round__number=number, cancelled=False)
    seated = list(matches.select_related("table").order_by("table__number"))
    teams = team_refs(stage.championship)
    tables = tuple(
        Pairing(
            table=match.table.shown_name,
            table_number=match.table.number,
            ns=teams[match.ns_id],
            ew=teams[match.ew_id],
        )
        for match in seated
    )
    playing = {team.id for pairing in tables for team in (pairing.ns, pairing.ew)}
    deals = stage.deals_of_round(number)
    return RoundPairings(
        number=number,
        status=line.status,
        first_deal=deals[0],
        last_deal=deals[-1],
        tables=tables,
        resting=tuple(
            team for team in teams.values() if team.id not in playing and team.plays_in(number)
        ),
        rounds=rounds,
    )
