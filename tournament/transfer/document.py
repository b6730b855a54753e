"""File of a championship: its record, and what the record doesn't tell.

    {"format": "botifarra-championship", "version": 1, "number": 7, "slug": "day",
     "record": [{"sequence": 1, …}, …],
     "apart": {"DealSet": [[1, "3f2a…", null, null]]},
     "rows": {"PlayAct": [[1, 1, 1, 1, "card", …]]}}

`record` has the events with all their columns. `apart` has, by model, the key of each row and its
columns that the record leaves out; `rows` has whole rows that the record doesn't tell, or not yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, BinaryIO, NoReturn

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from tournament.audit.images import recorded_models
from tournament.core.errors import UserError
from tournament.models import AuditEvent, Championship, HandInPlay, PlayAct, PlayRecord
from tournament.models.recorder import Shape
from tournament.transfer.columns import written

FORMAT = "botifarra-championship"
VERSION = 1
LARGEST_FILE = 32 * 1024 * 1024
"""Most bytes of a file: some times the size for forty pairs in 39 rounds."""
MOST_PARTS = 400_000
"""Most objects and lists in a file; each takes much more room in memory than in the file."""
MOST_VALUES = 2_000_000
LONGEST_NUMBER = 19
"""Most digits of a number, as the largest that a database keeps has."""
SHOWN_FAULTS = 20

EVENT_COLUMNS = tuple(
    one for one in AuditEvent._meta.concrete_fields if one.name not in {"id", "championship"}
)
BESIDE: tuple[type[models.Model], ...] = (HandInPlay, PlayAct, PlayRecord)
"""Models with rows that the record doesn't tell, or not yet, in the order of storing."""


