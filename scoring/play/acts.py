"""Acts at a table, and how they are written.

An act is written as an object in JSON: its place in the list from 1, its kind, and what belongs to
it. A list of acts is a line for each:

    {"number": 1, "act": "delegate", "seat": "N"}
    {"number": 2, "act": "trump", "seat": "S", "trump": "botifarra"}
    {"number": 3, "act": "contro", "seat": "E"}
    {"number": 4, "act": "pass", "seat": "S"}
    {"number": 5, "act": "pass", "seat": "N"}
    {"number": 6, "act": "card", "seat": "W", "card": "9O"}

The other kinds: `estevet`, `recontro`, `sant-vicenc`, `claim` (all tricks that are left), `accept`
and `refuse` (a claim), each with the seat; and the referee's `take-back` with a reason, and `end`
with a reason and N–S's points, or null where the hand has none. `trump` is O, C, E, B or botifarra.

Writing is exact: the same acts always give the same bytes, so a digest stands for them.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from scoring.errors import ActFormatError, CardError
from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat

POINTS_OF_A_HAND = 72
LONGEST_REASON = 200
"""Characters of a referee's reason."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something done at a table. `kind` is its name in JSON."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class SeatAct(Act):
    """An act of one of the players."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Delegate(SeatAct):
    """The choice of trumps is left to the partner; where everybody plays alone, to the left."""

    kind: ClassVar[str] = "delegate"


@dataclass(frozen=True, slots=True)
class Estevet(SeatAct):
    """The choice of trumps is left to the left, with a contro built in (abarrotada)."""

    kind: ClassVar[str] = "estevet"


@dataclass(frozen=True, slots=True)
class MakeTrump(SeatAct):
    """A suit is made trumps, or botifarra is called."""

    kind: ClassVar[str] = "trump"
    trump: Denomination


@dataclass(frozen=True, slots=True)
class Contro(SeatAct):
    """One of those who did not make trumps doubles."""

    kind: ClassVar[str] = "contro"


@dataclass(frozen=True, slots=True)
class Recontro(SeatAct):
    """The makers double a contro."""

    kind: ClassVar[str] = "recontro"


@dataclass(frozen=True, slots=True)
class SantVicenc(SeatAct):
    """One of those who did not make trumps doubles a recontro."""

    kind: ClassVar[str] = "sant-vicenc"


@dataclass(frozen=True, slots=True)
class Pass(SeatAct):
    """A player who may double doesn't."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class PlayCard(SeatAct):
    """A card is led or followed with."""

    kind: ClassVar[str] = "card"
    card: Card


@dataclass(frozen=True, slots=True)
class Claim(SeatAct):
    """All the rest is ours, or mine (*les altres són meves*), the trick on the table included."""

    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class AcceptClaim(SeatAct):
    """An opponent agrees with a claim."""

    kind: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class RefuseClaim(SeatAct):
    """An opponent wants the hand to be played on."""

    kind: ClassVar[str] = "refuse"


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """The referee's return of the last card to a player who played it by a slip of the finger."""

    kind: ClassVar[str] = "take-back"
    reason: str

    def __post_init__(self) -> None:
        _check_reason(self.reason)


@dataclass(frozen=True, slots=True)
class EndHand(Act):
    """The referee ends the hand with these points of N–S, 0 to 72, or with none."""

    kind: ClassVar[str] = "end"
    reason: str
    ns_points: int | None

    def __post_init__(self) -> None:
        _check_reason(self.reason)
        _check_points(self.ns_points)


KINDS: Mapping[str, type[Act]] = {
    act.kind: act
    for act in (
        Delegate,
        Estevet,
        MakeTrump,
        Contro,
        Recontro,
        SantVicenc,
        Pass,
        PlayCard,
        Claim,
        AcceptClaim,
        RefuseClaim,
        TakeBack,
        EndHand,
    )
}
"""Every act by its kind."""


