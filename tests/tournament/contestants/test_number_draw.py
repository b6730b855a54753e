"""Numbers by lot: from the seed and the names alone, so that anybody can repeat it."""

import hashlib

import pytest

from tests.tournament.factories import (
    actor_of,
    add_contestants,
    last_actions,
    make_championship,
    make_scheduled,
)
from tournament.contestants.services.number_draw import draw_numbers, draw_order, ticket
from tournament.contestants.services.register import add_contestant
from tournament.core.errors import NotNow, UserError
from tournament.models import Action

PAIRS = [("Anna", "Blai"), ("Carme", "Dídac"), ("Eloi", "Fina"), ("Gal·la", "Hug")]


def test_a_ticket_is_what_the_description_says() -> None:
    text = "botifarra-numbers-v1\0Grossa 12345\0gal·la\0hug\x000"
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert ticket("Grossa 12345", ("Gal·la", " HUG")) == expected


def test_the_order_of_registration_does_not_matter() -> None:
    drawn = [PAIRS[index] for index in draw_order("seed", PAIRS)]
    backwards = PAIRS[::-1]
    assert [backwards[index] for index in draw_order("seed", backwards)] == drawn


def test_seeds_give_different_orders() -> None:
    orders = {tuple(draw_order(f"seed {number}", PAIRS)) for number in range(200)}
    assert len(orders) == 24  # every order of four pairs occurs


def test_namesakes_are_told_apart_by_registration() -> None:
    twice = [("Joan", "Pere"), ("JOAN", "pere"), ("Anna", "Blai")]
    assert sorted(draw_order("seed", twice)) == [0, 1, 2]


@pytest.mark.django_db
class TestDrawing:
    def test_it_is_recorded_and_repeatable(self) -> None:
        championship = make_championship()
        actor = actor_of(championship)
        for players, number in zip(PAIRS, (4, 9, 2, 30), strict=True):
            add_contestant(actor=actor, championship=championship, players=players, number=number)
        for _click in range(2):
            drawn = draw_numbers(actor=actor, championship=championship, seed="Grossa 12345")
        order = [" – ".join(PAIRS[index]) for index in draw_order("Grossa 12345", PAIRS)]
        stored = {
            contestant.number: contestant.shown_name
            for contestant in championship.contestants.all()
        }
        assert stored == dict(enumerate(order, start=1))
        assert {
            contestant.pk: contestant.number for contestant in championship.contestants.all()
        } == drawn
        assert last_actions(championship, 2) == [Action.CONTESTANT_ADDED, Action.NUMBERS_DRAWN]
        event = championship.events.last()
        assert event is not None
        assert event.after == {
            "seed": "Grossa 12345",
            "numbers": {str(number): name for number, name in enumerate(order, start=1)},
            "earlier_numbers": {
                str(number): (4, 9, 2, 30)[index]
                for number, index in enumerate(draw_order("Grossa 12345", PAIRS), start=1)
            },
        }

    def test_every_other_draw_is_recorded(self) -> None:
        championship = make_championship()
        add_contestants(championship, 1)
        for seed in ("a", "b", "a"):
            draw_numbers(actor=actor_of(championship), championship=championship, seed=seed)
        assert last_actions(championship, 3) == [Action.NUMBERS_DRAWN] * 3

    @pytest.mark.parametrize("seed", ["", " \u200b", "x" * 65])
    def test_it_needs_a_seed(self, seed: str) -> None:
        championship = make_championship()
        add_contestants(championship, 3)
        with pytest.raises(UserError) as caught:
            draw_numbers(actor=actor_of(championship), championship=championship, seed=seed)
        assert caught.value.field == "seed"

    def test_the_schedule_ends_it(self) -> None:
        championship = make_scheduled(4)
        with pytest.raises(NotNow):
            draw_numbers(actor=actor_of(championship), championship=championship, seed="x")