def apart_columns(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns of a model that the file has apart from the record."""
    return (*model.record.apart,)  # type: ignore[attr-defined]


# Writing


@sensitive_variables()
def document_of(championship: Championship) -> dict[str, Any]:
    """Return a championship as its file has it, as JSON values; 1 query for each part."""
    events = AuditEvent.objects.filter(championship=championship).order_by("sequence")
    parted = (model for model in recorded_models().values() if apart_columns(model))
    return {
        "format": FORMAT,
        "version": VERSION,
        "number": championship.chained_as,
        "slug": championship.slug,
        "record": [
            {
                name: written(value)
                for name, value in {
                    **{one.name: getattr(event, one.name) for one in EVENT_COLUMNS},
                    **event.sealed(),
                }.items()
            }
            for event in events
        ],
        "apart": {
            model.__name__: _rows(
                championship, model, (*Shape.of(model).key, *apart_columns(model))
            )
            for model in parted
        },
        "rows": {
            HandInPlay.__name__: _rows(championship, HandInPlay, but=HandInPlay.record.only),
            PlayAct.__name__: _rows(championship, PlayAct),
            PlayRecord.__name__: _newest_records(championship),
        },
    }


def _rows(
    championship: Championship,
    model: type[models.Model],
    columns: tuple[str, ...] | None = None,
    but: models.Q | None = None,
) -> list[list[Any]]:
    """Return rows in the order of their keys: these columns, or those of their images."""
    shape = Shape.of(model)
    rows = model._base_manager.filter(**{shape.owner: championship.pk}).order_by(*shape.key)
    if but is not None:
        rows = rows.exclude(but)
    return [[*map(written, row)] for row in rows.values_list(*(columns or shape.columns))]


def _newest_records(championship: Championship) -> list[list[Any]]:
    """Return the newest record of play of each hand; earlier ones are left out."""
    rows = _rows(championship, PlayRecord)
    return list({tuple(row[:3]): row for row in rows}.values())


def file_of(document: Mapping[str, Any]) -> bytes:
    """Return the file of a document: JSON in UTF-8 with a line for each event and each row, the
    keys of events sorted."""
    return ("".join(_lines(document, 0)) + "\n").encode()


def _lines(value: Any, level: int) -> Iterator[str]:
    """Yield the JSON of a value in pieces: outer objects and lists with a line for each entry."""
    if level < 3 and isinstance(value, dict | list) and value:
        brackets = "{}" if isinstance(value, dict) else "[]"
        before, indent = brackets[0], "\n" + " " * (level + 1)
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield before + indent
            before = ","
            if isinstance(value, dict):
                yield f"{json.dumps(name)}: "
            is_entry = isinstance(value, list)
            yield from _lines(one, 3 if is_entry else level + 1)
        yield "\n" + " " * level + brackets[1]
    else:
        # Databases keep a free value's keys in orders of their own.
        yield json.dumps(value, ensure_ascii=False, sort_keys=True)


# Parsing


def parsed(content: bytes) -> Any:
    """Return the value of a file's JSON. Raises `UserError` for invalid JSON, or a file too large.

    Its size and the number of its values are looked at before it is parsed, so that no file costs
    more than a championship could.
    """
    if len(content) > LARGEST_FILE:
        raise UserError(
            _("The file is larger than %(size)d MB: this is not a championship.")
            % {"size": LARGEST_FILE >> 20}
        )
    parts = content.count(b"{") + content.count(b"[")
    if parts > MOST_PARTS or content.count(b",") > MOST_VALUES:
        raise UserError(_("The file contains more than a championship can."))
    return _parsed(content)


def parsed_file(file: BinaryIO) -> Any:
    """Return the value of an open file's JSON, as `parsed`; it reads no more than that allows."""
    return parsed(file.read(LARGEST_FILE + 1))


class _NotInTheFormat(ValueError):
    """JSON of a kind that the format doesn't use; the message says which."""


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(
            content.decode(),
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
        )
    except _NotInTheFormat as error:
        raise UserError(str(error)) from error
    except RecursionError as error:
        raise UserError(_("The file is nested too deeply: this is not a championship.")) from error
    except UnicodeDecodeError as error:
        raise UserError(
            _("The file is not in UTF-8 (byte %(place)d): it is damaged, or another kind of file.")
            % {"place": error.start}
        ) from error
    except json.JSONDecodeError as error:
        raise UserError(
            _(
                "The file is not JSON (line %(line)d, column %(column)d): it is damaged, or "
                "another kind of file."
            )
            % {"line": error.lineno, "column": error.colno}
        ) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _NotInTheFormat(_("An object of the file has a field twice."))
    return made


def _whole_number(text: str) -> int:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        raise _NotInTheFormat(_("The file contains a number that is too large."))
    return int(text)


def _no_fraction(_text: str) -> NoReturn:
    raise _NotInTheFormat(_("The file contains a number that is not whole."))


def refuse_with(faults: Iterator[str]) -> None:
    """Raise `UserError` with the first faults and the number of the others, if there are any."""
    first = list(islice(faults, SHOWN_FAULTS))
    if not first:
        return
    more = sum(1 for _one in islice(faults, 1000))
    if more:
        first.append(ngettext("And %(count)d more.", "And %(count)d more.", more) % {"count": more})
    raise UserError(*first)


# What other programs may expect


def json_schema() -> dict[str, Any]:
    """Return the format as JSON Schema (2020-12): the parts of a file, not whether they fit."""
    columns = {one.name: {"type": _json_types(one)} for one in EVENT_COLUMNS}
    parted = {name: one for name, one in recorded_models().items() if apart_columns(one)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A championship of duplicate botifarra",
        "description": "See championship-file.md beside this file.",
        **_object_schema(
            {
                "format": {"const": FORMAT},
                "version": {"const": VERSION},
                "number": {"type": "integer", "minimum": 1},
                "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
                "record": {"type": "array", "items": _object_schema(columns)},
                "apart": _object_schema(
                    {
                        name: _rows_schema((*Shape.of(one).key, *apart_columns(one)))
                        for name, one in parted.items()
                    }
                ),
                "rows": _object_schema(
                    {one.__name__: _rows_schema(Shape.of(one).columns) for one in BESIDE}
                ),
            }
        ),
    }


def _object_schema(parts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": parts,
        "required": [*parts],
        "additionalProperties": False,
    }


def _rows_schema(columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the schema of rows as lists, with the names of their columns."""
    row = {"type": "array", "minItems": len(columns), "maxItems": len(columns)}
    names = ", ".join(one.replace("__", ".") for one in columns)
    return {"type": "array", "items": {**row, "description": names}}


def _json_types(column: Any) -> list[str]:
    kinds: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
        (models.JSONField, ("object", "array")),
        (models.BooleanField, ("boolean",)),
        (models.IntegerField, ("integer",)),
        (models.Field, ("string",)),
    )
    found = next(types for kind, types in kinds if isinstance(column, kind))
    return [*found, *(("null",) if column.null else ())]
