"""The pages that lead to rulings: the choice of a hand, and the list of all rulings."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.game.seats import Side
from tests.tournament.day import BAR, Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.rulings.pages import BREAK, HAND, page, rule_in_one_go
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import cancel_hand, deduct, rule_on_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class TestChoosing:
    def goes_to(self, referee: Client, day: Day, query: str) -> str:
        return referee.get(page(day, f"hand/?{query}")).headers["Location"]

    def test_a_hand_at_a_table_by_number_or_name(self, day: Day, referee: Client) -> None:
        table = day.match(2, 3).table
        table.name = "Finestra"
        table.save()
        there = page(day, "rounds/2/tables/3/hands/6/")
        assert self.goes_to(referee, day, "table=3&hand=6") == there
        assert self.goes_to(referee, day, "table=FINESTRA&hand=6") == there

    def test_a_hand_at_all_tables(self, day: Day, referee: Client) -> None:
        assert self.goes_to(referee, day, "hand=6") == page(day, "cancel/6/")

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "hand=0",
            "hand=21",
            "hand=x",
            "hand=²",
            "hand=99999",
            "table=9&hand=1",
            "table=&hand=1",
        ],
    )
    def test_what_is_not_there(self, day: Day, referee: Client, query: str) -> None:
        assert self.goes_to(referee, day, query) == page(day)


def make_every_ruling(day: Day) -> None:
    """One of each kind on the hands of round 1; the third table's is replaced."""
    fouled = HandRuling(HandRulingKind.CANCELLED, frozenset(), "a card lay there twice")
    award = HandRuling(HandRulingKind.AWARD, frozenset(Side), "the lights went out")
    for match in day.round(1).matches.select_related("round__stage__championship", "table"):
        for based_on, ruling in ((1, fouled), (2, award)):
            rule_on_hand(actor=day.acting, match=match, deal=1, ruling=ruling, based_on=based_on)
    for contestant in day.contestants:
        deduct(
            actor=day.acting,
            stage=day.stage,
            contestant=contestant,
            hundredths=50,
            reason="came late",
        )
    cancel_hand(actor=day.acting, championship=day.championship, deal=2, reason="two packs swapped")


class TestList:
    def test_has_every_ruling_with_its_words(self, day: Day, referee: Client) -> None:
        make_every_ruling(day)
        text = referee.get(page(day)).content.decode()
        standing, ended = text.split("Withdrawn or replaced")
        assert standing.count("the lights went out") == 3
        assert standing.count("came late") == 6
        assert standing.count("two packs swapped") == 1
        assert ended.count("a card lay there twice") == 3
        assert ended.count("<strong>replaced</strong>") == 3

    def heads(self, client: Client, day: Day, query: str, *, ended: bool = False) -> list[str]:
        """What the rulings of one of the two tables are on."""
        answer = client.get(page(day) + query)
        assert answer.status_code == 200
        part = answer.content.decode().split('<h2 id="ended">')[ended]
        return re.findall(r'<th scope="row" class="name">([^<]+)', part)

    def test_sorted_each_table_by_itself(self, day: Day, referee: Client) -> None:
        make_every_ruling(day)
        pairs = [f"Pair {number}" for number in range(1, 7)]
        hands = ["Hand 2 at all tables"]
        tables = [f"Table {number}, hand 1" for number in (1, 2, 3)]
        assert self.heads(referee, day, "") == [*hands, *pairs[::-1], *tables[::-1]]
        asked = "?sort=about&ended-sort=-about&table=3"
        assert self.heads(referee, day, asked) == [*tables, *hands, *pairs]
        assert self.heads(referee, day, asked, ended=True) == tables[::-1]
        assert self.heads(referee, day, "?sort=when") == [*tables, *pairs, *hands]
        text = referee.get(page(day) + asked).content.decode()
        assert 'href="?sort=-about&amp;ended-sort=-about&amp;table=3#standing"' in text
        assert 'href="?sort=about&amp;ended-sort=about&amp;table=3#ended"' in text
        assert text.count('aria-sort="ascending"') == text.count('aria-sort="descending"') == 1

    def test_pages_of_each_table(
        self, day: Day, referee: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tournament.rulings.tables.PAGE_LENGTH", 2)
        make_every_ruling(day)
        asked = "?sort=about&page=2&ended-sort=about&ended-page=2"
        assert self.heads(referee, day, asked) == ["Table 3, hand 1", "Hand 2 at all tables"]
        assert self.heads(referee, day, asked, ended=True) == ["Table 3, hand 1"]
        text = referee.get(page(day) + asked).content.decode()
        assert "Page 2 of 5" in text
        assert "Page 2 of 2" in text
        assert "sort=about&amp;ended-sort=about&amp;ended-page=2&amp;page=3#standing" in text

    @pytest.mark.parametrize("asked", ["", "x", "-1", "0", "²", "%00", "why", "links", "9" * 5000])
    def test_orders_and_pages_that_there_are_not(
        self, day: Day, referee: Client, asked: str
    ) -> None:
        make_every_ruling(day)
        query = f"?sort={asked}&page={asked}&ended-sort={asked}&ended-page={asked}"
        assert len(self.heads(referee, day, query)) == 10
        assert len(self.heads(referee, day, query, ended=True)) == 3

    def test_of_a_ruling_that_a_later_entry_kept_the_maker_is_named(
        self, day: Day, referee: Client
    ) -> None:
        """Points that are put right afterwards don't make it another referee's."""
        rule_in_one_go(referee, page(day, HAND), **BREAK)
        organiser = english_client(day.organiser)
        form = {"infraction": "NS", "note": BREAK["words"], "ns_points": "41", "based_on": "2"}
        url = f"/c/{day.slug}/manage/rounds/1/tables/1/hands/1/"
        assert organiser.post(url, {**form, "reason": "misread"}).status_code == 302
        text = referee.get(page(day)).content.decode()
        assert day.referee.username in text
        assert "Withdrawn or replaced" not in text

    def test_words_about_a_hand_are_for_referees_only(self, day: Day) -> None:
        make_every_ruling(day)
        public = [
            reverse("public:home", args=[day.slug]),
            reverse("standings:standings", args=[day.slug]),
            reverse("standings:standings_json", args=[day.slug]),
            reverse("standings:results_json", args=[day.slug]),
            reverse("standings:hand_sheet", args=[day.slug, 1]),
            reverse("standings:pair_sheet", args=[day.slug, 1]),
            reverse("standings:round", args=[day.slug, 1]),
        ]
        for url in public:
            answer = Client().get(url)
            assert answer.status_code == 200
            assert "lights" not in answer.content.decode()
            assert "lay there twice" not in answer.content.decode()

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_four_pairs_and_for_eight(
        self, contestants: int, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        day = make_day(contestants=contestants, slug="another")
        day.open(1)
        day.enter_whole_round(1)
        make_every_ruling(day)
        client = english_client(day.referee)
        with django_assert_num_queries(11 + BAR):
            assert client.get(page(day)).status_code == 200
