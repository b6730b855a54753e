"""Column of a row in a championship's file: written as the record writes it, and read strictly,
since a file can come from anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date, datetime
from typing import Any, TypeAlias, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from scoring.errors import SettingsError
from scoring.settings import StageSettings
from tournament.audit.chain import recorded
from tournament.audit.event_text import DAYS, MOMENTS
from tournament.core.names import is_shown_whole
from tournament.models.settings import SettingsField, settings_of

Field: TypeAlias = "models.Field[Any, Any]"

DEEPEST = 12
"""Most levels of lists and objects in a free value."""
LARGEST = 2**63 - 1
YEARS = range(1970, 2101)
"""Years in which a time in a file may lie: from that of a clock never set, to the last in forms."""
_SMALL, _MIDDLE = 32767, 2**31 - 1
_RANGES: Mapping[str, tuple[int, int]] = {
    "PositiveSmallIntegerField": (0, _SMALL),
    "SmallIntegerField": (-_SMALL, _SMALL),
    "PositiveIntegerField": (0, _MIDDLE),
}
"""Numbers that every database keeps in a field, by its kind."""


def fault(where: str, what: str) -> str:
    """Return a sentence about a place; `where` is "" for the whole file."""
    place = where or _("the file")  # not inside the braces, where no catalogue finds it
    return f"{place}: {what.removesuffix('.')}."


def written(value: Any) -> Any:
    """Return a column's value as JSON: as the record has it, bytes as lower-case hex digits."""
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else recorded(value)


def read(field: Field, value: Any) -> Any:
    """Return a column's value from its JSON.

    Raises `ValidationError` for an impossible value, or one that `written` writes otherwise.
    """
    if value is None:
        if not field.null:
            raise ValidationError(_("must not be null"))
        return None
    made = next(reader for kind, reader in _READERS if isinstance(field, kind))(field, value)
    if isinstance(made, StageSettings):
        return made
    field.clean(made, None)
    return made


def column_faults(column: Field, value: Any, where: str) -> Iterator[str]:
    """Yield the faults of this JSON as a column's value; `where` is its place."""
    try:
        read(column, value)
    except ValidationError as error:
        yield from (fault(where, one) for one in error.messages)


def _settings(_field: Field, value: Any) -> StageSettings:
    if not isinstance(value, dict):
        raise ValidationError(_("must be an object"))
    try:
        made = settings_of(value)
    except SettingsError as error:
        raise ValidationError(
            _("the settings don't fit together (%(setting)s)") % {"setting": error.field}
        ) from error
    if made.plain() != value:
        raise ValidationError(_("must be written as the program writes it"))
    return made


def _free(_field: Field, value: Any) -> Any:
    for found in free_faults(value):
        raise ValidationError(found)
    return value


def _bytes(field: Field, value: Any) -> bytes:
    if not isinstance(value, str):
        raise ValidationError(_("must be written in pairs of hex digits"))
    if field.max_length is not None and len(value) > 2 * field.max_length:
        raise ValidationError(_("must have at most %(most)d bytes") % {"most": field.max_length})
    if len(value) % 2 or not re.fullmatch("[0-9a-f]+", value):
        raise ValidationError(_("must be written in pairs of hex digits"))
    return bytes.fromhex(value)


def _moment(_field: Field, value: Any) -> datetime:
    sentence = _("must be a time such as %(example)s, from 1970 to 2100")
    return _in_time(datetime, value, sentence % {"example": "2026-11-21T09:30:00+00:00"})


def _day(_field: Field, value: Any) -> date:
    sentence = _("must be a date such as %(example)s, from 1970 to 2100")
    return _in_time(date, value, sentence % {"example": "2026-11-21"})


_T = TypeVar("_T", date, datetime)


def _in_time(kind: type[_T], value: Any, sentence: str) -> _T:
    if _is_in_years(value, kind):
        made = kind.fromisoformat(value)
        if recorded(made) == value:
            return made
    raise ValidationError(sentence)


def _is_in_years(text: Any, kind: type[date]) -> bool:
    try:
        found = kind.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    has_zone = not isinstance(found, datetime) or found.tzinfo is not None
    return has_zone and found.year in YEARS


def _yes_or_no(_field: Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValidationError(_("must be true or false"))
    return value


def _whole(field: Field, value: Any) -> int:
    least, most = _RANGES[field.get_internal_type()]
    if type(value) is not int or not least <= value <= most:
        raise ValidationError(
            _("must be a whole number from %(least)d to %(most)d") % {"least": least, "most": most}
        )
    return value


def _text(field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise ValidationError(_("must be text"))
    # Before any pattern is tried: a value must not cost more than its bytes.
    if field.max_length is not None and len(value) > field.max_length:
        raise ValidationError(
            _("must have at most %(most)d characters") % {"most": field.max_length}
        )
    if not is_shown_whole(value):
        raise ValidationError(_("contains invalid characters"))
    return value


_READERS: tuple[tuple[type[Any], Callable[[Field, Any], Any]], ...] = (
    (SettingsField, _settings),
    (models.JSONField, _free),
    (models.BinaryField, _bytes),
    (models.DateTimeField, _moment),
    (models.DateField, _day),
    (models.BooleanField, _yes_or_no),
    (models.IntegerField, _whole),
    (models.CharField, _text),
)


def free_faults(value: Any, *, of_an_act: bool = False, levels: int = DEEPEST) -> Iterator[str]:
    """Yield the faults of a free value: letters that nobody sees, numbers too large, more than
    `DEEPEST` levels; `of_an_act`, times that no page can show."""
    if isinstance(value, str) and not is_shown_whole(value):
        yield _("contains invalid characters")
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST:
        yield _("contains a number that is too large")
    elif isinstance(value, dict | list):
        if not levels:
            yield _("is nested too deeply")
            return
        if of_an_act and isinstance(value, dict):
            yield from _time_faults(value)
        for one in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from free_faults(one, of_an_act=of_an_act, levels=levels - 1)


def _time_faults(value: Mapping[str, Any]) -> Iterator[str]:
    kinds: tuple[tuple[Collection[str], type[date]], ...] = ((DAYS, date), (MOMENTS, datetime))
    for names, kind in kinds:
        for name in value.keys() & names:
            if not (value[name] is None or _is_in_years(value[name], kind)):
                yield _("“%(name)s” must be a time from 1970 to 2100, or null") % {"name": name}
