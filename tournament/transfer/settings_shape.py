"""How the settings of a stage stand in a document: made from the fields that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import SettingsError
from scoring.settings import InOrder, Number, Setting
from tournament.models import STAGE_SETTINGS, settings_of
from tournament.transfer.shapes import (
    Choice,
    ListOf,
    Nullable,
    Record,
    Schema,
    Shape,
    Whole,
    YesOrNo,
    fault,
)


def _shape_of(one: Setting) -> Shape:
    if isinstance(one, Number):
        whole = Whole(one.least, one.most)
        return Nullable(whole) if one.can_be_none else whole
    if isinstance(one, InOrder):
        return ListOf(Choice([str(rule) for rule in one.choices]), len(one.choices))
    values = [one.plain(value) for value in one.choices]
    if all(isinstance(value, bool) for value in values):
        return YesOrNo()
    if all(isinstance(value, int) for value in values):
        return Whole(min(values), max(values))
    return Choice(values)


_RECORDS = tuple(
    Record({name: _shape_of(one) for name, one in kind.fields().items()}) for kind in STAGE_SETTINGS
)
"""Each kind of settings, every one of them by its name."""


@dataclass(frozen=True, slots=True)
class SettingsObject:
    """The settings of some kind of stage, all of them; of which kind, the names say."""

    def faults(self, value: Any, where: str) -> Iterator[str]:
        names = value.keys() if isinstance(value, dict) else ()
        record = next((one for one in _RECORDS if one.fields.keys() == names), None)
        if record is None:
            yield fault(where, _("must hold all settings of a format, and nothing else"))
            return
        found = list(record.faults(value, where))
        yield from found
        if not found:
            try:
                settings_of(value)
            except SettingsError as error:
                yield fault(f"{where}.{error.field}", _("the settings don't fit together"))

    def load(self, value: Any) -> Any:
        return settings_of(value)

    def schema(self) -> Schema:
        return {"anyOf": [one.schema() for one in _RECORDS]}
