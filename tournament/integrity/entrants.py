"""Comparison of a stage's entrants with the standings at the moment of the choice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.carry import Carry
from scoring.pairing.cross_seeding import kept_apart
from scoring.qualification import Placed, qualified
from tournament.audit.event_text import place_text
from tournament.integrity.differences import difference
from tournament.integrity.folded_rows import FoldedRows
from tournament.models import AuditEvent, Stage
from tournament.models.places import ContestantPlace
from tournament.stages.formats import FORMATS
from tournament.standings.queries.scores import score_rounds
from tournament.standings.rankings.rankings import ranking_of


def choice_faults(source: FoldedRows, stage: FoldedRows, event: AuditEvent) -> Iterator[str]:
    """Yield the differences between a stage's entrants, with what they carry over, and the
    standings of the `source` at that moment; and an event that tells of others than the rows."""
    told: Any = event.after
    scores = score_rounds(source, source.states.closed)
    ranking, contestants = ranking_of(source.stage), scores.contestants
    rows = {row.contestant: row for row in scores.ranked().rows}
    groups = {number: one.group for number, one in contestants.items() if one.group}
    found = qualified(
        [
            Placed(one, groups.get(one, 0), row.rank, ranking.merits(row) if groups else ())
            for one, row in rows.items()
            if contestants[one].withdrawn_from is None
        ],
        told["best"],
        groups=len(source.stage.group_names),
        each=told.get("best_of_each"),
    )
    chosen = [one["pair"] for one in told["entrants"]]
    where = {"stage": told["stage"]}
    expected = [one for one in found.order if one in chosen]
    if FORMATS[told.get("kind", Stage().kind)].knocks_out:
        in_groups = {one: groups[one] for one in expected if groups.get(one)}
        expected = list(kept_apart(expected, in_groups))
    if chosen != expected or not _as_told(stage, told):
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


def _as_told(rows: FoldedRows, told: Any) -> bool:
    """Return whether the rows of a stage have the entrants of which an event tells."""
    return {
        (one.number, one.seed, one.carried.points, one.carried.hands)
        for one in rows.contestants().values()
    } == {
        (one["pair"], one["order"], Fraction(one["carried"]), Fraction(one["carried_hands"]))
        for one in told["entrants"]
    }
