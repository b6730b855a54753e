"""Reading the calendar of a stage: which matches are played on which days, and what came out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from tournament.calendar.days import Days
from tournament.models import PAIR_IDS, Match, Round, RoundStatus, Stage, shown_table
from tournament.results.kinds.kinds import content_of
from tournament.results.queries import standing_results
from tournament.standings.queries import ContestantRef, stage_contestants


@dataclass(frozen=True, slots=True)
class CalendarMatch:
    """A match; the first pair is at home. `result` is in words, "" while the round isn't
    closed, and while a postponed match waits."""

    home: ContestantRef
    away: ContestantRef
    table: str
    table_number: int
    result: str
    postponed: Days | None
    """The day to which it was put off."""
    is_unplayed: bool
    """It has no result, also none that isn't public yet: it can still be postponed."""

    @property
    def venue(self) -> str:
        """Where it is played: at the club of the pair at home, or with that pair."""
        return self.home.club or self.home.name


@dataclass(frozen=True, slots=True)
class CalendarRound:
    """A round with its matches; `days` is None while they are not known."""

    number: int
    status: RoundStatus
    days: Days | None
    matches: tuple[CalendarMatch, ...]
    resting: tuple[ContestantRef, ...]


def days_of(round: Round) -> Days | None:
    """The days on which a round is played, if they are known."""
    if round.first_day is None or round.last_day is None:
        return None
    return Days(round.first_day, round.last_day)


def calendar(stage: Stage) -> tuple[CalendarRound, ...]:
    """All rounds of a stage in the order of their numbers; 5 queries, more where some were chosen
    for it."""
    contestants = stage_contestants(stage)
    matches = Match.objects.filter(round__stage=stage, cancelled=False).with_pair_columns()
    standing = standing_results(stage.championship).filter(match__round__stage=stage)
    closed = standing.filter(match__round__status=RoundStatus.CLOSED)
    results = {result.match_id: content_of(result).words for result in closed}
    played = set(standing.values_list("match", flat=True))
    by_round: dict[int, list[CalendarMatch]] = defaultdict(list)
    playing: dict[int, set[int]] = defaultdict(set)
    seated = matches.order_by("table__number").values_list(
        "pk", "round", "table__number", "table__name", "postponed_to", *PAIR_IDS
    )
    for pk, round, number, name, postponed, ns, ew in seated:
        by_round[round].append(
            CalendarMatch(
                home=contestants[ns],
                away=contestants[ew],
                table=shown_table(number, name),
                table_number=number,
                postponed=None if postponed is None else Days(postponed, postponed),
                is_unplayed=pk not in played,
                result=results.get(pk, ""),
            )
        )
        playing[round] |= {ns, ew}
    return tuple(
        CalendarRound(
            number=one.number,
            status=RoundStatus(one.status),
            days=days_of(one),
            matches=tuple(by_round[one.pk]),
            resting=tuple(
                pair
                for pk, pair in contestants.items()
                if pk not in playing[one.pk] and pair.plays_in(one.number)
            ),
        )
        for one in stage.rounds.order_by("number")
    )


def reserve_days(stage: Stage) -> tuple[Days, ...]:
    """The days that are kept free for postponed matches."""
    known = map(date.fromisoformat, stage.reserve_days)
    return tuple(Days(one, one) for one in known)
