"""What a value of a document may be: defined once for reading, the JSON Schema and the docs.

A shape lists the faults of any JSON value, each as a sentence with its place. A value without
faults can be loaded.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.core.names import clean_name, is_shown_whole

Schema = dict[str, Any]

DEEPEST = 12
"""How many levels of lists and objects a free value may have."""
LARGEST = 2**63 - 1
YEARS = range(1970, 2101)
"""The years in which a time in a file may lie: from where a clock begins that was never set, to
where forms end."""
_YEAR = r"(19[7-9]\d|20\d\d|2100)"
_MOMENT = _YEAR + r"-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"
_DAY = _YEAR + r"-\d\d-\d\d"


class Shape(Protocol):
    """What a value may be."""

    def faults(self, value: Any, where: str) -> Iterator[str]:
        """Validate `value`; yield its faults, each with `where`, the place where the value
        stands."""
        ...

    def load(self, value: Any) -> Any:
        """A value without faults as Python works with it."""
        ...

    def schema(self) -> Schema:
        """Return the shape as JSON Schema (2020-12)."""
        ...


def fault(where: str, what: str) -> str:
    """A sentence about a place; `where` is "" for the whole file."""
    place = where or _("the file")  # not inside the braces, where no catalogue finds it
    return f"{place}: {what}."


def moment_text(moment: datetime) -> str:
    """A moment as the file tells it: ISO 8601 in UTC, with microseconds."""
    text = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return text.removesuffix("+00:00") + "Z"


@dataclass(frozen=True, slots=True)
class Text:
    """Text on one line that any database can store; `pattern` is a regular expression for it."""

    most: int
    least: int = 0
    pattern: str = ""

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield fault(where, _("must be text"))
        elif not self.least <= len(value) <= self.most:
            yield fault(
                where,
                _("must have %(least)d to %(most)d characters")
                % {"least": self.least, "most": self.most},
            )
        elif self.pattern and not re.fullmatch(self.pattern, value, re.ASCII):
            yield fault(where, _("must be written as %(pattern)s") % {"pattern": self.pattern})
        elif not is_shown_whole(value):
            yield fault(where, _("contains invalid characters"))

    def load(self, value: Any) -> Any:
        return value

    def schema(self) -> Schema:
        schema: Schema = {"type": "string"}
        if self.least:
            schema["minLength"] = self.least
        schema["maxLength"] = self.most
        if self.pattern:
            schema["pattern"] = f"^{self.pattern}$"
        return schema


@dataclass(frozen=True, slots=True)
class Name:
    """The name of somebody or something, cleaned as one that is typed; no longer before that."""

    most: int
    least: int = 0

    def faults(self, value: Any, where: str) -> Iterator[str]:
        try:
            fits = len(value) <= self.most and self.least <= len(self.load(value))
        except TypeError:
            yield fault(where, _("must be text"))
        except UserError:
            yield fault(where, _("contains invalid characters"))
        else:
            if not fits:
                yield fault(
                    where,
                    _("must have %(least)d to %(most)d characters")
                    % {"least": self.least, "most": self.most},
                )

    def load(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError
        return clean_name(value, max_length=max(self.most, len(value)))

    def schema(self) -> Schema:
        return Text(self.most, self.least).schema()


@dataclass(frozen=True, slots=True)
class Hex:
    """A fixed number of bytes, as lower-case hex digits."""

    count: int

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not (isinstance(value, str) and re.fullmatch(self._pattern, value)):
            yield fault(where, _("must be %(count)d hex digits") % {"count": 2 * self.count})

    def load(self, value: Any) -> bytes:
        return bytes.fromhex(value)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{self._pattern}$"}

    @property
    def _pattern(self) -> str:
        return f"[0-9a-f]{{{2 * self.count}}}"


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes up to a limit, as lower-case hex digits."""

    most: int

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield fault(where, _("must be written in pairs of hex digits"))
        elif len(value) > 2 * self.most:
            yield fault(where, _("must have at most %(most)d bytes") % {"most": self.most})
        elif len(value) % 2 or not re.fullmatch("[0-9a-f]+", value):
            yield fault(where, _("must be written in pairs of hex digits"))

    def load(self, value: Any) -> bytes:
        return bytes.fromhex(value)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^([0-9a-f]{2})+$", "maxLength": 2 * self.most}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, both ends included."""

    least: int
    most: int = LARGEST

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if type(value) is not int or not self.least <= value <= self.most:
            yield fault(
                where,
                _("must be a whole number from %(least)d to %(most)d")
                % {"least": self.least, "most": self.most},
            )

    def load(self, value: Any) -> Any:
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class YesOrNo:
    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield fault(where, _("must be true or false"))

    def load(self, value: Any) -> Any:
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these texts, or keys of a registry."""

    values: Collection[str]

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not (isinstance(value, str) and value in self.values):
            among = ", ".join(f"“{one}”" for one in self.values)
            yield fault(where, _("must be one of %(values)s") % {"values": among})

    def load(self, value: Any) -> Any:
        return value

    def schema(self) -> Schema:
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, as `moment_text` writes it."""

    def faults(self, value: Any, where: str) -> Iterator[str]:
        try:
            if not (isinstance(value, str) and re.fullmatch(_MOMENT, value, re.ASCII)):
                raise ValueError
            self.load(value)
        except ValueError:
            yield fault(
                where, _("must be a time such as 2026-11-21T09:30:00.000000Z, from 1970 to 2100")
            )

    def load(self, value: Any) -> datetime:
        return datetime.fromisoformat(value)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{_MOMENT}$"}


