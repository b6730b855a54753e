"""Comparing pairs and their matches with the record.

The record has a digest of a schedule's matches, so a match that was changed or turned round is
noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import PairingError, ScheduleError
from scoring.pairing.entrants import exchange
from tournament.audit.event_text import place_text
from tournament.core.counts import rounds_text
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import (
    Meeting,
    RecordedPair,
    RecordedPairing,
    RecordedStage,
    Replay,
    whoever_sat,
)
from tournament.models import Championship, Contestant, Match, Stage
from tournament.models.places import ContestantPlace, RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.plan import digest_of_matches, entrants_of, planning_after
from tournament.stages.formats import format_of
from tournament.stages.groups import plan_rounds_of
from tournament.standings.contestants import ContestantRef, contestant_refs


def pair_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """What the register says of the pairs and the record doesn't, or otherwise; 2 queries."""
    contestants = championship.contestants.select_related("fixed_table").prefetch_related("players")
    stored = {contestant.number: contestant for contestant in contestants}
    for number in sorted(stored.keys() | state.pairs.keys()):
        where = place_text(ContestantPlace(number))
        contestant, recorded = stored.get(number), state.pairs.get(number)
        if contestant is None:
            yield _("%(where)s is in the record but not in the register.") % {"where": where}
        elif recorded is None:
            yield _("%(where)s is in the register but not in the record.") % {"where": where}
        else:
            for fault in _differences(contestant, recorded):
                yield f"{where}: {fault}."


def _differences(contestant: Contestant, recorded: RecordedPair) -> Iterator[str]:
    players = contestant.players.all()
    names = [player.name for player in players]
    if [player.position for player in players] != list(range(1, len(names) + 1)):
        yield _("its players are not in positions from 1 on")
    now = {
        "name": contestant.name,
        "players": names[:2],
        "substitutes": names[2:],
        "club": contestant.club,
        "joined_round": contestant.joined_round,
        "withdrawn_from": contestant.withdrawn_from,
        "asked_rests": contestant.asked_rests,
        "fixed_table": contestant.fixed_table and contestant.fixed_table.number,
        "here": contestant.here,
        "paid": contestant.paid,
    }
    said: dict[str, Any] = {
        **recorded.details,
        "joined_round": recorded.joined_round,
        "withdrawn_from": recorded.withdrawn_from,
        "asked_rests": sorted(recorded.asked_rests),
        "fixed_table": recorded.fixed_table,
        "here": recorded.here,
        "paid": recorded.paid,
    }
    for name, stored in now.items():
        if stored != said[name]:
            yield difference(name, stored, said[name])


def schedule_faults(
    state: Replay, championship: Championship, stages: Sequence[Stage]
) -> Iterator[str]:
    """What the matches are that the record denies, or the other way round; 3 queries, and 1 for
    each stage."""
    contestants = contestant_refs(championship)
    seated = Match.objects.filter(round__championship=championship).seated(
        "round__number", "cancelled", by="contestant__number"
    )
    stored: dict[Meeting, bool] = {
        (number, *in_order(held)): cancelled for number, cancelled, held in seated
    }
    # As they were planned, before somebody did not come.
    matches = {state.reseated.get(one, one): off for one, off in stored.items()}
    late: set[Meeting] = set()
    for stage in stages:
        recorded = state.stages.get(stage.number)
        if recorded is None:
            continue  # told where the stages are compared
        rounds = set(stage.rounds.values_list("number", flat=True))
        own = {one for one in matches if one[0] in rounds}
        yield from _stage_faults(recorded, stage, rounds)
        for pairing in recorded.pairings.values():
            paired = {one for one in own if one[0] in pairing.standing}
            own_late = {
                one for one in paired if one in state.late or pairing.came_later & set(one[1:])
            }
            late |= own_late
            own -= paired
            if pairing.replanned_from is not None:
                continue  # no digest stands for a part of its rounds: the lots tell them
            displaced = {one for one in state.displaced if one[0] in pairing.rounds}
            yield from _pairing_faults(pairing, (paired - own_late) | displaced)
        if own:
            yield _("There are matches, but no schedule in the record.")
        if format_of(stage).by_lot:
            seeded = _as_entrants(recorded, contestants.values())
            yield from _lot_faults(recorded, stage, frozenset(matches), seeded)
    for meeting in sorted(state.reseated.keys() - stored.keys()):
        yield _meeting_text(meeting, _("a table without a missing player is not as recorded"))
    for meeting in sorted(late ^ state.late):
        yield _meeting_text(meeting, _("a match that was added later is not as recorded"))
    cancelled = {whoever_sat(meeting) for meeting, off in matches.items() if off}
    for meeting in sorted(cancelled ^ state.cancelled):
        yield _meeting_text(meeting, _("whether the match is cancelled differs from the record"))


