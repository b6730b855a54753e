"""A public hand to play: who gets at it, what its pages tell, and what it would have scored."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.dealing.deal_set import make_deal
from scoring.duplicate.methods import Method
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.cards import Card
from scoring.game.seats import Seat, Side, dealer_of
from scoring.play.table import Table
from tests.tournament.day import KEY, Day, make_day
from tests.tournament.factories import put_settings
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.practice.visitor import (
    address,
    cards_told,
    get,
    offered,
    page_of,
    play_through,
    text_of,
)
from tournament.models import Stage
from tournament.practice.course import play, words_in
from tournament.practice.queries import in_the_field, own_score
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.rulings.services import cancel_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def a_day() -> Day:
    """Round 1 closed, round 2 open."""
    day = make_day(contestants=8)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def first(offers: Sequence[str]) -> str:
    return offers[0]


def last(offers: Sequence[str]) -> str:
    return offers[-1]


@cache
def played(deal: int, seat: Seat, chooses: Callable[[Sequence[str]], str]) -> tuple[Any, ...]:
    """The pages of a hand of the day as it was made, from the first to the last: the same for all
    tests, so each is asked for once."""
    return tuple(play_through(deal, seat, chooses))


def table_at(response: Any, deal: int, seat: Seat) -> Table:
    """The table by the acts in the page's address, worked out anew."""
    words = words_in(response.wsgi_request.GET.get("acts", ""))
    start = Table.start(make_deal(KEY, "", deal), dealer_of(deal))
    return play(start, seat, words, f"day\0{deal}").table


def may_see(response: Any, deal: int, seat: Seat) -> set[Card]:
    """The cards that the seat may look at on a page before the end."""
    view = table_at(response, deal, seat).view(seat)
    tricks = [one for one in (view.trick, view.last_trick) if one]
    return {*(view.hand or ()), *(card for trick in tricks for card in trick.cards)}


@pytest.mark.parametrize(("deal", "chooses"), [(1, first), (2, last)])
@pytest.mark.parametrize("seat", list(Seat))
def test_no_page_before_the_end_tells_a_card_that_the_seat_may_not_know(
    day: Day, deal: int, seat: Seat, chooses: Any
) -> None:
    """Own cards, the trick on the table and the last one: these, and no other card. The address
    has own cards played before."""
    dealt = make_deal(KEY, "", deal)
    *before, end = played(deal, seat, chooses)
    assert len(before) >= 12
    for response in before:
        told, seen = cards_told(response), may_see(response, deal, seat)
        assert seen <= told, "the search finds what is there"
        assert told <= seen | set(dealt.hand(seat))
    assert "The four hands" in text_of(end)
    assert len(cards_told(end)) == 48


@pytest.mark.parametrize("deal", [5, 9, 10, 13, 0, 10_000, 999_999_999_999])
def test_hands_that_are_sealed_or_not_there(day: Day, deal: int) -> None:
    """Hands of an open round (5), of rounds to come, of none: nobody plays them, referees
    neither."""
    referee = Client()
    referee.force_login(day.referee)
    for query in ("", "?seat=N", "?seat=N&acts=delegate", "?seat=X&acts=x"):
        assert get(address(deal, query)).status_code == 404
        assert get(address(deal, query), referee).status_code == 404


def test_a_championship_that_is_not_public(day: Day) -> None:
    Stage.objects.update(published_at=None)
    assert get(address(1)).status_code == 404


def test_from_the_page_of_the_hand(day: Day) -> None:
    link = f'href="{address(1)}"'
    assert link in get("/c/day/hands/1/").content.decode()
    referee = Client()
    referee.force_login(day.referee)
    assert "play/" not in get("/c/day/hands/5/", referee).content.decode()


def test_whoever_takes_no_seat_is_the_dealer(day: Day) -> None:
    for deal in (1, 2, 3, 4):
        page = text_of(get(address(deal)))
        assert "Make trumps, or delegate to your partner." in page
        dealt = make_deal(KEY, "", deal)
        assert cards_told(get(address(deal))) == set(dealt.hand(dealer_of(deal)))


def test_only_what_can_be_done_is_offered(day: Day) -> None:
    for response in played(1, Seat.E, first):
        table = table_at(response, 1, Seat.E)
        if legal := table.legal(Seat.E):
            ends = [re.split("[-=]", one)[-1] for one in offered(response)]
            assert ends == list(map(str, legal))
            assert text_of(response).count(", legal") == len(legal)


def test_the_last_act_can_be_taken_back(day: Day) -> None:
    start, second, third, *_ = played(1, Seat.N, first)
    assert "Take back" not in text_of(start)
    for before, after in ((start, second), (second, third)):
        query = before.wsgi_request.META["QUERY_STRING"].replace("&", "&amp;")
        undo = f'id="practice-undo" rel="nofollow" href="?{query}"'
        assert undo in page_of(after)


BAD = [
    ("?seat=X", "no seat “X”: expected N, W, S or E"),
    ("?seat=", "no seat “”"),
    ("?seat=n&acts=delegate", "no seat “n”"),
    ("?seat=%00", "no seat"),
    ("?seat=N&acts=claim", "Act 1 of this address, “claim”, is nothing that can be done"),
    ("?seat=N&acts=delegate--9O", "Act 2 of this address, “”, is nothing"),
    ("?seat=N&acts=" + "9" * 5000, "“99999999999999999999”, is nothing"),
    ("?seat=N&acts=%F0%9F%82%A1", "is nothing that can be done"),
    ("?seat=N&acts=%ff%fe", "is nothing that can be done"),
    ("?seat=N&acts=<script>", "“<script>”, is nothing"),
    ("?seat=N&acts=pass", "can't be done at that moment"),
    ("?seat=N&acts=9O", "can't be done at that moment"),
    ("?seat=N&acts=delegate-O", "can't be done at that moment"),
    ("?seat=N&acts=" + "-".join(["delegate"] * 2000), "Act 2"),
]


