"""Rows in a championship's record, and what was written since its last event.

Every model says whether its rows are recorded, or why not (`record`). Whatever writes recorded
rows notes them with the transaction. `audit.services.record_event` takes the notes and puts the
rows into its event, so a service can't forget a column. After a commit with notes that no event has
taken `UnrecordedWrite` is raised: the rows stay, and `manage.py verify` tells of them, as it does
of whatever went round the ORM.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.db import connection, models, transaction
from django.db.models import Q

Key = tuple[Any, ...]
"""Name of a row in its championship: the values of its key, other rows' keys in their places."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Declaration of how the rows of a model stand in the record."""

    key: tuple[str, ...]
    """The fields that name a row; the first leads to the championship."""
    apart: Mapping[str, str] = field(default_factory=dict)
    """Columns outside the record, each with the reason; a championship's file has them beside
    it."""
    withheld: Mapping[str, str] = field(default_factory=dict)
    """Columns that neither the record nor the file tells, each with the reason."""
    personal: tuple[str, ...] = ()
    """Fields that say who somebody is, or that people wrote: the record has digests of them."""
    only: Q = field(default_factory=Q)
    """Condition for rows that are told; the others are not yet a matter of the record."""


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Declaration of why the rows of a model don't stand in the record of a championship."""

    reason: str
    key: tuple[str, ...] = ()
    """The fields that name a row in a championship's file, which has the rows beside the record;
    none where the file doesn't have them."""
    withheld: Mapping[str, str] = field(default_factory=dict)
    """Columns that the file doesn't tell, each with the reason."""

    @property
    def apart(self) -> Mapping[str, str]:
        return {}


class UnrecordedWrite(AssertionError):
    """Rows of a championship were written, and no event tells of it."""


@dataclass(eq=False, slots=True)
class Note:
    """Rows that were written in a transaction and that no event has told of yet.

    It waits among what Django calls after a commit, so a rollback to a savepoint forgets what was
    written since. Record in the savepoint in which rows were written, or outside of it: an event
    that is rolled back alone has taken their notes along.
    """

    model: type[RecordedModel]
    pks: set[int]
    earlier: Mapping[int, Key] = field(default_factory=dict)
    """The keys of rows that may have got another one."""
    gone: Collection[tuple[int, Key]] = ()
    """Rows that were deleted: the championship's primary key, and the row's key."""
    are_new: bool = False

    def is_due(self) -> bool:
        """Return whether an event still has to tell of it; 1 query."""
        there = self.model._base_manager.filter(self.model.record.only, pk__in=self.pks)
        return bool(self.gone) or (bool(self.pks) and there.exists())

    def __call__(self) -> None:
        if self.is_due():
            raise UnrecordedWrite(f"no event tells of what was written: {self.model.__name__}")


def notes() -> list[Note]:
    """Return the writes of this transaction that no event has told of yet, in order."""
    return [one[1] for one in connection.run_on_commit if isinstance(one[1], Note)]


def forget(told: Collection[Note]) -> None:
    """Take notes off the list: an event tells of them, or there is no record any more."""
    gone = {*told}
    connection.run_on_commit = [one for one in connection.run_on_commit if one[1] not in gone]


_M = TypeVar("_M", bound="RecordedModel")


class RecordedQuerySet(models.QuerySet[_M]):
    """Note the rows that are written in bulk."""

    def update(self, **values: Any) -> int:
        pks = set(self.order_by().values_list("pk", flat=True))
        earlier = _keys(self.model, pks) if values.keys() & _own_key(self.model) else {}
        changed = super().update(**values)
        _note(Note(self.model, pks, earlier))
        return changed

    def bulk_create(self, objs: Iterable[_M], *args: Any, **options: Any) -> list[_M]:
        assert not options.get("ignore_conflicts"), "whoever ignores conflicts can't tell the rows"
        made = super().bulk_create(objs, *args, **options)
        _note(Note(self.model, {one.pk for one in made}, are_new=True))
        return made

    def delete(self) -> tuple[int, dict[str, int]]:
        _note_gone(self.model, self.order_by().values_list("pk", flat=True))
        return super().delete()