def _as_entrants(
    recorded: RecordedStage, contestants: Collection[ContestantRef]
) -> Collection[ContestantRef]:
    """The pairs that the stage was planned from: where some were chosen, those in their order."""
    entrants = recorded.entrants
    return [
        replace(one, seed=entrants[one.number].seed) if one.number in entrants else one
        for one in contestants
        if recorded.plays(one.number)
    ]


def _stage_faults(recorded: RecordedStage, stage: Stage, rounds: Set[int]) -> Iterator[str]:
    """Whether a stage's rounds are those of the schedule that was made last."""
    if recorded.scheduled and len(rounds) != recorded.scheduled["rounds"]:
        yield _("The schedule has %(stored)s, the record says %(recorded)d.") % {
            "stored": rounds_text(len(rounds)),
            "recorded": recorded.scheduled["rounds"],
        }
    if stage.published_at != recorded.published_at:
        yield f"{difference('published_at', stage.published_at, recorded.published_at)}."
    if stage.pairing_seed != (seed := recorded.scheduled.get("seed", "")):
        yield f"{difference('seed', stage.pairing_seed, seed)}."
    if stage.seeded != (seeded := recorded.scheduled.get("seeded", False)):
        yield f"{difference('seeded', stage.seeded, seeded)}."


def _pairing_faults(pairing: RecordedPairing, matches: Set[Meeting]) -> Iterator[str]:
    """Whether rounds that were paired together have the matches that they were given."""
    if digest_of_matches(matches) != pairing.matches:
        if len(pairing.rounds) == 1:
            yield _("%(where)s: the matches are not those that the record says were drawn.") % {
                "where": place_text(RoundPlace(pairing.rounds[0]))
            }
        else:
            yield _("The matches are not those that the record says were scheduled.")


def _lot_faults(
    recorded: RecordedStage,
    stage: Stage,
    matches: Set[Meeting],
    contestants: Collection[ContestantRef],
) -> Iterator[str]:
    """Whether the lots, drawn again from what was known each time, give what the record says."""
    for pairing in recorded.pairings.values():
        first, present = pairing.rounds[0], pairing.present
        planning = planning_after(
            _as_played_by(
                pairing,
                (one for one in matches if one[0] in recorded.rounds and _was_known(one, pairing)),
            ),
            # Nobody of them had withdrawn by then, whatever came later.
            (replace(one, withdrawn_from=None) for one in contestants if one.number in present),
            first=first,
            rounds=recorded.rounds,
            seed=recorded.scheduled["seed"],
            seeded=recorded.scheduled.get("seeded", False),
            scores=pairing.scores,
            entrants=entrants_of(contestants, recorded.rounds),
            bracket=pairing.bracket,
            groups=pairing.groups,
        )
        try:
            plans = plan_rounds_of(format_of(stage), planning)
        except (PairingError, ScheduleError):
            plans = ()
        for two in pairing.exchanged:
            plans = tuple(exchange(plan, *two) for plan in plans)
        drawn = {(one.number, *match) for one in plans for match in one.matches}
        if digest_of_matches(drawn) != pairing.matches:
            yield _("%(where)s: drawn again, the lots give other opponents.") % {
                "where": place_text(RoundPlace(first))
            }
        elif pairing.replanned_from is not None:
            yield from _faults_of_standing(pairing, drawn, matches)


def _faults_of_standing(
    pairing: RecordedPairing, drawn: Set[Meeting], matches: Set[Meeting]
) -> Iterator[str]:
    """Whether the rounds of a schedule that stand have the matches that were drawn for them, where
    others were planned anew."""
    for number in pairing.standing:
        if {one for one in matches ^ drawn if one[0] == number}:
            yield _("%(where)s: the matches are not those that the record says were drawn.") % {
                "where": place_text(RoundPlace(number))
            }


def _was_known(meeting: Meeting, pairing: RecordedPairing) -> bool:
    """Whether a match was part of what the rounds were paired from."""
    return (
        meeting[0] < pairing.rounds[0]
        and whoever_sat(meeting) not in pairing.cancelled
        and (meeting in pairing.late or not pairing.came_later & set(meeting[1:]))
    )


def _as_played_by(pairing: RecordedPairing, planned: Iterable[Meeting]) -> list[Meeting]:
    """Matches as they stood when rounds were paired: without who had not come."""
    came = {planned: played for played, planned in pairing.reseated.items()}
    return [came.get(one, one) for one in planned]


def _meeting_text(meeting: Meeting, fault: str) -> str:
    number, *met = meeting
    return f"{place_text(RoundPlace(number))}, {' – '.join(map(str, met))}: {fault}."
