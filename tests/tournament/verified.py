"""What `verify` finds wrong with a championship, and whether its record ranks as its tables do."""

from __future__ import annotations

from typing import Any

from tournament.integrity.checks import championship_checks
from tournament.integrity.fold import Fold, fold
from tournament.integrity.folded_rows import FoldedRows
from tournament.integrity.people import import_of
from tournament.models import Championship, Stage
from tournament.standings.queries.scores import score_rounds
from tournament.standings.stage_rows import StageRows, StoredRows


def faults(championship: Championship) -> list[str]:
    stored = Championship.objects.get(pk=championship.pk)
    return [fault for check in championship_checks(stored) for fault in check.faults]


def ranked_otherwise(stage: Stage) -> list[str]:
    """Return which contestants of a stage the rows in its record rank in another way than the
    tables, or with other figures."""
    events = list(stage.championship.events.order_by("sequence"))
    into = Fold()
    fold(into, events, import_of(stage.championship))
    stored = _ranked(StoredRows(stage))
    recorded = _ranked(FoldedRows(into, events, stage.number))
    return [
        f"{number}: {stored.get(number)} in the tables, {recorded.get(number)} in the record"
        for number in sorted(stored.keys() | recorded.keys())
        if stored.get(number) != recorded.get(number)
    ]


def _ranked(rows: StageRows) -> dict[int, tuple[Any, ...]]:
    scores = score_rounds(rows, rows.states.closed)
    return {
        scores.contestants[one.contestant].number: (
            *(one.rank, one.figures, one.completion, one.shortfall),
            *((split.rule, split.value, split.card) for split in one.splits),
        )
        for one in scores.ranked().rows
    }
