"""Bots in abarrotada: what they call is allowed and worth something, and so is what they play."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bots.abarrotada_calls import Hand, call_all, next_call
from scoring.bots.quick import choose_card, play_out
from scoring.chance import Chance
from scoring.game.announcements import Denomination, SantVicencRule
from scoring.game.cards import PACK, SHORT_PACK
from scoring.game.deals import parse_hand
from scoring.game.legality import legal_cards
from scoring.game.seats import SEATS_OF, Seat, in_turn
from scoring.game.tricks import POINTS_IN_A_HAND, Position, Trick
from scoring.game.variants import PlayVariant
from scoring.ordinary.calls import Call, Calling, Word

ABARROTADA = PlayVariant.ABARROTADA
PACKS = {4: PACK, 3: SHORT_PACK}


def hands_for(players: int, seed: int) -> dict[Seat, Hand]:
    pack = list(PACKS[players])
    random.Random(seed).shuffle(pack)
    return {
        seat: tuple(sorted(pack[12 * place : 12 * place + 12]))
        for place, seat in enumerate(SEATS_OF[players])
    }


def start(hands: dict[Seat, Hand], dealer: Seat, trump: Denomination) -> Position:
    leader = in_turn(dealer, len(hands))[1]
    return Position.of_hands(hands, Trick(leader, trump, players=len(hands)))


@given(
    st.sampled_from([4, 3]),
    st.integers(0, 2),
    st.sampled_from(SantVicencRule),
    st.integers(0, 10**6),
)
def test_bots_call_to_the_end_with_trumps(
    players: int, place: int, rule: SantVicencRule, seed: int
) -> None:
    hands = hands_for(players, seed)
    begun = Calling.begin(SEATS_OF[players][place], players, rule)
    calling = call_all(begun, hands)
    assert calling.is_over
    assert calling.trump is not None
    assert call_all(begun, hands) == calling


def test_long_suit_is_made_trumps_high_cards_are_a_botifarra_and_poor_hands_delegate() -> None:
    dealer = Calling.begin(Seat.N)
    assert next_call(dealer, parse_hand("32.9ARCS84.65.A7")) is Denomination.COPES
    assert next_call(dealer, parse_hand("9AR.9AR.9AC.9A2")) is Denomination.BOTIFARRA
    assert next_call(dealer, parse_hand("S87.765.654.S43")) is Word.DELEGATE


def test_last_delegate_chooses_even_with_a_poor_hand() -> None:
    calling = Calling.begin(Seat.N).say(Word.DELEGATE).say(Word.DELEGATE).say(Word.DELEGATE)
    assert next_call(calling, parse_hand("S87.765.654.S43")) in set(Denomination)


def test_contro_is_said_with_a_strong_hand_and_not_with_a_poor_one() -> None:
    calling = Calling.begin(Seat.N).say(Denomination.OROS)
    assert next_call(calling, parse_hand("9AR.9AR.9AC.9A2")) is Word.CONTRO
    assert next_call(calling, parse_hand("S87.765.654.S43")) is Word.PASS


@pytest.mark.parametrize("players", [4, 3])
def test_calls_are_worth_something_and_every_one_happens(players: int) -> None:
    said: Counter[Call] = Counter()
    threshold = POINTS_IN_A_HAND // players
    makers = doublers = doubled = 0
    deals = 400
    for seed in range(deals):
        hands = hands_for(players, seed)
        calling = Calling.begin(Seat.N, players)
        while calling.speaker is not None:
            call = next_call(calling, hands[calling.speaker])
            said[call] += 1
            calling = calling.say(call)
        assert calling.trump is not None
        assert calling.maker is not None
        end = play_out(start(hands, Seat.N, calling.trump), ABARROTADA, Chance(seed))
        assert sum(end.points(seat) for seat in hands) == POINTS_IN_A_HAND
        makers += end.points(calling.maker) - threshold
        for seat in calling.doubled_by[:1]:
            doubled += 1
            doublers += end.points(seat) - threshold
    assert set(said) == {*Denomination, *Word}
    assert makers > 6 * deals
    assert doublers > 2 * doubled > 0


def test_a_bot_beats_three_who_play_any_legal_card() -> None:
    chance, deals = random.Random(2026), 60
    points = 0
    for seed in range(deals):
        position = start(hands_for(4, seed), Seat.N, list(Denomination)[seed % 5])
        bot = list(Seat)[seed % 4]
        while not position.is_over:
            if position.to_play is bot:
                card = choose_card(position, ABARROTADA, Chance(seed))
            else:
                card = chance.choice(legal_cards(position, ABARROTADA))
            position = position.play(card)
        points += position.points(bot)
    assert points > deals * 20