class RecordedModel(models.Model):
    """A model whose rows a championship's record tells."""

    record: ClassVar[Recorded]
    if not TYPE_CHECKING:  # models may have a manager of their own, made from the same query set
        objects = RecordedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save_base(self, *args: Any, **options: Any) -> None:
        is_new = self._state.adding
        columns = options.get("update_fields")
        may_move = columns is None or bool({*columns} & _own_key(type(self)))
        earlier = _keys(type(self), [self.pk]) if may_move and not is_new else {}
        super().save_base(*args, **options)
        _note(Note(type(self), {self.pk}, earlier, are_new=is_new))

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        _note_gone(type(self), [self.pk])
        return super().delete(*args, **options)


def _note(one: Note) -> None:
    if one.pks or one.gone:
        transaction.on_commit(one)


def _note_gone(model: type[RecordedModel], pks: Iterable[int]) -> None:
    """Note that rows have gone. Rows that hang on them go too: the fold knows that by the
    models."""
    shape = Shape.of(model)
    told = model._base_manager.filter(model.record.only, pk__in=list(pks)).values_list(
        shape.owner, *shape.key
    )
    _note(Note(model, set(), gone=[(owner, tuple(key)) for owner, *key in told]))


def _keys(model: type[RecordedModel], pks: Iterable[int]) -> dict[int, Key]:
    rows = model._base_manager.filter(pk__in=list(pks)).values_list("pk", *Shape.of(model).key)
    return {pk: tuple(key) for pk, *key in rows}


def _own_key(model: type[RecordedModel]) -> set[str]:
    """Return the key's columns but for the one to the championship, which rows never change."""
    return {*model.record.key[1:]}


@dataclass(frozen=True, slots=True)
class Reference:
    """The part of a row's image that names another row: its key, from a place on."""

    to: type[RecordedModel]
    at: slice
    goes_along: bool
    """The row goes when the one that it names goes."""
    is_own: bool
    """The row's own column, and not one of a row that it names."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Columns of an image, those of the key first. Another row stands there by its key."""

    model: type[models.Model]
    owner: str
    """The way to the championship."""
    key: tuple[str, ...]
    columns: tuple[str, ...]
    places: Mapping[str, slice]
    """Slice of the image for each field: another row takes as many columns as its key has."""
    references: tuple[Reference, ...]

    @staticmethod
    @cache
    def of(model: type[models.Model]) -> Shape:
        """Return the shape of a model that is recorded or goes into a championship's file."""
        record: Recorded | Unrecorded = model.record  # type: ignore[attr-defined]
        left_out = {*record.key, *record.apart, *record.withheld}
        rest = [one.name for one in model._meta.concrete_fields if not one.primary_key]
        columns: list[str] = []
        places: dict[str, slice] = {}
        references: list[Reference] = []
        for name in (*record.key, *(one for one in rest if one not in left_out)):
            start = len(columns)
            _expand(model._meta.get_field(name), "", columns, references)
            places[name] = slice(start, len(columns))
        key = columns[: places[record.key[-1]].stop if record.key else 0]
        return Shape(model, _owner(model), (*key,), (*columns,), places, (*references,))


def _expand(one: Any, before: str, columns: list[str], references: list[Reference]) -> None:
    """Add a column's own path, or the paths of the key of the row that it names."""
    name, to = f"{before}{one.name}", one.related_model
    if to is None:
        columns.append(name)
    elif not (isinstance(to, type) and issubclass(to, RecordedModel)):
        columns.append(f"{name}__{to.USERNAME_FIELD}")
    elif to.record.key:
        start = len(columns)
        for part in to.record.key:
            _expand(to._meta.get_field(part), f"{name}__", columns, references)
        goes_along = one.remote_field.on_delete is models.CASCADE
        at = slice(start, len(columns))
        references.append(Reference(to, at, goes_along, is_own=not before))


def _owner(model: Any) -> str:
    """Return the path from a row to its championship."""
    if not model.record.key:
        return "pk"
    first = model._meta.get_field(model.record.key[0])
    to: Any = first.related_model
    return first.name if not to.record.key else f"{first.name}__{_owner(to)}"
