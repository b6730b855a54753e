"""Rounds of a pair's day: where, against whom and on which days it plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.game.seats import Party, Side
from scoring.pairing.bracket import LEAST_FOR_THIRD
from tournament.calendar.queries import Days, days_of
from tournament.core.finality import can_be_corrected
from tournament.core.page_cache import SharedReads
from tournament.models import Match, Outcome, Result, Round, RoundStatus, Stage
from tournament.results.postponed import to_be_settled
from tournament.stages.formats import format_of, is_for_phones
from tournament.stages.legs import leg_text
from tournament.standings.contestants import ContestantRef, company_of, refs_of_sides


@dataclass(frozen=True, slots=True)
class RoundOfDay:
    """A round of the pair; `opponent` is None where it rests, and while the round is not `paired`.

    `ends_at` or, in a pause, `seconds_left` are those of an open round's countdown.
    """

    number: int
    status: RoundStatus
    handed_in: bool
    """True where the venue is done with the round, which is open until all venues are."""
    paired: bool
    table: str
    table_number: int
    side: Party | None
    """Side; a seat where everybody plays alone."""
    partner: ContestantRef | None
    """Partner, where contestants are players."""
    opponent: ContestantRef | None
    ends_at: datetime | None
    seconds_left: int | None
    on_phones: bool
    """True where the round's hands are played on phones."""
    days: Days | None = None
    """Days on which it is played, in a stage with a calendar."""
    at_home: bool | None = None
    """True where the pair plays at home; None in a stage without a calendar."""
    postponed: Days | None = None
    """Day to which its match was put off."""
    is_awaited: bool = False
    """True where the round was closed without the pair's postponed match, which is not played or
    not agreed on yet."""
    is_entered: bool = False
    """True where that match has a result."""
    until: datetime | None = None
    """Time until which that result can be corrected; None once it is over."""
    leg_text: str = ""
    """Sentence about which of two games against the opponent it is."""
    second_chance: bool = False
    """True where the pair has lost in the first round of a knock-out, and plays on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds of some stages by number, and the matches by the ids of a pair and a round."""

    rounds: tuple[Round, ...]
    matches: Mapping[tuple[int, int], Match]
    awaited: frozenset[int]
    """Ids of postponed matches of closed rounds that are not played or not agreed on."""
    ends: Mapping[int, datetime | None]
    """End of the time for corrections of postponed matches, by the id of a match with a result."""

    def end_of(self, pair: int, round: Round) -> datetime | None:
        """Return the end of the time for corrections of a pair's postponed match in a round."""
        match = self.matches.get((pair, round.pk))
        return None if match is None else self.ends.get(match.pk)

    def leg_text_of(self, round: Round) -> str:
        """Return a sentence about which of two games against the opponent it is, or ""."""
        numbers = [one.number for one in self.rounds if one.stage_id == round.stage_id]
        return leg_text(round.stage, round.number, numbers)


_plans: SharedReads[Plan] = SharedReads()


def read_plan(stages: Collection[Stage], published: str) -> Plan:
    """Return the plan in a published version; 3 queries, none for a version that is kept."""
    ids = [stage.pk for stage in stages]

    def read() -> Plan:
        rounds = Round.objects.filter(stage__in=ids).select_related("stage").order_by("number")
        matches = Match.objects.filter(round__stage__in=ids, cancelled=False)
        matches = matches.select_related("table").prefetch_related("seats")
        by_place = {
            (one, match.round_id): match
            for match in matches
            for side in match.side_ids
            for one in side
        }
        put_off = [match.pk for match in by_place.values() if match.postponed_to]
        awaited = to_be_settled(rounds[0].championship) if put_off else ()
        standing = Result.objects.filter(match__in=put_off, is_current=True)
        ends = standing.exclude(outcome=Outcome.BLANK).values_list("match", "corrections_until")
        return Plan(
            tuple(rounds),
            by_place,
            frozenset(one.pk for one in awaited),
            dict(ends) if put_off else {},
        )

    return _plans.get((*ids, published), read)


def rounds_of_pair(
    plan: Plan, contestant: ContestantRef, by_stage: Mapping[int, Mapping[int, ContestantRef]]
) -> tuple[RoundOfDay, ...]:
    """Return the rounds that the pair takes part in; one that is knocked out may play for third
    place.

    `by_stage` are the contestants of each of its stages.
    """
    own = ((one, plan.matches.get((contestant.id, one.pk))) for one in plan.rounds)
    return tuple(
        _round(one, match, contestant, by_stage[one.stage_id], plan)
        for one, match in own
        if one.stage_id in by_stage
        and contestant.is_there_in(one.number)
        and (match is not None or _goes_on(plan, one, by_stage[one.stage_id], contestant.id))
    )


def _goes_on(plan: Plan, round: Round, contestants: Mapping[int, ContestantRef], pair: int) -> bool:
    """Return whether a pair without a match in a round isn't out by then: the loser of a semifinal
    waits for the match for third place until the round of the final is paired."""
    contestant, stage = contestants[pair], round.stage
    if not contestant.is_out_in(round.number):
        return True
    last = max(one.number for one in plan.rounds if one.stage_id == round.stage_id)
    return (
        stage.game_settings().third_place
        and len(contestants) >= LEAST_FOR_THIRD
        and not round.paired
        and contestant.out_in == last - stage.game_settings().legs
    )


def _plays_again(contestant: ContestantRef, round: Round) -> bool:
    return contestant.again_from is not None and round.number >= contestant.again_from


def _round(
    round: Round,
    match: Match | None,
    contestant: ContestantRef,
    contestants: Mapping[int, ContestantRef],
    plan: Plan,
) -> RoundOfDay:
    side, partner, opponent = None, None, None
    if match is not None:
        with_it = company_of(contestant.id, refs_of_sides(match.side_ids, contestants))
        side, partner, opponent = with_it.held, with_it.partner, with_it.opponent
    return RoundOfDay(
        number=round.number,
        status=RoundStatus(round.status),
        handed_in=round.handed_in_at is not None,
        paired=round.paired,
        table=match.table.shown_name if match else "",
        table_number=match.table.number if match else 0,
        side=side,
        partner=partner,
        opponent=opponent,
        ends_at=round.ends_at,
        seconds_left=round.seconds_left,
        on_phones=is_for_phones(round.stage, match),
        days=days_of(round),
        postponed=Days(match.postponed_to, match.postponed_to)
        if match and match.postponed_to
        else None,
        is_awaited=match is not None and match.pk in plan.awaited,
        is_entered=match is not None and match.pk in plan.ends,
        until=end if can_be_corrected(end := plan.end_of(contestant.id, round)) else None,
        leg_text=plan.leg_text_of(round),
        second_chance=_plays_again(contestants[contestant.id], round),
        at_home=side is Side.NS if side and format_of(round.stage).has_days else None,
    )
