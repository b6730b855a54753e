"""Names in a championship's file: as the program writes them, and without private data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.core.labels import PRIVATE_LABELS
from tournament.core.names import clean_name
from tournament.core.private_data import private_in
from tournament.models import Action, AuditEvent, Championship, Contestant, Player, Stage, Table
from tournament.models.recorder import Key, RecordedModel, Shape
from tournament.transfer.columns import fault

_NAMES: Mapping[type[RecordedModel], tuple[str, ...]] = {
    Championship: ("name", "place"),
    Table: ("name",),
    Contestant: ("name", "club"),
    Player: ("name",),
    Stage: ("name",),
}
_OF_PEOPLE = (Contestant, Player)
_TELLS_NAMES = {
    *(Action.CONTESTANT_ADDED, Action.CONTESTANT_CHANGED, Action.CONTESTANT_REMOVED),
    *(Action.CONTESTANTS_IMPORTED, Action.CONTESTANT_JOINED_LATE, Action.NUMBERS_DRAWN),
}
"""Events that repeat the names of the register."""


def name_faults(
    events: Sequence[AuditEvent], rows: Mapping[type[Any], Mapping[Key, Any]]
) -> Iterator[str]:
    """Yield the faults of names in these rows, and in the record's acts on the register, even if no
    row has them now."""
    yield from _record_faults(events)
    for model, names in _NAMES.items():
        for key, row in rows[model].items():
            for name in names:
                where, value = f"{model.__name__}{[*key]}.{name}", getattr(row, name)
                if not is_clean(value):
                    yield fault(where, _("must be written as the program writes names"))
                if model in _OF_PEOPLE:
                    yield from _private_faults(where, value)


def is_clean(name: str) -> bool:
    """Return whether a name is written as the program writes names."""
    try:
        return clean_name(name, max_length=max(len(name), 1)) == name
    except UserError:
        return False


def _private_faults(where: str, name: str) -> Iterator[str]:
    """Yield a fault if a name holds private data, which the sentence doesn't repeat."""
    if private := private_in(name):
        told = ", ".join(str(PRIVATE_LABELS[one]) for one in private)
        yield fault(where, _("a name must not hold %(what)s") % {"what": told})


def _record_faults(events: Sequence[AuditEvent]) -> Iterator[str]:
    for place, event in enumerate(events):
        if event.action in _TELLS_NAMES:
            for name in _names_told([event.before, event.after]):
                yield from _private_faults(f"record[{place}]", name)
        told = event.rows.get("rows", {})
        for model in _OF_PEOPLE:
            at = [Shape.of(model).columns.index(one) for one in _NAMES[model]]
            for name in (row[one] for row in told.get(model.__name__, ()) for one in at):
                if isinstance(name, str):
                    yield from _private_faults(f"record[{place}].rows", name)


def _names_told(value: Any) -> Iterator[str]:
    """Yield all names in a part of such an event; a draw joins those of a pair in one text."""
    if isinstance(value, str):
        yield from value.split(" – ")
    elif isinstance(value, list):
        for one in value:
            yield from _names_told(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in {"seed", "token", "from_round", "matches"}:
                yield from _names_told(one)
