"""From a championship's rows to a document, and to its file.

Everything has one place and one spelling, so the same championship gives the same bytes, on any
database and however often it was exported and imported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from django.views.decorators.debug import sensitive_variables

from tournament.core.stages import stages_of
from tournament.models import (
    AuditEvent,
    Championship,
    ChampionshipLogo,
    Contestant,
    DealSet,
    HandInPlay,
    Match,
    PlayRecord,
    Result,
    Round,
    RoundDeal,
    Ruling,
    Stage,
)
from tournament.models.schedule import HELD
from tournament.transfer import layout
from tournament.transfer.shapes import ListOf, Nullable, Record, Shape


@sensitive_variables()
def document_of(championship: Championship) -> dict[str, Any]:
    """Everything of a championship; 24 queries at most, and 1 for each deal set and each stage for
    which some were chosen.

    Call it inside a transaction that has locked the championship.
    """
    stages = {stage.pk: stage for stage in stages_of(championship)}
    deal_sets = {one.pk: one for one in championship.deal_sets.order_by("number")}
    rounds = championship.rounds.prefetch_related(
        "round_deals",
        "matches__table",
        "matches__seats__contestant",
        "matches__sittings__player",
        "matches__results__confirmations",
        "matches__results__plays_attached",
        "matches__correction_requests",
        "matches__play_records",
        "matches__hands_in_play__acts",
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
            _pair(contestant)
            for contestant in championship.contestants.order_by("number")
            .select_related("fixed_table")
            .prefetch_related("players")
        ],
        "deal_sets": [_deal_set(one) for one in deal_sets.values()],
        "stages": [_stage(stage) for stage in stages.values()],
        "rounds": [
            {
                "stage": stages[one.stage_id].number,
                **layout.ROUND.written(one),
                "deals": [_deal(deal, deal_sets) for deal in one.round_deals.all()],
                "matches": _matches(one),
            }
            for one in rounds.order_by("number")
        ],
        "referee_calls": [
            layout.CALL.written(call) for call in championship.referee_calls.order_by("number")
        ],
        "rulings": [
            _ruling(one)
            for one in championship.rulings.order_by("number").select_related("contestant", "stage")
        ],
        "record": [layout.EVENT.written(event) for event in events],
    }


def _stage(stage: Stage) -> dict[str, Any]:
    entrants = stage.entrants.order_by("seed").select_related("contestant")
    return {
        **layout.STAGE.written(stage),
        "entrants": [
            {"pair": one.contestant.number, **layout.ENTRANT.written(one)}
            for one in (entrants if stage.best is not None else ())
        ],
        "groups": [
            {"pair": one.contestant.number, **layout.GROUP_MEMBER.written(one)}
            for one in (
                stage.group_members.order_by("group", "contestant__number").select_related(
                    "contestant"
                )
                if stage.has_groups
                else ()
            )
        ],
    }


def _pair(contestant: Contestant) -> dict[str, Any]:
    players = sorted(contestant.players.all(), key=attrgetter("position"))
    return {
        **layout.PAIR.written(contestant),
        "fixed_table": contestant.fixed_table and contestant.fixed_table.number,
        "players": [layout.PLAYER.written(player) for player in players],
    }


@sensitive_variables()
def _deal_set(deal_set: DealSet) -> dict[str, Any]:
    accesses = deal_set.accesses.order_by("at", "pk").select_related("round")
    return {
        **layout.DEAL_SET.written(deal_set),
        "accesses": [
            {"round": access.round.number, **layout.ACCESS.written(access)} for access in accesses
        ],
    }


def _deal(deal: RoundDeal, deal_sets: Mapping[int, DealSet]) -> dict[str, Any]:
    number = deal_sets[deal.deal_set_id].number if deal.deal_set_id else None
    return {**layout.DEAL.written(deal), "deal_set": number}


def _matches(round: Round) -> list[dict[str, Any]]:
    matches = sorted(
        round.matches.all(),
        key=lambda one: (one.table.number, *_numbers(one).values()),
    )
    return [_match(match) for match in matches]


def _numbers(match: Match) -> dict[str, int]:
    """The number of whoever holds each side or seat, in their order."""
    held = {seat.held: seat.contestant.number for seat in match.seats.all()}
    return {one: held[one] for one in HELD if one in held}


def _match(match: Match) -> dict[str, Any]:
    sittings = sorted(match.sittings.all(), key=attrgetter("seat"))
    results = sorted(match.results.all(), key=attrgetter("deal", "version"))
    correction_requests = sorted(match.correction_requests.all(), key=attrgetter("number"))
    return {
        "table": match.table.number,
        "seats": [{"held": held, "pair": number} for held, number in _numbers(match).items()],
        **layout.MATCH.written(match),
        "sittings": [
            {**layout.SITTING.written(one), "player": one.player.position} for one in sittings
        ],
        "results": [_result(result) for result in results],
        "correction_requests": [
            {
                **layout.CORRECTION_REQUEST.written(correction_request),
                "said": correction_request.said and _said(correction_request.said),
            }
            for correction_request in correction_requests
        ],
        "play_records": [layout.PLAY_RECORD.written(one) for one in _newest_records(match)],
        "hands_in_play": [
            _hand_in_play(one) for one in sorted(match.hands_in_play.all(), key=attrgetter("deal"))
        ],
    }


def _hand_in_play(hand: HandInPlay) -> dict[str, Any]:
    acts = sorted(hand.acts.all(), key=attrgetter("number"))
    return {
        **layout.HAND_IN_PLAY.written(hand),
        "acts": [layout.ACT.written(act) for act in acts],
    }


def _said(content: Mapping[str, Any]) -> dict[str, Any]:
    """Every column of a result; those that the kind doesn't have as a new row has them."""
    empty = Result()
    return {name: content.get(name, getattr(empty, name)) for name in layout.SAID.names}


def _newest_records(match: Match) -> list[PlayRecord]:
    """The record of play of each hand as it stands; what led to it stays behind."""
    records = sorted(match.play_records.all(), key=attrgetter("deal", "version"))
    return list({one.deal: one for one in records}.values())


def _result(result: Result) -> dict[str, Any]:
    confirmations = sorted(result.confirmations.all(), key=attrgetter("by"))
    return {
        **layout.RESULT.written(result),
        "confirmations": [
            layout.CONFIRMATION.written(confirmation) for confirmation in confirmations
        ],
        "plays": [
            layout.ATTACHED.written(play)
            for play in sorted(result.plays_attached.all(), key=attrgetter("number"))
        ],
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        **layout.RULING.written(ruling),
        "pair": ruling.contestant and ruling.contestant.number,
        "stage": ruling.stage and ruling.stage.number,
    }


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
