"""Standings and results as JSON values; docs/json.md describes every field.

Scores are exact fractions as text ("39/22", "2") with their two decimals beside them ("1.77"), so
that a program never has to go through a float. Words are those of the code, not of a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone

from scoring.championship import Award, Field, Infraction, Origin
from scoring.rounding import display
from scoring.seats import Side
from scoring.settings import Settings
from scoring.standings import TieSplit
from tournament.models import Championship
from tournament.standings.queries import (
    HandEntry,
    HandSheet,
    StageScores,
    StandingsLine,
    StandingsView,
    TeamRef,
)

Json = dict[str, Any]


def standings_document(championship: Championship, view: StandingsView) -> Json:
    """The published standings."""
    return {
        **_heading(championship, view.made_at),
        "state": "final" if view.final else "provisional",
        "corrections_until": view.corrections_until
        and view.corrections_until.isoformat(timespec="seconds"),
        "rounds": list(view.rounds),
        "planned_rounds": view.planned_rounds,
        "ranked_by": view.ranked_by.value,
        "settings": _settings(view.settings),
        "standings": [_line(line) for line in view.lines],
        "unranked": [_team(team) for team in view.unranked],
    }


def results_document(championship: Championship, scores: StageScores) -> Json:
    """The published results of all tables, hand by hand."""
    return {
        **_heading(championship, timezone.now()),
        "rounds": list(scores.rounds),
        "settings": _settings(championship.scoring_settings()),
        "teams": [_team(team) for team in scores.teams.values()],
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


def _settings(settings: Settings) -> Json:
    return {
        "scale": settings.scale.value,
        "average_of": settings.average_of.value,
        "flat_score": str(settings.flat_score),
        "rank_by": settings.rank_by.value,
        "withdrawn": settings.withdrawn.value,
        "tie_breaks": [rule.value for rule in settings.tie_breaks],
    }


def _score(name: str, value: Fraction | None) -> Json:
    """A score under two keys: exact, and rounded for display."""
    return {
        name: None if value is None else str(value),
        f"{name}_rounded": None if value is None else display(value),
    }


def _team(team: TeamRef) -> Json:
    return {
        "number": team.number,
        "name": team.name,
        "players": list(team.players),
        "substitutes": list(team.substitutes),
        "club": team.club,
        "withdrawn_from": team.withdrawn_from,
    }


def _line(line: StandingsLine) -> Json:
    return {
        "rank": line.rank,
        "shared": line.shared,
        "team": _team(line.team),
        "hands": line.hands,
        **_score("total", line.total),
        **_score("mean", line.mean),
        **_score("deduction", line.deduction),
        "deductions": [
            {**_score("points", one.points), "reason": one.reason} for one in line.deductions
        ],
        "hand_score_sum": line.hand_score_sum,
        "best_results": line.best_results,
        "infractions": line.infractions,
        "rounds": [
            {"round": number, **_score("score", score)} for number, score in line.by_round.items()
        ],
        "rests": list(line.rests),
        "tie_breaks": [_split(split) for split in line.splits],
    }


def _split(split: TieSplit) -> Json:
    return {
        "rule": split.rule.value,
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
        "ns_field": _field(sheet.ns_field),
        "ew_field": _field(sheet.ew_field),
        "tables": [_entry(entry) for entry in sheet.entries],
    }


def _field(field: Field) -> Json:
    return {"low": field.low, "high": field.high, "tables": field.count}


def _entry(entry: HandEntry) -> Json:
    announcement = entry.announcement
    sides: Mapping[Side, tuple[int | None, Fraction | None, Origin | None]] = {
        Side.NS: (entry.ns_hand_score, entry.ns_final, entry.ns_origin),
        Side.EW: (entry.ew_hand_score, entry.ew_final, entry.ew_origin),
    }
    document: Json = {
        "table": entry.table_number,
        "table_name": entry.table_name,
        "ns": entry.ns.number,
        "ew": entry.ew.number,
        "outcome": entry.outcome.value,
        "not_played_reason": entry.not_played_reason or None,
        "note": entry.public_note,
        "ns_points": entry.ns_points,
        "ew_points": entry.ew_points,
        "trump": announcement.trump.value if announcement.trump else None,
        "double": announcement.double.value or None,
        "infraction": None if entry.infraction is Infraction.NONE else entry.infraction.value,
        "award": None if entry.award is Award.NONE else entry.award.value,
    }
    for side, (hand_score, final, origin) in sides.items():
        prefix = side.value.lower()
        document |= {
            f"{prefix}_hand_score": hand_score,
            **_score(f"{prefix}_final", final),
            f"{prefix}_origin": origin.value if origin else None,
        }
    return document
