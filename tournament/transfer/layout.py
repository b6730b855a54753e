"""What a document holds: the parts of a championship, most of them columns of its tables.

What refers to a table, a pair, a round or a player does so by number. Left out are accounts and
roles, the secret and the numbers of links, and what phones sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import models

from scoring.carry import Carry
from scoring.dealing.deal_set import KEY_BYTES
from scoring.game.seats import Seat
from tournament.audit.event_text import DAYS, MOMENTS
from tournament.contestants.rows import MAX_CONTESTANTS, MAX_SUBSTITUTES
from tournament.models import (
    GROUP_NAME_LENGTH,
    LONGEST_FRACTION,
    MOST_DEALS_IN_A_SET,
    MOST_HANDS_PER_MATCH,
    MOST_RESERVE_DAYS,
    MOST_SHEET,
    MOST_SOLO_POINTS,
    STAGE_NAME_LENGTH,
    AttachedPlay,
    AuditEvent,
    Championship,
    ChampionshipLogo,
    Contestant,
    CorrectionRequest,
    DealSet,
    Entrant,
    GroupMember,
    HandAccess,
    HandInPlay,
    Match,
    PlayAct,
    Player,
    PlayRecord,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
    Stage,
    Table,
)
from tournament.models.places import COLUMNS
from tournament.models.play_records import LONGEST_PLAY
from tournament.models.schedule import HELD
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.stages.formats import FORMATS
from tournament.transfer.shapes import (
    Anything,
    Bytes,
    Choice,
    Day,
    DayText,
    Hex,
    ListOf,
    Moment,
    Name,
    Nullable,
    Record,
    Schema,
    Shape,
    Text,
    Whole,
    YesOrNo,
    moment_text,
)

FORMAT = "botifarra-championship"
VERSION = 1
_MOST_ROUNDS = 1000
_MOST_STAGES = 100
_MANY = 1_000_000
_SLUG = r"[-a-zA-Z0-9_]+"
_SMALL, _MIDDLE = 32767, 2**31 - 1
"""The largest numbers that PostgreSQL keeps in two and in four bytes."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of a table that stand in a document by their own names."""

    model: type[models.Model]
    names: tuple[str, ...]

    @property
    def shapes(self) -> dict[str, Shape]:
        return {name: _shape_of(self.model, name) for name in self.names}

    def written(self, row: models.Model) -> dict[str, Any]:
        """What a document says of a row."""
        return {name: _plain(getattr(row, name)) for name in self.names}

    def loaded(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a row of which a document says this."""
        return {name: shape.load(entry[name]) for name, shape in self.shapes.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value


_RULES = tuple(
    dict.fromkeys(str(rule) for one in FORMATS.values() for rule in one.settings.tie_breaks)
)
"""All that can split a tie, in any format."""
_CARDS = Text(LONGEST_PLAY, 0, r"([9ARCS8765432][OCEB]( [9ARCS8765432][OCEB])*)?")
_SHEET_HAND = (
    r"[NWSE] ([0-9]|[1-6][0-9]|7[0-2]|-)( botifarra)?( (contro|recontro|sant-vicenc))?"
    r"( revoke-(NS|EW))?"
)
"""A hand on a score sheet, as `scoring.ordinary.sheets` writes it."""
_SOLO_SHEET_HAND = (
    r"[NWSE] ([0-9]{1,2}(-[0-9]{1,2}){2,3}|-)( trumps-[NWSE])?( botifarra)?"
    r"( (contro|recontro|sant-vicenc))?( revoke-[NWSE])?"
)
"""The same of abarrotada, as `scoring.ordinary.solo_sheets` writes it."""
_OWN: Mapping[tuple[type[models.Model], str], Shape] = {
    **{
        (model, name): _CARDS
        for model in (PlayRecord, AttachedPlay)
        for name in ("gone", "plays", "left_over")
    },
    **{(model, "nonce"): Text(32, 32, r"[0-9a-f]{32}") for model in (AttachedPlay, HandInPlay)},
    (Result, "sheet"): Text(
        MOST_SHEET,
        0,
        rf"({_SHEET_HAND}(; {_SHEET_HAND})*|{_SOLO_SHEET_HAND}(; {_SOLO_SHEET_HAND})*)?",
    ),
    **{
        (Result, f"game_{seat.value.lower()}"): Whole(-MOST_SOLO_POINTS, MOST_SOLO_POINTS)
        for seat in Seat
    },
    (PlayAct, "card"): Text(2, 0, r"([9ARCS8765432][OCEB])?"),
    (Stage, "kind"): Choice(FORMATS),
    (Result, "kind"): Choice(RESULT_KINDS),
    (Stage, "intended"): Record(
        {
            "rounds": Nullable(Whole(1, _MOST_ROUNDS)),
            "group_size": Nullable(Whole(2, MAX_CONTESTANTS)),
            "then": Nullable(
                Record(
                    {
                        "kind": Choice(FORMATS),
                        "name": Name(STAGE_NAME_LENGTH),
                        "each": Whole(1, MAX_CONTESTANTS),
                        "carry": Choice(tuple(Carry)),
                        "hands": Nullable(Whole(1, MOST_HANDS_PER_MATCH)),
                        "second_chance": YesOrNo(),
                    }
                )
            ),
        }
    ),
    (Stage, "tie_breaks"): ListOf(Choice(_RULES), len(_RULES)),
    **{
        (Entrant, name): Text(LONGEST_FRACTION, 1, r"-?[0-9]+(/[0-9]+)?")
        for name in ("carried", "carried_hands")
    },
    (Contestant, "asked_rests"): ListOf(Whole(1, _MOST_ROUNDS), _MOST_ROUNDS),
    (Stage, "reserve_days"): ListOf(DayText(), MOST_RESERVE_DAYS),
    (Stage, "group_names"): ListOf(Name(GROUP_NAME_LENGTH, 1), MAX_CONTESTANTS),
    (ChampionshipLogo, "png"): Bytes(ChampionshipLogo.MOST_BYTES),
    (ChampionshipLogo, "width"): Whole(1, ChampionshipLogo.MOST_WIDTH),
    (ChampionshipLogo, "height"): Whole(1, ChampionshipLogo.MOST_HEIGHT),
    (ChampionshipLogo, "digest"): Text(64, 64, r"[0-9a-f]{64}"),
    (DealSet, "key"): Hex(KEY_BYTES),
    (DealSet, "hashes"): Bytes(KEY_BYTES * MOST_DEALS_IN_A_SET),
    (DealSet, "secrets"): Bytes(KEY_BYTES * MOST_DEALS_IN_A_SET),
    (DealSet, "deals"): Whole(1, MOST_DEALS_IN_A_SET),
    (DealSet, "commitment"): Text(64, 64, r"[0-9a-f]{64}"),
    (Stage, "hands_per_match"): Whole(1, MOST_HANDS_PER_MATCH),
    (AuditEvent, "before"): Anything(days=DAYS, moments=MOMENTS),
    (AuditEvent, "after"): Anything(days=DAYS, moments=MOMENTS),
}
"""Columns that hold less than their kind could."""
_NAMES: Mapping[type[models.Model], tuple[str, ...]] = {
    Championship: ("name", "place"),
    Table: ("name",),
    Contestant: ("name", "club"),
    Player: ("name",),
    Stage: ("name",),
}
_FROM_1 = {
    *("number", "version", "deal", "position", "sequence", "hundredths", "joined_round"),
    *("seed", "best", "best_of_each", "group"),
    *COLUMNS,
    *("actor_contestant", "actor_table", "entered_contestant", "entered_table"),
    *("answered_contestant", "answered_table"),
    *("ended_contestant", "ended_table"),
    "number_in_set",
    "own_number",
}
"""Names of columns that count from 1."""
_NUMBERS: tuple[tuple[type[models.Field[Any, Any]], int], ...] = (
    (models.PositiveSmallIntegerField, _SMALL),
    (models.PositiveIntegerField, _MIDDLE),
)


def _shape_of(model: type[models.Model], name: str) -> Shape:
    """What a column may hold, as the model says."""
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    shape = _OWN.get((model, name)) or _shape_of_kind(field)
    if name in _NAMES.get(model, ()):
        assert isinstance(shape, Text)
        shape = Name(shape.most, shape.least)
    return Nullable(shape) if field.null and not isinstance(shape, Anything) else shape


def _shape_of_kind(field: models.Field[Any, Any]) -> Shape:
    if isinstance(field, models.CharField):
        if field.choices:
            none = ("",) if field.blank else ()
            return Choice(
                tuple(dict.fromkeys((*none, *(str(one) for one, _ in field.flatchoices))))
            )
        assert field.max_length is not None
        pattern = _SLUG if isinstance(field, models.SlugField) else ""
        return Text(field.max_length, 0 if field.blank else 1, pattern)
    for kind, most in _NUMBERS:
        if isinstance(field, kind):
            return Whole(1 if field.name in _FROM_1 else 0, most)
    if isinstance(field, models.BooleanField):
        return YesOrNo()
    if isinstance(field, models.DateTimeField):
        return Moment()
    assert isinstance(field, models.DateField), f"{field} needs a shape"
    return Day()


CHAMPIONSHIP = Columns(
    Championship,
    (
        *("slug", "name", "place", "date", "created_at", "ended_at", "is_archived"),
        *("confirmation", "round_minutes", "correction_minutes", "of_players"),
    ),
)
LOGO = Columns(ChampionshipLogo, ("png", "width", "height", "digest"))
TABLE = Columns(Table, ("number", "name"))
PAIR = Columns(
    Contestant,
    ("number", "name", "club", "joined_round", "withdrawn_from", "asked_rests", "here", "paid"),
)
PLAYER = Columns(Player, ("position", "name"))
DEAL_SET = Columns(
    DealSet,
    (
        *("number", "deals_before", "deals", "spares_used", "key", "hashes", "secrets"),
        "commitment",
        *("salt", "salt_fixed_at", "created_at"),
    ),
)
ACCESS = Columns(HandAccess, ("kind", "at", "actor", "reason", "exchanged"))
STAGE = Columns(
    Stage,
    (
        *("number", "name", "best", "carry", "best_of_each", "group_names", "compared_with"),
        *("kind", "pairing_seed", "seeded", "hands_per_match", "intended", "published_at"),
        *("method", "average_of", "flat_score", "scale", "rank_by", "withdrawn", "play_variant"),
        *(
            "played_with",
            "agree_after",
            "target",
            "cap",
            "extra_hands",
            "third_place",
            "legs",
            "second_chance",
            "rest",
            "asked_rest",
            "game_score",
        ),
        *("multipliers", "sant_vicenc", "revoke"),
        *("tie_breaks", "draw_seed", "reserve_days"),
    ),
)
GROUP_MEMBER = Columns(GroupMember, ("group",))
ENTRANT = Columns(Entrant, ("seed", "carried", "carried_hands"))
DEAL = Columns(RoundDeal, ("number", "number_in_set"))
ROUND = Columns(
    Round,
    (
        *("number", "paired", "status", "first_day", "last_day", "opened_at", "handed_in_at"),
        *("closed_at", "first_closed_at"),
        *("ends_at", "seconds_left", "corrections_until"),
    ),
)
MATCH = Columns(Match, ("cancelled", "packs_since", "paused_since", "waits_from", "postponed_to"))
SITTING = Columns(Sitting, ("seat",))
SAID = Columns(
    Result, tuple(dict.fromkeys(name for kind in RESULT_KINDS.values() for name in kind.columns))
)
"""What somebody says a result was, of any kind: in a version, and in a correction request."""
RESULT = Columns(
    Result,
    (
        *("deal", "kind", "version", "is_current"),
        *SAID.names,
        *("entered_at", "entered_by", "entered_side", "entered_contestant", "entered_table"),
        "change_reason",
    ),
)
_ACTOR = ("actor", "actor_contestant", "actor_table")
CONFIRMATION = Columns(ResultConfirmation, ("by", "at", *_ACTOR))
PLAYED = ("trump", "double", "leader", "gone", "plays")
"""What was played, in a record of play and in the copy that a ruling rests on."""
PLAY_RECORD = Columns(PlayRecord, ("deal", "version", *PLAYED, "left_over", "at", "by"))
ATTACHED = Columns(AttachedPlay, ("number", "variant", *PLAYED, "nonce", "at", "by"))
HAND_IN_PLAY = Columns(HandInPlay, ("deal", "variant", "nonce"))
ACT = Columns(
    PlayAct,
    (
        *("number", "kind", "seat", "own_number", "trump", "card", "reason", "ns_points"),
        *("by", "at"),
    ),
)
CORRECTION_REQUEST = Columns(
    CorrectionRequest,
    (
        *("number", "deal", "kind", "side", "based_on", "words", "at", *_ACTOR),
        *("answer", "answered_at", "answered_by", "answered_contestant", "answered_table"),
        *("decision", "decided_at", "decided_by", "decision_reason"),
    ),
)
CALL = Columns(
    RefereeCall,
    (
        *("number", "round", "table", "side", "at", *_ACTOR, "coming_at", "coming_by"),
        *("outcome", "ended_at", "ended_by", "ended_contestant", "ended_table"),
    ),
)
RULING = Columns(
    Ruling,
    (
        *("number", "kind", "deal", "hundredths", "reason", "at", "actor"),
        *("withdrawn_at", "withdrawn_by", "withdrawal_reason"),
    ),
)
EVENT = Columns(
    AuditEvent,
    (
        *("sequence", "at", *_ACTOR, "actor_side", "public_actor", "installation_head"),
        *("action", *COLUMNS, "target", "before", "after", "reason"),
        *("previous_hash", "hash"),
    ),
)

_NUMBER = Whole(1, _SMALL)


_RESULT = Record(
    {
        **RESULT.shapes,
        "confirmations": ListOf(Record(CONFIRMATION.shapes), 3),
        "plays": ListOf(Record(ATTACHED.shapes), _SMALL),
    }
)
_MATCH = Record(
    {
        "table": _NUMBER,
        "seats": ListOf(Record({"held": Choice(HELD), "pair": _NUMBER}), len(Seat)),
        **MATCH.shapes,
        "sittings": ListOf(Record({**SITTING.shapes, "player": _NUMBER}), 4),
        "results": ListOf(_RESULT, _SMALL),
        "correction_requests": ListOf(
            Record({**CORRECTION_REQUEST.shapes, "said": Nullable(Record(SAID.shapes))}), _SMALL
        ),
        "play_records": ListOf(Record(PLAY_RECORD.shapes), MOST_HANDS_PER_MATCH),
        "hands_in_play": ListOf(
            Record({**HAND_IN_PLAY.shapes, "acts": ListOf(Record(ACT.shapes), _SMALL)}),
            MOST_HANDS_PER_MATCH,
        ),
    }
)
_PAIR = Record(
    {
        **PAIR.shapes,
        "fixed_table": Nullable(_NUMBER),
        "players": ListOf(Record(PLAYER.shapes), 2 + MAX_SUBSTITUTES),
    }
)
_DEAL_SET = Record(
    {
        **DEAL_SET.shapes,
        "accesses": ListOf(Record({"round": _NUMBER, **ACCESS.shapes}), _MANY),
    }
)
_STAGE = Record(
    {
        **STAGE.shapes,
        "entrants": ListOf(Record({"pair": _NUMBER, **ENTRANT.shapes}), MAX_CONTESTANTS),
        "groups": ListOf(Record({"pair": _NUMBER, **GROUP_MEMBER.shapes}), MAX_CONTESTANTS),
    }
)
_ROUND = Record(
    {
        "stage": _NUMBER,
        **ROUND.shapes,
        "deals": ListOf(
            Record({**DEAL.shapes, "deal_set": Nullable(_NUMBER)}), MOST_HANDS_PER_MATCH
        ),
        "matches": ListOf(_MATCH, _MOST_ROUNDS),
    }
)
DOCUMENT = Record(
    {
        "format": Choice((FORMAT,)),
        "version": Whole(VERSION, VERSION),
        "championship": Record({"number": Whole(1), **CHAMPIONSHIP.shapes}),
        "logo": Nullable(Record(LOGO.shapes)),
        "tables": ListOf(Record(TABLE.shapes), _MOST_ROUNDS),
        "pairs": ListOf(_PAIR, MAX_CONTESTANTS),
        "deal_sets": ListOf(_DEAL_SET, _MOST_STAGES),
        "stages": ListOf(_STAGE, _MOST_STAGES),
        "rounds": ListOf(_ROUND, _MOST_ROUNDS),
        "referee_calls": ListOf(Record(CALL.shapes), _MANY),
        "rulings": ListOf(
            Record({**RULING.shapes, "pair": Nullable(_NUMBER), "stage": Nullable(_NUMBER)}), _MANY
        ),
        "record": ListOf(Record(EVENT.shapes), _MANY),
    }
)
"""Everything, in the order in which it is written."""


def json_schema() -> Schema:
    """The format as JSON Schema. It says what each value may be, not whether the parts fit."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A championship of duplicate botifarra",
        "description": "See championship-file.md beside this file.",
        **DOCUMENT.schema(),
    }
