"""What the record says of a stage, as its ranking needs it to work out the standings once more.

The pages' read model reads the database's tables; this reads the events, and the tables only for
who met whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournament.integrity.recorded_state import STAGE, Replay
from tournament.models import Match, Stage
from tournament.stages.formats import FORMATS
from tournament.stages.groups import last_rounds
from tournament.standings.rankings.ranking import Ranked
from tournament.standings.rankings.rankings import RANKINGS
from tournament.standings.rankings.recorded_stage import RecordedStage


def recomputed_standings(state: Replay, stage: Stage) -> Ranked[Any]:
    """The published standings that the record leads to, as the recorded format ranks; 3 queries.

    Raises what `Ranking.recomputed` raises.
    """
    ranking = RANKINGS[FORMATS[state.stages[stage.number].told["kind"]].ranking]
    return ranking.recomputed(_recorded(state, stage))


def _recorded(state: Replay, stage: Stage) -> RecordedStage:
    ids = dict(stage.championship.contestants.values_list("number", "pk"))
    closed = set(state.closed) & set(stage.rounds.values_list("number", flat=True))
    recorded = state.stages[stage.number]
    pairs = sorted((one, pair) for one, pair in state.pairs.items() if recorded.plays(one))
    taken = state.deductions(stage.number)
    scheduled = recorded.scheduled
    format = FORMATS[recorded.told["kind"]]
    groups = {ids[one]: group for one, group in state.groups(stage.number).items()}
    began = {ids[one] for one, pair in pairs if pair.joined_round <= (*recorded.rounds, 1)[0]}
    return RecordedStage(
        stage=Stage(
            number=stage.number,
            **{name: recorded.told[name] for name in STAGE},
            settings=recorded.settings,
            pairing_seed=scheduled.get("seed", ""),
            seeded=scheduled.get("seeded", False),
        ),
        numbers={pk: number for number, pk in ids.items()},
        held=_held(stage),
        rounds=tuple(sorted(closed)),
        planned=state.stages[stage.number].rounds,
        results={
            place: versions[-1].content
            for place, versions in state.results.items()
            if place.round in closed
        },
        cancelled_deals=state.cancelled_deals,
        withdrawn={
            ids[one]: pair.withdrawn_from for one, pair in pairs if pair.withdrawn_from is not None
        },
        asked_rests={ids[one]: frozenset(pair.asked_rests) for one, pair in pairs},
        joined={ids[one]: pair.joined_round for one, pair in pairs},
        deductions={ids[one]: Fraction(hundredths, 100) for one, hundredths in taken.items()},
        carried={ids[one]: entrant.brought for one, entrant in recorded.entrants.items()},
        seeds={ids[one]: entrant.seed for one, entrant in recorded.entrants.items()},
        groups=groups,
        last_rounds=last_rounds(format, groups, began, recorded.rounds) if recorded.rounds else {},
        ended=state.ended_at is not None,
        absences={
            (ids[one], number)
            for number in closed
            for (_round, *now), (_also, *planned) in state.round(number).reseated.items()
            for one in {*planned} - {*now}
        },
    )


def _held(stage: Stage) -> dict[tuple[int, int], Mapping[str, int]]:
    """The ids of who held what, by round and table."""
    matches = Match.objects.filter(round__stage=stage, cancelled=False)
    rows = matches.seated("round__number", "table__number")
    return {(number, table): held for number, table, held in rows}
