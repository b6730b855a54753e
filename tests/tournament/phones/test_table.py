"""The table's page and its document: everything of this table, nothing of another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from scoring.game.seats import Seat
from tests.tournament.day import Day, make_day
from tests.tournament.factories import turn_round
from tests.tournament.phones.hands import referee_says, take_back
from tests.tournament.phones.phone import Phone, entry
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Match, NotPlayedReason, Outcome, Player, Round
from tournament.phones.page_messages import texts_of_a_table
from tournament.phones.queries import table_page, table_version
from tournament.phones.reach import Sender
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round
from tournament.rounds.services.sittings import note_sitting
from tournament.rulings.services import cancel_hand

pytestmark = pytest.mark.django_db


def document(phone: Phone, table: int = 1, **query: str) -> Any:
    answer = phone.state(table, **query)
    assert answer.status_code == 200
    return json.loads(answer.content)


def hands(phone: Phone) -> list[tuple[int, str]]:
    return [(one["deal"], one["state"]) for one in document(phone)["match"]["hands"]]


def test_the_page_holds_the_whole_document(phone: Phone, match: Match) -> None:
    page = phone.client.get(f"/c/{phone.day.slug}/table/1/").content.decode()
    found = re.search(r'id="table-document"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    told = json.loads(found[1])
    assert [one["deal"] for one in told["match"]["hands"]] == [1, 2, 3, 4]
    assert told["match"]["id"] == match.pk
    assert "noscript" in page


def test_who_plays_who_deals_and_who_makes_trumps(phone: Phone) -> None:
    told = document(phone)["match"]
    assert told["round"] == 1
    assert told["pairs"]["NS"] | {"seated": []} == {
        "number": 1,
        "name": "Àngels 1 – Marçal 1",
        "seated": [],
        "phones": 0,
    }
    assert [(one["dealer"], one["makers"]) for one in told["hands"]] == [
        ("North", "NS"),
        ("West", "EW"),
        ("South", "NS"),
        ("East", "EW"),
    ]


def test_who_sits_where_once_it_is_noted(day: Day, phone: Phone, match: Match) -> None:
    players = Player.objects.filter(contestant=match.pairs.ns)
    note_sitting(actor=day.acting, match=match, players={Seat.N: players[1], Seat.S: players[0]})
    seated = document(phone)["match"]["pairs"]["NS"]["seated"]
    assert seated == [
        {"seat": "North", "name": "Marçal 1"},
        {"seat": "South", "name": "Àngels 1"},
    ]


def test_the_countdown(phone: Phone) -> None:
    ends = timezone.now() + timedelta(minutes=20)
    Round.objects.filter(number=1).update(ends_at=ends)
    told = document(phone)
    assert told["match"]["ends_at"] == int(ends.timestamp() * 1000)
    assert told["now"] < told["match"]["ends_at"]
    Round.objects.filter(number=1).update(ends_at=None, seconds_left=600)
    assert document(phone)["match"]["seconds_left"] == 600


def test_a_pairs_own_link_shows_its_own_match_alone(day: Day) -> None:
    """Rounds 1 and 2 are open; pair 4 sits at table 1 in the first, pairs 1 and 3 in the second."""
    day.open(2)
    day.enter_at_table(2, 1, 5, 55)
    phone = Phone.of_pair(day, 4)
    for wanted in ("", "1", "2"):
        told = document(phone, round=wanted)
        assert told["rounds"] == [1]
        assert told["sides"] == ["EW"]
        assert [one["deal"] for one in told["match"]["hands"]] == [1, 2, 3, 4]


def test_a_pair_with_two_matches_at_a_table_speaks_for_its_side_in_each(day: Day) -> None:
    day.open(2)
    match = day.match(2, 1)
    turn_round(match)  # pair 1 sits E–W now
    phone = Phone.of_pair(day, 1)
    assert document(phone, round="1")["sides"] == ["NS"]
    assert document(phone, round="2")["sides"] == ["EW"]


def test_the_states_of_a_hand(day: Day, phone: Phone, match: Match) -> None:
    assert hands(phone)[0] == (1, "missing")
    phone.enter(match, 1, "NS", 44)
    assert hands(phone)[0] == (1, "entered")
    phone.confirm(match, 1, "EW", 1)
    assert hands(phone)[0] == (1, "confirmed")
    phone.object_to(match, 1, "EW", 1)
    assert hands(phone)[0] == (1, "requested")
    day.enter(1, 1, 2, 40)
    assert hands(phone)[1] == (2, "referee")
    cancel_hand(actor=day.acting, championship=day.championship, deal=3, reason="Fouled")
    assert hands(phone)[2] == (3, "cancelled")


def test_what_stands_and_who_said_it(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44, trump="botifarra", double="contro")
    phone.object_to(match, 1, "EW", 1, {"points": 28, "trump": "O", "double": ""})
    hand = document(phone)["match"]["hands"][0]
    assert (hand["version"], hand["by"]) == (1, "NS")
    assert hand["content"] == {"points": 44, "trump": "botifarra", "double": "contro"}
    assert hand["correction_requests"] == [
        {"side": "EW", "content": {"points": 28, "trump": "O", "double": ""}, "told": ""}
    ]


def test_what_was_taken_back_is_missing_as_a_newer_version(
    day: Day, phone: Phone, match: Match
) -> None:
    phone.enter(match, 1, "NS", 44)
    take_back(day, match)
    hand = document(phone)["match"]["hands"][0]
    assert (hand["state"], hand["version"], hand["content"]) == ("missing", 2, None)


def test_what_only_a_referee_says_is_told_in_words(day: Day, match: Match) -> None:
    enter_result(
        actor=day.acting,
        match=match,
        deal=1,
        entry=ResultInput(
            outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME, note="secret"
        ),
        based_on=0,
    )
    answer = Phone.of_pair(day, match.pairs.ns.number).state()
    hand = json.loads(answer.content)["match"]["hands"][0]
    assert (hand["content"], hand["told"]) == (None, "Not played: time ran out")
    assert b"secret" not in answer.content


def test_nothing_of_another_table_and_no_final_score(day: Day, phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    before = phone.state().content
    day.enter(1, 2, 1, 61)
    after = phone.state().content
    keys = {"now", "csrf", "version"}
    told, told_then = (
        {name: value for name, value in json.loads(one).items() if name not in keys}
        for one in (before, after)
    )
    assert told == told_then
    assert told["match"].pop("id") == match.pk
    # As a number of its own: the database may give other ones that end in the same figures.
    assert not re.search(r"\b61\b", json.dumps(told))
    assert "final" not in json.dumps(told)


def test_an_unchanged_document_is_not_sent_again(day: Day, phone: Phone, match: Match) -> None:
    version = document(phone)["version"]
    assert phone.state(version=version).status_code == 204
    day.enter(1, 2, 1, 61)  # at another table
    assert phone.state(version=version).status_code == 204
    phone.enter(match, 1, "NS", 44)
    assert phone.state(version=version).status_code == 200
    version = document(phone)["version"]
    phone.confirm(match, 1, "EW", 1)
    assert phone.state(version=version).status_code == 200


def test_the_version_changes_with_everything_that_is_shown(
    day: Day, phone: Phone, match: Match
) -> None:
    acts: list[Callable[[], object]] = [
        lambda: phone.enter(match, 1, "NS", 44),
        lambda: phone.object_to(match, 1, "EW", 1),
        lambda: referee_says(day, match, 40),
        lambda: note_sitting(
            actor=day.acting, match=match, players={Seat.N: match.pairs.ns.players.all()[0]}
        ),
        lambda: cancel_hand(
            actor=day.acting, championship=day.championship, deal=3, reason="Fouled"
        ),
        lambda: day.open(2),
    ]
    seen = {table_version(day.championship, 1)}
    for number, act in enumerate(acts, start=2):
        act()
        seen.add(table_version(day.championship, 1))
        assert len(seen) == number


def test_few_questions_whatever_the_size(django_assert_num_queries: Any) -> None:
    for contestants, slug in ((4, "small"), (12, "large")):
        day = make_day(contestants=contestants, slug=slug)
        day.open(1)
        day.open(2)
        phone = Phone.at_table(day, 1)
        phone.enter(day.match(1, 1), 1, "NS", 44)
        with django_assert_num_queries(1):
            table_version(day.championship, 1)
        code = Place(PlaceKind.TABLE, 1, 1)
        sender = Sender(day.championship, 1, [code], phone.client.session["phone"])
        with django_assert_num_queries(12):
            assert table_page(sender, "1").match


def test_a_poll_asks_little(phone: Phone) -> None:
    version = document(phone)["version"]
    with CaptureQueriesContext(connection) as queries:
        phone.state(version=version)
    # The championship with its stage, the session, its tables; and the version.
    assert len(queries) == 4, [one["sql"] for one in queries]


def test_what_is_sent_reads_its_match_once(phone: Phone, match: Match) -> None:
    said, other = entry(match, 1, "NS", 44), Phone.alone(phone.day, 1)
    other.hold(match, "EW")
    lock = int(connection.features.has_select_for_update)  # that of the event, where rows lock
    acts: tuple[tuple[Callable[[], object], int], ...] = (
        # Its first word in the round, which is recorded.
        (lambda: phone.send("entries", said), 23 + 2 * lock),
        (lambda: phone.send("entries", said), 5),  # again: the answer was lost
        (lambda: phone.enter(match, 2, "NS", 41), 19 + lock),
        (lambda: other.confirm(match, 1, "EW", 1), 19 + lock),
    )
    for act, most in acts:
        with CaptureQueriesContext(connection) as queries:
            act()
        said_to_it = [one["sql"] for one in queries if "pg_notify" not in one["sql"]]
        asked = [one for one in said_to_it if one.startswith(("SELECT", "INSERT"))]
        assert sum('FROM "tournament_match"' in one for one in asked) <= 1
        assert len(asked) == most, asked


# Which round --------------------------------------------------------------------------------------


def test_the_lowest_open_round_with_something_to_do(day: Day, phone: Phone, match: Match) -> None:
    day.open(2)
    assert document(phone)["match"]["round"] == 1
    assert document(phone)["rounds"] == [1, 2]
    assert document(phone, round="2")["match"]["round"] == 2
    assert document(phone, round="3")["match"]["round"] == 1
    assert document(phone, round="x" * 9)["match"]["round"] == 1
    for deal in match.round.deals:
        phone.enter(match, deal, "NS", 40 + deal)
    assert document(phone)["match"]["round"] == 1  # nothing is confirmed yet
    for deal in match.round.deals:
        phone.confirm(match, deal, "EW", 1)
    assert document(phone)["match"]["round"] == 2


def test_where_nobody_has_to_confirm_nothing_is_left_to_do(
    day: Day, phone: Phone, match: Match
) -> None:
    day.open(2)
    Championship.objects.update(confirmation="none")
    for deal in match.round.deals:
        phone.enter(match, deal, "NS", 40 + deal)
    assert document(phone)["match"]["round"] == 2


def test_no_round_is_open(day: Day, phone: Phone) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    told = document(phone)
    assert (told["match"], told["rounds"]) == (None, [])


# Who ----------------------------------------------------------------------------------------------


def test_a_pair_opens_the_table_where_it_sits(day: Day, match: Match) -> None:
    phone = Phone.of_pair(day, match.pairs.ew.number)
    assert document(phone)["sides"] == ["EW"]
    assert phone.state(table=2).status_code == 403
    assert document(Phone.at_table(day, 1))["sides"] == ["NS", "EW"]


def test_who_has_no_link_is_told_to_scan(day: Day, phone: Phone) -> None:
    assert phone.state(table=2).status_code == 403
    assert phone.state(table=99).status_code == 403
    page = Phone(day).client.get(f"/c/{day.slug}/table/1/")
    assert page.status_code == 403
    assert "Scan the code" in page.content.decode()
    answer: Any = phone.state(table=2)
    assert "table-document" not in answer.content.decode()


def test_the_end_ends_the_link(day: Day, phone: Phone) -> None:
    Championship.objects.update(ended_at=timezone.now())
    assert phone.state().status_code == 403


# The script's words -------------------------------------------------------------------------------


SCRIPTS = Path(settings.BASE_DIR) / "tournament/static/tournament/js/table"


def test_every_sentence_that_the_script_says_is_there() -> None:
    code = "".join(path.read_text() for path in SCRIPTS.glob("*.js"))
    texts = texts_of_a_table()
    said = set(re.findall(r'\btext\(\s*"([^"]+)"', code))
    said |= {one or other for one, other in re.findall(r'texts(?:\.(\w+)|\["([^"]+)"\])', code)}
    assert len(said) > 20
    assert said <= set(texts)


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_the_sentences_keep_what_is_filled_in(language: str) -> None:
    english = texts_of_a_table()
    with translation.override(language):
        texts = texts_of_a_table()
    filled = re.compile(r"%\(\w+\)s")
    for name, text in texts.items():
        assert set(filled.findall(text)) == set(filled.findall(english[name])), name


@pytest.mark.parametrize("what", ["entries", "confirmations", "objections"])
def test_a_form_in_parts_is_not_read(phone: Phone, what: str) -> None:
    """Django has read it by then, looking for its token, and has no body to give any more."""
    path = f"/c/{phone.day.slug}/table/1/{what}/"
    phone.client.handler.enforce_csrf_checks = True
    token = document(phone)["csrf"]
    answer = phone.client.post(path, {"csrfmiddlewaretoken": token, "points": "40"})
    assert answer.status_code == 400
    assert "Reload the page" in json.loads(answer.content)["error"]
    answer = phone.client.generic("POST", path, b"{}", "application/json; charset=rot13")
    assert answer.status_code == 415
