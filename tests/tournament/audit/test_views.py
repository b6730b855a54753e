"""The page of the record, through HTTP."""

from __future__ import annotations

import csv
import json
import re
from datetime import datetime
from io import StringIO

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.tournament.factories import (
    actor_of,
    add_contestants,
    answers_by_role,
    english_client,
    make_championship,
    organiser_of,
)
from tournament.audit.queries.chains import ChainCheck, Log, chain_state
from tournament.audit.services import record_event
from tournament.contestants.services.register import add_contestant
from tournament.core.actor import Actor
from tournament.migrations._append_only import RECORD, without_guards
from tournament.models import Action, Championship

pytestmark = pytest.mark.django_db


def page_of(championship: Championship, **query: str) -> str:
    response = english_client(organiser_of(championship)).get(
        reverse("audit:record", args=[championship.slug]), query
    )
    assert response.status_code == 200
    return response.content.decode()


def test_who_may_read_it() -> None:
    championship = make_championship()
    answers = answers_by_role(championship, reverse("audit:record", args=[championship.slug]))
    assert answers == {"nobody": 302, "stranger": 404, "referee": 200, "organiser": 200}


def test_the_chain_is_checked_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    championship = make_championship()
    page = page_of(championship)
    assert "Chain intact" in page
    event = championship.events.get()
    assert event.hash in page
    monkeypatch.setattr(
        "tournament.audit.queries.chains._check",
        lambda events, chained_as, begun: ChainCheck(1, 1, ""),
    )
    assert "The chain is broken at event 1" in page_of(championship)


def test_names_are_no_markup() -> None:
    championship = make_championship()
    add_contestant(
        actor=actor_of(championship), championship=championship, players=["<b>x</b>", "=1+1"]
    )
    page = page_of(championship, text="<b>x")
    assert "&lt;b&gt;x&lt;/b&gt;, =1+1" in page
    assert "<b>x" not in page


def test_filters_stay_filled_in_and_nonsense_is_harmless() -> None:
    championship = make_championship()
    add_contestants(championship, 1)
    page = page_of(championship, action="contestant-added", text="puig", page="x")
    assert '<option value="contestant-added" selected>' in page
    assert 'value="puig"' in page
    assert "championship created</strong>" not in page
    page = page_of(championship, action="nothing", actor="nobody", page="9" * 40)
    assert "The record contains nothing like this." in page


def test_pages_keep_the_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.audit.queries.pages.PAGE_LENGTH", 2)
    championship = make_championship()
    add_contestants(championship, 5)
    page = page_of(championship, action="contestant-added", page="2")
    assert "Page 2 of 3" in page
    assert "?action=contestant-added&amp;page=1" in page
    assert "?action=contestant-added&amp;page=3" in page


def test_filters_order_and_page_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.audit.queries.pages.PAGE_LENGTH", 2)
    championship = make_championship()
    add_contestants(championship, 5)
    asked = {"action": "contestant-added", "sort": "number", "page": "2"}
    page = page_of(championship, **asked)
    assert re.findall(r'<td class="num lead-cell">(\d+)</td>', page) == ["4", "5"]
    assert 'aria-sort="ascending"' in page
    assert "?action=contestant-added&amp;sort=number&amp;page=3" in page
    assert '"?action=contestant-added&amp;sort=-number"' in page
    assert '<input type="hidden" name="sort" value="number">' in page
    assert 'record.csv?action=contestant-added"' in page


@pytest.mark.parametrize("sort", ["", "x", "when", "-what", "--number", "a\0b", "number,when"])
def test_an_order_that_there_is_not_is_newest_first(sort: str) -> None:
    championship = make_championship()
    add_contestants(championship, 1)
    page = page_of(championship, sort=sort, page="7")
    assert re.findall(r'<td class="num lead-cell">(\d+)</td>', page) == ["2", "1"]
    assert 'aria-sort="descending"' in page


