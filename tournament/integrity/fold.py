"""The fold of a record: the rows of a championship to which its events lead, one after the other.

It is made from the images alone (`audit.images`). Rows are lists as they stand there, by the name
of their model and by their key.
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
"""A row by the names of its columns."""


@dataclass(frozen=True, slots=True)
class ImportedFrom:
    """What an import made of accounts: those of the first `events` were another installation's."""

    events: int
    organiser: str
    """The user name of who got a role here; "" for nobody."""


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
        """Do what an event tells. Raises `LookupError`, `TypeError` or `ValueError` for images that
        this program can't have made."""
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
        user name of who gets a role in this one, "" for nobody."""
        for model in (Membership, PlayingAccount):
            self.tables[model.__name__].clear()
        if organiser:
            self.tables[Membership.__name__][(organiser,)] = [organiser, Role.ORGANISER.value]
        account = Shape.of(HandAccess).columns.index("account")
        for row in self.tables[HandAccess.__name__].values():
            row[account] = ""

    def _remove(self, model: type[RecordedModel], keys: set[Key]) -> None:
        """Take rows away, with all that hangs on them; what only names them names nothing then."""
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
        """Give rows other keys, wherever they are named."""
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
    """Follow the events of a championship, one after the other. Raises as `Fold.follow`.

    `taken_in` tells of its import, for one that was not made here: it brought no accounts along.
    """
    for event in events:
        into.follow(event.rows)
        if taken_in is not None and event.sequence == taken_in.events:
            into.leave_accounts(taken_in.organiser)


def stored_rows(championship: Championship) -> Mapping[str, Table]:
    """Return the rows of a championship as they stand in the tables; 1 query for each model."""
    found: dict[str, Table] = {}
    for name, model in recorded_models().items():
        shape = Shape.of(model)
        length = len(shape.key)
        rows = model._base_manager.filter(model.record.only, **{shape.owner: championship.pk})
        found[name] = {tuple(row[:length]): row for row in images_of(rows)}
    return found
