"""Which accounts count as players, how that comes about, and what the record says of it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.day import Day, make_day
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_scheduled,
    make_user,
)
from tests.tournament.phones.phone import Phone
from tests.tournament.verified import faults
from tournament.contestants.services.number_draw import draw_numbers
from tournament.core.errors import UserError
from tournament.links.tokens import PlaceKind
from tournament.looks.services import look_all_the_same, note_playing, withdraw_playing
from tournament.models import Action, AuditEvent, PlayingAccount, User

pytestmark = pytest.mark.django_db

HIDDEN = "results of open rounds are hidden"


@pytest.fixture
def day() -> Day:
    day = make_day()
    day.open(1)
    day.enter(1, 1, 1, 61)
    return day


def browser(day: Day, user: User) -> Client:
    client = Phone(day).client
    client.force_login(user)
    return client


def plays(day: Day) -> set[tuple[str, int]]:
    rows = day.championship.playing_accounts.values_list("user__username", "contestant__number")
    return set(rows)


def shown(client: Client, path: str = "/c/day/manage/desk/1/tables/1/") -> str:
    return " ".join(client.get(path).content.decode().split())


def test_a_pairs_link_in_a_browser_that_is_logged_in_makes_its_account_a_players(day: Day) -> None:
    client = browser(day, day.organiser)
    assert ">61<" in shown(client)
    phone = Phone(day)
    phone.client = client
    table, pair = day.match(1, 2), day.match(1, 2).pairs.ns.number
    phone.scan(PlaceKind.TABLE, table.table.number)
    assert not plays(day)
    for _twice_is_once in range(2):
        phone.scan(PlaceKind.PAIR, pair)
    assert plays(day) == {("day-organiser", pair)}
    event = AuditEvent.objects.get(action=Action.PLAYS_NOTED)
    assert (event.contestant, event.after) == (pair, {"username": "day-organiser"})
    assert event.actor == day.acting_organiser.name
    page = shown(client)
    assert ">61<" not in page
    assert f"You play as pair {pair}: {HIDDEN}" in page
    # Nobody else is kept from seeing anything.
    assert ">61<" in shown(english_client(day.referee))


def test_logging_in_where_a_pairs_link_was_opened_does_the_same(day: Day) -> None:
    phone = Phone.of_pair(day, 2)
    assert not plays(day)
    phone.client.force_login(day.organiser)
    assert plays(day) == {("day-organiser", 2)}
    assert ">61<" not in shown(phone.client)


def test_whose_a_browser_is_that_was_logged_out_of_shows_when_it_is_logged_in_to_again(
    day: Day,
) -> None:
    """Between the two anybody may have taken it over: nobody is noted by guessing."""
    phone = Phone(day)
    phone.client = browser(day, day.organiser)
    phone.client.logout()
    phone.scan(PlaceKind.PAIR, 2)
    assert not plays(day)
    phone.client.force_login(day.organiser)
    assert plays(day) == {("day-organiser", 2)}


def test_by_the_login_page_too_which_says_so(day: Day) -> None:
    day.organiser.set_password("a long passphrase of mine")
    day.organiser.save()
    phone = Phone.of_pair(day, 2)
    answer = phone.client.post(
        "/accounts/login/",
        {"username": "day-organiser", "password": "a long passphrase of mine"},
        follow=True,
    )
    assert plays(day) == {("day-organiser", 2)}
    assert "this account counts as a player" in answer.content.decode()


def test_looking_all_the_same_is_recorded_with_a_reason_and_for_that_table_alone(
    day: Day,
) -> None:
    day.enter(1, 2, 1, 63)
    client = browser(day, day.organiser)
    note_playing(
        actor=day.acting_organiser,
        championship=day.championship,
        user=day.organiser,
        contestant=day.match(1, 2).pairs.ns.number,
    )
    desk = "/c/day/manage/desk/1/tables/1/"
    assert ">63<" in shown(client, "/c/day/manage/desk/1/tables/2/"), "its own table"
    look = "/c/day/manage/playing/look/"
    assert client.post(look, {"place": "1-1", "reason": " "}).status_code == 422
    assert not AuditEvent.objects.filter(action=Action.RESULTS_SEEN).exists()
    for _twice_is_once in range(2):
        answer = client.post(look, {"place": "1-1", "reason": "a dispute", "next": desk})
        assert (answer.status_code, answer["Location"]) == (302, desk)
    event = AuditEvent.objects.get(action=Action.RESULTS_SEEN)
    assert (event.round, event.table, event.reason) == (1, 1, "a dispute")
    assert (event.actor, event.after) == ("day-organiser", {"username": "day-organiser"})
    assert ">61<" in shown(client)
    hands = client.get("/c/day/manage/rounds/1/hands/")
    assert hands.status_code == 403, "the rest stays hidden"
    assert client.post(look, {"reason": "x", "next": "https://elsewhere.example/"})[
        "Location"
    ].startswith("/c/day/")


def test_organisers_say_who_plays_and_take_it_back_with_a_reason(day: Day) -> None:
    client = english_client(day.organiser)
    note = "/c/day/manage/playing/"
    people = "/c/day/manage/people/"
    for sent in (
        {"username": "day-referee", "contestant": "99"},
        {"username": "nobody", "contestant": "1"},
        {"username": "day-referee", "contestant": "x"},
        {},
    ):
        assert client.post(note, sent).status_code == 302
        assert not plays(day)
    client.post(note, {"username": "Day-Referee", "contestant": "3"})
    assert plays(day) == {("day-referee", 3)}
    noted = day.championship.playing_accounts.get()
    remove = f"{note}{noted.pk}/remove/"
    assert remove in shown(client, people)
    assert client.post(remove, {"reason": ""}).status_code == 422
    assert client.post(remove, {"reason": "he only helped them"}).status_code == 302
    assert not plays(day)
    event = AuditEvent.objects.get(action=Action.PLAYS_WITHDRAWN)
    assert (event.contestant, event.reason) == (3, "he only helped them")
    assert ">61<" in shown(english_client(day.referee))


def test_whoever_looks_after_the_site_plays_like_anybody(day: Day) -> None:
    keeper = make_user("keeper", superuser=True)
    client = english_client(keeper)
    assert ">61<" in shown(client)
    note_playing(
        actor=day.acting_organiser, championship=day.championship, user=keeper, contestant=2
    )
    assert ">61<" not in shown(client)


def test_who_plays_elsewhere_is_shown_everything_here(day: Day) -> None:
    other = make_day(slug="other")
    note_playing(
        actor=other.acting_organiser,
        championship=other.championship,
        user=day.organiser,
        contestant=1,
    )
    assert ">61<" in shown(english_client(day.organiser))


def test_closed_rounds_hide_nothing(day: Day) -> None:
    day.enter_for(day.match(1, 1), 2, 30)
    for table, deal in ((1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)):
        day.enter(1, table, deal, 40)
    note_playing(
        actor=day.acting_organiser,
        championship=day.championship,
        user=day.organiser,
        contestant=day.match(1, 2).pairs.ns.number,
    )
    client = english_client(day.organiser)
    assert client.get("/c/day/manage/record/").status_code == 403
    assert client.post("/c/day/manage/rounds/1/close/").status_code == 302
    assert ">61<" in shown(client)
    assert client.get("/c/day/manage/record/").status_code == 200


def test_verify_compares_who_plays_with_the_record() -> None:
    championship = make_scheduled(6)
    user, actor = make_user("anna"), actor_of(championship)
    before = faults(championship)
    note_playing(actor=actor, championship=championship, user=user, contestant=2)
    note_playing(actor=actor, championship=championship, user=user, contestant=3)
    withdraw_playing(
        actor=actor,
        noted=PlayingAccount.objects.select_related("user", "contestant", "championship").get(
            contestant__number=3
        ),
        reason="the wrong card",
    )
    look_all_the_same(actor=actor, championship=championship, places=[(9, None)], reason="x")
    assert faults(championship) == before == []
    PlayingAccount.objects.all().delete()
    assert [fault for fault in faults(championship) if "anna" in fault]


def test_numbers_that_are_drawn_take_their_accounts_along() -> None:
    championship = make_championship()
    add_contestants(championship, 6)
    note_playing(
        actor=actor_of(championship),
        championship=championship,
        user=make_user("anna"),
        contestant=2,
    )
    draw_numbers(actor=actor_of(championship), championship=championship, seed="7")
    assert not faults(championship)


def test_there_must_be_such_a_pair(day: Day) -> None:
    with pytest.raises(UserError, match="99"):
        note_playing(
            actor=day.acting, championship=day.championship, user=day.referee, contestant=99
        )
