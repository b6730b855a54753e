"""What a seat may know and look at: never a card that it can't know, in any state."""

import dataclasses
from collections.abc import Iterable
from functools import cache

import pytest
from hypothesis import given, settings

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.deals import Deal
from scoring.game.seats import Seat
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PlayVariant
from scoring.play.acts import Act, Claim, Delegate, MakeTrump, PlayCard, RefuseClaim, TakeBack
from scoring.play.calls import Phase
from scoring.play.knowledge import OwnCards
from scoring.play.table import Table
from scoring.play.views import view_of
from tests.examples import examples
from tests.scoring.play.courses import facts_for, told_course
from tests.scoring.play.test_table import IN_TURN, card, playing, table
from tests.scoring.solver.positions import seeds

N, W, S, E = Seat
OROS = Denomination.OROS


class Walked:
    """Every card anywhere in a value, and none that hides in a deal.

    What was walked through once is known when another value holds it too: the states of a course
    share the tricks that are won.
    """

    def __init__(self) -> None:
        self._found: dict[int, tuple[object, frozenset[Card]]] = {}
        """By what the value is, with the value itself, so that no other one gets its number."""

    def cards_within(self, value: object) -> frozenset[Card]:
        if id(value) not in self._found:
            self._found[id(value)] = value, self._walk(value)
        return self._found[id(value)][1]

    def _walk(self, value: object) -> frozenset[Card]:
        assert not isinstance(value, Deal | ThreeHands | Table)
        if isinstance(value, Card):
            return frozenset((value,))
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = _names_of(type(value))
            return self._in_all(getattr(value, name) for name in names)
        if isinstance(value, dict):
            return self._in_all(value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return self._in_all(value)
        return frozenset()

    def _in_all(self, values: Iterable[object]) -> frozenset[Card]:
        return frozenset().union(*map(self.cards_within, values))


@cache
def _names_of(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in dataclasses.fields(kind))


def cards_within(value: object) -> frozenset[Card]:
    return Walked().cards_within(value)


def opponents_of(state: Table, seat: Seat) -> set[Seat]:
    rules = state.public.rules
    others = set(Seat) if rules.players == 4 else {N, W, S}
    friends = {seat, seat.partner} if rules.variant is not PlayVariant.ABARROTADA else {seat}
    return others - friends


def may_know(state: Table, seat: Seat) -> set[Card]:
    """Worked out a second time, act by act: cards that the seat has seen somewhere."""
    alone = state.public.rules.variant is PlayVariant.ABARROTADA
    seen: set[Card] = set()
    looks = alone or seat is not state.public.dealer.partner
    played: list[PlayCard] = []
    for act in state.acts:
        if isinstance(act, Delegate | MakeTrump):
            looks = True
        if isinstance(act, PlayCard):
            seen.add(act.card)
            played.append(act)
        if isinstance(act, TakeBack):
            played.pop()
        if isinstance(act, Claim) and seat in opponents_of(state, act.seat):
            gone = {play.card for play in played}
            seen |= set(state.deal.hand(act.seat)) - gone
    return seen | set(state.deal.hand(seat)) if looks else seen


@settings(max_examples=examples(20))
@given(seeds)
def test_no_seat_is_told_a_card_that_it_cant_know(seed: int) -> None:
    walked = Walked()
    for state, knows in told_course(seed):
        for seat in state.public.rules.game.seats:
            allowed = may_know(state, seat)
            assert walked.cards_within(view_of(knows[seat])) <= allowed
            assert walked.cards_within(knows[seat]) == allowed


@settings(max_examples=examples(20))
@given(seeds)
def test_a_view_holds_no_earlier_trick(seed: int) -> None:
    """Beside the own hand: the trick on the table, the last one, and an open claim's cards."""
    walked = Walked()
    for state, knows in told_course(seed):
        public = state.public
        lying = walked.cards_within((public.trick, public.won[-1:]))
        for seat in public.rules.game.seats:
            view = view_of(knows[seat])
            own = set(state.hand(seat)) if view.hand is not None else set()
            asked = public.phase is Phase.CLAIM and public.claimer in opponents_of(state, seat)
            shown = set(state.hand(public.claimer)) if asked and public.claimer else set()
            assert set(view.claimed_cards) == shown
            assert walked.cards_within(view) == lying | own | shown


@settings(max_examples=examples(20))
@given(seeds)
def test_a_view_tells_what_the_table_allows(seed: int) -> None:
    for state, knows in told_course(seed):
        for seat in state.public.rules.game.seats:
            view = view_of(knows[seat])
            assert view.legal == state.legal(seat)
            assert view.may == state.public.may(seat)
            assert dict(view.cards_left)[seat] == len(state.hand(seat))


@settings(max_examples=examples(50))
@given(seeds)
def test_facts_are_only_added_to(seed: int) -> None:
    """Whoever knows the facts up to a number needs only the later ones."""
    course = list(told_course(seed))
    last, _ = course[-1]
    state, knows = course[seed % len(course)]
    public = state.public
    for seat in public.rules.game.seats:
        facts, all_facts = (
            facts_for(seat, some.deal, public.dealer, some.acts, public.rules)
            for some in (state, last)
        )
        assert facts == tuple(fact for fact in all_facts if fact.number <= public.number)
        assert state.knowledge(seat) == knows[seat]
        assert state.view(seat) == view_of(knows[seat])


@pytest.mark.parametrize("act", [Delegate(N), MakeTrump(N, OROS)])
def test_the_dealers_partner_looks_once_trumps_are_made_or_delegated(act: Act) -> None:
    assert table().view(S).hand is None
    assert table().knowledge(S).dealt is None
    for seat in (N, W, E):
        assert table().view(seat).hand == IN_TURN.hand(seat)
    assert table(act).view(S).hand == IN_TURN.hand(S)
    facts = facts_for(S, IN_TURN, N, [act])
    assert facts[-1] == OwnCards(1, IN_TURN.hand(S))


def test_last_trick_can_be_looked_at_again_earlier_ones_not() -> None:
    first = [card(W, "4C"), card(S, "7C"), card(E, "CC"), card(N, "9C")]
    state = playing(*first)
    assert state.view(E).last_trick == state.public.won[0]
    state = playing(*first, card(N, "9E"), card(W, "4E"), card(S, "3E"), card(E, "2E"))
    assert state.view(E).last_trick == state.public.won[1]
    assert Card.parse("4C") not in cards_within(state.view(E))


def test_claimed_cards_are_shown_to_the_opponents_until_they_answer() -> None:
    state = playing(card(W, "4C"), Claim(S))
    for seat in (W, E):
        assert state.view(seat).claimed_cards == IN_TURN.hand(S)
    for seat in (N, S):
        assert state.view(seat).claimed_cards == ()
    refused = state.after(RefuseClaim(E))
    assert refused.view(E).claimed_cards == ()
    assert set(refused.knowledge(E).held_elsewhere) == set(IN_TURN.hand(S))


def test_a_card_taken_back_is_known_to_be_in_that_hand() -> None:
    state = playing(card(W, "4C"), TakeBack("Slip of the finger"))
    assert state.knowledge(E).held_elsewhere == {Card.parse("4C"): W}
    assert state.knowledge(W).held_elsewhere == {}
    assert Card.parse("4C") in (state.view(W).hand or ())
