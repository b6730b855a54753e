"""Settings that describe themselves: their choices, the words for people, the stored form.

The settings of a kind of stage are one frozen value, a `StageSettings`. Each field made by
`setting` is one of them; a field without is none in that kind, and keeps its default. What people
read is English here, marked by `N_` and `NC_`, and translated by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from scoring.errors import SettingsError

T = TypeVar("T")


class Message(NamedTuple):
    """A text to be translated; `context` tells apart what is written alike."""

    text: str
    context: str = ""


def N_(text: str) -> Message:  # noqa: N802 - as translators know it
    return Message(text)


def NC_(context: str, text: str) -> Message:  # noqa: N802
    return Message(text, context)


class Choice(NamedTuple):
    """One value that a setting may have, in words."""

    name: Message | None
    """Name of the choice; None where the value is a figure, which speaks for itself."""
    sentence: Message
    """Sentence that explains the value to players: "By 2, 4 and 8, as nearly everywhere."."""
    what_if: Message | None = None
    """Heading of the standings as they would be with this value, with %(value)s for the value if
    wanted; None where the page of other settings doesn't offer it."""


class Played(Protocol):
    """Facts of a format that decide which settings it has a use for."""

    @property
    def of_players(self) -> bool: ...

    @property
    def rests_on_request(self) -> bool: ...


class Fixed(Enum):
    """Conditions that freeze a setting, beside the rounds that have been opened."""

    BY_SCHEDULE = "by-schedule"
    """The setting decides how many rounds a schedule has, and who plays in them."""
    BY_SHEETS = "by-sheets"
    """Score sheets are added up by it."""


_AS_DEFAULT = object()
_NOTHING = Message("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Description of a setting: its words, its choices, when it is frozen."""

    title: Message
    question: Message = _NOTHING
    """The question that the form asks, in a sentence or two."""
    record: Message
    """The setting's name in the record of changes."""
    choices: Mapping[Any, Choice] = field(default_factory=dict)
    fixed: Fixed | None = None
    needed: Callable[[Played], bool] = lambda _format: True
    """Test of whether a format has any use for it."""
    holds_scores: bool = False
    """The values are scores, and written as such."""
    always_asked: bool = False
    """The other choices are shown also where they would move nobody."""
    unsaid: Any = _AS_DEFAULT
    """The value, as JSON has it, that the record doesn't tell of a new stage: its default where
    nothing else is said."""

    def holds(self, value: Any) -> bool:
        """Return whether the setting may have this value."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return a value as JSON has it, such as "2-4-8" for multipliers."""
        raise NotImplementedError

    def read(self, plain: Any) -> Any:
        """Return the value that `plain` writes so. Raises `ValueError` for anything else."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Setting):
    """A setting with a fixed list of choices."""

    def holds(self, value: Any) -> bool:
        return any(_is_same(value, one) for one in self.choices)

    def plain(self, value: Any) -> Any:
        if value is None:
            return "none"
        return value if isinstance(value, int) else str(value)

    def read(self, plain: Any) -> Any:
        for one in self.choices:
            if _is_same(self.plain(one), plain):
                return one
        raise ValueError


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Setting):
    """A whole number from `least` to `most`, or None where it may be left empty."""

    least: int
    most: int
    can_be_none: bool = False

    def holds(self, value: Any) -> bool:
        if value is None:
            return self.can_be_none
        return type(value) is int and self.least <= value <= self.most

    def plain(self, value: Any) -> Any:
        return value

    def read(self, plain: Any) -> Any:
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class InOrder(Setting):
    """A setting that puts some of its choices in order, each once, such as tie-breaks."""

    def holds(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and all(any(_is_same(one, known) for known in self.choices) for one in value)
            and len(set(value)) == len(value)
        )

    def plain(self, value: Any) -> Any:
        return [str(one) for one in value]

    def read(self, plain: Any) -> Any:
        if not isinstance(plain, list):
            raise ValueError
        known = {str(one): one for one in self.choices}
        try:
            return tuple(known[one] for one in plain)
        except (KeyError, TypeError) as error:
            raise ValueError from error


def _is_same(one: Any, other: Any) -> bool:
    """Return whether both are equal and of one type: True is not 1, "win" is not `Rest.WIN`."""
    return type(one) is type(other) and bool(one == other)


def setting(default: T, told: Setting) -> T:
    """Return a dataclass field that holds a setting."""
    made: T = field(default=default, metadata={"setting": told})
    return made


class StageSettings:
    """Settings of scoring and ranking for a kind of stage. Raises `SettingsError`."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, one in self.fields().items():
            if not one.holds(getattr(self, name)):
                raise _refusal(name, one)
        for name, default in _fixed(type(self)):  # type: ignore[arg-type]
            if not _is_same(getattr(self, name), default):
                raise SettingsError(f"{name} is no setting here", field=name)

    @classmethod
    def fields(cls) -> Mapping[str, Setting]:
        """Return the description of each setting, by field name, in the order of the fields."""
        return _settings(cls)  # type: ignore[arg-type]

    @classmethod
    def of_plain(cls, told: Mapping[str, Any]) -> Self:
        """Return the settings that `plain` writes so; other keys are passed over. Raises
        `SettingsError` for a value that can't be, and one that is missing."""
        found = {}
        for name, one in cls.fields().items():
            try:
                found[name] = one.read(told[name])
            except (KeyError, ValueError) as error:
                raise _refusal(name, one) from error
        return cls(**found)

    @classmethod
    def unsaid(cls) -> dict[str, Any]:
        """Return the values that the record doesn't tell of a new stage, as `plain` has them."""
        usual = cls().plain()
        return {
            name: usual[name] if one.unsaid is _AS_DEFAULT else one.unsaid
            for name, one in cls.fields().items()
        }

    def plain(self) -> dict[str, Any]:
        """Return all settings as JSON values, by the names of the fields."""
        return {name: one.plain(getattr(self, name)) for name, one in self.fields().items()}

    def with_plain(self, told: Mapping[str, Any]) -> Self:
        """Return these settings with some of them as `plain` writes them; other keys are passed
        over. Raises `SettingsError` for a value that can't be."""
        return self.of_plain({**self.plain(), **told})

    def uses(self, _name: str) -> bool:
        """Return whether the setting of that name has a meaning beside the others."""
        return True

    def told(self, format: Played) -> Iterator[tuple[str, Setting]]:
        """Yield the settings that a format has a use for and that have a meaning, by name."""
        for name, one in self.fields().items():
            if one.needed(format) and self.uses(name):
                yield name, one


@cache
def _settings(kind: type[StageSettings]) -> Mapping[str, Setting]:
    return {
        one.name: one.metadata["setting"]
        for one in fields(kind)  # type: ignore[arg-type]
        if "setting" in one.metadata
    }


@cache
def _fixed(kind: type[StageSettings]) -> Iterable[tuple[str, Any]]:
    """Return the fields that are no settings in that kind, each with its default."""
    known = kind.fields()
    return [
        (one.name, one.default)
        for one in fields(kind)  # type: ignore[arg-type]
        if one.name not in known
    ]


def _refusal(name: str, one: Setting) -> SettingsError:
    allowed = ", ".join(map(str, one.choices))
    if isinstance(one, Number):
        allowed = f"{one.least} to {one.most}{', None' if one.can_be_none else ''}"
    text = f"{name} must be {'some' if isinstance(one, InOrder) else 'one'} of: {allowed}"
    return SettingsError(text, field=name)
