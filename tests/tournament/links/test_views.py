"""Opening links on phones: what they open, what they don't, and what they leave behind."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.links.addresses import link_address
from tests.tournament.visitors import HALL
from tournament.core.log_rate import AT_MOST
from tournament.links.services import renew_links
from tournament.links.session_places import KEPT_SECONDS, SESSION_KEY
from tournament.links.tokens import Place, PlaceKind, secret_of, token_of
from tournament.models import AuditEvent, Championship

pytestmark = pytest.mark.django_db

NOT_VALID = "This link is no longer valid"


def table(number: int, link: int = 1) -> Place:
    return Place(PlaceKind.TABLE, number, link)


def pair(number: int, link: int = 1) -> Place:
    return Place(PlaceKind.PAIR, number, link)


def phone() -> Client:
    """A phone in the hall: plain HTTP, another machine, by the laptop's address."""
    return Client(headers={"Accept-Language": "en"}, **HALL)  # type: ignore[arg-type]


def kept(client: Client) -> object:
    return client.session.get(SESSION_KEY)


@pytest.fixture
def day() -> Day:
    return make_day()


def test_a_tables_link_opens_its_page(day: Day) -> None:
    answer = phone().get(link_address(day.championship, table(2)))
    assert answer.status_code == 302
    assert answer["Location"] == f"/c/{day.slug}/table/2/"


def test_a_pairs_link_opens_its_page(day: Day) -> None:
    answer = phone().get(link_address(day.championship, pair(3)))
    assert answer.status_code == 302
    assert answer["Location"] == f"/c/{day.slug}/pair/3/"


def test_the_session_keeps_the_place_and_never_the_token(day: Day) -> None:
    client = phone()
    path = link_address(day.championship, table(2))
    client.get(path)
    token = token_of(secret_of(day.championship), day.championship.pk, table(2))
    assert token in path
    assert kept(client) == {str(day.championship.pk): [["t", 2, 1]]}
    stored = Session.objects.get()
    assert token not in str(stored.get_decoded())
    assert not AuditEvent.objects.exists()


def test_the_answer_is_not_kept_and_tells_no_next_page_where_one_came_from(day: Day) -> None:
    answer = phone().get(link_address(day.championship, table(2)))
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_a_page_that_says_why_a_link_leads_nowhere_sends_no_path_along(day: Day) -> None:
    """But an origin, without which its forms (the language) would be refused."""
    answer = phone().get(f"/t/{day.championship.pk}-1-AAAAAAAAAAAAAAAA/")
    assert answer["Referrer-Policy"] == "origin"
    assert "no-store" in answer["Cache-Control"]


def test_the_language_can_be_changed_on_that_page(day: Day) -> None:
    client = Client(enforce_csrf_checks=True, **HALL)  # type: ignore[arg-type]
    path = f"/t/{day.championship.pk}-1-AAAAAAAAAAAAAAAA/"
    page = client.get(path).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    sent = {"csrfmiddlewaretoken": found[1], "language": "es", "next": path}
    answer = client.post("/i18n/setlang/", sent, headers={"origin": "http://192.168.1.10:8000"})
    assert (answer.status_code, answer["Location"]) == (302, path)


def test_a_phone_holds_the_tables_it_was_used_at_and_its_pair(day: Day) -> None:
    client = phone()
    for place in (table(1), table(2), pair(4), table(2)):
        client.get(link_address(day.championship, place))
    assert kept(client) == {str(day.championship.pk): [["p", 4, 1], ["t", 1, 1], ["t", 2, 1]]}


def test_places_of_two_championships_stand_side_by_side(day: Day) -> None:
    client, other = phone(), make_day(slug="other")
    client.get(link_address(day.championship, table(1)))
    client.get(link_address(other.championship, table(2)))
    assert kept(client) == {
        str(day.championship.pk): [["t", 1, 1]],
        str(other.championship.pk): [["t", 2, 1]],
    }


def test_the_cookie_outlives_the_browser(day: Day) -> None:
    client = phone()
    client.get(link_address(day.championship, table(1)))
    assert client.cookies["sessionid"]["max-age"] == KEPT_SECONDS
    assert not client.cookies["sessionid"]["secure"]  # the hall's HTTP


def test_logging_in_afterwards_keeps_the_place(day: Day) -> None:
    day.referee.set_password("quatre botifarres")
    day.referee.save()
    client = phone()
    client.get(link_address(day.championship, table(1)))
    sent = {"username": day.referee.username, "password": "quatre botifarres"}
    assert client.post(reverse("accounts:login"), sent).status_code == 302
    assert client.session["_auth_user_id"] == str(day.referee.pk)
    assert kept(client) == {str(day.championship.pk): [["t", 1, 1]]}


