"""Whatever is sent to whichever address: an answer, a refusal, never a failure.

Forms are sent as they stand on the site's pages, with some fields spoilt: missing, doubled, huge,
of another kind, with letters that are none. The client lets every exception through, so a failing
view fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from urllib.parse import quote_from_bytes

import pytest
from django.urls import resolve
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from tests.examples import examples
from tests.page_forms import forms_of
from tests.tournament.asked_names import names_asked
from tests.tournament.refused_fields import refusals
from tests.tournament.undrawn import day_line_unread, refusals_not_drawn
from tests.tournament.visitors import (
    House,
    Who,
    addresses,
    make_house,
    short_rehearsals,
    undone,
    writing_statements,
)
from tournament.models import AuditEvent, Membership, Player, Sitting, User
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

HUGE = "9" * 5000
"""More digits than Python turns into a number without being asked twice."""
SPOILT = [
    "",
    "a\0b",
    "\ud800",
    "-1",
    "2147483648",
    HUGE,
    "²",
    "x" * 6000,
]
"""Tried in every field: nothing, letters that are none, numbers that are none, what is too long."""
ODD = [
    "1.5",
    "73",
    "٣",
    "<script>%s{{ 7|add:1 }}' --",
    "\u202e\u200b\ufeff",
    "nan",
    "1e9",
    "32768",
    "9223372036854775808",
    "botifarra",
    "NS+EW",
    "other",
    "2026-02-30",
    "99999-01-01",
    "=1+1",
    "../../etc/passwd",
    "//botifarra.example/",
    "x" * 100_000,
]
"""Tried here and there."""
NUMBERS = [10**300, 0, 99, 32768, 2**31, 2**63]
LINES_OF_PAIRS = "Anna Puig; Blai Roca; Club\nCarme Serra - Dídac Tort"
GOOD = {
    "reason": "a reason",
    "note": "a note",
    "text": LINES_OF_PAIRS,
    "player_1": "Àngela Puig",
    "player_2": "Blai Roca",
    "name": "A name",
    "username": "newcomer",
    "full_name": "New Comer",
    "role": "referee",
    "password": "quatre botifarres",
    "password_again": "quatre botifarres",
    "date": "2026-11-21",
    "ns_points": "40",
    "based_on": "0",
    "rounds": "3",
    "seed": "27418",
    "sure": "on",
    "kind": "rule-break",
    "sides": "NS",
    "words": "what happened",
    "hundredths": "0.5",
    "language": "ca",
}
"""What gets past the first checks, so that a spoilt field beside it is looked at."""
GOOD_FIELDS = {name: [value] for name, value in GOOD.items()}
ANY_QUERY = {"after": ["x" * 6000], "best": ["²", "-1"], "each": [""], "deal": [HUGE]}
"""For addresses that look for nothing in what is sent, and to see what the others look for."""
EVERYWHERE = {"stage", "after"}
"""Looked for at each address of a championship, by one function, to know which stage is meant."""
UNREAD = "csrfmiddlewaretoken"
"""Stands in each form, and only a client that is made to looks at it: `test_spoilt_tokens`."""
JUNK = [
    {"accept-language": "x" * 600},
    {"accept-language": "ca;q=nan,*;q=-1,,;"},
    {"accept-language": "\\xff\\xfe"},
    {"host": "botifarra.example:port"},
    {"host": "a b"},
    {"host": "[::1"},
    {"cookie": "sessionid=\\xff; messages=x:y; csrftoken=; django_language=../.."},
    {"cookie": "sessionid=" + "a" * 5000},
    {"referer": "http://[", "hx-request": "true", "hx-current-url": "http://["},
    {"x-forwarded-for": "'", "x-forwarded-proto": "https,http"},
    {"content-type": "multipart/form-data; boundary="},
    {"content-type": "application/json; charset=nonsense"},
    {"if-modified-since": "never", "if-none-match": "\\xff", "range": "bytes=9-1"},
]
TEXT = st.sampled_from([*SPOILT, *ODD]) | st.text(max_size=30)


MIDDLE = "in the middle"
ONLY_IN_THE_MIDDLE = pytest.mark.parametrize("house", [MIDDLE], indirect=True, scope="module")


@pytest.fixture(scope="module", params=["before the schedule", MIDDLE])
def house(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[House]:
    """A championship at which everybody's forms stand on the pages."""
    with django_db_blocker.unblock(), undone(), short_rehearsals():
        house = make_house()
        day = house.day
        if request.param == MIDDLE:
            day.open(1)
            day.enter_whole_round(1)
            close_round(actor=day.acting, round=day.round(1))
            day.open(2)
            day.enter(2, 1, 5, 40)
        else:
            day.stage.rounds.all().delete()
            day.stage.published_at = None
            day.stage.save()
        yield house


@pytest.fixture(scope="module", autouse=True)
def no_day_line() -> Iterator[None]:
    """The line about the day is the same whatever is sent; its own address draws it."""
    with day_line_unread():
        yield


def in_the_middle(house: House) -> bool:
    return house.day.stage.published_at is not None


