"""Stored score sheets that don't give the points of their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.errors import SheetError
from scoring.game.seats import Sides
from scoring.ordinary.sheets import play_sheet, read_sheet
from scoring.ordinary.standings import GameSettings
from tournament.models import Result, Stage
from tournament.results.kinds.game import GameTable


@dataclass(frozen=True, slots=True)
class WrongSheet:
    """Current result with a score sheet that doesn't give its points; `totals` are the points it
    gives, None for impossible hands."""

    result: Result
    totals: Sides[int] | None


def wrong_sheets(stage: Stage, settings: GameSettings | None = None) -> Iterator[WrongSheet]:
    """Yield the score sheets of a stage's games that don't give the stored points, by the stage's
    settings or by possible others; 1 query, and more for each in a knock-out of two legs."""
    results = Result.objects.filter(
        match__round__stage=stage, kind=Result.Kind.GAME, is_current=True
    ).exclude(sheet="")
    for result in results.select_related("match__round", "match__table").order_by(
        "match__round__number", "match__table__number"
    ):
        result.match.round.stage = stage
        totals = _totals(result, settings or stage.game_settings())
        if totals is None or (totals.ns, totals.ew) != (result.game_ns, result.game_ew):
            yield WrongSheet(result, totals)


def _totals(result: Result, settings: GameSettings) -> Sides[int] | None:
    rules = GameTable.of_match(result.match, settings).rules
    try:
        return play_sheet(rules, read_sheet(result.sheet))[-1].totals
    except SheetError:
        return None