@dataclass(frozen=True, slots=True)
class Day:
    """A date."""

    def faults(self, value: Any, where: str) -> Iterator[str]:
        try:
            if not (isinstance(value, str) and re.fullmatch(_DAY, value, re.ASCII)):
                raise ValueError
            self.load(value)
        except ValueError:
            yield fault(where, _("must be a date such as 2026-11-21, from 1970 to 2100"))

    def load(self, value: Any) -> date:
        return date.fromisoformat(value)

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{_DAY}$"}


@dataclass(frozen=True, slots=True)
class DayText(Day):
    """A date that is kept as its text."""

    def load(self, value: Any) -> Any:
        date.fromisoformat(value)
        return value


@dataclass(frozen=True, slots=True)
class Nullable:
    """A value of this shape, or null."""

    shape: Shape

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if value is not None:
            yield from self.shape.faults(value, where)

    def load(self, value: Any) -> Any:
        return None if value is None else self.shape.load(value)

    def schema(self) -> Schema:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class ListOf:
    """Values of one shape, up to a limit."""

    shape: Shape
    most: int

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield fault(where, _("must be a list"))
        elif len(value) > self.most:
            yield fault(where, _("has more than %(most)d entries") % {"most": self.most})
        else:
            for index, one in enumerate(value):
                yield from self.shape.faults(one, f"{where}[{index}]")

    def load(self, value: Any) -> Any:
        return [self.shape.load(one) for one in value]

    def schema(self) -> Schema:
        return {"type": "array", "items": self.shape.schema(), "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Record:
    """An object with exactly these fields, written in this order."""

    fields: Mapping[str, Shape]

    def faults(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield fault(where, _("must be an object"))
            return
        for name, shape in self.fields.items():
            if name in value:
                yield from shape.faults(value[name], f"{where}.{name}" if where else name)
            else:
                yield fault(where, _("lacks “%(name)s”") % {"name": name})
        for name in value.keys() - self.fields.keys():
            shown = name[:40].encode("ascii", "backslashreplace").decode()
            yield fault(where, _("has “%(name)s”, which is unknown") % {"name": shown})

    def load(self, value: Any) -> dict[str, Any]:
        return {name: shape.load(value[name]) for name, shape in self.fields.items()}

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self.fields.items()},
            "required": list(self.fields),
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Anything:
    """What the record keeps of an act: any JSON value with whole numbers only.

    Pages read its `days` and `moments`, at whatever depth: the names of parts that are null or such
    a date or time, as ISO 8601 has it.
    """

    days: Collection[str] = ()
    moments: Collection[str] = ()

    def faults(self, value: Any, where: str) -> Iterator[str]:
        yield from self._faults(value, where, DEEPEST)

    def _faults(self, value: Any, where: str, levels: int) -> Iterator[str]:
        if isinstance(value, str) and not is_shown_whole(value):
            yield fault(where, _("contains invalid characters"))
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST:
            yield fault(where, _("contains a number that is too large"))
        elif isinstance(value, dict | list):
            if not levels:
                yield fault(where, _("is nested too deeply"))
                return
            if isinstance(value, dict):
                yield from self._time_faults(value, where)
            for one in [*value, *value.values()] if isinstance(value, dict) else value:
                yield from self._faults(one, where, levels - 1)

    def _time_faults(self, value: Mapping[str, Any], where: str) -> Iterator[str]:
        for name in value.keys() & {*self.days, *self.moments}:
            kind = date if name in self.days else datetime
            if not (value[name] is None or _is_in_years(value[name], kind)):
                yield fault(f"{where}.{name}", _("must be a time from 1970 to 2100, or null"))

    def load(self, value: Any) -> Any:
        return value

    def schema(self) -> Schema:
        return {"type": ["object", "array", "string", "integer", "boolean", "null"]}


def _is_in_years(text: Any, kind: type[date]) -> bool:
    try:
        found = kind.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    has_zone = not isinstance(found, datetime) or found.tzinfo is not None
    return has_zone and found.year in YEARS
