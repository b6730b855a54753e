"""Drawing opponents once more, from what was known each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.errors import PairingError, ScheduleError
from scoring.pairing.entrants import exchange
from tournament.audit.event_text import place_text
from tournament.integrity.recorded_state import (
    Meeting,
    RecordedPairing,
    RecordedStage,
    Replay,
    whoever_sat,
)
from tournament.models import Championship, Match, Stage
from tournament.models.places import RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.plan import digest_of_matches, entrants_of, planning_after
from tournament.stages.formats import format_of
from tournament.stages.groups import plan_rounds_of
from tournament.standings.contestants import ContestantRef, contestant_refs


def lot_faults(state: Replay, championship: Championship, stages: Sequence[Stage]) -> Iterator[str]:
    """Yield the rounds for which the lots, drawn once more, give other opponents; 2 queries."""
    contestants = contestant_refs(championship)
    seated = Match.objects.filter(round__championship=championship).seated(
        "round__number", by="contestant__number"
    )
    stored = ((number, *in_order(held)) for number, held in seated)
    # As they were planned, before somebody did not come.
    matches = frozenset(state.reseated.get(one, one) for one in stored)
    for stage in stages:
        recorded = state.stages.get(stage.number)
        if recorded is not None and format_of(stage).by_lot:
            seeded = _as_entrants(recorded, contestants.values())
            yield from _lot_faults(recorded, stage, matches, seeded)


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
