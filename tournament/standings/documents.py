"""Standings and results as JSON values; docs/json.md describes every field.

Scores are exact fractions as text ("39/22", "2") with two decimals beside them ("1.77"), so that a
program never needs a float. Keywords are those of the code, not of a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone

from scoring.duplicate.scores import Award, Field, Infraction
from scoring.participation import LEAST_SHARE
from scoring.rounding import display
from tournament.models import Championship, Stage
from tournament.stages.formats import format_of
from tournament.standings.columns import Kind, Output, StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import Split, StandingsLine
from tournament.standings.queries.overall import Overall, OverallLine
from tournament.standings.queries.scores import bracket_view
from tournament.standings.rankings.bracket_view import BracketTie, BracketView
from tournament.standings.rankings.dealt_hands.hand_sheet import (
    HandEntry,
    HandSheet,
    PlayedOnPhones,
)
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.rankings.rankings import ranking_of

Json = dict[str, Any]


def standings_document(stage: Stage, view: StandingsView[Any]) -> Json:
    """Return the published standings."""
    return {
        **_heading(stage.championship, view.made_at),
        "stage": _stage(stage),
        "state": "final" if view.final else "provisional",
        "corrections_until": view.corrections_until
        and view.corrections_until.isoformat(timespec="seconds"),
        "rounds": list(view.rounds),
        "planned_rounds": view.planned_rounds,
        "ranking": view.ranking.key,
        "ranked_by": view.ranked_by,
        "settings": stage.settings.plain(),
        "standings": [_line(line, view) for line in view.lines],
        "unranked": [contestant_document(contestant) for contestant in view.unranked],
        **_brackets(bracket_view(stage, after_round=view.after_round)),
    }


def _brackets(view: BracketView | None) -> Json:
    """Return the bracket of a knock-out, and that of its second chance; {} if there is none."""
    if view is None:
        return {}
    second = None if view.second is None else {"rounds": _bracket_rounds(view.second)}
    third = None if view.third is None else _tie(view.third)
    bracket = {"rounds": _bracket_rounds(view), "third_place": third, "second_chance": second}
    return {"bracket": bracket}


def _bracket_rounds(view: BracketView) -> list[Json]:
    return [
        {
            "round": one.number,
            "last_round": one.last,
            "over": one.is_over,
            "ties": [_tie(tie) for tie in one.ties],
        }
        for one in view.rounds
    ]


def _tie(tie: BracketTie) -> Json:
    return {
        "bye": tie.is_bye,
        "decided_by": tie.decided_by and tie.decided_by.value,
        "sides": [
            {
                "pair": side.contestant and side.contestant.number,
                "points": side.points,
                "legs": list(side.legs),
                "goes_on": side.goes_on,
            }
            for side in tie.sides
        ],
    }


def overall_document(stages: Sequence[Stage], found: Overall) -> Json:
    """Return the standings of the whole championship."""
    return {
        **_heading(stages[0].championship, found.made_at),
        "state": "final" if found.final else "provisional",
        "rounds": list(found.rounds),
        "stages": [_stage(stage) for stage in stages],
        "standings": [_overall_line(line) for line in found.lines],
    }


def _stage(stage: Stage) -> Json:
    return {
        "number": stage.number,
        "name": stage.name,
        "format": format_of(stage).kind,
        "best": stage.best,
        "best_of_each": stage.best_of_each,
        "carry": stage.carry,
        "groups": stage.group_names,
        "compared_with": stage.compared_with if stage.has_groups else None,
        "ranking": ranking_of(stage).key,
    }


def _overall_line(one: OverallLine) -> Json:
    return {
        "rank": one.rank,
        "shared": one.shared,
        "pair": contestant_document(one.contestant),
        "stage": one.stage.number,
        "rank_in_stage": one.line.rank,
        "completion": one.line.completion.value,
        "ranked_by": one.column.key,
        **column_value("value", one.column, one.line),
    }


def results_document(scores: DealtScores) -> Json:
    """Return the published results of all tables, hand by hand."""
    return {
        **_heading(scores.stage.championship, timezone.now()),
        "rounds": list(scores.rounds),
        "settings": scores.stage.settings.plain(),
        "pairs": [
            {**contestant_document(one), "group": one.group_name or None}
            for one in scores.contestants.values()
        ],
        "hands": [_hand(sheet) for sheet in scores.sheets.values()],
    }


def _heading(championship: Championship, made_at: datetime) -> Json:
    return {
        "championship": {
            "name": championship.name,
            "rehearsal": championship.is_rehearsal,
            "place": championship.place,
            "date": championship.date.isoformat(),
        },
        "made_at": made_at.isoformat(timespec="seconds"),
    }


def _score(name: str, value: Fraction | None) -> Json:
    """Return a score under two keys: exact, and rounded for display."""
    return {
        name: None if value is None else str(value),
        f"{name}_rounded": None if value is None else display(value),
    }


def contestant_document(contestant: ContestantRef) -> Json:
    """Return a contestant's data, as every document shows it."""
    return {
        "number": contestant.number,
        "name": contestant.name,
        "players": list(contestant.players),
        "substitutes": list(contestant.substitutes),
        "club": contestant.club,
        "withdrawn_from": contestant.withdrawn_from,
        "asked_rests": sorted(contestant.asked_rests),
    }