Fields = Mapping[str, Sequence[str]]
FILES = ("_pdf", "_xlsx", "_csv", "_json")
"""How addresses end that answer with a file: costly to make, and without forms."""


@pytest.fixture(scope="module")
def forms(house: House) -> Mapping[str, tuple[str, Fields]]:
    """The forms on the site's pages: by name of the address they are sent to, that address and
    what they would send, filled in so that the first checks let it pass."""
    client = house.visitors.client(Who.SUPERUSER)
    found: dict[str, tuple[str, dict[str, list[str]]]] = {}
    pages = [one for one in addresses() if not one.name.endswith(FILES)]
    turns = (1, 2, 3) if in_the_middle(house) else (1,)
    urls = (house.url(one.name, _turn(turn)) for one in pages for turn in turns)
    for url in dict.fromkeys(urls):  # most of them are the same each time
        page = client.get(url)
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(page.content.decode()):
            target = form.action or url
            _url, fields = found.setdefault(resolve(target).view_name, (target, {}))
            if form.method == "post" and target == _url:
                for name in form.names - {UNREAD}:
                    stands = form.values.get(name, [])
                    fields[name] = stands if any(stands) else [GOOD.get(name, "")]
    return {name: form for name, form in found.items() if form[1]}


Asked = Callable[[str, str], Sequence[str]]


@pytest.fixture(scope="module")
def asked(house: House) -> Asked:
    """Tells which names an address looks for in what is sent to it by a method."""

    @cache
    def asked(method: str, name: str) -> Sequence[str]:
        values = ANY_QUERY if method == "get" else {**ANY_QUERY, **GOOD_FIELDS}
        with names_asked() as found:
            send(house, method, house.url(name, _turn(2)), values)
        return sorted(found)

    return asked


@pytest.fixture(scope="module")
def players(house: House) -> Sequence[str]:
    """The keys of all players, also of those who play in the other championship."""
    return [str(one.pk) for one in Player.objects.all()]


def _turn(number: int) -> dict[str, int]:
    return {"number": number, "round": number, "deal": 4 * number - 3}


def send(house: House, method: str, url: str, values: Fields, *, who: Who = Who.SUPERUSER) -> int:
    """Send it, as somebody who may do everything; the site must answer. Tells the status.

    Pages of refusals say nothing of what was sent. Those of championships that are not there are
    drawn.
    """
    client = house.visitors.client(who)
    with undone(), refusals_not_drawn(), writing_statements() as written:
        if method == "get":
            response = client.get(f"{url}?{_encoded(values)}")
        else:
            response = client.generic("POST", url, _encoded(values), content_type=URLENCODED)
        assert response.status_code < 500
        if written:
            _check_the_other_one(house)
    return response.status_code


URLENCODED = "application/x-www-form-urlencoded"


def _encoded(values: Fields) -> str:
    return "&".join(f"{_quoted(name)}={_quoted(one)}" for name in values for one in values[name])


def _quoted(text: str) -> str:
    """Percent-encoded, also what is no letter and so no UTF-8."""
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))


def _check_the_other_one(house: House) -> None:
    """Nothing happened to the other championship, whose ids may have been sent."""
    other = house.other.championship
    assert not AuditEvent.objects.filter(championship=other).exists()
    here = Sitting.objects.filter(match__round__stage=house.day.stage)
    assert not here.exclude(player__contestant__championship=house.day.championship).exists()


NAMES = [address.name for address in addresses()]
SHARES = 8
"""The forms are tried in so many tests, so that workers can share them."""


@pytest.mark.parametrize("share", range(SHARES))
def test_every_field_spoilt_alone(
    house: House, forms: Mapping[str, tuple[str, Fields]], share: int
) -> None:
    begun = in_the_middle(house)
    tried = {name for name in forms if begun or name.startswith(("contestants:", "schedule:"))}
    assert len(tried) > (20 if begun else 5)
    for url, fields in (forms[name] for name in sorted(tried)[share::SHARES]):
        spoil_each(house, Who.SUPERUSER, url, fields)


def spoil_each(house: House, who: Who, url: str, fields: Fields) -> None:
    """What a form's field refuses of itself is asked of the field without the rest of the site, and
    of all that it refuses only one value is sent: in each field the next one."""
    with refusals(SPOILT) as found:
        for at, name in enumerate(fields):
            for spoilt in ([], [*fields[name], "0"]):
                send(house, "post", url, {**fields, name: spoilt}, who=who)
            first = at % len(SPOILT)
            refused = 0
            for one in SPOILT[first:] + SPOILT[:first]:
                refused += one in found.of(name)
                if refused <= 1 or one not in found.of(name):
                    send(house, "post", url, {**fields, name: [one]}, who=who)


