"""A pair's own page: where it plays, what it made, and nothing that is not public."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.game.seats import Side
from tests.tournament.correction_requests.requested_day import (
    ask,
    closed_day,
    end_corrections,
    played,
)
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone
from tournament.core.live import public_version
from tournament.correction_requests.services import decide_correction_request
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, Contestant, Round
from tournament.phones.pair_queries import PairPage, pair_page
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


day_once = made_once(closed_day)
day = own_copy("day_once")


def address(day: Day, number: int, rest: str = "") -> str:
    return f"/c/{day.slug}/pair/{number}/{rest}"


def seen(phone: Phone, number: int) -> str:
    answer = phone.client.get(address(phone.day, number))
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """The page's text on one line, without markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def page_of(day: Day, number: int) -> PairPage:
    """What the pair's page shows now."""
    published = public_version(day.championship)
    return pair_page((day.stage,), day.stage, number, published=published)


class TestWhoGetsIn:
    @pytest.mark.parametrize("rest", ["", "rounds/1/hands/1/correction/"])
    def test_only_its_own_link_opens_it(self, day: Day, rest: str) -> None:
        own, other = Phone.of_pair(day, 4), Phone.of_pair(day, 1)
        table, nobody = Phone.at_table(day, 1), Phone(day)
        organiser = english_client(day.organiser)
        assert own.client.get(address(day, 4, rest)).status_code == 200
        clients = [phone.client for phone in (other, table, nobody)]
        for client in (*clients, organiser):
            answer = client.get(address(day, 4, rest))
            assert answer.status_code == 403
            assert "scan the code" in words(answer.content.decode()).lower()
            assert "Àngels 4" not in answer.content.decode()

    def test_renewed_link_ends_it(self, day: Day) -> None:
        phone = Phone.of_pair(day, 4)
        renew_links(
            actor=day.acting,
            championship=day.championship,
            places=[Place(PlaceKind.PAIR, 4, 1)],
        )
        assert phone.client.get(address(day, 4)).status_code == 403

    def test_end_of_the_championship_ends_it(self, day: Day) -> None:
        phone = Phone.of_pair(day, 4)
        Championship.objects.update(ended_at=timezone.now())
        assert phone.client.get(address(day, 4)).status_code == 403

    def test_nothing_of_it_is_kept(self, day: Day) -> None:
        answer = Phone.of_pair(day, 4).client.get(address(day, 4))
        assert "no-store" in answer.headers["Cache-Control"]


class TestWhereItPlays:
    def test_before_the_first_round_it_is_told_where_to_go(self) -> None:
        day = make_day(slug="another")
        page = words(seen(Phone.of_pair(day, 4), 4))
        assert "Round 1 is next" in page
        assert "Table 1 EW" in page
        assert "against 1 Àngels 1" in page
        assert "Enter results" not in page

    def test_in_an_open_round_it_finds_its_table_and_the_time(self) -> None:
        day = make_day(slug="another")
        day.open(1)
        until = timezone.now() + timedelta(minutes=20)
        Round.objects.filter(number=1).update(ends_at=until, seconds_left=None)
        html = seen(Phone.of_pair(day, 3), 3)
        assert "Round 1 is being played" in words(html)
        assert f'href="/c/{day.slug}/table/2/"' in html
        assert f'data-until="{until.isoformat()}"' in html

    def test_all_its_matches_of_the_day_with_its_rests(self) -> None:
        day = make_day(slug="another")
        resting = day.match(2, 2)
        resting.cancelled = True
        resting.save()
        page = page_of(day, resting.pairs.ns.number)
        assert [(one.number, one.opponent is None) for one in page.rounds] == [
            (1, False),
            (2, True),
            (3, False),
        ]
        assert "rests" in words(
            seen(Phone.of_pair(day, resting.pairs.ns.number), resting.pairs.ns.number)
        )

    def test_rounds_in_which_it_does_not_take_part_are_left_out(self) -> None:
        day = make_day(slug="another")
        Contestant.objects.filter(number=4).update(withdrawn_from=3)
        assert [one.number for one in page_of(day, 4).rounds] == [1, 2]

    def test_after_its_last_round_it_is_told_so(self, day: Day) -> None:
        for number in (2, 3):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        assert "Your last round is played" in words(seen(Phone.of_pair(day, 1), 1))