def column_value(name: str, column: StandingsColumn[Any], line: StandingsLine[Any]) -> Json:
    """Return the value of a pair's cell: a score exact and rounded, anything else unchanged."""
    value = column.value(line)
    if isinstance(value, Fraction) or column.kind in {Kind.SCORE, Kind.MEAN}:
        assert not isinstance(value, str | int), "scores are exact"
        return _score(name, value)
    return {name: value}


def _line(line: StandingsLine[Any], view: StandingsView[Any]) -> Json:
    figures: Json = {}
    for column in view.ranking.columns_on(Output.JSON):
        figures |= column_value(column.key, column, line)
    return {
        **figures,
        "shared": line.shared,
        **completion_document(line),
        "group": line.contestant.group_name or None,
        "pair": contestant_document(line.contestant),
        "deductions": [
            {**_score("points", one.points), "reason": one.reason} for one in line.deductions
        ],
        "rounds": [
            {"round": number, **column_value("score", view.ranking.round_column(number), line)}
            for number in view.rounds
        ],
        "rests": list(line.rests),
        "tie_breaks": [split_document(split) for split in line.splits],
    }


def completion_document(line: StandingsLine[Any]) -> Json:
    """Return the class in which a pair is ranked, and by how many hands it falls short."""
    short = line.shortfall
    told = None
    if short is not None:
        least = LEAST_SHARE.plain(short.least_share)
        told = {"hands": short.hands, "most": short.most, "least_share": least}
    return {"completion": line.completion.value, "too_few_hands": told}


def split_document(split: Split) -> Json:
    """Return a rule that split a tie, with its value or drawn card."""
    return {
        "rule": str(split.rule),
        "value": None if split.value is None else str(split.value),
        "card": None if split.card is None else str(split.card),
    }


def _hand(sheet: HandSheet) -> Json:
    return {
        "hand": sheet.deal,
        "round": sheet.round,
        "dealer": sheet.dealer.value,
        "makers": sheet.makers.value,
        "cancelled": sheet.cancelled,
        "cancelled_reason": sheet.why_cancelled or None,
        **_fields(sheet),
        "groups": [{"group": name, **_fields(part)} for name, part in sheet.compared if name],
        "tables": [_entry(entry) for entry in sheet.entries],
    }


def _fields(sheet: HandSheet) -> Json:
    return {f"{side.key}_field": _field(field) for side, field in sheet.fields.items()}


def _field(field: Field) -> Json:
    return {"low": field.low, "high": field.high, "tables": field.count}


def _played(played: PlayedOnPhones) -> Json:
    trump, double = played.announcement.trump, played.announcement.double
    return {
        "ns_points": played.points.ns if played.points else None,
        "ew_points": played.points.ew if played.points else None,
        "trump": trump.value if trump else None,
        "double": double.value or None,
        "set_aside": bool(played.set_aside_by),
    }


def _entry(entry: HandEntry) -> Json:
    # Each field spelt out: there are thousands of tables, and putting names together took as long
    # as scoring them.
    announcement, (ns, ew) = entry.announcement, entry.sides
    return {
        "table": entry.table_number,
        "table_name": entry.table_name,
        "ns": ns.contestant.number,
        "ew": ew.contestant.number,
        "outcome": entry.outcome.value,
        "not_played_reason": entry.not_played_reason or None,
        "note": entry.public_note,
        "ns_points": ns.points,
        "ew_points": ew.points,
        "trump": announcement.trump.value if announcement.trump else None,
        "double": announcement.double.value or None,
        "infraction": None if entry.infraction is Infraction.NONE else entry.infraction.value,
        "award": None if entry.award is Award.NONE else entry.award.value,
        "played_on_phones": _played(entry.on_phones) if entry.on_phones else None,
        "ns_hand_score": ns.hand_score,
        **_score("ns_final", ns.final),
        "ns_origin": ns.origin.value if ns.origin else None,
        "ew_hand_score": ew.hand_score,
        **_score("ew_final", ew.final),
        "ew_origin": ew.origin.value if ew.origin else None,
    }
