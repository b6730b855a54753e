"""A championship's rows made into a document, and that into the one file that stands for it.

Everything has one place and one way of being written, so the same championship is the same bytes,
on whichever database it lies and however often it was taken from one to another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from django.views.decorators.debug import sensitive_variables

from tournament.holding.championship_file import layout
from tournament.holding.championship_file.shapes import ListOf, Nullable, Record, Shape
from tournament.models import (
    AuditEvent,
    Championship,
    ChampionshipLogo,
    DealSet,
    Match,
    PlayRecord,
    Result,
    Round,
    Ruling,
    Team,
)


@sensitive_variables()
def document_of(championship: Championship) -> dict[str, Any]:
    """Everything of a championship; 19 queries at most.

    Call it inside a transaction that has locked the championship.
    """
    stage = championship.stages.select_related("deal_set").get()
    rounds = stage.rounds.prefetch_related(
        "matches__table",
        "matches__ns",
        "matches__ew",
        "matches__sittings__player",
        "matches__results__looks",
        "matches__results__plays_attached",
        "matches__claims",
        "matches__play_records",
    )
    events = AuditEvent.objects.filter(championship=championship).order_by("sequence")
    logo = ChampionshipLogo.objects.filter(championship=championship).first()
    return {
        "format": layout.FORMAT,
        "version": layout.VERSION,
        "championship": {
            "number": championship.chained_as,
            **layout.CHAMPIONSHIP.written(championship),
        },
        "logo": logo and layout.LOGO.written(logo),
        "tables": [layout.TABLE.written(table) for table in championship.tables.order_by("number")],
        "pairs": [
            _pair(team)
            for team in championship.teams.order_by("number")
            .select_related("fixed_table")
            .prefetch_related("players")
        ],
        "hands": stage.deal_set and _hands(stage.deal_set),
        "stage": layout.STAGE.written(stage),
        "rounds": [_round(one) for one in rounds.order_by("number")],
        "rulings": [
            _ruling(one) for one in championship.rulings.order_by("number").select_related("team")
        ],
        "record": [layout.EVENT.written(event) for event in events],
    }


def _pair(team: Team) -> dict[str, Any]:
    players = sorted(team.players.all(), key=attrgetter("position"))
    return {
        **layout.PAIR.written(team),
        "fixed_table": team.fixed_table and team.fixed_table.number,
        "players": [layout.PLAYER.written(player) for player in players],
    }


@sensitive_variables()
def _hands(deal_set: DealSet) -> dict[str, Any]:
    accesses = deal_set.accesses.order_by("at", "pk").select_related("round")
    return {
        **layout.HANDS.written(deal_set),
        "accesses": [
            {"round": access.round.number, **layout.ACCESS.written(access)} for access in accesses
        ],
    }


def _round(round: Round) -> dict[str, Any]:
    matches = sorted(
        round.matches.all(), key=lambda one: (one.table.number, one.ns.number, one.ew.number)
    )
    return {**layout.ROUND.written(round), "matches": [_match(match) for match in matches]}


def _match(match: Match) -> dict[str, Any]:
    sittings = sorted(match.sittings.all(), key=attrgetter("seat"))
    results = sorted(match.results.all(), key=attrgetter("deal", "version"))
    claims = sorted(match.claims.all(), key=attrgetter("number"))
    return {
        "table": match.table.number,
        "ns": match.ns.number,
        "ew": match.ew.number,
        **layout.MATCH.written(match),
        "sittings": [
            {**layout.SITTING.written(one), "player": one.player.position} for one in sittings
        ],
        "results": [_result(result) for result in results],
        "claims": [
            {
                **layout.CLAIM.written(claim),
                "said": claim.said and {name: claim.said[name] for name in layout.SAID.names},
            }
            for claim in claims
        ],
        "play_records": [layout.PLAY_RECORD.written(one) for one in _newest_records(match)],
    }


def _newest_records(match: Match) -> list[PlayRecord]:
    """The record of play of each hand as it stands; what led to it stays behind."""
    records = sorted(match.play_records.all(), key=attrgetter("deal", "version"))
    return list({one.deal: one for one in records}.values())


def _result(result: Result) -> dict[str, Any]:
    looks = sorted(result.looks.all(), key=attrgetter("by"))
    return {
        **layout.RESULT.written(result),
        "looks": [layout.LOOK.written(look) for look in looks],
        "plays": [
            layout.ATTACHED.written(play)
            for play in sorted(result.plays_attached.all(), key=attrgetter("number"))
        ],
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {**layout.RULING.written(ruling), "pair": ruling.team and ruling.team.number}


def file_of(document: dict[str, Any]) -> bytes:
    """The file of a document: UTF-8, a line for each object, free values with sorted keys."""
    return ("".join(_lines(layout.DOCUMENT, document, "", "")) + "\n").encode()


def _lines(shape: Shape, value: Any, indent: str, before: str) -> Iterator[str]:
    """A value as it is written, piece by piece; what has lists of objects in it takes lines."""
    inner = shape.shape if isinstance(shape, Nullable) else shape
    if isinstance(inner, Record) and value is not None and _holds_objects(inner):
        parts = [
            _lines(one, value[name], f"{indent} ", f"{json.dumps(name)}: ")
            for name, one in inner.fields.items()
        ]
        yield from _several(before, "{}", parts, indent)
    elif isinstance(inner, ListOf) and isinstance(inner.shape, Record) and value:
        parts = [_lines(inner.shape, one, f"{indent} ", "") for one in value]
        yield from _several(before, "[]", parts, indent)
    else:
        yield before + _one_line(inner, value)


def _holds_objects(shape: Record) -> bool:
    shapes = (one.shape if isinstance(one, Nullable) else one for one in shape.fields.values())
    return any(isinstance(one, Record | ListOf) for one in shapes)


def _several(before: str, brackets: str, parts: list[Iterator[str]], indent: str) -> Iterator[str]:
    yield before + brackets[0]
    for index, part in enumerate(parts):
        yield f"{',' if index else ''}\n{indent} "
        yield from part
    yield f"\n{indent}{brackets[1]}"


def _one_line(shape: Shape, value: Any) -> str:
    if isinstance(shape, Record) and value is not None:
        parts = (
            f"{json.dumps(name)}: {_one_line(one, value[name])}"
            for name, one in shape.fields.items()
        )
        return "{" + ", ".join(parts) + "}"
    # Databases keep a free value's keys in orders of their own.
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
