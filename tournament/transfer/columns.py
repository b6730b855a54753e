"""How a column of the tables stands in a document: what may be in it, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db import models

from scoring.carry import Carry
from scoring.dealing.deal_set import KEY_BYTES
from scoring.game.seats import Seat
from scoring.settings import StageSettings
from tournament.audit.event_text import DAYS, MOMENTS
from tournament.contestants.rows import MAX_CONTESTANTS
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
    DealSet,
    Entrant,
    HandInPlay,
    PlayAct,
    Player,
    PlayRecord,
    Result,
    Stage,
    Table,
)
from tournament.models.places import COLUMNS
from tournament.models.play_records import LONGEST_PLAY
from tournament.results.kinds.kinds import RESULT_KINDS
from tournament.stages.formats import FORMATS
from tournament.transfer.settings_shape import SettingsObject
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
    Shape,
    Text,
    Whole,
    YesOrNo,
    moment_text,
)

MOST_ROUNDS = 1000
_SLUG = r"[-a-zA-Z0-9_]+"
SMALL, _MIDDLE = 32767, 2**31 - 1
"""The largest numbers that PostgreSQL keeps in two and in four bytes."""


@dataclass(frozen=True)
class Columns:
    """Columns of a table that stand in a document by their own names."""

    model: type[models.Model]
    names: tuple[str, ...]

    @cached_property
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
    if isinstance(value, StageSettings):
        return value.plain()
    return value


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
"""A hand on a score sheet of abarrotada, as `scoring.ordinary.sheets` writes it."""
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
    **{(Result, f"game_{seat.key}"): Whole(-MOST_SOLO_POINTS, MOST_SOLO_POINTS) for seat in Seat},
    (PlayAct, "card"): Text(2, 0, r"([9ARCS8765432][OCEB])?"),
    (Stage, "kind"): Choice(FORMATS),
    (Result, "kind"): Choice(RESULT_KINDS),
    (Stage, "intended"): Record(
        {
            "rounds": Nullable(Whole(1, MOST_ROUNDS)),
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
    (Stage, "settings"): SettingsObject(),
    **{
        (Entrant, name): Text(LONGEST_FRACTION, 1, r"-?[0-9]+(/[0-9]+)?")
        for name in ("carried", "carried_hands")
    },
    (Contestant, "asked_rests"): ListOf(Whole(1, MOST_ROUNDS), MOST_ROUNDS),
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
    (AuditEvent, "rows"): Anything(),
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
    *("seed", "best", "best_of_each", "group", "agree_after", "round_minutes"),
    *COLUMNS,
    *("actor_contestant", "actor_table", "entered_contestant", "entered_table"),
    *("answered_contestant", "answered_table"),
    *("ended_contestant", "ended_table"),
    "number_in_set",
    "own_number",
}
"""Names of columns that count from 1."""
_NUMBERS: tuple[tuple[type[models.Field[Any, Any]], int], ...] = (
    (models.PositiveSmallIntegerField, SMALL),
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
