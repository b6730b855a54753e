"""The days of rounds, and the calendar of a stage: its matches by days, with their results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format

from tournament.models import PAIR_IDS, Match, Round, RoundStatus, Stage, shown_table
from tournament.results.kinds.kinds import content_of, kind_of
from tournament.results.queries import standing_results
from tournament.standings.contestants import ContestantRef, stage_contestants
from tournament.standings.queries.table import standings_view


@dataclass(frozen=True, slots=True)
class Days:
    """First and last day of a round; equal for a round of one day."""

    first: date
    last: date

    @property
    def text(self) -> str:
        """Days in the language in force, such as "5 October – 11 October 2026"."""
        last = date_format(self.last, "DATE_FORMAT")
        if self.first == self.last:
            return last
        same_year = self.first.year == self.last.year
        first = date_format(self.first, "MONTH_DAY_FORMAT" if same_year else "DATE_FORMAT")
        return f"{first} – {last}"

    def as_recorded(self) -> dict[str, str]:
        """Return the days as the record keeps them."""
        return {"first_day": self.first.isoformat(), "last_day": self.last.isoformat()}


def days_in_turn(first: date, *, rounds: int, every: int, lasting: int) -> tuple[Days, ...]:
    """Return the days of `rounds` rounds: each begins `every` days after the one before, and lasts
    `lasting` days."""
    begins = [first + timedelta(days=every * place) for place in range(rounds)]
    return tuple(Days(one, one + timedelta(days=lasting - 1)) for one in begins)


@dataclass(frozen=True, slots=True)
class CalendarMatch:
    """A match; the first pair is at home.

    `result` is in words, of several hands the total that the round gave each pair; "" while the
    round isn't closed, and while a postponed match waits.
    """

    home: ContestantRef
    away: ContestantRef
    table: str
    table_number: int
    result: str
    postponed: Days | None
    """Day to which it was put off."""
    is_unplayed: bool
    """True without a result, also a hidden one: the match can still be postponed."""

    @property
    def venue(self) -> str:
        """Return where the match is played: at the club of the pair at home, or with that pair."""
        return self.home.club or self.home.name


@dataclass(frozen=True, slots=True)
class CalendarRound:
    """A round with its matches; `days` is None while they are not known."""

    number: int
    status: RoundStatus
    days: Days | None
    matches: tuple[CalendarMatch, ...]
    resting: tuple[ContestantRef, ...]

    @property
    def parts(self) -> tuple[tuple[str, tuple[CalendarMatch, ...]], ...]:
        """Matches of each group, with its name; all of them under "" without groups."""
        found: dict[tuple[int, str], list[CalendarMatch]] = defaultdict(list)
        for one in self.matches:
            found[one.home.group or 0, one.home.group_name].append(one)
        return tuple((key[1], tuple(found[key])) for key in sorted(found))


def days_of(round: Round) -> Days | None:
    """Return the days on which a round is played, if they are known."""
    if round.first_day is None or round.last_day is None:
        return None
    return Days(round.first_day, round.last_day)


def calendar(stage: Stage) -> tuple[CalendarRound, ...]:
    """Return all rounds of a stage in the order of their numbers; 5 queries, more where some
    contestants were chosen for it, where it has groups, and where results come from the
    standings."""
    contestants = stage_contestants(stage)
    matches = Match.objects.filter(round__stage=stage, cancelled=False).with_pair_columns()
    standing = standing_results(stage.championship).filter(match__round__stage=stage)
    numbered = kind_of(stage).numbered
    closed = standing.filter(match__round__status=RoundStatus.CLOSED)
    results = {} if numbered else {one.match_id: content_of(one).words for one in closed}
    made = _made_in_rounds(stage) if numbered else {}
    played = set(standing.values_list("match", flat=True))
    by_round: dict[int, list[CalendarMatch]] = defaultdict(list)
    playing: dict[int, set[int]] = defaultdict(set)
    seated = matches.order_by("table__number").values_list(
        *("pk", "round", "round__number", "table__number", "table__name", "postponed_to"),
        *PAIR_IDS,
    )
    for pk, round, in_round, number, name, postponed, ns, ew in seated:
        by_round[round].append(
            CalendarMatch(
                home=contestants[ns],
                away=contestants[ew],
                table=shown_table(number, name),
                table_number=number,
                postponed=None if postponed is None else Days(postponed, postponed),
                is_unplayed=pk not in played,
                result=results.get(pk, "")
                or " – ".join(made[one, in_round] for one in (ns, ew) if (one, in_round) in made),
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


def _made_in_rounds(stage: Stage) -> dict[tuple[int, int], str]:
    """Return each pair's gain in each closed round, by id and round, as the standings show it."""
    view = standings_view(stage)
    columns = {number: view.ranking.round_column(number) for number in view.rounds}
    return {
        (line.contestant.id, number): text
        for line in view.lines
        for number, column in columns.items()
        if (text := column.text(line))
    }


def reserve_days(stage: Stage) -> tuple[Days, ...]:
    """Return the days that are kept free for postponed matches."""
    known = map(date.fromisoformat, stage.reserve_days)
    return tuple(Days(one, one) for one in known)
