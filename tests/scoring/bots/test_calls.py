"""What players announce: judged by the own hand alone, in the order in which they may speak."""

import random

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.bots.calls import call, choose_trump, delegates
from scoring.bots.quick import play_out
from scoring.chance import Chance
from scoring.game.announcements import Denomination, Double
from scoring.game.cards import PACK, Card
from scoring.game.deals import N_DEALS, Deal, parse_hand
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from tests.scoring.solver.positions import deal_numbers, seeds

BOTIFARRA = Denomination.BOTIFARRA
dealers = st.sampled_from(Seat)


def hand(text: str) -> tuple[Card, ...]:
    return parse_hand(text)


def deal_of(hands: dict[Seat, str], *, shuffled: int = 1) -> Deal:
    """The hands given, and the rest of the pack among the others."""
    given = {seat: hand(text) for seat, text in hands.items()}
    rest = [card for card in PACK if all(card not in cards for cards in given.values())]
    random.Random(shuffled).shuffle(rest)
    for seat in Seat:
        if seat not in given:
            given[seat], rest = tuple(rest[:12]), rest[12:]
    return Deal.from_hands(given)


def test_long_suit_with_a_short_one_beside_it_is_made_trumps() -> None:
    assert choose_trump(hand("32.9ARCS84.65.A7")) is Denomination.COPES
    assert not delegates(hand("32.9ARCS84.65.A7"))


def test_high_cards_everywhere_are_a_botifarra() -> None:
    assert choose_trump(hand("9AR.9AR.9AC.9A2")) is BOTIFARRA
    assert not delegates(hand("9AR.9AR.9AC.9A2"))


def test_poor_hand_delegates_and_the_partner_chooses() -> None:
    deal = deal_of({Seat.N: "S87.765.654.S43", Seat.S: "9ARC.9A.R9A.9A2"})
    assert delegates(deal.hand(Seat.N))
    assert call(deal, Seat.N).announcement.trump is choose_trump(deal.hand(Seat.S))
    assert call(deal, Seat.S).announcement.trump is choose_trump(deal.hand(Seat.S))
    assert call(deal, Seat.N).chosen_by is Seat.S
    assert call(deal, Seat.S).chosen_by is Seat.S


@given(deal_numbers)
def test_partner_of_a_dealer_who_delegates_must_choose(number: int) -> None:
    deal = Deal.from_number(number)
    assume(delegates(deal.hand(Seat.N)))
    assert call(deal, Seat.N).announcement.trump is choose_trump(deal.hand(Seat.S))


@given(deal_numbers, dealers, seeds)
def test_dealers_side_makes_trumps_and_doubles_are_said_in_turn(
    number: int, dealer: Seat, seed: int
) -> None:
    calls = call(Deal.from_number(number), dealer, Chance(seed))
    assert calls.chosen_by in (dealer, dealer.partner)
    assert calls.announcement.trump is not None
    doubled = calls.announcement.double is not Double.NONE
    assert (calls.doubled_by is not None) == doubled
    assert (calls.redoubled_by is not None) == (calls.announcement.double is Double.RECONTRO)
    if calls.doubled_by is not None:
        assert calls.doubled_by.side is dealer.side.opponents
    if calls.redoubled_by is not None:
        assert calls.redoubled_by.side is dealer.side


def test_right_of_whoever_chose_doubles_first() -> None:
    north = {Seat.N: "9AR876.32.54.32"}
    strong, weak = "CS.9AR.9A7.9A76", "54.C76.C32.SC54"
    for seats in ((Seat.W, Seat.E), (Seat.E, Seat.W)):
        deal = deal_of({**north, seats[0]: strong, seats[1]: weak})
        calls = call(deal, Seat.N)
        assert calls.chosen_by is Seat.N
        assert calls.announcement.trump is Denomination.OROS
        assert calls.doubled_by is seats[0]
    both = deal_of({**north, Seat.W: "CS.9AR6.9AR.9A7", Seat.E: "54.CS87.CS76.RC"})
    assert call(both, Seat.N).doubled_by is Seat.W


@given(deal_numbers, st.integers(min_value=0, max_value=999))
def test_nobody_looks_at_another_hand(number: int, shuffled: int) -> None:
    """Whoever chose calls the same wherever the other cards lie."""
    deal = Deal.from_number(number)
    maker = call(deal, Seat.N).chosen_by
    hands = {seat: deal.hand(seat) for seat in {Seat.N, maker}}
    rest = [card for card in PACK if deal.seat_of(card) not in hands]
    random.Random(shuffled).shuffle(rest)
    for seat in Seat:
        if seat not in hands:
            hands[seat], rest = tuple(rest[:12]), rest[12:]
    assert (
        call(Deal.from_hands(hands), Seat.N).announcement.trump
        is call(deal, Seat.N).announcement.trump
    )


@given(deal_numbers, dealers, seeds)
def test_same_chance_calls_the_same(number: int, dealer: Seat, seed: int) -> None:
    deal = Deal.from_number(number)
    assert call(deal, dealer, Chance(seed)) == call(deal, dealer, Chance(seed))


def test_calls_are_worth_something_and_every_one_happens() -> None:
    chance, deals = random.Random(2026), 260
    made, delegated, doubled, tables_differ = set(), 0, 0, 0
    makers, doublers = 0, 0
    for number in range(deals):
        deal = Deal.from_number(chance.randrange(N_DEALS))
        calls = call(deal, Seat.N, Chance(number))
        trump = calls.announcement.trump
        assert trump is not None
        made.add(trump)
        delegated += calls.chosen_by is Seat.S
        start = Position.start(deal, Seat.N, trump)
        points = play_out(start, PlayVariant.OBLIGADA, Chance(number)).points(Side.NS)
        makers += points - 36
        if calls.doubled_by is not None:
            doubled += 1
            doublers += 36 - points
        elsewhere = {call(deal, Seat.N, Chance(1000 * number + table)) for table in range(4)}
        tables_differ += len(elsewhere) > 1
    assert made == set(Denomination)
    assert deals // 5 < delegated < 2 * deals // 3
    assert makers > deals  # trumps are an advantage
    assert deals // 30 < doubled < deals // 4
    assert doublers > 0  # and contro is said against the weak ones
    assert tables_differ > deals // 4