class TestItsResults:
    def test_nothing_of_an_open_round(self) -> None:
        day = make_day(slug="another")
        day.open(1)
        day.enter_whole_round(1)
        page = seen(Phone.of_pair(day, 1), 1)
        assert "The hands appear here when their round has been closed." in words(page)
        assert page_of(day, 1).results == ()
        assert "34" not in words(page)

    def test_hands_of_a_closed_round_from_its_own_side(self, day: Day) -> None:
        ns, ew = (words(seen(Phone.of_pair(day, number), number)) for number in (1, 4))
        assert "Hand you – they Hand points Correction 1 34–38 1.00" in ns
        assert "Hand you – they Hand points Correction 1 38–34 2.00" in ew

    def test_a_reopened_round_is_not_shown(self, day: Day) -> None:
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        assert page_of(day, 1).results == ()

    def test_corrections_can_be_asked_for_while_there_is_time(self, day: Day) -> None:
        phone = Phone.of_pair(day, 4)
        assert seen(phone, 4).count("/correction/") == 4
        assert "provisional until" in words(seen(phone, 4))
        ask(day, side=Side.EW)
        html = seen(phone, 4)
        assert html.count("/correction/") == 3
        assert "asked for" in words(html)
        end_corrections(day)
        assert "/correction/" not in seen(phone, 4)

    def test_older_rounds_that_are_settled_lead_to_the_pairs_public_page(self, day: Day) -> None:
        end_corrections(day)
        day.open(2)
        day.enter_whole_round(2)
        close_round(actor=day.acting, round=day.round(2))
        phone = Phone.of_pair(day, 1)
        html = seen(phone, 1)
        assert 'id="round-2" open' in html
        assert "provisional until" in words(html)
        sheet, _, place = html.partition("pair-round-link")[2].split('href="')[1].partition("#")
        assert place.startswith('round-1"')
        assert 'id="round-1"' in phone.client.get(sheet).content.decode()

    def test_queries_do_not_grow(self) -> None:
        counts = set()
        for contestants in (4, 6):
            day = make_day(contestants=contestants, slug=f"day{contestants}")
            for number in range(1, contestants - 1):
                day.open(number)
                day.enter_whole_round(number)
                close_round(actor=day.acting, round=day.round(number))
            for deal in range(1, contestants - 1):
                ask(day, deal=deal % 4 + 1, side=list(Side)[deal // 4], points=40 + deal)
            with CaptureQueriesContext(connection) as queries:
                page_of(day, 1)
            counts.add(len(queries))
        assert counts == {17}


class TestItsCorrectionRequests:
    def test_what_was_decided_stays_readable(self, day: Day) -> None:
        correction_request = ask(day, points=40)
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=played(40),
            reason="the slip says 40",
        )
        for number in (1, 4):
            page = words(seen(Phone.of_pair(day, number), number))
            assert "Result changed : the slip says 40" in page
            assert "we counted again" in page
        assert "the slip" not in seen(Phone.of_pair(day, 2), 2)

    def test_live_part_moves_on_with_its_own_correction_requests_only(self, day: Day) -> None:
        phones = {number: Phone.of_pair(day, number).client for number in (2, 4)}
        versions = {
            number: client.get(address(day, number)).context["version"]
            for number, client in phones.items()
        }

        def refreshed(number: int) -> int:
            query = {"version": versions[number]}
            return phones[number].get(address(day, number), query, headers=HTMX).status_code

        assert (refreshed(2), refreshed(4)) == (204, 204)
        ask(day)
        assert (refreshed(2), refreshed(4)) == (204, 200)
        day.open(2)
        assert (refreshed(2), refreshed(4)) == (200, 200)
