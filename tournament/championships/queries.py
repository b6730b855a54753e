"""Reading a championship as a whole: how far it has come, what to look at, who takes part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.core.names import name_key
from tournament.models import (
    Championship,
    Confirmation,
    Match,
    Membership,
    Role,
    RoundStatus,
    Stage,
)
from tournament.schedule.queries import FixedConflict, fixed_conflicts
from tournament.standings.queries import TeamRef, team_refs


@dataclass(frozen=True, slots=True)
class Namesakes:
    """A name that occurs more than once, as a pair's own or as one of its people's.

    In one pair alone it is two of its people who have it.
    """

    name: str
    pairs: tuple[int, ...]
    """Each pair once, in ascending order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a championship has come."""

    teams: int
    tables: int
    matches: int
    published_at: datetime | None
    hands_made: bool
    salt: str
    salt_fixed_at: datetime | None
    planned_rounds: tuple[int, ...]
    open_rounds: tuple[int, ...]
    closed_rounds: tuple[int, ...]
    corrections_until: datetime | None
    """Until when pairs can ask for corrections of a closed round; None once that time is over."""
    ended_at: datetime | None
    confirmation: Confirmation
    round_minutes: int | None
    correction_minutes: int
    namesakes: tuple[Namesakes, ...]
    """Looked for until the schedule is made: after that whoever looked has decided."""
    conflicts: tuple[FixedConflict, ...]

    @property
    def begun(self) -> bool:
        return bool(self.open_rounds or self.closed_rounds)


def _namesakes(teams: Iterable[TeamRef]) -> tuple[Namesakes, ...]:
    """Names that occur more than once, whatever their case or accents, as first written."""
    written: dict[str, str] = {}
    pairs: dict[str, list[int]] = defaultdict(list)
    for team in teams:
        names = [*team.players, *team.substitutes]
        if team.has_own_name and name_key(team.name) not in map(name_key, names):
            names.append(team.name)  # a pair that is called after one of its people is no namesake
        for name in names:
            written.setdefault(name_key(name), name)
            pairs[name_key(name)].append(team.number)
    return tuple(
        Namesakes(written[key], tuple(sorted(set(numbers))))
        for key, numbers in pairs.items()
        if len(numbers) > 1
    )


def progress(stage: Stage) -> Progress:
    """How far the championship of this stage has come; 6 queries."""
    championship = stage.championship
    teams = team_refs(championship)
    rounds: dict[str, list[int]] = defaultdict(list)
    deadlines: list[datetime] = []
    columns = ("number", "status", "corrections_until")
    for number, status, until in stage.rounds.order_by("number").values_list(*columns):
        rounds[status].append(number)
        deadlines += [until] if until is not None and until > timezone.now() else []
    deal_set = stage.deal_set
    matches = Match.objects.filter(round__stage=stage).count()
    return Progress(
        teams=len(teams),
        tables=championship.tables.count(),
        matches=matches,
        published_at=stage.published_at,
        hands_made=deal_set is not None,
        salt=deal_set.salt if deal_set else "",
        salt_fixed_at=deal_set.salt_fixed_at if deal_set else None,
        planned_rounds=tuple(rounds[RoundStatus.PLANNED]),
        open_rounds=tuple(rounds[RoundStatus.OPEN]),
        closed_rounds=tuple(rounds[RoundStatus.CLOSED]),
        corrections_until=max(deadlines, default=None),
        ended_at=championship.ended_at,
        confirmation=Confirmation(championship.confirmation),
        round_minutes=championship.round_minutes,
        correction_minutes=championship.correction_minutes,
        namesakes=() if matches else _namesakes(teams.values()),
        conflicts=fixed_conflicts(stage),
    )


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a role in the championship."""

    membership_id: int
    username: str
    name: str
    role: Role
    last_login: datetime | None
    active: bool
    """Whether anybody can log in with the account."""


def people_of(championship: Championship) -> tuple[Person, ...]:
    """Organisers, then referees, by name; 1 query."""
    members = Membership.objects.filter(championship=championship).select_related("user")
    people = [
        Person(
            membership_id=member.pk,
            username=member.user.username,
            name=member.user.shown_name,
            role=Role(member.role),
            last_login=member.user.last_login,
            active=member.user.is_active,
        )
        for member in members
    ]
    return tuple(sorted(people, key=lambda one: (one.role != Role.ORGANISER, name_key(one.name))))