def act_fields(act: Act) -> dict[str, str | int | None]:
    """Return the act as an object for JSON, without its number: the inverse of `parse_act`."""
    values = {item.name: getattr(act, item.name) for item in fields(act)}
    told = {
        name: value if value is None or isinstance(value, int) else str(value)
        for name, value in values.items()
    }
    return {"act": act.kind, **told}


def parse_act(value: object) -> Act:
    """Return the act written as that object of JSON; other keys than its own are refused.

    Raises `ActFormatError`.
    """
    if not isinstance(value, dict):
        raise ActFormatError("expected an object with an act", field="", expected=["object"])
    name = value.get("act")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        expected = " or ".join(KINDS)
        raise ActFormatError(f"act: expected {expected}", field="act", expected=tuple(KINDS))
    own = [item.name for item in fields(kind)]
    for key in value:
        if key not in ("act", *own):
            raise ActFormatError(
                f"{kind.kind}: expected no other parts than {', '.join(own)}",
                field=str(key),
                expected=own,
            )
    return kind(**{field: _READERS[field](field, value.get(field, _NOTHING)) for field in own})


def write_acts(acts: Iterable[Act]) -> str:
    """Return the acts as text, a line each: the inverse of `read_acts`."""
    return "".join(
        json.dumps({"number": number, **act_fields(act)}, ensure_ascii=False) + "\n"
        for number, act in enumerate(acts, start=1)
    )


def read_acts(text: str) -> tuple[Act, ...]:
    """Return the acts of a text as `write_acts` makes it. Raises `ActFormatError`.

    Whether they can be taken one after the other is for `scoring.play.table` to say.
    """
    # Not splitlines, which also splits at characters that may stand in a reason.
    lines = text.removesuffix("\n").split("\n") if text else []
    return tuple(_numbered(number, line) for number, line in enumerate(lines, start=1))


def _numbered(number: int, line: str) -> Act:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise ActFormatError(f"line {number}: expected JSON", field="", expected=["JSON"]) from None
    if not isinstance(value, dict) or value.pop("number", None) != number:
        raise ActFormatError(
            f"line {number}: expected the act with number {number}",
            field="number",
            expected=[str(number)],
        )
    try:
        return parse_act(value)
    except ActFormatError as error:
        message = f"line {number}: {error}"
        raise ActFormatError(message, field=error.field, expected=error.expected) from None


_NOTHING = object()


def _seat(field: str, value: object) -> Seat:
    return Seat(_one_of(field, value, list(Seat)))


def _trump(field: str, value: object) -> Denomination:
    return Denomination(_one_of(field, value, list(Denomination)))


def _one_of(field: str, value: object, expected: list[Any]) -> str:
    if not isinstance(value, str) or value not in expected:
        told = ", ".join(expected)
        raise ActFormatError(f"{field}: expected one of {told}", field=field, expected=expected)
    return value


def _card(field: str, value: object) -> Card:
    try:
        return Card.parse(value if isinstance(value, str) else "")
    except CardError:
        raise ActFormatError(
            f"{field}: expected a card such as 9O", field=field, expected=["9O"]
        ) from None


def _check_reason(value: object) -> None:
    """Check that a reason is 1 to 200 printable characters without space around them."""
    if (
        isinstance(value, str)
        and value == value.strip()
        and value.isprintable()
        and 0 < len(value) <= LONGEST_REASON
    ):
        return
    raise ActFormatError(
        f"reason: expected 1 to {LONGEST_REASON} printable characters on one line",
        field="reason",
        expected=["text"],
    )


def _check_points(value: object) -> None:
    if value is None or (type(value) is int and 0 <= value <= POINTS_OF_A_HAND):
        return
    raise ActFormatError(
        f"ns_points: expected a whole number from 0 to {POINTS_OF_A_HAND}, or null",
        field="ns_points",
        expected=["0", str(POINTS_OF_A_HAND), "null"],
    )


def _as_it_is(_field: str, value: object) -> object:
    """Return the value as it is, for parts that the act checks itself."""
    return value


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "seat": _seat,
    "trump": _trump,
    "card": _card,
    "reason": _as_it_is,
    "ns_points": _as_it_is,
}
"""Readers of the parts of an act, by name."""
