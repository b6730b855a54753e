"""The analysis on hand sheets, replays by their addresses, and the organisers' page."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from scoring import solver
from scoring.announcements import Announcement, Denomination
from scoring.legality import legal_cards
from scoring.seats import Side
from scoring.settings import PlayVariant
from scoring.solver import Interval, new_solver
from scoring.tricks import Position
from tests.tournament.analysis.made import all_values, hand_of, keep_line, line_of, value
from tests.tournament.analysis.oracles import AtOnce, Broken, Slow
from tests.tournament.day import Day, make_day
from tournament.analysis import positions as module
from tournament.analysis.lines import best_of
from tournament.analysis.positions import Positions
from tournament.analysis.queries import hand_worth, progress_of_rounds
from tournament.analysis.replays import text_of
from tournament.championships.services import end_championship
from tournament.models import HandAnalysis, Job, Outcome
from tournament.results.services import ResultInput, enter_result
from tournament.rounds.services import close_round, reopen_round

pytestmark = pytest.mark.django_db
OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
OBLIGADA = PlayVariant.OBLIGADA


@pytest.fixture
def day() -> Day:
    """Round 1 closed, not analysed."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    oracle = AtOnce()
    monkeypatch.setattr(module, "positions", Positions(oracle))
    monkeypatch.setattr(module, "PATIENCE", 60.0)  # answers come before the page
    return oracle


def get(url: str, client: Client | None = None, **headers: Any) -> Any:
    with override("en"):
        return (client or Client()).get(url, HTTP_ACCEPT_LANGUAGE="en", **headers)


def text(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(response.content.decode()).split())


def replay_url(day: Day, deal: int = 1, query: str = "") -> str:
    return f"/c/{day.slug}/hands/{deal}/replay/{query}"


def led_to(response: Any) -> str:
    """The query that a replay went on to."""
    path, _mark, query = response.headers["Location"].partition("?")
    assert path.endswith("/replay/")
    return f"?{query}"


