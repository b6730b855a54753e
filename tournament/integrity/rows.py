"""Comparison of a championship's rows, column by column, with those in the fold of its record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.audit.event_text import numbered_text, place_text
from tournament.audit.images import Row
from tournament.integrity.differences import column_name, difference, shown_text
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
    HandAccess: pgettext_lazy("row", "look at hands"),
    Match: pgettext_lazy("row", "match"),
    MatchSeat: pgettext_lazy("row", "seat of a match"),
    Sitting: pgettext_lazy("row", "player's seat"),
    Result: pgettext_lazy("row", "result"),
    ResultConfirmation: pgettext_lazy("row", "confirmation"),
    CorrectionRequest: pgettext_lazy("row", "correction request"),
    RefereeCall: pgettext_lazy("row", "call"),
    Ruling: pgettext_lazy("row", "ruling"),
    HandInPlay: pgettext_lazy("row", "hand on phones"),
    AttachedPlay: pgettext_lazy("row", "record of play"),
}
"""Names of the rows of each model, as faults call them."""


_AS: Mapping[str, str] = {
    "AttachedPlay.by": "actor",
    "CorrectionRequest.kind": "correction_request",
    "Entrant.seed": "order",
    "HandAccess.exchanged": "hands_exchanged",
    "HandAccess.kind": "look",
    "RefereeCall.outcome": "call_outcome",
    "Result.kind": "result_kind",
    "Ruling.kind": "ruling",
    "account": "username",
    "actor_contestant": "actor",
    "actor_table": "actor",
    "answered_contestant": "answered_by",
    "answered_table": "answered_by",
    "contestant": "pair",
    "deal": "hand",
    "deals_before": "hands_before",
    "ended_contestant": "ended_by",
    "ended_table": "ended_by",
    "entered_contestant": "entered_by",
    "entered_table": "entered_by",
    "held": "side",
    "is_rehearsal": "rehearsal",
    "position": "player",
}
"""Names of columns in the record, of one model ("Model.column") or of all, where they differ."""
_ACTED = re.compile("_(contestant|table)$")
"""Suffix of columns that hold the number of whoever acted."""


def row_faults(
    stored: Mapping[str, Table],
    recorded: Mapping[str, Table],
    models: Iterable[type[RecordedModel]],
) -> Iterator[str]:
    """Yield a sentence for each row of these models that is not as its record says."""
    matches = recorded[Match.__name__] | stored[Match.__name__]
    for model in models:
        now, said = stored[model.__name__], recorded[model.__name__]
        for key in sorted(now.keys() | said.keys(), key=_in_order):
            if key not in said:
                fault = _("stored, but the record doesn't tell of it")
            elif key not in now:
                fault = _("not stored, but the record tells of it")
            elif now[key] == said[key]:
                continue
            else:
                fault = "; ".join(_differences(model, now[key], said[key]))
            yield f"{_row_text(matches, model, key)}: {fault}."


def _in_order(key: Key) -> list[str]:
    return [str(value).rjust(9) for value in key]


def _differences(model: type[RecordedModel], now: Row, said: Row) -> Iterator[str]:
    for path, value, other in zip(Shape.of(model).columns, now, said, strict=True):
        if value == other:
            continue
        if isinstance(value, dict) and isinstance(other, dict):
            for name in sorted(value.keys() | other.keys()):
                if value.get(name) != other.get(name):
                    yield difference(name, value.get(name), other.get(name))
        else:
            yield difference(
                _name(model, path), *(_told(model, path, one) for one in (value, other))
            )


def _row_text(matches: Table, model: type[RecordedModel], key: Key) -> str:
    """Return a row in words: "table 2", or "result (round 3, table 2, hand 10, version 1)"."""
    name, parts = str(NAMES[model]), []
    columns = [*zip(Shape.of(model).key, key, strict=True)]
    if model is Match or Match in {one.to for one in Shape.of(model).references}:
        parts = [match_text(matches, key[:2])]
        columns = columns[2:]
    for path, value in columns:
        if path in ("number", "position"):
            name = f"{name} {value}"
        elif isinstance(value, int):
            parts.append(f"{column_name(_name(model, path))} {value}")
        else:
            parts.append(shown_text(_told(model, path, value), _name(model, path)))
    return f"{name} ({', '.join(parts)})" if parts else name


def match_text(matches: Table, key: Key) -> str:
    """Return the place of a match in words, by its table, or by its number where it has none.

    `matches` are rows of matches by their keys (round, number), and `key` is one of these.
    """
    round, number = key
    match = matches.get(key)
    table = match and match[Shape.of(Match).columns.index("table__number")]
    if table:
        return place_text(TablePlace(round, table))
    return f"{place_text(RoundPlace(round))}, {NAMES[Match]} {number}"


def _name(model: type[RecordedModel], path: str) -> str:
    """Return the record's name for a column; another row's number goes by the name of that row."""
    *before, last = path.split("__")
    name = before[-1] if before and last == "number" else last
    return _AS.get(f"{model.__name__}.{name}") or _AS.get(name, name)


def _told(model: type[RecordedModel], path: str, value: Any) -> Any:
    """Return a column's value in the form that words are made of."""
    if value is not None and isinstance(_field(model, path), DateTimeField):
        return datetime.fromisoformat(value)
    acted = path in _AS and _ACTED.search(path)
    return numbered_text(acted[1], value) if acted and value is not None else value


def _field(model: type[Model], path: str) -> Any:
    name, _separator, rest = path.partition("__")
    field: Any = model._meta.get_field(name)
    return _field(field.related_model, rest) if rest else field
