"""How acts are written, and how what is no act is refused."""

import json
from contextlib import suppress
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ActFormatError
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card
from scoring.game.seats import Seat
from scoring.play import acts
from scoring.play.acts import (
    KINDS,
    Act,
    Delegate,
    EndHand,
    MakeTrump,
    PlayCard,
    TakeBack,
    act_fields,
    parse_act,
    read_acts,
    write_acts,
)
from tests.examples import examples

reasons = st.text(min_size=1, max_size=30).filter(
    lambda text: text.isprintable() and text == text.strip()
)


@st.composite
def any_acts(draw: st.DrawFn) -> Act:
    kind = draw(st.sampled_from(list(KINDS.values())))
    if kind is TakeBack:
        return TakeBack(draw(reasons))
    if kind is EndHand:
        return EndHand(draw(reasons), draw(st.none() | st.integers(0, 72)))
    seat = draw(st.sampled_from(Seat))
    if kind is MakeTrump:
        return MakeTrump(seat, draw(st.sampled_from(Denomination)))
    if kind is PlayCard:
        return PlayCard(seat, draw(st.sampled_from(PACK)))
    return kind(seat)  # type: ignore[call-arg]


@settings(max_examples=examples(50))
@given(st.lists(any_acts()))
def test_reading_is_the_inverse_of_writing(some: list[Act]) -> None:
    assert read_acts(write_acts(some)) == tuple(some)
    assert [parse_act(act_fields(act)) for act in some] == some


def test_form_of_the_lines() -> None:
    some = [
        Delegate(Seat.N),
        MakeTrump(Seat.S, Denomination.BOTIFARRA),
        PlayCard(Seat.W, Card.parse("9O")),
        TakeBack("Volia l’as"),
        EndHand("Out of time", None),
    ]
    assert write_acts(some).splitlines() == [
        '{"number": 1, "act": "delegate", "seat": "N"}',
        '{"number": 2, "act": "trump", "seat": "S", "trump": "botifarra"}',
        '{"number": 3, "act": "card", "seat": "W", "card": "9O"}',
        '{"number": 4, "act": "take-back", "reason": "Volia l’as"}',
        '{"number": 5, "act": "end", "reason": "Out of time", "ns_points": null}',
    ]


def test_example_of_the_description_can_be_read() -> None:
    assert acts.__doc__ is not None
    example = [line.strip() for line in acts.__doc__.splitlines() if '{"number"' in line]
    assert write_acts(read_acts("\n".join(example))).splitlines() == example


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, ""),
        ([], ""),
        ({}, "act"),
        ({"act": "deal"}, "act"),
        ({"act": ["card"]}, "act"),
        ({"act": "pass"}, "seat"),
        ({"act": "pass", "seat": "O"}, "seat"),
        ({"act": "pass", "seat": 1}, "seat"),
        ({"act": "pass", "seat": "N", "card": "9O"}, "card"),
        ({"act": "trump", "seat": "N", "trump": "oros"}, "trump"),
        ({"act": "card", "seat": "N", "card": "1O"}, "card"),
        ({"act": "card", "seat": "N", "card": None}, "card"),
        ({"act": "card", "seat": "N", "card": ["9O"]}, "card"),
        ({"act": "take-back"}, "reason"),
        ({"act": "take-back", "reason": " "}, "reason"),
        ({"act": "take-back", "reason": "a\nb"}, "reason"),
        ({"act": "take-back", "reason": "\ud800"}, "reason"),
        ({"act": "take-back", "reason": "a" * 201}, "reason"),
        ({"act": "end", "reason": "Late", "ns_points": 73}, "ns_points"),
        ({"act": "end", "reason": "Late", "ns_points": True}, "ns_points"),
        ({"act": "end", "reason": "Late"}, "ns_points"),
    ],
)
def test_what_is_no_act_is_refused(value: object, field: str) -> None:
    with pytest.raises(ActFormatError) as caught:
        parse_act(value)
    assert caught.value.field == field
    assert caught.value.expected


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "[" * 100_000,
        "[]",
        "\n",
        '{"act": "pass", "seat": "N"}',
        '{"number": 2, "act": "pass", "seat": "N"}',
        '{"number": "1", "act": "pass", "seat": "N"}',
        '{"number": 1, "act": "pass", "seat": "N"}\n{"number": 1, "act": "pass", "seat": "N"}',
    ],
)
def test_lines_are_numbered_objects(text: str) -> None:
    with pytest.raises(ActFormatError, match=r"^line [12]: expected"):
        read_acts(text)


def test_acts_made_by_a_program_are_checked_too() -> None:
    with pytest.raises(ActFormatError):
        EndHand("Late", 73)
    with pytest.raises(ActFormatError):
        TakeBack("")


_ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.text() | st.integers(),
    lambda one: st.lists(one, max_size=2) | st.dictionaries(st.text(max_size=5), one, max_size=2),
    max_leaves=4,
)
_FITTING = {"seat": "N", "trump": "botifarra", "card": "9O", "reason": "Late", "ns_points": 40}


def _written_as(kind: type[Act]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with all the parts of such an act, some as they should be."""
    parts = {item.name: st.just(_FITTING[item.name]) | _ANYTHING for item in fields(kind)}
    return st.fixed_dictionaries({"act": st.just(kind.kind), **parts})


@settings(max_examples=examples(50))
@given(st.sampled_from(list(KINDS.values())).flatmap(_written_as) | _ANYTHING)
def test_nothing_but_the_own_error(value: Any) -> None:
    with suppress(ActFormatError):
        act = parse_act(json.loads(json.dumps(value)))
        assert parse_act(act_fields(act)) == act
