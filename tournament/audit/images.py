"""Images: the rows that an act has changed, as its event carries them.

    {"rows": {"Result": [[3, 2, 10, 1, …]]}, "gone": {"Match": [[3, 2]]}, "moved": {"Contestant":
    [[[4], [7]]]}}

By the name of the model: `rows` as they are after the act, each with the columns of its `Shape`;
keys of rows that are `gone`, with all that belongs to them; earlier and new keys of rows that were
`moved`. Empty parts are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from tournament.audit.chain import recorded
from tournament.models import Championship
from tournament.models.recorder import Note, RecordedModel, Shape, forget, notes

AT_ONCE = 900
"""Most primary keys in one query: SQLite takes no more than a thousand values."""
Row = list[Any]


@cache
def recorded_models() -> dict[str, type[RecordedModel]]:
    """Return the models that a record tells of, by name; models that others refer to come first."""
    ordered: dict[str, type[RecordedModel]] = {}

    def add(model: type[RecordedModel]) -> None:
        for one in model._meta.concrete_fields:
            to = one.related_model
            if isinstance(to, type) and issubclass(to, RecordedModel) and to is not model:
                add(to)
        ordered.setdefault(model.__name__, model)

    for model in apps.get_app_config("tournament").get_models():
        if issubclass(model, RecordedModel):
            add(model)
    return ordered


def images_of(rows: QuerySet[RecordedModel]) -> Iterator[Row]:
    """Yield the images of rows; 1 query."""
    columns = Shape.of(rows.model).columns
    for row in rows.order_by().values_list(*columns):
        yield [recorded(value) for value in row]


def take_changes(championship: Championship) -> dict[str, Any]:
    """Return the images of what was written in the championship since its last event.

    They are forgotten here, so the caller has to store them. 1 query for each model of which rows
    were written.
    """
    waiting = notes()
    taken: dict[str, dict[str, list[Any]]] = {"rows": {}, "gone": {}, "moved": {}}
    for name, model in recorded_models().items():
        own = [one for one in waiting if one.model is model]
        if own:
            rows, gone, moved = _changes(model, own, championship.pk)
            for kind, found in (("rows", rows), ("gone", gone), ("moved", moved)):
                if found:
                    taken[kind][name] = [*found]
    forget([one for one in waiting if not one.pks and not one.gone])
    return {kind: found for kind, found in taken.items() if found}


def _changes(
    model: type[RecordedModel], own: list[Note], championship: int
) -> tuple[list[Row], list[Row], list[tuple[Row, Row]]]:
    """Return the images, the keys that are gone, and those that changed; the notes keep what
    belongs to other championships."""
    shape = Shape.of(model)
    length = len(shape.key)
    gone = [recorded(key) for note in own for owner, key in note.gone if owner == championship]
    for note in own:
        note.gone = [one for one in note.gone if one[0] != championship]
    rows, moved = [], []
    earlier = {pk: recorded(key) for note in reversed(own) for pk, key in note.earlier.items()}
    for pk, is_told, image in _read(model, {pk for note in own for pk in note.pks}, championship):
        key = image[:length]
        if is_told:
            rows.append(image)
            if (before := earlier.get(pk, key)) != key:
                moved.append((before, key))
        elif any(pk in note.pks and not note.are_new for note in own):
            gone.append(key)
        for note in own:
            note.pks.discard(pk)
    return rows, gone, moved


def _read(
    model: type[RecordedModel], pks: Collection[int], championship: int
) -> Iterator[tuple[int, bool, Row]]:
    """Yield the rows of the championship among these: primary key, True if the record tells of the
    row, and image."""
    shape, only = Shape.of(model), model.record.only
    if len(pks) == 1 and not only and shape.key:
        for pk, *image in _read_one(model, next(iter(pks)), championship):
            yield pk, True, image
        return
    every = sorted(pks)
    for start in range(0, len(every), AT_ONCE):
        found = model._base_manager.filter(
            pk__in=every[start : start + AT_ONCE], **{shape.owner: championship}
        )
        told = {*found.filter(only).values_list("pk", flat=True)} if only else None
        for pk, *image in found.order_by("pk").values_list("pk", *shape.columns):
            yield pk, told is None or pk in told, [recorded(value) for value in image]


def _read_one(model: type[RecordedModel], pk: int, championship: int) -> Iterator[Row]:
    """Yield a row, its primary key before its image; nothing for another championship's row."""
    sql, converters = _statement(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [pk, championship])
        for row in cursor.fetchall():
            values = [*row]
            for place, (converting, expression) in converters.items():
                for convert in converting:
                    values[place] = convert(values[place], expression, connection)
            yield [recorded(value) for value in values]


@cache
def _statement(model: type[RecordedModel], _vendor: str) -> tuple[str, dict[int, Any]]:
    """Return the SQL of `_read_one`, and the converters of its values by their place.

    Most acts change one row, and to make this from the models each time takes longer than to ask.
    """
    shape = Shape.of(model)
    rows = model._base_manager.filter(pk=1).filter(**{shape.owner: 2}).order_by()
    compiler = rows.values_list("pk", *shape.columns).query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    assert parameters == (1, 2), "first the row, then its championship"
    return sql, compiler.get_converters([one for one, _sql, _alias in compiler.select])
