"""Importing what must be refused whole, with the reasons, and without leaving anything."""

from __future__ import annotations

import json
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from django.db import models

from tournament.audit.chain import event_hash
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.models import AuditEvent, Championship, Contestant, DealSet, InstallationEvent
from tournament.models.recorder import Key, Shape
from tournament.transfer.services import import_championship

SOMEBODY = Actor("somebody")


def rows() -> list[int]:
    models = (Championship, Contestant, DealSet, AuditEvent, InstallationEvent)
    return [model.objects.count() for model in models]


def refused(content: bytes) -> str:
    """The reasons why a file is refused; nothing may have changed."""
    before = rows()
    with pytest.raises(UserError) as error:
        import_championship(actor=SOMEBODY, file=BytesIO(content))
    assert rows() == before
    assert error.value.field == "file"
    assert error.value.messages
    return "\n".join(map(str, error.value.messages))


def written(document: Any) -> bytes:
    return json.dumps(document).encode()


def rehash(document: Any) -> None:
    """Make the chain whole again, as somebody would who knows how."""
    previous = ""
    for event in document["record"]:
        beside = {"hash", "previous_hash", "disclosed"}
        said = {name: one for name, one in event.items() if name not in beside}
        said["at"] = datetime.fromisoformat(event["at"])
        event["previous_hash"] = previous
        previous = event["hash"] = event_hash(
            championship_id=document["number"], previous_hash=previous, **said
        )


def images(document: Any, model: type[models.Model]) -> dict[Key, list[Any]]:
    """The newest image of each row in the record, by its key: the very list in the document."""
    found: dict[Key, list[Any]] = {}
    length = len(Shape.of(model).key)
    for event in document["record"]:
        for row in event["rows"].get("rows", {}).get(model.__name__, ()):
            found[tuple(row[:length])] = row
        for key in event["rows"].get("gone", {}).get(model.__name__, ()):
            found.pop(tuple(key), None)
    return found


def forge(
    document: Any, model: type[models.Model], which: int | Key = 0, /, **columns: Any
) -> list[Any]:
    """Give a row, named by its key or its place in the order of keys, other values in its newest
    image, and make the chain whole again."""
    there = images(document, model)
    row = there[sorted(there)[which] if isinstance(which, int) else which]
    for name, value in columns.items():
        number = Shape.of(model).columns.index(name)
        row[number] = value
        for event in document["record"]:
            for place, other in enumerate(event["rows"].get("rows", {}).get(model.__name__, ())):
                if other is row:
                    event["disclosed"].pop(f"rows/rows/{model.__name__}/{place}/{number}", None)
    rehash(document)
    return row


def forget(document: Any, model: type[models.Model], *places: int) -> None:
    """Take rows out of the record, one after the other by their places in the order of keys,
    wherever they stand, and make the chain whole again."""
    for place in places:
        key = sorted(images(document, model))[place]
        for event in document["record"]:
            told = event["rows"].get("rows", {})
            if model.__name__ in told:
                kept = [row for row in told[model.__name__] if tuple(row[: len(key)]) != key]
                told[model.__name__] = kept
    rehash(document)