@pytest.mark.parametrize(("query", "told"), BAD)
def test_addresses_that_can_not_be(day: Day, query: str, told: str) -> None:
    """A sentence that says which act and what was expected, and the hand as it stood before."""
    response = get(address(1, query))
    assert response.status_code == 400
    assert told in text_of(response)
    assert "<script>" not in page_of(response)
    if "seat=N" in query:
        example = {Card.parse("9O")}
        assert cards_told(response) - example <= may_see(response, 1, Seat.N)


def test_a_card_that_may_not_be_played(day: Day) -> None:
    """Such a card is refused with a sentence; what the page offers is not."""
    *pages, end = played(1, Seat.E, first)
    strict = next(
        one
        for one in pages
        if 0 < len((table := table_at(one, 1, Seat.E)).legal(Seat.E)) < len(table.hand(Seat.E))
    )
    table, url = table_at(strict, 1, Seat.E), strict.wsgi_request.get_full_path()
    for card in table.deal.hand(Seat.E):
        answer = get(f"{url}-{card}")
        assert answer.status_code == (200 if card in table.legal(Seat.E) else 400)
        assert ("not among the cards that you may play" in text_of(answer)) is (
            card not in table.legal(Seat.E)
        )
    answer = get(f"{end.wsgi_request.get_full_path()}-9O")
    assert answer.status_code == 400
    assert "The hand is over before act" in text_of(answer)


def test_it_only_reads(day: Day) -> None:
    assert Client().post(address(1)).status_code == 405
    assert Client().head(address(1)).status_code == 200


def test_its_cost_does_not_grow(
    day: Day, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    pages = played(1, Seat.N, first)
    for response, queries in ((pages[0], 4), (pages[-2], 4), (pages[-1], 11)):
        with django_assert_max_num_queries(queries):
            get(response.wsgi_request.get_full_path())


class TestInTheField:
    """Hand 1 of eight pairs: N–S made 34, 37, 40 and 43 at the four tables, without announcements,
    so that their hand scores are −2, +1, +4 and +7."""

    OROS = Announcement(Denomination.OROS)

    @pytest.mark.parametrize(
        ("ns_points", "final", "better", "level"),
        [
            (40, Fraction(5, 3), 2, 1),
            (38, 1 + Fraction(4, 9), 2, 0),
            (72, Fraction(2), 4, 0),
            (0, Fraction(1), 0, 0),
        ],
    )
    def test_between_the_lowest_and_the_highest(
        self, day: Day, ns_points: int, final: Fraction, better: int, level: int
    ) -> None:
        found = in_the_field(day.stage, 1, Side.NS, ns_points, self.OROS)
        assert found is not None
        assert (found.final, found.better_than, found.level_with) == (final, better, level)
        assert found.pairs == 4

    def test_a_double_counts_for_who_said_it(self, day: Day) -> None:
        """Makers with 40 after a contro score +4; the others −8, below all of the field."""
        contro = Announcement(Denomination.OROS, Double.CONTRO)
        assert own_score(Side.NS, Side.NS, 40, contro) == 4
        assert own_score(Side.NS, Side.EW, 40, contro) == -8
        found = in_the_field(day.stage, 1, Side.EW, 40, contro)
        assert found is not None
        assert (found.final, found.better_than) == (Fraction(1), 0)

    def test_by_the_method_of_the_stage(self, day: Day) -> None:
        """By matchpoints +2 beats two of four others."""
        put_settings(day.stage, method=Method.MATCHPOINTS)
        found = in_the_field(day.stage, 1, Side.NS, 38, self.OROS)
        assert found is not None
        assert found.final == Fraction(3, 2)

    def test_a_cancelled_hand_is_compared_with_nothing(self, day: Day) -> None:
        cancel_hand(actor=day.acting, championship=day.championship, deal=1, reason="fouled")
        assert in_the_field(day.stage, 1, Side.NS, 38, self.OROS) is None

    def test_on_the_page(self, day: Day) -> None:
        *_, end = played(1, Seat.N, first)
        table = table_at(end, 1, Seat.N)
        ending = table.public.ending
        assert ending is not None
        assert ending.sides is not None
        found = in_the_field(
            day.stage, 1, Side.NS, ending.sides[Side.NS], table.public.announcement
        )
        assert found is not None
        page = text_of(end)
        assert f"You made {ending.sides[Side.NS]} of 72 points as North." in page
        assert f"better than {found.better_than} of 4 pairs with the same cards." in page

    def test_results_of_a_reopened_round_are_not_told(self, day: Day) -> None:
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        *_, end = play_through(1, Seat.N, first)
        assert "There are no public results of this hand" in text_of(end)
        assert "better than" not in text_of(end)

    def test_the_play_can_be_replayed(self, day: Day) -> None:
        *_, end = play_through(1, Seat.N, last)
        (link,) = [one for one in page_of(end).split('"') if "replay/?trump" in one]
        assert get(link.replace("&amp;", "&")).status_code == 200
