"""Importing what must be refused whole, with the reasons, and without leaving anything."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from tournament.audit.chain import event_hash
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.models import AuditEvent, Championship, Contestant, DealSet, InstallationEvent
from tournament.transfer.services import import_championship
from tournament.transfer.shapes import Moment

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
        said = {name: one for name, one in event.items() if name not in {"hash", "previous_hash"}}
        said["at"] = Moment().load(event["at"])
        event["previous_hash"] = previous
        previous = event["hash"] = event_hash(
            championship_id=document["championship"]["number"], previous_hash=previous, **said
        )
