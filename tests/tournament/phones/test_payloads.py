"""Whatever a phone, or somebody in its place, sends: an answer with a sentence, never a failure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from tests.examples import examples
from tests.tournament.day import Day, make_day
from tests.tournament.phones.phone import Phone, entry, new_key
from tests.tournament.visitors import undone, writing_statements
from tournament.models import Action, AuditEvent, CorrectionRequest, Delivery, Match, Result

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


@pytest.fixture(scope="module")
def phone(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Phone]:
    """A phone at table 1, where hand 1 is entered and hand 2 is not; made once for all."""
    with django_db_blocker.unblock(), undone():
        day = make_day()
        day.open(1)
        Phone.alone(day, 1).enter(day.match(1, 1), 1, "NS", 44)
        phone = Phone.alone(day, 1)
        yield phone


def good(day: Day, what: str) -> dict[str, Any]:
    """What would be taken."""
    match = day.match(1, 1)
    if what == "entries":
        return entry(match, 2, "EW", 40)
    said = {"key": new_key(), "match": match.pk, "hand": 1, "side": "EW", "version": 1}
    if what == "objections":
        return {**said, "entry": {"points": 40, "trump": "E", "double": ""}}
    return said


WHATS = ("entries", "confirmations", "objections")


def rows() -> tuple[int, ...]:
    return tuple(one.objects.count() for one in (Result, CorrectionRequest, Delivery, AuditEvent))


@cache
def rows_before(phone: Phone) -> tuple[int, ...]:
    """What there is each time before something is sent, as all of it is taken back."""
    return rows()


def send(phone: Phone, what: str, body: bytes, kind: str = "application/json") -> tuple[int, str]:
    """The status, and the sentence of a refusal; a refusal has written nothing."""
    path = f"/c/{phone.day.slug}/table/1/{what}/"
    before = rows_before(phone)
    with undone():
        with writing_statements() as written:
            answer = phone.client.generic("POST", path, body, content_type=kind)
        said = json.loads(answer.content)
        assert answer.status_code in {200, 400, 409, 422}
        assert set(said) == ({"state", "version"} if answer.status_code == 200 else {"error"})
        if answer.status_code != 200:
            assert written == []
            return answer.status_code, said["error"]
        after = rows()
        if said["state"] == "check":
            # Nothing is entered yet; but what the table was asked is recorded, and who holds it.
            assert after[:3] == before[:3]
            added = AuditEvent.objects.order_by("-pk")[: after[3] - before[3]]
            told = [Action.PHONE_AT_TABLE, Action.RESULT_QUESTIONED]
            assert [one.action for one in added] in ([], told[1:], told)
        else:
            assert after[2] == before[2] + 1
    return 200, ""


@pytest.mark.parametrize("what", WHATS)
def test_what_is_meant_is_taken(phone: Phone, what: str) -> None:
    assert send(phone, what, json.dumps(good(phone.day, what)).encode()) == (200, "")


WRONG: tuple[Any, ...] = (
    *(None, True, False, -1, 73, 1.0, 0.5, "", "1", "NS ", "ns", "o", "Botifarra", "sure"),
    *("CONTRO", "sant-vicenc"),
    *([], [1], {}, {"points": 1}, 2**31, 2**63, 10**40, "x" * 200, "\ud800", "\0", "A" * 32),
)
FITTING = {
    repr(one)
    for one in (
        ("entries", "double", ""),
        ("entries", "trump", ""),
        ("entries", "asked", True),
        ("entries", "asked", False),
        ("entries", "late", True),
        ("entries", "late", False),
        ("objections", "entry", None),
    )
}
"""What of WRONG may stand there after all."""


@pytest.mark.parametrize("what", WHATS)
def test_every_field_with_something_else_in_it(phone: Phone, what: str) -> None:
    said = good(phone.day, what)
    for name in said:
        for wrong in WRONG:
            status, _why = send(phone, what, json.dumps({**said, name: wrong}).encode())
            fits = repr((what, name, wrong)) in FITTING
            # Numbers that might be somebody's are looked up.
            is_id = name in {"match", "based_on", "version", "hand"} and type(wrong) is int
            assert status == 400 or fits or is_id, (name, wrong, status)


@pytest.mark.parametrize("what", WHATS)
def test_every_field_missing_or_doubled_and_one_too_many(phone: Phone, what: str) -> None:
    said = good(phone.day, what)
    for name in said:
        less = {one: value for one, value in said.items() if one != name}
        assert send(phone, what, json.dumps(less).encode())[0] == 400
        double = json.dumps(said)[:-1] + f", {json.dumps(name)}: {json.dumps(said[name])}}}"
        assert send(phone, what, double.encode())[0] == 400
    assert send(phone, what, json.dumps({**said, "contestant": 3}).encode())[0] == 400


def test_the_content_of_an_objection_is_read_as_strictly(phone: Phone) -> None:
    said = good(phone.day, "objections")
    content = said["entry"]
    for wrong in (*WRONG[1:], {**content, "points": 73}, {**content, "note": "x"}):
        assert send(phone, "objections", json.dumps({**said, "entry": wrong}).encode())[0] == 400


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"null", b"[]", b"{", b"\xff", b"\xef\xbb\xbf{}", b"[" * 4000, b" " * 5000),
        *(b'{"a": NaN}', b'{"points": 1e999}', b'"' + b"9" * 4000, b"9" * 4090, b"0x1"),
    ],
)
def test_what_is_no_json_of_ours(phone: Phone, body: bytes) -> None:
    for what in WHATS:
        status, why = send(phone, what, body)
        assert (status, why) == (400, "This can't be read. Reload the page.")
    assert send(phone, "entries", body, "multipart/form-data; boundary=x")[0] == 400


@pytest.mark.parametrize("what", WHATS)
@given(data=st.data())
@settings(max_examples=examples(25))
def test_anything_at_all(phone: Phone, what: str, data: st.DataObject) -> None:
    said = good(phone.day, what)
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=4,
    )
    plausible = st.sampled_from(["NS", "EW", "", "contro", "recontro", "botifarra", "O", 0, 1, 2])
    some = data.draw(st.lists(st.sampled_from(sorted(said)), min_size=1, max_size=3, unique=True))
    spoilt = {name: data.draw(anything | plausible, label=name) for name in some}
    send(phone, what, json.dumps({**said, **spoilt}).encode())


def test_ids_of_others_and_old_versions(phone: Phone) -> None:
    """Its own match, the other one of the round, those of rounds to come, and none."""
    own = phone.day.match(1, 1).pk
    others = [one.pk for one in Match.objects.filter(round__number__in=(1, 2)) if one.pk != own]
    hands, numbers = (1, 2, 5, 48), (0, 1, 2, 99)
    asked = [
        *((own, *both) for both in product(hands, numbers)),
        *((match, *both) for match in (*others, 10**9) for both in zip(hands, numbers)),
    ]
    for what in WHATS:
        said = good(phone.day, what)
        version = "based_on" if what == "entries" else "version"
        for match, hand, number in asked:
            about = {"match": match, "hand": hand, version: number, "key": new_key()}
            send(phone, what, json.dumps({**said, **about}).encode())