class TestHandSheet:
    def url(self, day: Day, deal: int = 1) -> str:
        return f"/c/{day.slug}/hands/{deal}/"

    def test_says_that_it_has_not_been_analysed(self, day: Day) -> None:
        page = text(get(self.url(day)))
        assert "This hand has not been analysed yet." in page
        assert "could have" not in page

    def test_without_numba_says_that_analysis_is_off(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver, "find_spec", lambda _name: None)
        assert "analysis is off here" in text(get(self.url(day)))

    def test_every_denomination_and_the_best_call(self, day: Day) -> None:
        all_values(day)
        page = text(get(self.url(day)))
        for points in ("40", "41–44", "30", "46", "42"):
            assert f'<td class="num">{points}</td>' in page
        for score in ("+4", "+5…+8", "−6", "+10", "+12"):
            assert f'<td class="num">{score}</td>' in page
        assert page.count("worth-mark") == 1
        assert page.index("botifarra</a> <span") < page.index("worth-mark")
        assert "not what a table could have made" in page
        assert "Where two numbers stand" in page

    def test_each_table_has_what_the_makers_could_have_had(self, day: Day) -> None:
        """As hand scores, by what the table called and by the best call."""
        all_values(day)
        match = day.match(1, 1)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        enter_result(
            actor=day.acting,
            match=match,
            deal=1,
            entry=ResultInput(
                outcome=Outcome.PLAYED, ns_points=40, announcement=Announcement(Denomination.COPES)
            ),
            based_on=1,
            reason="they called cups",
        )
        close_round(actor=day.acting, round=day.round(1))
        page = text(get(self.url(day)))
        assert "NS could have" in page
        assert "</span>+5…+8</td>" in page  # table 1
        assert "</span>–</td>" in page  # table 2: nobody wrote down which suit
        assert page.count("</span>+12</td>") == 2

    def test_what_is_there_is_shown_while_the_rest_is_made(self, day: Day) -> None:
        value(day, 1, OROS, 40)
        page = text(get(self.url(day)))
        assert "The others are still being worked out." in page
        assert "worth-mark" not in page

    def test_costs_one_query_more_however_much_there_is(
        self, day: Day, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        all_values(day)
        client = Client()
        with django_assert_max_num_queries(13):
            get(self.url(day), client)

    def test_it_stays_when_the_round_is_reopened(self, day: Day, client: Client) -> None:
        """The cards stay public, so does what they are worth; referees see the sheet itself."""
        all_values(day)
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        assert get(self.url(day)).status_code == 404
        assert get(replay_url(day)).status_code == 200
        client.force_login(day.referee)
        assert "worth-mark" in text(get(self.url(day), client))

    def test_nobody_sees_any_of_an_open_round(self, day: Day, client: Client) -> None:
        """Not even where it is in the database already, as after a restored copy."""
        day.open(2)
        all_values(day, 5)
        client.force_login(day.organiser)
        for url in (self.url(day, 5), f"/c/{day.slug}/rounds/2/", f"/c/{day.slug}/hands/round/2/"):
            answer = get(url, client)
            assert "worth-mark" not in answer.content.decode()
            assert "could have" not in answer.content.decode()
        assert get(replay_url(day, 5), client).status_code == 404

    def test_hands_that_nobody_played_can_be_replayed_at_the_end(self, day: Day) -> None:
        for number in (2, 3):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        end_championship(actor=day.acting_organiser, championship=day.championship)
        assert get(replay_url(day, 12)).status_code == 200
        assert get(replay_url(day, 13)).status_code == 404


class TestReplayAddresses:
    @pytest.mark.parametrize(
        "query",
        [
            "?trump=X",
            "?trump=o",
            "?side=N",
            "?side=ns",
            "?plays=9",
            "?plays=ZZ",
            "?plays=" + "9O" * 60,
            "?plays=9O9O",
            "?plays=%00%00",
            "?plays=%F0%9F%82%A1%F0%9F%82%A1",
            "?plays=<b",
            "?plays==1",
            "?plays=" + "A" * 5000,
        ],
    )
    def test_addresses_that_nobody_was_given(self, day: Day, query: str) -> None:
        assert get(replay_url(day, 1, query)).status_code == 404

    def test_only_cards_that_may_be_played(self, day: Day) -> None:
        hand = hand_of(day)
        position = Position.start(hand.deal, hand.dealer, OROS)
        for card in position.hand_of(position.to_play):
            assert get(replay_url(day, 1, f"?trump=O&plays={card}")).status_code == 200
            lower = str(card).lower()
            assert get(replay_url(day, 1, f"?trump=O&plays={lower}")).status_code == 404
        held_by_next = position.hand_of(position.to_play.right)[0]
        assert get(replay_url(day, 1, f"?trump=O&plays={held_by_next}")).status_code == 404
        led = position.play(position.hand_of(position.to_play)[0])
        legal = set(legal_cards(led, OBLIGADA))
        for card in led.hand_of(led.to_play):
            plays = text_of((position.hand_of(position.to_play)[0], card))
            expected = 200 if card in legal else 404
            assert get(replay_url(day, 1, f"?trump=O&plays={plays}")).status_code == expected

    @pytest.mark.parametrize("deal", [0, 5, 13, 999_999_999_999_999_999_999])
    def test_hands_that_are_not_there(self, day: Day, deal: int) -> None:
        assert get(replay_url(day, deal)).status_code == 404

    def test_it_writes_nothing_and_takes_only_questions(self, day: Day) -> None:
        assert Client().post(replay_url(day)).status_code == 405
        assert Client().head(replay_url(day)).status_code == 200

    def test_its_cost_does_not_grow(
        self, day: Day, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        line = keep_line(day, 1, OROS, 48)
        for cards in (0, 20, 48):
            plays = text_of([step.card for step in line[:cards]])
            with django_assert_max_num_queries(6):
                assert (
                    get(replay_url(day, 1, f"?trump=O&values=1&plays={plays}")).status_code == 200
                )


class TestReplay:
    def test_the_best_call_is_shown_first(self, day: Day) -> None:
        all_values(day)
        page = text(get(replay_url(day)))
        assert 'id="trump-botifarra" href="?trump=botifarra" aria-current="true"' in page

    def test_a_whole_hand_along_the_best_line(self, day: Day, oracle: AtOnce) -> None:
        """Stored values alone: nothing is asked of the solver."""
        line = keep_line(day, 1, OROS, 48)
        url = "?trump=O&values=1"
        for _ in range(48):
            page = text(get(replay_url(day, 1, url)))
            assert "So far everybody has played their best." in page
            assert '<span class="card-value">' in page
            response = get(replay_url(day, 1, f"{url}&go=1"))
            assert response.status_code == 302
            url = led_to(response)
        page = text(get(replay_url(day, 1, url)))
        assert "The hand is over." in page
        assert url.startswith("?trump=O&plays=" + text_of([step.card for step in line]))
        assert page.count('class="trick-won"') == 12
        assert not oracle.asked

    @pytest.mark.parametrize("makers", Side)
    def test_values_are_the_solvers(self, day: Day, oracle: AtOnce, makers: Side) -> None:
        deal = 1 if makers is Side.NS else 2
        hand = hand_of(day, deal)
        assert hand.makers is makers
        line = line_of(day, deal, OROS, 30)
        position = Position.start(hand.deal, hand.dealer, OROS)
        for step in line:
            position = position.play(step.card)
        plays = text_of([step.card for step in line])
        page = text(get(replay_url(day, deal, f"?trump=O&values=1&plays={plays}")))
        won = position.points(makers)
        values = {
            card: value + won
            for card, value in new_solver(OBLIGADA).card_values(position, makers).items()
        }
        best = best_of(values, for_makers=position.to_play.side is makers).card
        for card, worth in values.items():
            at = page.index(f'id="card-{card}"')
            shown = page[page.rindex("<a", 0, at) : page.index("</a>", at)]
            assert shown.endswith(f"{worth}</span>")
            assert ("is-best" in shown) is (worth == values[best])

    @pytest.mark.parametrize("side", Side)
    def test_the_other_side_answers_with_its_best(
        self, day: Day, oracle: AtOnce, side: Side
    ) -> None:
        """Against any play it gets at least what the position was worth to it."""
        line = line_of(day, 1, OROS, 32)
        hand = hand_of(day)
        position = Position.start(hand.deal, hand.dealer, OROS)
        for step in line:
            position = position.play(step.card)
        other = side.opponents
        due = new_solver(OBLIGADA).value(position, other) + position.points(other)
        url = f"?trump=O&side={side.value}&plays=" + text_of([step.card for step in line])
        while True:
            response = get(replay_url(day, 1, url))
            if response.status_code == 302:
                url = led_to(response)
                continue
            page = text(response)
            if "The hand is over." in page:
                break
            href = page.index("play-card")
            href = page.index('href="', href) + 6
            url = page[href : page.index('"', href)]
        points = response.context["points"]
        assert points[other.value] >= due.low

    def test_back_goes_to_where_one_had_to_choose(self, day: Day, oracle: AtOnce) -> None:
        line = line_of(day, 1, OROS, 46)
        hand = hand_of(day)
        for cards in (41, 44, 46):
            plays = text_of([step.card for step in line[:cards]])
            page = get(replay_url(day, 1, f"?trump=O&plays={plays}"))
            assert page.context["back"] == f"?trump=O&plays={plays[:-2]}"
        response = get(replay_url(day, 1, f"?trump=O&side=NS&plays={plays}"))
        while response.status_code == 302:
            response = get(replay_url(day, 1, led_to(response)))
        back = response.context["back"].rpartition("plays=")[2]
        position = Position.start(hand.deal, hand.dealer, OROS)
        for step in line[: len(back) // 2]:
            position = position.play(step.card)
        assert position.to_play.side is Side.NS

    def test_what_takes_longer_is_said_and_asked_for_again(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = Slow()
        monkeypatch.setattr(module, "positions", Positions(slow))
        line = line_of(day, 1, OROS, 30)
        plays = text_of([step.card for step in line])
        url = replay_url(day, 1, f"?trump=O&values=1&plays={plays}")
        page = text(get(url))
        assert "Still computing" in page
        assert "play-card" not in page
        poll: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
        assert get(url, **poll).status_code == 204
        assert get(url, HTTP_HX_BOOSTED="true", **poll).status_code == 200  # a link was followed
        slow.may_answer.set()
        while (answer := get(url, **poll)).status_code == 204:
            pass
        assert "Still computing" not in text(answer)
        assert len(slow.asked) == 1

    def test_without_numba_it_can_be_played_and_stored_play_is_shown(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver, "find_spec", lambda _name: None)
        page = text(get(replay_url(day, 1, "?trump=O&values=1")))
        assert "Analysis is off here" in page
        assert "play-card" in page
        assert 'id="replay-best"' not in page
        assert get(replay_url(day, 1, "?trump=O&go=1")).status_code == 200
        assert get(replay_url(day, 1, "?trump=O&side=NS")).status_code == 200
        keep_line(day, 1, OROS, 4)
        page = text(get(replay_url(day, 1, "?trump=O&values=1")))
        assert 'id="replay-best"' in page
        assert "card-value" in page

    def test_what_was_not_computed_to_the_end_is_shown_as_two_bounds(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "positions", Positions(Broken()))
        monkeypatch.setattr(module, "PATIENCE", 60.0)
        page = text(get(replay_url(day, 1, "?trump=O&values=1")))
        assert "0–72</span>" in page
        assert "Where two numbers stand" in page

    def test_a_line_that_makes_no_sense_breaks_nothing(self, day: Day, oracle: AtOnce) -> None:
        value(day, 1, OROS, 40)
        for line in (["x"], [["2O", {"2O": 1}]] * 48, [["9O", {}]], {"a": 1}):
            HandAnalysis.objects.update(line=line)
            assert get(replay_url(day, 1, "?trump=O")).status_code == 200


class TestProgress:
    def test_says_how_far_each_round_is_and_asks_for_what_is_missing(
        self, day: Day, client: Client
    ) -> None:
        client.force_login(day.referee)
        url = f"/c/{day.slug}/manage/analysis/"
        page = text(get(url, client))
        assert "0 of 20 values" in page
        assert "Round 2" not in page
        Job.objects.all().delete()
        assert "missing" in text(get(url, client))
        assert client.post(url).status_code == 302
        assert Job.objects.filter(kind=Job.Kind.ANALYSIS).count() == 1
        assert client.post(url).status_code == 302
        assert Job.objects.filter(kind=Job.Kind.ANALYSIS).count() == 1

    def test_it_refreshes_when_something_was_done(self, day: Day, client: Client) -> None:
        client.force_login(day.referee)
        url = f"/c/{day.slug}/manage/analysis/"
        version = get(url, client).context["version"]
        ask: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
        assert get(f"{url}?version={version}", client, **ask).status_code == 204
        value(day, 1, OROS, 40)
        assert "1 of 20 values" in text(get(f"{url}?version={version}", client, **ask))

    def test_costs_the_same_for_one_round_and_for_three(
        self, day: Day, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(3):
            assert len(progress_of_rounds(day.stage)) == 1
        for number in (2, 3):
            day.open(number)
            day.enter_whole_round(number)
            close_round(actor=day.acting, round=day.round(number))
        with django_assert_num_queries(3):
            assert len(progress_of_rounds(day.stage)) == 3


def test_best_call_among_what_is_known_only_in_part(day: Day) -> None:
    """An interval that reaches as high as the best may be the best too."""
    points = {"O": (40, 40), "C": (41, 60), "E": (30, 30), "B": (48, 48), "botifarra": (40, 41)}
    for trump, bounds in points.items():
        value(day, 1, Denomination(trump), *bounds)
    worth = hand_worth(day.stage, 1)
    assert worth.best_score == Interval(12, 24)
    assert worth.best_calls == (Denomination.COPES, Denomination.BASTOS)
    assert not worth.is_exact


def test_all_bad_calls_leave_the_least_bad_one(day: Day) -> None:
    for trump in Denomination:
        value(day, 1, trump, 30 if trump is BOTIFARRA else 26)
    worth = hand_worth(day.stage, 1)
    assert worth.hand_score(BOTIFARRA) == Interval(-12, -12)
    assert worth.best_score == Interval(-10, -10)
    assert BOTIFARRA not in worth.best_calls
    assert len(worth.best_calls) == 4
