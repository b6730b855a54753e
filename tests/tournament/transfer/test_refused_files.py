"""What is no file of a championship is refused whole, with the reasons, and leaves nothing."""

from __future__ import annotations

import contextlib
import copy
import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.factories import make_user
from tests.tournament.transfer.refusals import SOMEBODY, refused, rehash, rows, written
from tests.tournament.visitors import undone
from tournament.core.errors import UserError
from tournament.models import Championship
from tournament.transfer import document as file_format
from tournament.transfer.services import import_championship

pytestmark = pytest.mark.django_db


def test_the_good_file_is_good(file: bytes) -> None:
    with undone():
        championship = import_championship(actor=SOMEBODY, file=BytesIO(file))
        look_round(Client(), championship.slug)


class TestWhatIsNoDocument:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "not JSON (line 1, column 1)"),
            (b"PK\x03\x04" + bytes(200), "not JSON"),
            (b"\xff\xfe{\0}\0", "not in UTF-8 (byte 0)"),
            (b'\xef\xbb\xbf{"format": "botifarra-championship"}', "not JSON"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"a":' * 100_000, "nested too deeply"),
            (b"[{}]", "not the file of a championship"),
            (b"null", "not the file of a championship"),
            (b'{"format": "another", "version": 1}', "not the file of a championship"),
            (b'{"format": "botifarra-championship", "version": 3}', "a newer version"),
            (b'{"format": "botifarra-championship", "version": 0}', "lacks \u201cnumber"),
            (
                b'{"format": "botifarra-championship", "version": [1]}',
                "version: must be of another",
            ),
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
        monkeypatch.setattr(file_format, "LARGEST_FILE", 1 << 20)
        endless = BytesIO(b" " * (10 << 20))
        with pytest.raises(UserError, match="larger than 1 MB"):
            import_championship(actor=SOMEBODY, file=endless)
        assert endless.tell() == (1 << 20) + 1

    def test_what_was_cut_off(self, file: bytes) -> None:
        assert "not JSON" in refused(file[:-200])


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
@settings(max_examples=examples(40))
def test_whatever_is_changed_the_answer_is_yes_or_no(
    file: bytes, cup_file: bytes, data: st.DataObject
) -> None:
    """Some value anywhere is another one, is gone, or stands twice."""
    good = data.draw(st.sampled_from([file, cup_file]))
    document = json.loads(good)
    for _time in range(data.draw(st.integers(1, 3))):
        _spoil(document, data)
    if data.draw(st.booleans(), label="with a whole chain"):
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            rehash(document)
    before, content = rows(), written(document)
    with undone():
        try:
            import_championship(actor=SOMEBODY, file=BytesIO(content))
        except UserError as refusal:
            taken_in, reasons = False, "".join(map(str, refusal.messages))
        else:
            taken_in, reasons = True, ""
        assert taken_in or (reasons.encode() and rows() == before)
        if taken_in and content != written(json.loads(good)):
            look_round(Client(), str(Championship.objects.get().slug))


def look_round(client: Client, slug: str) -> None:
    """Whatever was taken in, its pages can be shown."""
    client.force_login(make_user(superuser=True))
    for page in (
        "",
        "standings/",
        "schedule/",
        "pairs/",
        "proof/",
        "manage/",
        "manage/rounds/",
    ):
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
@settings(max_examples=examples(100))
def test_any_bytes(content: bytes) -> None:
    with pytest.raises(UserError):
        import_championship(actor=SOMEBODY, file=BytesIO(content))
