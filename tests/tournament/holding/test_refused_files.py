"""What is no file of a championship is refused whole, with the reasons, and leaves nothing."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from tests.tournament.factories import make_user
from tests.tournament.holding.kept_day import kept_day
from tests.tournament.visitors import undone
from tournament.audit.chain import event_hash
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.holding.championship_file import reading
from tournament.holding.championship_file.services import (
    export_championship,
    import_championship,
)
from tournament.holding.championship_file.shapes import Moment
from tournament.models import AuditEvent, Championship, DealSet, InstallationEvent, Team

pytestmark = pytest.mark.django_db

SOMEBODY = Actor("somebody")


@pytest.fixture(scope="module")
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[bytes]:
    """A good file of a championship that is not here."""
    with django_db_blocker.unblock(), undone():
        content = export_championship(actor=SOMEBODY, championship=kept_day()).content
    with django_db_blocker.unblock(), undone():
        yield content


@pytest.fixture
def document(file: bytes) -> Any:
    return json.loads(file)


def rows() -> list[int]:
    models = (Championship, Team, DealSet, AuditEvent, InstallationEvent)
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


def test_the_good_file_is_good(file: bytes) -> None:
    with undone():
        import_championship(actor=SOMEBODY, file=BytesIO(file))


class TestWhatIsNoDocument:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "not JSON (line 1, column 1)"),
            (b"PK\x03\x04" + bytes(200), "not JSON"),
            (b"\xff\xfe{\0}\0", "not written in UTF-8 (byte 0)"),
            (b'\xef\xbb\xbf{"format": "botifarra-championship"}', "not JSON"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a":' * 100_000, "nested too deeply"),
            (b"[{}]", "not the file of a championship"),
            (b"null", "not the file of a championship"),
            (b'{"format": "another", "version": 1}', "not the file of a championship"),
            (b'{"format": "botifarra-championship", "version": 3}', "a newer version"),
            (b'{"format": "botifarra-championship", "version": 0}', "lacks \u201cchampionship"),
            (b'{"format": "botifarra-championship", "version": [1]}', "lacks \u201cchampionship"),
            (b'{"format": "botifarra-championship"}', "lacks \u201cversion\u201d"),
            (b'{"a": 1, "a": 2}', "a field twice"),
            (b'{"a": 1.5}', "not whole"),
            (b'{"a": NaN}', "not whole"),
            (b'{"a": -Infinity}', "not whole"),
            (b'{"a": ' + b"9" * 5000 + b"}", "too large"),
            (b"[" + b"{}," * 1_100_000, "more than a championship can"),
            (b"[" + b"0," * 4_100_000, "more than a championship can"),
        ],
    )
    def test_it_is_refused(self, content: bytes, said: str) -> None:
        assert said in refused(content)

    def test_what_is_too_large_is_not_even_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 20)
        endless = BytesIO(b" " * (10 << 20))
        with pytest.raises(UserError, match="larger than 1 MB"):
            import_championship(actor=SOMEBODY, file=endless)
        assert endless.tell() == (1 << 20) + 1

    def test_what_was_cut_off(self, file: bytes) -> None:
        assert "not JSON" in refused(file[:-200])


Change = Callable[[Any], object]

DAMAGE: list[tuple[str, Change, str]] = [
    (
        "two records of a hand",
        lambda d: match(d)["play_records"].append(match(d)["play_records"][0]),
        "play_records: 1 stands there twice",
    ),
    (
        "cards that are none",
        lambda d: match(d)["play_records"][0].update(plays="9O <b>"),
        "play_records[0].plays: must be written as",
    ),
    (
        "a record of a hand of another round",
        lambda d: match(d)["play_records"][0].update(deal=9),
        "play_records[0].deal: is not a hand that this round plays",
    ),
    (
        "a play that the ruling does not rest on",
        lambda d: next(one for one in match(d)["results"] if one["plays"])["plays"][0].update(
            double="recontro"
        ),
        "record of play 1 of version 1 is another one",
    ),
    ("a field is missing", lambda d: d["pairs"][2].pop("club"), "pairs[2]: lacks “club”"),
    ("an unknown one", lambda d: d["stage"].update(x=1), "stage: has “x”, which is unknown"),
    (
        "an unknown one that can't be written",
        lambda d: d.update({"\ud800" * 100: 1}),
        "the file: has “\\ud800",
    ),
    ("another type", lambda d: d["rounds"][0].update(number="1"), "rounds[0].number: must be a wh"),
    ("yes for one", lambda d: d["rounds"][0].update(number=True), "rounds[0].number: must be a w"),
    ("a list for an object", lambda d: d.update(championship=[]), "championship: must be an obj"),
    ("an object for a list", lambda d: d.update(pairs={}), "pairs: must be a list"),
    ("nothing", lambda d: d.update(stage=None), "stage: must be an object"),
    (
        "points",
        lambda d: result(d).update(ns_points=40000),
        "results[0].ns_points: must be a whole number",
    ),
    ("too long", lambda d: d["pairs"][0].update(name="x" * 61), "0 to 60 letters"),
    ("a player without a name", lambda d: d["pairs"][0]["players"][0].update(name=""), "1 to 60"),
    ("NUL", lambda d: d["championship"].update(place="a\0b"), "characters that are no letters"),
    ("half a letter", lambda d: d["championship"].update(place="\ud800"), "characters that are no"),
    (
        "in the record",
        lambda d: d["record"][0].update(after={"a": ["\0"]}),
        "record[0].after: holds characters",
    ),
    ("a time of day", lambda d: d["record"][0].update(at="2026-11-21 10:00"), "must be a time"),
    ("no such day", lambda d: d["championship"].update(date="2026-02-30"), "must be a date"),
    ("no such time", lambda d: d["record"][0].update(at="2026-02-30T10:00:00.000000Z"), "a time"),
    ("a rule", lambda d: d["championship"].update(scale="1-3"), "must be one of “1-2”, “0-100”"),
    (
        "a rule twice",
        lambda d: d["championship"]["tie_breaks"].append("head-to-head"),
        "championship.tie_breaks: head-to-head stands there twice",
    ),
    ("too deep", lambda d: d["record"][0].update(after=nested(40)), "is nested too deeply"),
    ("no hex", lambda d: d["hands"].update(key="x" * 64), "hands.key: must be 64 hex digits"),
    # what does not fit
    ("another key", lambda d: d["hands"].update(key="00" * 32), "is not that of the key"),
    ("no such pair", lambda d: match(d).update(ns=99), "matches[0].ns: 99 is not in the file"),
    ("no such table", lambda d: match(d).update(table=99), "table: 99 is not in the file"),
    ("with itself", lambda d: match(d).update(ns=match(d)["ew"]), "does not meet itself"),
    ("a pair twice", lambda d: d["pairs"].append(d["pairs"][0]), "pairs: 1 stands there twice"),
    (
        "a match twice",
        lambda d: d["rounds"][0]["matches"].append(match(d)),
        "rounds[0].matches.table: 1 stands there twice",
    ),
    ("a round is missing", lambda d: d["rounds"].pop(0), "must be numbered from 1 on"),
    ("one player", lambda d: d["pairs"][1]["players"].pop(), "must be two or more"),
    (
        "closed without a time",
        lambda d: d["rounds"][0].update(closed_at=None),
        "rounds[0].closed_at: must be a time",
    ),
    (
        "planned and opened",
        lambda d: d["rounds"][-1].update(opened_at=d["rounds"][0]["opened_at"]),
        "opened_at: must be null",
    ),
    ("a version is missing", lambda d: corrected(d).pop(0), "must count from 1"),
    ("two current", lambda d: result(d, 2).update(is_current=False), "must count from 1"),
    ("another round's hand", lambda d: result(d).update(deal=99), "not a hand that this round"),
    (
        "a sitting of nobody",
        lambda d: match(d).update(sittings=[{"seat": "N", "player": 30}]),
        "sittings: 30 is not in the file",
    ),
    (
        "an early look at no round",
        lambda d: d["hands"]["accesses"].append(
            {
                "round": 99,
                "kind": "opened",
                "at": d["record"][0]["at"],
                "actor": "x",
                "reason": "y",
            }
        ),
        "hands.accesses[0].round: 99 is not in the file",
    ),
    # what the database does not keep
    ("a rule of a result", lambda d: result(d).update(outcome="blank"), "results[0]: the database"),
    ("no reason", lambda d: d["rulings"][0].update(reason=""), "1 to 500 letters"),
    # what verifying finds
    ("an event", lambda d: d["record"].pop(3), "record[3]: the chain is broken here"),
    ("a word", lambda d: d["record"][4].update(reason="other"), "record[4]: the chain is broken"),
    ("its number", lambda d: d["championship"].update(number=99), "record[0]: the chain is broken"),
    ("a figure", lambda d: result(d).update(note="better"), "the record says"),
    ("the salt", lambda d: d["hands"].update(salt="mine"), "salt"),
    ("a name", lambda d: d["pairs"][0].update(name="The others"), "the record says"),
    ("a match turned round", lambda d: turn(match(d)), ""),
    ("nothing of what happened", lambda d: d["record"].clear(), "The record is empty"),
]


def match(document: Any) -> Any:
    return document["rounds"][0]["matches"][0]


def result(document: Any, place: int = 0) -> Any:
    return document["rounds"][0]["matches"][place]["results"][0]


def corrected(document: Any) -> Any:
    """The results of a match of which one has a second version."""
    for one in (match for round in document["rounds"] for match in round["matches"]):
        if any(result["version"] == 2 for result in one["results"]):
            one["results"].sort(key=lambda result: -result["version"])
            one["results"].reverse()
            return one["results"]
    raise AssertionError("no second version")


def nested(levels: int) -> Any:
    value: Any = "x"
    for _level in range(levels):
        value = [value]
    return value


def turn(match: Any) -> None:
    match["ns"], match["ew"] = match["ew"], match["ns"]


@pytest.mark.parametrize(
    ("change", "said"), [(one[1], one[2]) for one in DAMAGE], ids=[one[0] for one in DAMAGE]
)
def test_damage_is_named(document: Any, change: Change, said: str) -> None:
    change(document)
    assert said in refused(written(document))


def test_a_record_that_was_made_anew_must_still_tell_what_stands_there(document: Any) -> None:
    for event in document["record"]:
        if event["action"] == "result-entered" and event["after"]["ns_points"] is not None:
            event["after"]["ns_points"] = 72 - event["after"]["ns_points"]
            break
    rehash(document)
    said = refused(written(document))
    assert "the chain is broken" not in said
    assert "the record says" in said


def test_many_faults_are_not_all_told(document: Any) -> None:
    for event in document["record"]:
        event["actor"] = 7
    reasons = refused(written(document)).splitlines()
    assert len(reasons) == reading.SHOWN_FAULTS + 1
    assert reasons[-1] == f"And {len(document['record']) - reading.SHOWN_FAULTS} more."


def test_no_reason_tells_the_key(document: Any) -> None:
    key = document["hands"]["key"]
    document["hands"]["commitment"] = "0" * 64
    document["hands"]["salt"] = 5
    assert key not in refused(written(document))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**65), 2**65),
    st.text(max_size=20),
    st.sampled_from(["", "\0", "\ud800", "x" * 2000, "2026-11-21T09:30:00.000000Z", "0" * 64]),
    st.just([]),
    st.just({}),
    st.floats(allow_nan=True),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(0, 3), max_size=3),
)


@given(data=st.data())
@settings(max_examples=60)
def test_whatever_is_changed_the_answer_is_yes_or_no(file: bytes, data: st.DataObject) -> None:
    """Some value anywhere is another one, is gone, or stands twice."""
    document = json.loads(file)
    for _time in range(data.draw(st.integers(1, 3))):
        _spoil(document, data)
    if data.draw(st.booleans(), label="with a whole chain"):
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            rehash(document)
    before = rows()
    with undone():
        try:
            import_championship(actor=SOMEBODY, file=BytesIO(written(document)))
        except UserError as refusal:
            taken_in, reasons = False, "".join(map(str, refusal.messages))
        else:
            taken_in, reasons = True, ""
        assert taken_in or (reasons.encode() and rows() == before)
        if taken_in:
            look_round(Client(), str(Championship.objects.get().slug))


def look_round(client: Client, slug: str) -> None:
    """Whatever was taken in, its pages can be shown."""
    client.force_login(make_user(superuser=True))
    for page in ("", "standings/", "schedule/", "teams/", "proof/", "manage/", "manage/rounds/"):
        assert client.get(f"/c/{slug}/{page}").status_code == 200, page
    assert client.get(f"/c/{slug}/manage/record/").status_code == 200


def _spoil(document: Any, data: st.DataObject) -> None:
    """Walk down to some place and spoil what stands there."""
    here = document
    while True:
        places = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not places:
            return
        place = data.draw(st.sampled_from(places))
        if isinstance(here[place], dict | list) and here[place] and data.draw(st.integers(0, 9)):
            here = here[place]
            continue
        act = data.draw(st.sampled_from(["change", "change", "remove", "double"]))
        if act == "change":
            here[place] = data.draw(JUNK)
        elif act == "remove":
            del here[place]
        elif isinstance(here, list):
            here.append(copy.deepcopy(here[place]))
        return


@given(content=st.binary(max_size=200))
@settings(max_examples=100)
def test_any_bytes(content: bytes) -> None:
    with pytest.raises(UserError):
        import_championship(actor=SOMEBODY, file=BytesIO(content))
