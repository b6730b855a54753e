"""Replays of a hand: their addresses, best play, and what each card is worth."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring import solver
from scoring.game.announcements import Denomination
from scoring.game.legality import legal_cards
from scoring.game.seats import Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import new_solver
from tests.tournament.analysis.analyses import all_values, hand_of, keep_line, line_of, value
from tests.tournament.analysis.oracles import AtOnce, Broken, Slow
from tests.tournament.analysis.pages import get, replay_url, text
from tests.tournament.day import Day
from tournament.analysis import positions as module
from tournament.analysis.best_play import best_of
from tournament.analysis.positions import Positions
from tournament.analysis.replays import text_of
from tournament.models import HandAnalysis

pytestmark = pytest.mark.django_db
OROS = Denomination.OROS

OBLIGADA = PlayVariant.OBLIGADA


def led_to(response: Any) -> str:
    """The query that a replay went on to."""
    path, _mark, query = response.headers["Location"].partition("?")
    assert path.endswith("/replay/")
    return f"?{query}"


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
            assert 'class="card-value ' in page
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
        assert "Where there are two numbers" in page

    def test_a_line_that_makes_no_sense_breaks_nothing(self, day: Day, oracle: AtOnce) -> None:
        value(day, 1, OROS, 40)
        for line in (["x"], [["2O", {"2O": 1}]] * 48, [["9O", {}]], {"a": 1}):
            HandAnalysis.objects.update(line=line)
            assert get(replay_url(day, 1, "?trump=O")).status_code == 200
