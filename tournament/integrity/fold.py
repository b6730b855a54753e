"""Fold of a record: the rows of a championship that result from applying its events in order.

Only the images (`audit.images`) are used. Rows are lists as in the images, by the name of their
model and by their key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.audit.images import Row, images_of, recorded_models
from tournament.models import AuditEvent, Championship, HandAccess, Membership, PlayingAccount, Role
from tournament.models.recorder import Key, RecordedModel, Shape

Table = dict[Key, Row]
Named = Mapping[str, Any]
"""Values of a row by the names of its columns."""


@dataclass(frozen=True, slots=True)
class ImportedFrom:
    """Import of a championship: its first `events` tell of accounts of another installation."""

    events: int
    organiser: str
    """User name of the account that got a role here; "" for none."""


@dataclass(slots=True)
class Fold:
    """Rows by the name of their model, and by their key."""

    tables: dict[str, Table] = field(
        default_factory=lambda: {name: {} for name in recorded_models()}
    )

    def rows(self, model: type[RecordedModel]) -> Iterator[Named]:
        """Yield the rows of a model."""
        columns = Shape.of(model).columns
        for row in self.tables[model.__name__].values():
            yield dict(zip(columns, row, strict=True))

    def row(self, model: type[RecordedModel], *key: Any) -> Named:
        """Return the row of a key. Raises `LookupError`."""
        columns = Shape.of(model).columns
        return dict(zip(columns, self.tables[model.__name__][key], strict=True))

    def has(self, model: type[RecordedModel], *key: Any) -> bool:
        """Return whether there is a row of that key."""
        return key in self.tables[model.__name__]

    def follow(self, images: Mapping[str, Any]) -> None:
        """Apply the images of one event.

        Raises `LookupError`, `TypeError` or `ValueError` for images this program can't have made.
        """
        for name, keys in images.get("gone", {}).items():
            self._remove(recorded_models()[name], {tuple(one) for one in keys})
        for name, moves in images.get("moved", {}).items():
            model = recorded_models()[name]
            moved = {tuple(old): [*new] for old, new in moves}
            if any(len(one) != len(Shape.of(model).key) for one in (*moved, *moved.values())):
                raise ValueError(f"{name}: a key of another length")
            self._move(model, moved)
        for name, rows in images.get("rows", {}).items():
            shape = Shape.of(recorded_models()[name])
            for row in rows:
                if len(row) != len(shape.columns):
                    raise ValueError(f"{name}: {len(row)} columns instead of {len(shape.columns)}")
                self.tables[name][tuple(row[: len(shape.key)])] = [*row]

    def leave_accounts(self, organiser: str) -> None:
        """Forget the accounts, which are another installation's after an import; `organiser` is the
        user name of the account that gets a role in this one, "" for none."""
        for model in (Membership, PlayingAccount):
            self.tables[model.__name__].clear()
        if organiser:
            self.tables[Membership.__name__][(organiser,)] = [organiser, Role.ORGANISER.value]
        account = Shape.of(HandAccess).columns.index("account")
        for row in self.tables[HandAccess.__name__].values():
            row[account] = ""

    def _remove(self, model: type[RecordedModel], keys: set[Key]) -> None:
        """Remove rows with all that belongs to them, and clear other references to them."""
        table = self.tables[model.__name__]
        found = {one for one in keys if table.pop(one, None) is not None}
        if not found:
            return
        for name, other in recorded_models().items():
            for one in Shape.of(other).references:
                if one.to is not model or not one.is_own:
                    continue
                rows = self.tables[name]
                naming = {key for key, row in rows.items() if tuple(row[one.at]) in found}
                if one.goes_along:
                    self._remove(other, naming)
                else:
                    for key in naming:
                        rows[key][one.at] = [None] * (one.at.stop - one.at.start)

    def _move(self, model: type[RecordedModel], moved: Mapping[Key, Row]) -> None:
        """Give rows other keys, also in the rows that refer to them."""
        table = self.tables[model.__name__]
        length = len(Shape.of(model).key)
        taken = {old: table.pop(old) for old in moved if old in table}
        for old, row in taken.items():
            table[tuple(moved[old])] = [*moved[old], *row[length:]]
        for name, other in recorded_models().items():
            shape = Shape.of(other)
            naming = [one.at for one in shape.references if one.to is model]
            rows = [*self.tables[name].values()] if naming else []
            for row in rows:
                for at in naming:
                    row[at] = moved.get(tuple(row[at]), row[at])
            if rows:
                self.tables[name] = {tuple(row[: len(shape.key)]): row for row in rows}


def fold(into: Fold, events: Iterable[AuditEvent], taken_in: ImportedFrom | None = None) -> None:
    """Apply the events of a championship in order. Raises as `Fold.follow`.

    `taken_in` is the import of a championship that was not made here: it brought no accounts along.
    """
    for event in events:
        into.follow(event.rows)
        if taken_in is not None and event.sequence == taken_in.events:
            into.leave_accounts(taken_in.organiser)


def stored_rows(championship: Championship) -> Mapping[str, Table]:
    """Return the rows of a championship as they are in the tables; 1 query for each model."""
    found: dict[str, Table] = {}
    for name, model in recorded_models().items():
        shape = Shape.of(model)
        length = len(shape.key)
        rows = model._base_manager.filter(model.record.only, **{shape.owner: championship.pk})
        found[name] = {tuple(row[:length]): row for row in images_of(rows)}
    return found
