"""A card that was printed for one pair or table never opens the page of another."""

from __future__ import annotations

import pytest

from tests.tournament.factories import actor_of, add_contestants, make_championship
from tests.tournament.links.addresses import link_address
from tests.tournament.made_once import made_once, own_copy
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import remove_contestant
from tournament.core.link_numbers import SKIPPED, skip_numbers
from tournament.links.queries import pair_links, place_of, table_links
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship

pytestmark = pytest.mark.django_db


def a_championship() -> Championship:
    """Four pairs, their cards printed."""
    championship = make_championship()
    add_contestants(championship, 4)
    pair_links(championship)
    return championship


championship_once = made_once(a_championship)
championship = own_copy("championship_once")


def opens(address: str, kind: PlaceKind = PlaceKind.PAIR) -> int | None:
    """The number of the pair or table whose page an address opens."""
    found = place_of(kind, address.split("/")[2])
    return found[1].number if found else None


def cards(championship: Championship) -> dict[int, str]:
    return {link.place.number: link.path for link in pair_links(championship)}


def strike_off(championship: Championship, number: int) -> None:
    remove_contestant(
        actor=actor_of(championship), contestant=championship.contestants.get(number=number)
    )


def renew(championship: Championship, number: int) -> None:
    link = championship.contestants.get(number=number).link_number
    place = Place(PlaceKind.PAIR, number, link)
    assert renew_links(actor=actor_of(championship), championship=championship, places=[place])


def test_a_pair_that_takes_the_number_of_one_that_left(championship: Championship) -> None:
    printed = [cards(championship)[4]]
    for _time in range(2):
        renew(championship, 4)
        printed.append(cards(championship)[4])
    strike_off(championship, 4)
    add_contestants(championship, 1)
    now = cards(championship)[4]
    assert now not in printed
    assert [opens(card) for card in (*printed, now)] == [None, None, None, 4]


def test_a_number_never_comes_back_however_often_it_is_given(championship: Championship) -> None:
    seen = {cards(championship)[4]}
    for _time in range(3):
        strike_off(championship, 4)
        add_contestants(championship, 1)
        renew(championship, 4)
        card = cards(championship)[4]
        assert card not in seen
        seen.add(card)


def test_a_table_that_is_needed_again(championship: Championship) -> None:
    before = table_links(championship)[1].path
    strike_off(championship, 4)
    strike_off(championship, 3)
    assert [link.place.number for link in table_links(championship)] == [1]
    add_contestants(championship, 2)
    now = table_links(championship)[1].path
    assert [opens(one, PlaceKind.TABLE) for one in (before, now)] == [None, 2]


def test_numbers_drawn_by_lot(championship: Championship) -> None:
    before = cards(championship)
    held = dict(championship.contestants.values_list("number", "pk"))
    draw_numbers(actor=actor_of(championship), championship=championship, seed="Grossa")
    after = dict(championship.contestants.values_list("number", "pk"))
    moved = [number for number in held if held[number] != after[number]]
    assert moved
    for number, card in before.items():
        assert opens(card) == (None if number in moved else number)
    assert [opens(card) for card in cards(championship).values()] == [1, 2, 3, 4]


def test_another_championships_numbers_are_its_own(championship: Championship) -> None:
    other = make_championship("Other")
    add_contestants(other, 2)
    pair_links(other)
    strike_off(championship, 4)
    add_contestants(other, 1)
    assert {link.place.link_number for link in pair_links(other)} == {1}


def test_a_restored_site_gives_no_number_that_was_given_since_the_copy(
    championship: Championship,
) -> None:
    card = cards(championship)[3]
    since = Place(PlaceKind.PAIR, 3, 2)  # renewed after the copy was made, and revoked
    skip_numbers()
    assert opens(card) == 3  # what was printed before stays good
    renew(championship, 3)
    assert championship.contestants.get(number=3).link_number > SKIPPED
    assert opens(link_address(championship, since)) is None
