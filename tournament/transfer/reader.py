"""From the JSON of a championship's file to its events and its rows, or to every fault in them.

The rows result from the record (`integrity.fold`), with the columns and rows that the file has
apart from it. Each becomes an instance of its model that is not stored yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, TypeVar, cast

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.audit.images import recorded_models
from tournament.audit.queries.chains import check_chain
from tournament.core.errors import UserError
from tournament.integrity.fold import Fold, Table
from tournament.models import AuditEvent, Championship
from tournament.models.recorder import Key, RecordedModel, Shape
from tournament.transfer.columns import column_faults, fault, free_faults, read
from tournament.transfer.document import (
    BESIDE,
    EVENT_COLUMNS,
    FORMAT,
    VERSION,
    apart_columns,
    parsed_file,
    refuse_with,
)
from tournament.transfer.names import name_faults
from tournament.transfer.structure import structure_faults

M = TypeVar("M", bound=models.Model)
_LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class Document:
    """Championship that was read from a file."""

    number: int
    """Number that stands for the championship in the hashes of its record."""
    slug: str
    events: tuple[AuditEvent, ...] = ()
    rows: dict[type[models.Model], dict[Key, Any]] = field(default_factory=dict)
    """Instances by model and key, wired to each other; models that others refer to come first."""

    def all(self, model: type[M]) -> list[M]:
        """Return the rows of a model, in the order of their keys."""
        return [self.rows[model][key] for key in sorted(self.rows[model])]

    @property
    def championship(self) -> Championship:
        return cast(Championship, self.rows[Championship][()])


@sensitive_variables()
def read_file(file: BinaryIO) -> Document:
    """Return the championship in a file. Raises `UserError` with its faults."""
    return read_document(parsed_file(file))


@sensitive_variables()
def read_document(found: Any) -> Document:
    """Return the championship in the JSON of a file. Raises `UserError` with its faults."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UserError(_("This is not the file of a championship."))
    version = found.get("version")
    if type(version) is int and version > VERSION:
        raise UserError(
            _(
                "The file comes from a newer version of this program (format %(version)d; this "
                "one reads up to %(known)d): install that version first."
            )
            % {"version": version, "known": VERSION}
        )
    refuse_with(_frame_faults(found))
    document = Document(found["number"], found["slug"], tuple(_read_all(_events(found["record"]))))
    refuse_with(_chain_faults(document))
    tables = _folded(document)
    refuse_with(_add_beside(tables, found["rows"]))
    _build(document, tables, found["apart"])
    refuse_with(name_faults(document.events, document.rows))
    refuse_with(structure_faults(document.rows))
    return document


