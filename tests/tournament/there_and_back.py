"""A championship's file, taken in again."""

from __future__ import annotations

from io import BytesIO

from tests.tournament.factories import actor_of
from tests.tournament.verified import faults
from tournament.core.stages import stages_of
from tournament.models import Championship
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship


def twin_of(championship: Championship) -> Championship:
    """Export a championship and import its file under another address.

    `verify` must find nothing in what came, and all stages must have the same standings.
    """
    actor = actor_of(championship)
    content = export_championship(actor=actor, championship=championship).content
    twin = import_championship(actor=actor, file=BytesIO(content), slug="twin")
    assert faults(twin) == []
    assert _standings(twin) == _standings(championship)
    return twin


def _standings(championship: Championship) -> list[list[tuple[object, ...]]]:
    return [
        [(one.rank, one.contestant.number, one.figures) for one in standings_view(stage).lines]
        for stage in stages_of(championship)
    ]