def test_a_referee_who_scans_a_code_stays_logged_in(day: Day) -> None:
    client = english_client(day.referee)
    client.get(link_address(day.championship, table(1)))
    assert client.session["_auth_user_id"] == str(day.referee.pk)


def _wrong_codes(championship: Championship) -> list[str]:
    secret, number = secret_of(championship), championship.pk
    right = token_of(secret, number, table(1))
    elsewhere = make_day(slug="other").championship
    return [
        f"{number}-1-{right[::-1]}",
        f"{number}-1-{right[:-1]}",
        f"{number}-1-{right}x",
        f"{number}-2-{right}",
        f"{number}-99-{token_of(secret, number, table(99))}",
        f"{number}-01-{right}",
        f"{number}-1-{token_of(secret, number, table(1, 2))}",
        f"{number}-1-{token_of(secret, number, pair(1))}",
        f"{elsewhere.pk}-1-{right}",
        f"{number}-1-{token_of(secret_of(elsewhere), number, table(1))}",
        f"999999-1-{right}",
        f"{'9' * 18}-1-{right}",
        f"-{number}-1-{right}",
        right,
        "no-code",
    ]


def test_everything_wrong_is_answered_alike(day: Day) -> None:
    client = phone()
    pages = set()
    for code in _wrong_codes(day.championship):
        answer = client.get(f"/t/{code}/")
        assert answer.status_code == 404, code
        page = answer.content.decode()
        assert NOT_VALID in page
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
        pages.add(page.replace(code, ""))  # where the forms say what page they are on
    assert len(pages) == 1
    assert kept(client) is None


@settings(max_examples=examples(30))  # what is no code is tried more often in test_tokens.py
@given(
    st.text(max_size=60).filter(lambda text: "/" not in text and text not in {"", ".", ".."})
    | st.from_regex(r"-?[0-9٣²]{0,30}-[0-9٣²]{0,30}-[\w-]{0,30}", fullmatch=True)
)
def test_no_code_makes_the_site_fail(code: str) -> None:
    for name in ("links:table", "links:pair"):
        assert phone().get(reverse(name, args=[code])).status_code == 404


def test_a_renewed_link_has_ended_and_the_new_one_opens(day: Day) -> None:
    old = link_address(day.championship, table(1))
    renew_links(actor=day.acting, championship=day.championship, places=[table(1)])
    assert phone().get(old).status_code == 404
    assert phone().get(link_address(day.championship, table(1, 2))).status_code == 302


def test_a_link_scanned_anew_takes_the_place_of_the_earlier_one(day: Day) -> None:
    client = phone()
    client.get(link_address(day.championship, table(1)))
    renew_links(actor=day.acting, championship=day.championship, places=[table(1)])
    client.get(link_address(day.championship, table(1, 2)))
    assert kept(client) == {str(day.championship.pk): [["t", 1, 2]]}


def test_after_the_end_a_link_leads_to_the_standings(day: Day) -> None:
    day.championship.ended_at = timezone.now()
    day.championship.save()
    client = phone()
    answer = client.get(link_address(day.championship, table(1)))
    assert answer.status_code == 410
    page = answer.content.decode()
    assert "The championship has ended" in page
    assert reverse("standings:standings", args=[day.slug]) in page
    assert kept(client) is None


def test_before_the_schedule_is_public_a_link_says_so_and_is_kept() -> None:
    day = make_day(published=False)
    client = phone()
    answer = client.get(link_address(day.championship, table(1)))
    assert answer.status_code == 404
    assert "the organisers have not published the schedule yet" in answer.content.decode()
    assert kept(client) == {str(day.championship.pk): [["t", 1, 1]]}


def test_a_messenger_that_looks_at_a_link_changes_nothing_for_others(day: Day) -> None:
    path = link_address(day.championship, table(1))
    assert phone().head(path).status_code == 302
    assert phone().get(path).status_code == 302
    assert not AuditEvent.objects.exists()


def test_no_log_tells_a_token(day: Day, caplog: pytest.LogCaptureFixture) -> None:
    """What is refused before any view is asked is logged with its address, by other handlers also
    where there are too many such lines for ours."""
    path = link_address(day.championship, table(1))
    client = Client(enforce_csrf_checks=True, **HALL)  # type: ignore[arg-type]
    for _line in range(AT_MOST + 1):
        assert client.post(path).status_code == 403
    token = token_of(secret_of(day.championship), day.championship.pk, table(1))
    assert token not in caplog.text
    assert f"/t/{day.championship.pk}-1-…" in caplog.text