class TestCsv:
    def rows(self, championship: Championship, **query: str) -> list[list[str]]:
        response = english_client(organiser_of(championship)).get(
            reverse("audit:record_csv", args=[championship.slug]), query
        )
        assert response.status_code == 200
        text = response.getvalue().decode("utf-8-sig")
        return list(csv.reader(StringIO(text, newline=""), delimiter=";"))

    def test_everything_oldest_first_with_its_hashes(self) -> None:
        championship = make_championship()
        add_contestants(championship, 2)
        heads, *rows = self.rows(championship)
        assert heads[:4] == ["No.", "When", "Who", "What"]
        events = list(championship.events.order_by("sequence"))
        assert [row[0] for row in rows] == ["1", "2", "3"]
        for event, row in zip(events, rows):
            assert datetime.fromisoformat(row[1]) == event.at
            assert row[1][-6] in "+-"
            assert json.loads(row[6]) == event.after
            assert row[5] == ""
            assert row[8:] == [event.previous_hash, event.hash]
        assert rows[1][2:5] == [actor_of(championship).name, "registered", "pair 1"]

    def test_what_is_asked_for(self) -> None:
        championship = make_championship()
        add_contestants(championship, 3)
        assert [row[0] for row in self.rows(championship, pair="2")[1:]] == ["3"]
        assert [row[0] for row in self.rows(championship, text="PUIG")[1:]] == ["2"]
        assert self.rows(championship, text="nobody's")[1:] == []

    def test_typed_text_is_no_formula(self) -> None:
        championship = make_championship()
        member = Actor('=HYPERLINK("x")')
        record_event(
            championship=championship,
            actor=member,
            action=Action.MEMBER_ADDED,
            target="@x",
            reason="-1+1",
        )
        row = self.rows(championship)[-1]
        assert (row[2], row[4], row[7]) == ('\'=HYPERLINK("x")', "'@x", "'-1+1")

    def test_in_the_readers_language(self) -> None:
        championship = make_championship()
        client = Client(headers={"Accept-Language": "ca"})
        client.force_login(organiser_of(championship))
        url = reverse("audit:record_csv", args=[championship.slug])
        for query in ({}, {"text": "Campionat Creat"}):
            response = client.get(url, query)
            with override("en"):  # whatever the thread speaks when the lines are made
                text = response.getvalue().decode()
            assert "campionat creat" in text

    def test_the_page_links_what_is_shown_and_everything(self) -> None:
        championship = make_championship()
        page = page_of(championship, text="x y", page="2")
        assert 'record.csv"' in page
        assert 'record.csv?text=x+y"' in page


def test_the_page_remembers_a_whole_chain_but_not_for_another_record() -> None:
    championship = make_championship()
    first = chain_state(Log.of(championship))
    add_contestants(championship, 2)
    later = chain_state(Log.of(championship))
    assert later.checked_at == first.checked_at
    assert (first.check.events, later.check.events) == (1, 3)
    assert later.check.last_hash == championship.events.get(sequence=3).hash
    other = make_championship("Other")
    assert chain_state(Log.of(other)).check.events == 1


class TestChangedFromOutside:
    """Somebody who takes the triggers away and writes into the record."""

    @pytest.fixture(autouse=True)
    def unguarded(self) -> None:
        with connection.cursor() as cursor:
            for statement in without_guards(connection.vendor, RECORD):
                cursor.execute(statement)

    def test_what_was_seen_whole_is_found_broken_later(self) -> None:
        championship = make_championship()
        add_contestants(championship, 2)
        log = Log.of(championship)
        assert chain_state(log).check.is_whole
        championship.events.filter(sequence=2).update(reason="changed")
        # A page may still rely on what it saw; a process that has seen nothing finds it.
        cache.clear()
        assert chain_state(log).check.broken_at == 2
        assert "The chain is broken at event 2" in page_of(championship)

    def test_a_changed_last_event_is_never_believed(self) -> None:
        championship = make_championship()
        assert chain_state(Log.of(championship)).check.is_whole
        championship.events.update(hash="0" * 64)
        assert chain_state(Log.of(championship)).check.broken_at == 1

    def test_what_is_added_after_what_was_seen_is_checked_at_once(self) -> None:
        championship = make_championship()
        assert chain_state(Log.of(championship)).check.is_whole
        add_contestants(championship, 1)
        championship.events.filter(sequence=2).update(contestant=9)
        assert chain_state(Log.of(championship)).check.broken_at == 2
