"""Comparing who was chosen for a stage with the standings of that moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.carry import Carry
from scoring.pairing.cross_seeding import kept_apart
from scoring.qualification import Placed, qualified
from tournament.audit.event_text import place_text
from tournament.integrity.differences import difference
from tournament.integrity.recomputation import recomputed_standings
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import ImportedFrom, replay
from tournament.models import Action, AuditEvent, Championship, Stage
from tournament.models.places import ContestantPlace
from tournament.stages.formats import FORMATS
from tournament.standings.rankings.rankings import RANKINGS


def choice_faults(
    events: Sequence[AuditEvent],
    taken_in: ImportedFrom | None,
    championship: Championship,
    stages: Sequence[Stage],
) -> Iterator[str]:
    """Where a stage's entrants, or what they carry over, differ from the standings of that moment,
    worked out from the record."""
    numbers = dict(championship.contestants.values_list("pk", "number"))
    by_number = {stage.number: stage for stage in stages}
    for place, event in enumerate(events):
        if event.action == Action.STAGE_ADDED and "entrants" in (event.after or {}):
            told = event.after or {}
            source = by_number.get(told["stage"] - 1)
            if source is not None:
                yield from _choice(replay(events[:place], taken_in), source, event, told, numbers)


def _choice(
    state: Replay, source: Stage, event: AuditEvent, told: Any, numbers: Mapping[int, int]
) -> Iterator[str]:
    ranked = recomputed_standings(state, source)
    rows = {numbers[row.contestant]: row for row in ranked.rows}
    ranking = RANKINGS[FORMATS[state.stages[source.number].told["kind"]].ranking]
    groups = state.groups(source.number)
    found = qualified(
        [
            Placed(
                one,
                groups.get(one, 0),
                row.rank,
                ranking.merits(row) if groups else (),
            )
            for one, row in rows.items()
            if state.pairs[one].withdrawn_from is None
        ],
        told["best"],
        groups=len(state.stages[source.number].told["group_names"]),
        each=told.get("best_of_each"),
    )
    chosen = [one["pair"] for one in told["entrants"]]
    where = {"stage": told["stage"]}
    expected = [one for one in found.order if one in chosen]
    if FORMATS[told.get("kind", Stage().kind)].knocks_out:
        in_groups = {one: groups[one] for one in expected if groups.get(one)}
        expected = list(kept_apart(expected, in_groups))
    if chosen != expected:
        yield _("Stage %(stage)d: the pairs are not in the order of the standings.") % where
    if (set(chosen) != found.through or found.at_the_line) and not event.reason:
        yield _("Stage %(stage)d: those chosen are not the best, and no reason is told.") % where
    carry = Carry(told.get("carry", Carry.NOTHING))
    for one in told["entrants"]:
        row = rows.get(one["pair"])
        if row is None:
            continue  # not in the standings: told above
        brought = ranking.carries(row.figures, carry) if ranking.carries else None
        for name, value in (
            ("carried", brought.points if brought else 0),
            ("carried_hands", brought.hands if brought else 0),
        ):
            if one[name] != str(value):
                pair = place_text(ContestantPlace(one["pair"]))
                yield f"{pair}: {difference(name, one[name], str(value))}."
