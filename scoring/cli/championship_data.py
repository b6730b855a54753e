"""A scored championship for programs: JSON with exact fractions, CSV with two decimals."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.cli.results_file import COLUMNS
from scoring.duplicate.scores import DealScores, TableScore
from scoring.duplicate.standings import Standings, StandingsRow, TieSplit
from scoring.duplicate.tie_breaks import TIE_BREAKS, Unit
from scoring.game.seats import Side
from scoring.participation import Shortfall
from scoring.rounding import display

FORMULA_SIGNS = ("=", "+", "-", "@")
"""A spreadsheet takes a cell that begins with one of these for a formula."""


@dataclass(frozen=True, slots=True)
class ScoredChampionship:
    """The deals by name in the order of the file, and the standings."""

    deals: list[tuple[str, DealScores[str]]]
    standings: Standings[str]


def as_json(championship: ScoredChampionship) -> str:
    """Return the championship as JSON; scores and means are exact fractions such as "39/22"."""
    deals = [
        {"deal": label, "rows": [_json_row(table) for table in scores.tables]}
        for label, scores in championship.deals
    ]
    standings = [
        {
            "rank": row.rank,
            "team": row.contestant,
            "hands": row.hands,
            "total": str(row.total),
            "mean": _exact(row.mean),
            **({"too_few_hands": shortfall_text(row.shortfall)} if row.shortfall else {}),
        }
        for row in championship.standings.rows
    ]
    content = {"deals": deals, "standings": standings}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _json_row(table: TableScore[str]) -> dict[str, str | int | None]:
    ns, ew = table.sides
    return {
        "ns": ns.contestant,
        "ew": ew.contestant,
        "ns_hand_score": ns.hand_score,
        "ew_hand_score": ew.hand_score,
        "ns_final": _exact(ns.final),
        "ew_final": _exact(ew.final),
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def as_csv(championship: ScoredChampionship) -> str:
    """Return the hands, in the columns of the input and four more; an empty line; the standings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, "ns_hand_score", "ew_hand_score", "ns_final", "ew_final"])
    for label, scores in championship.deals:
        writer.writerows(_csv_rows(label, scores))
    writer.writerow([])
    writer.writerow(["rank", "team", "hands", "total", "mean", "split_by"])
    for row in championship.standings.rows:
        splits = why_there(row)
        contestant = typed_text(row.contestant)
        writer.writerow(
            [row.rank, contestant, row.hands, decimals(row.total), decimals(row.mean), splits]
        )
    return out.getvalue()


def _csv_rows(label: str, scores: DealScores[str]) -> Iterator[list[str | int | None]]:
    for table in scores.tables:
        result = table.result
        yield [
            typed_text(label),
            scores.makers,
            *map(typed_text, result.contestants),
            *map(result.points, Side),
            result.announcement.trump,
            result.announcement.double,
            result.infraction,
            result.award,
            *(own.hand_score for own in table.sides),
            *(decimals(own.final) for own in table.sides),
        ]


def typed_text(text: str) -> str:
    """Return a user's text for a spreadsheet: never a formula. Numbers must not come here."""
    return "'" + text if text.startswith(FORMULA_SIGNS) else text


def split_text(split: TieSplit) -> str:
    """Return a rule that split a tie and the contestant's value, such as "head-to-head 5.50"."""
    assert split.value is not None, "the command line draws no cards"
    if TIE_BREAKS[split.rule].unit is Unit.FINAL_SCORE:
        return f"{split.rule} {display(split.value)}"
    return f"{split.rule} {split.value}"


def why_there(row: StandingsRow[str]) -> str:
    """Return what split a team's ties, and whether it has too few hands."""
    short = [shortfall_text(row.shortfall)] if row.shortfall else []
    return "; ".join([*short, *map(split_text, row.splits)])


def shortfall_text(short: Shortfall) -> str:
    """Return a shortfall in words, such as "15 of 28 hands: fewer than 2/3"."""
    return f"{short.hands} of {short.most} hands: fewer than {short.least_share}"


def decimals(value: Fraction | None) -> str:
    """Return two decimals, and nothing where there is no value."""
    return "" if value is None else display(value)
