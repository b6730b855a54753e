"""No answer to a place has a card that its seat may not know, and nobody else's has any.

People and bots play through the addresses. After every call and claim, and every third card of
theirs, everything that everybody can ask for is compared with what each seat was told, worked out
here from the cards and the acts alone.
"""

from __future__ import annotations

import pytest

from scoring.game.cards import Card
from scoring.game.seats import Seat
from scoring.play.acts import Claim
from scoring.play.calls import Phase
from tests.tournament.friendly.people import Person, new_table, next_act, now_at
from tests.tournament.play.four_phones import ALL, cards_in_text
from tests.tournament.play.test_leaks import assert_no_leak, may_know, named_in
from tournament.friendly.kinds import Played
from tournament.friendly.table_now import Step, TableNow

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]
NOTHING: set[Card] = set()


def look_everywhere(
    now: TableNow, people: dict[int, Person], stranger: Person, *, pages: bool
) -> None:
    hand = now.hand
    assert hand is not None
    over = now.step is not Step.PLAY
    acts = hand.table.acts
    for place, person in people.items():
        seat = now.seat_of(place)
        allowed = set(ALL) if over else may_know(seat, hand.table.deal, hand.dealer, acts)
        told = person.told()
        assert told["seat"] == seat.value
        assert_no_leak(str(told), allowed, f"the state of {seat}")
        if pages:
            assert_no_leak(person.get("play/").content.decode(), allowed, f"the page of {seat}")
            assert_no_leak(person.get().content.decode(), NOTHING, "the table")
        left = set(hand.table.hand(seat)) & allowed
        assert set(map(Card.parse, told["view"]["cards"] or [])) == left
        # So that the search does find cards, where there are some.
        if told["view"]["cards"]:
            assert left <= cards_in_text(told["page"])
            assert left <= named_in(told["page"])
    if pages:
        assert_no_leak(stranger.get().content.decode(), NOTHING, "the table to a stranger")
        assert stranger.get("play/").status_code == 302
        refused = stranger.get("play/state.json?page=1")
        assert refused.status_code == 403
        assert not cards_in_text(refused.content.decode())


def test_no_place_is_told_more_than_its_seat_may_know() -> None:
    table = new_table(Played.PARTNERS)
    people = {place: Person(table.code) for place in (0, 1, 2)}
    stranger = Person(table.code)
    for place, person in people.items():
        assert person.sit(place) == f"{person.path}play/"
    key = now_at(table).game.key
    assert people[0].deal(0).status_code == 200
    claimed = False
    now = now_at(table)
    for count in range(100):
        hand = now.hand
        assert hand is not None
        if count % 3 == 0 or hand.table.public.phase is not Phase.CARDS:
            look_everywhere(now, people, stranger, pages=count % 9 == 0)
        if now.step is not Step.PLAY:
            break
        seat = hand.table.public.turn[0]
        act = next_act(hand)
        between_people = Seat.E in (seat.left, seat.right)
        if not claimed and len(hand.table.public.won) == 4 and not between_people:
            claimed, act = True, Claim(seat)
        answer = people[now.seats[seat]].do(act, hand)
        assert answer.status_code == 200, answer.content
        now = now_at(table)
        if now.step is Step.PLAY:
            assert now.hand is not None
            allowed = may_know(seat, hand.table.deal, hand.dealer, now.hand.table.acts)
            assert_no_leak(answer.content.decode(), allowed, f"the answer to {seat}")
    assert claimed
    assert now.step is Step.RESULT
    look_everywhere(now, people, stranger, pages=True)
    for person in (*people.values(), stranger):
        for path in ("", "play/", "play/state.json"):
            assert key not in person.get(path).content.decode()
    # In the next hand nothing of the last one is left.
    assert people[1].deal(1).status_code == 200
    look_everywhere(now_at(table), people, stranger, pages=True)


def test_whoever_has_left_is_told_nothing_more() -> None:
    table = new_table(Played.GAME)
    people = {place: Person(table.code) for place in (0, 1)}
    for place, person in people.items():
        person.sit(place)
    people[0].deal(0)
    people[1].leave(1)
    for path in ("", "play/", "play/state.json?page=1"):
        assert not cards_in_text(people[1].get(path).content.decode())
    refused = people[1].post("acts", {"hand": 1, "number": 1, "act": {"act": "card", "card": "9O"}})
    assert refused.status_code == 403
