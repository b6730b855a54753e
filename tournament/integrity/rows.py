"""Comparing the rows of a championship, column by column, with those that its record folds to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.audit.event_text import numbered_text, part_name, place_text
from tournament.audit.images import Row
from tournament.integrity.differences import difference
from tournament.integrity.fold import Table
from tournament.models import (
    AttachedPlay,
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
    MatchSeat,
    Membership,
    Player,
    PlayingAccount,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
    Stage,
)
from tournament.models import Table as HallTable
from tournament.models.places import RoundPlace, TablePlace
from tournament.models.recorder import Key, RecordedModel, Shape

NAMES: Mapping[type[RecordedModel], Promise] = {
    Championship: pgettext_lazy("row", "championship"),
    ChampionshipLogo: pgettext_lazy("row", "logo"),
    Membership: pgettext_lazy("row", "role"),
    PlayingAccount: pgettext_lazy("row", "account that plays"),
    HallTable: pgettext_lazy("row", "table"),
    Contestant: pgettext_lazy("row", "pair"),
    Player: pgettext_lazy("row", "player"),
    Stage: pgettext_lazy("row", "stage"),
    GroupMember: pgettext_lazy("row", "place in a group"),
    Entrant: pgettext_lazy("row", "place in a stage"),
    Round: pgettext_lazy("row", "round"),
    DealSet: pgettext_lazy("row", "deal set"),
    RoundDeal: pgettext_lazy("row", "hand"),
    HandAccess: pgettext_lazy("row", "early look"),
    Match: pgettext_lazy("row", "match"),
    MatchSeat: pgettext_lazy("row", "seat of a match"),
    Sitting: pgettext_lazy("row", "player's seat"),
    Result: pgettext_lazy("row", "result"),
    ResultConfirmation: pgettext_lazy("row", "confirmation"),
    CorrectionRequest: pgettext_lazy("row", "correction request"),
    RefereeCall: pgettext_lazy("row", "call of the referee"),
    Ruling: pgettext_lazy("row", "ruling"),
    HandInPlay: pgettext_lazy("row", "hand on phones"),
    AttachedPlay: pgettext_lazy("row", "record of play"),
}
"""What a row of each model is, in words."""


def row_faults(
    stored: Mapping[str, Table],
    recorded: Mapping[str, Table],
    models: Iterable[type[RecordedModel]],
) -> Iterator[str]:
    """Yield a sentence for each row of these models that is not as its record says."""
    for model in models:
        now, said = stored[model.__name__], recorded[model.__name__]
        for key in sorted(now.keys() | said.keys(), key=str):
            if key not in said:
                fault = _("stored, but the record doesn't tell of it")
            elif key not in now:
                fault = _("not stored, but the record tells of it")
            elif now[key] == said[key]:
                continue
            else:
                fault = "; ".join(_differences(model, now[key], said[key]))
            yield f"{_row_text(stored, model, key)}: {fault}."


def _differences(model: type[RecordedModel], now: Row, said: Row) -> Iterator[str]:
    for path, value, other in zip(Shape.of(model).columns, now, said, strict=True):
        if value == other:
            continue
        if isinstance(value, dict) and isinstance(other, dict):
            for name in sorted(value.keys() | other.keys()):
                if value.get(name) != other.get(name):
                    yield difference(name, value.get(name), other.get(name))
        else:
            yield difference(_column(path), value, other)


def _column(path: str) -> str:
    """The name of a column: that of the row which it names, where it holds part of a key."""
    return path.split("__")[0]


def _row_text(tables: Mapping[str, Table], model: type[RecordedModel], key: Key) -> str:
    """A row in words: "result (round 3, table 2, hand 10, version 1)"."""
    parts = ", ".join(_part(tables, *one) for one in _named(model, key))
    return f"{NAMES[model]} ({parts})" if parts else str(NAMES[model])


def _named(model: type[RecordedModel], key: Key) -> Iterator[tuple[str, Any]]:
    """What each value of a key is, and the value; that of a match with its round, as one."""
    columns = Shape.of(model).key
    at = next((one.at for one in Shape.of(model).references if one.to is Match), slice(0, 0))
    if model is Match:
        at = slice(0, 2)
    if at.stop and at.stop <= len(columns):
        yield "match", key[at]
    for place, (path, value) in enumerate(zip(columns, key, strict=True)):
        if not at.start <= place < at.stop:
            *before, last = path.split("__")
            own = last if last != "number" else model._meta.model_name or ""
            yield before[-1] if before and last == "number" else own, value


_NUMBERED = {"round", "table", "deal", "contestant", "ruling"}
_OTHERWISE = {"correctionrequest": "correction_request", "refereecall": "call", "rounddeal": "deal"}


def _part(tables: Mapping[str, Table], name: str, value: Any) -> str:
    if name == "match":
        match = tables[Match.__name__].get(value)
        table = match and match[Shape.of(Match).columns.index("table__number")]
        return place_text(TablePlace(value[0], table) if table else RoundPlace(value[0]))
    name = _OTHERWISE.get(name, name)
    if name in {*_NUMBERED, *_OTHERWISE.values()}:
        return numbered_text(name, value)
    return str(value) if name in ("stage", "dealset") else f"{part_name(name)} {value}"