@ONLY_IN_THE_MIDDLE
def test_the_forms_of_somebody_without_an_account(house: House) -> None:
    for name in ("accounts:login", "accounts:first_organiser"):
        url = house.url(name)
        with undone():
            if name == "accounts:first_organiser":
                Membership.objects.all().delete()
                User.objects.all().delete()
            page = house.visitors.client(Who.ANONYMOUS).get(url).content.decode()
            (form,) = (one for one in forms_of(page) if one.action == "")
            fields = {one: [GOOD.get(one, "")] for one in form.names - {UNREAD}}
            spoil_each(house, Who.ANONYMOUS, url, fields)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=examples(2))
def test_several_fields_spoilt(
    house: House,
    forms: Mapping[str, tuple[str, Fields]],
    asked: Asked,
    players: Sequence[str],
    name: str,
    data: st.DataObject,
) -> None:
    """Spoil several fields of the address's form or, where no page has one for it in the middle of
    the day, of what it looks for. What looks for nothing has been sent enough by then."""
    sought = asked("post", name) if name not in forms and in_the_middle(house) else ()
    url, fields = forms.get(name) or (house.url(name), {one: [GOOD.get(one, "")] for one in sought})
    if not fields:
        return
    some = st.lists(st.sampled_from(sorted(fields)), min_size=2, max_size=4)
    values = st.lists(TEXT | st.sampled_from(players), max_size=2)
    spoilt = {one: data.draw(values, label=one) for one in data.draw(some)}
    send(house, "post", url, {**fields, **spoilt})


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=examples(2))
def test_spoilt_questions(house: House, asked: Asked, name: str, data: st.DataObject) -> None:
    """Spoil what the address looks for. What looks for nothing has been asked enough by then, and
    what looks for nothing of its own is asked once."""
    names = asked("get", name)
    if not names:
        return
    if EVERYWHERE.issuperset(names):
        at = NAMES.index(name)
        send(
            house, "get", house.url(name), {names[at % len(names)]: [SPOILT[at // 2 % len(SPOILT)]]}
        )
        return
    url = house.url(name, _turn(data.draw(st.sampled_from([1, 2, 3]), label="number")))
    some = st.sampled_from([one for one in names if one != "stage"])  # it alone decides: 404
    values = st.dictionaries(some, st.lists(TEXT, min_size=1, max_size=2), min_size=1)
    send(house, "get", url, data.draw(values))


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize(
    ("name", "argument"),
    [
        (address.name, argument)
        for address in addresses()
        for argument in address.arguments
        if argument != "slug"
    ],
)
def test_numbers_that_nothing_has(house: House, name: str, argument: str) -> None:
    """Where nothing is there for any of them, two are enough to be sent to: a view looks for what
    it is about before it looks at what was sent."""
    numbers = NUMBERS
    for method, values in (("get", {}), ("post", GOOD_FIELDS)):
        answers = set()
        for number in numbers:
            answers.add(send(house, method, house.url(name, {argument: number}), values))
            if answers & {403, 405}:
                break  # whatever the number: somebody without a link is refused, or the method
        if answers == {404}:
            numbers = NUMBERS[:2]


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize("headers", JUNK, ids=repr)
@pytest.mark.parametrize(
    "name", ["home", "accounts:login", "public:pairings", "results:entry", "exports:standings_pdf"]
)
def test_headers_that_no_browser_sends(house: House, name: str, headers: dict[str, str]) -> None:
    for method in ("get", "post"):
        client = house.visitors.client(Who.ORGANISER)
        if "cookie" in headers:
            client.cookies.clear()
        with undone():
            response = getattr(client, method)(house.url(name, _turn(2)), headers=headers)
            assert response.status_code < 500


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize("token", [None, *SPOILT], ids=lambda one: repr(one)[:20])
def test_spoilt_tokens(house: House, token: str | None) -> None:
    """What stands in each form against other sites' forms; here it is looked at."""
    client = house.visitors.client(Who.ORGANISER, enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "x" * 32
    fields = GOOD_FIELDS if token is None else {**GOOD_FIELDS, UNREAD: [token]}
    url = house.url("championships:details")
    response = client.generic("POST", url, _encoded(fields), content_type=URLENCODED)
    assert response.status_code == 403


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize("share", range(3))
def test_championships_that_are_not_there(house: House, share: int) -> None:
    """Each address with two such names, and many with each."""
    slugs = ["-", "9" * 3000, "day-", "DAY", "_", "null"]
    ours = [one for one in addresses() if "slug" in one.arguments]
    for at, address in enumerate(ours[share::3]):
        for slug in slugs[at % 3 :: 3]:
            url = house.url(address.name, {"slug": slug})
            response = house.visitors.client(Who.SUPERUSER).get(url)
            assert response.status_code in {404, 405}


@ONLY_IN_THE_MIDDLE
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x",
        b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="\xff"\r\n\r\n\0\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n!\r\n--x--",
    ],
)
def test_broken_uploads(house: House, body: bytes) -> None:
    client = house.visitors.client(Who.ORGANISER)
    for name in (
        "contestants:upload",
        "contestants:paste",
        "results:entry",
        "championships:settings",
    ):
        response = client.generic(
            "POST", house.url(name, _turn(2)), body, content_type="multipart/form-data; boundary=x"
        )
        assert response.status_code < 500