def _frame_faults(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of the file that are missing, unknown, or of another kind."""
    kinds = {"format": str, "version": int, "number": int, "slug": str}
    kinds |= {"record": list, "apart": dict, "rows": dict}
    for name, kind in kinds.items():
        if name not in found:
            yield fault("", _("lacks “%(name)s”") % {"name": name})
        elif type(found[name]) is not kind:
            yield fault(name, _("must be of another kind"))
    yield from _unknown(found, kinds, "")
    if isinstance(found.get("slug"), str):
        yield from column_faults(Championship._meta.get_field("slug"), found["slug"], "slug")
    if type(found.get("number")) is int and not 0 < found["number"] < 2**63:
        yield fault("number", _("must be a whole number from 1"))
    if type(found.get("version")) is int and found["version"] != VERSION:
        yield fault("version", _("must be %(version)d") % {"version": VERSION})
    parted = {name for name, model in recorded_models().items() if apart_columns(model)}
    for part, names in (("apart", parted), ("rows", {one.__name__ for one in BESIDE})):
        if isinstance(found.get(part), dict):
            yield from _unknown(found[part], names, part)


def _unknown(found: Mapping[str, Any], known: Any, where: str) -> Iterator[str]:
    for name in found.keys() - known:
        shown = name[:40].encode("ascii", "backslashreplace").decode()
        yield fault(where, _("has “%(name)s”, which is unknown") % {"name": shown})


def _read_all(made: Iterator[AuditEvent | list[str]]) -> Iterator[AuditEvent]:
    """Return the events. Raises `UserError` with the faults of all of them."""
    events, faults = [], []
    for one in made:
        if isinstance(one, AuditEvent):
            events.append(one)
        else:
            faults += one
    refuse_with(iter(faults))
    return iter(events)


def _events(record: list[Any]) -> Iterator[AuditEvent | list[str]]:
    """Yield each event, or its faults."""
    names = {one.name for one in EVENT_COLUMNS}
    for place, told in enumerate(record):
        where = f"record[{place}]"
        if not isinstance(told, dict) or told.keys() != names:
            yield [fault(where, _("must be an object with the columns of an act"))]
            continue
        event, faults = AuditEvent(), []
        for column in EVENT_COLUMNS:
            try:
                setattr(event, column.name, read(column, told[column.name]))
            except ValidationError as error:
                faults += [fault(f"{where}.{column.name}", one) for one in error.messages]
        for name in ("before", "after"):
            found = free_faults(told[name], of_an_act=True)
            faults += [fault(f"{where}.{name}", one) for one in found]
        if not faults:
            event.disclose()
        yield faults or event


def _chain_faults(document: Document) -> Iterator[str]:
    """Yield the first break in the chain of the record; the events after it can't be checked."""
    chain = check_chain(document.events, chained_as=document.number)
    if chain.broken_at is not None:
        yield fault(
            f"record[{chain.events - 1}]",
            _("the chain is broken here, or the event before it was changed or removed"),
        )


def _folded(document: Document) -> dict[str, Table]:
    """Return the rows that result from the record, without its accounts. Raises `UserError`."""
    followed = Fold()
    for place, event in enumerate(document.events):
        try:
            followed.follow(event.rows)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise UserError(
                fault(f"record[{place}].rows", _("can't be followed: no act has such rows"))
            ) from None
    followed.leave_accounts("")
    if not followed.tables[Championship.__name__]:
        raise UserError(fault("record", _("doesn't tell of a championship")))
    return followed.tables


def _add_beside(tables: dict[str, Table], told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of the rows beside the record; add the sound rows to `tables`."""
    for model in BESIDE:
        name, shape = model.__name__, Shape.of(model)
        table = tables.setdefault(name, {})
        for key, row in _keyed(told.get(name, []), f"rows.{name}", shape.key, shape.columns):
            if row is None or key in table:
                where = f"rows.{name}{key if isinstance(key, list) else [*key]}"
                yield fault(where, _("must be a row with its key, each once"))
            else:
                table[key] = row


def _keyed(
    told: Any, where: str, key: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[Any, list[Any] | None]]:
    """Yield the key of each row, and the row; for an invalid row its place, and None."""
    if not isinstance(told, list):
        raise UserError(fault(where, _("must be a list")))
    for place, row in enumerate(told):
        own = row[: len(key)] if isinstance(row, list) and len(row) == len(columns) else None
        if own is None or not all(isinstance(one, int | str) for one in own):
            yield [place], None
        else:
            yield tuple(own), row


@sensitive_variables()
def _build(document: Document, tables: Mapping[str, Table], apart: Mapping[str, Any]) -> None:
    """Make an instance of each row. Raises `UserError` with the faults of all of them."""
    faults: list[str] = []
    recorded = recorded_models()
    for model in (*recorded.values(), *(one for one in BESIDE if one not in recorded.values())):
        name, shape, columns = model.__name__, Shape.of(model), apart_columns(model)
        told: dict[Any, list[Any]] = {}
        named = (*shape.key, *columns)
        for key, row in _keyed(apart.get(name, []), f"apart.{name}", shape.key, named):
            if row is None or key in told or key not in tables[name]:
                where = f"apart.{name}{[*key]}"
                faults.append(fault(where, _("must be a row of the record with its key, once")))
            else:
                told[key] = row[len(shape.key) :]
        made = document.rows.setdefault(model, {})
        for key, row in tables[name].items():
            where = f"{name}{_shown(key)}"
            if columns and key not in told:
                faults.append(fault(f"apart.{name}", _("lacks %(row)s") % {"row": where}))
                continue
            made[key] = _instance(
                document, model, row, dict(zip(columns, told.get(key, ()))), where, faults
            )
    refuse_with(iter(faults))


def _shown(key: Key) -> str:
    """Return a key as faults show it, its values cut to a length."""
    parts = (str(one)[:40].encode("ascii", "backslashreplace").decode() for one in key)
    return f"[{', '.join(parts)}]"


@sensitive_variables()
def _instance(
    document: Document,
    model: type[models.Model],
    row: list[Any],
    apart: Mapping[str, Any],
    where: str,
    faults: list[str],
) -> models.Model:
    made, shape = model(), Shape.of(model)
    told = {name: row[at] for name, at in shape.places.items()}
    for name, values in (*told.items(), *((name, [one]) for name, one in apart.items())):
        column: Any = model._meta.get_field(name)
        try:
            value = (
                _named(document, column, values) if column.is_relation else read(column, values[0])
            )
            setattr(made, name, value)
        except ValidationError as error:
            faults += [fault(f"{where}.{name}", one) for one in error.messages]
    return made


def _named(document: Document, column: Any, key: list[Any]) -> models.Model | None:
    """Return the row that a column refers to by its key, or None. Raises `ValidationError`."""
    to: type[RecordedModel] = column.related_model
    if key and all(one is None for one in key) and column.null:
        return None
    try:
        return cast(models.Model, document.rows[to][tuple(key)])
    except (KeyError, TypeError):
        raise ValidationError(
            _("names %(row)s, which is not in the file")
            % {"row": f"{to.__name__}{_shown((*key,))}"}
        ) from None
