"""Players that choose legal cards: legal, repeatable, without looking at other hands, sensible."""

import random

from hypothesis import given
from hypothesis import strategies as st

from scoring.bots.quick import choose_card, play_out
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.deals import N_DEALS, Deal
from scoring.game.legality import legal_cards
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from tests.scoring.solver.positions import deal_numbers, random_position, seeds, turn_of_east
from tests.scoring.strategies import chances

OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
OBLIGADA, LLIURE = PlayVariant.OBLIGADA, PlayVariant.LLIURE

variants = st.sampled_from(PlayVariant)


def choice(hand: str, trick: str, elsewhere: str, trump: Denomination = OROS) -> str:
    position = turn_of_east(hand, trick=trick, trump=trump, elsewhere=elsewhere)
    return str(choose_card(position, LLIURE, Chance(1)))


@given(seeds, variants)
def test_chosen_card_is_legal(seed: int, variant: PlayVariant) -> None:
    position = random_position(seed)
    assert choose_card(position, variant, Chance(seed)) in legal_cards(position, variant)


@given(deal_numbers, variants)
def test_same_seed_plays_the_same(number: int, variant: PlayVariant) -> None:
    start = Position.start(Deal.from_number(number), Seat.W, OROS)
    assert play_out(start, variant, Chance(7)) == play_out(start, variant, Chance(7))


def test_another_seed_may_play_otherwise() -> None:
    start = Position.start(Deal.from_number(N_DEALS // 7), Seat.W, OROS)
    plays = {play_out(start, LLIURE, Chance(seed)).won for seed in range(20)}
    assert len(plays) > 1


@given(seeds, chances)
def test_choice_doesnt_depend_on_how_the_others_hold_what_is_unseen(
    seed: int, chance: random.Random
) -> None:
    """By rules that concern the own hand alone: whether a card is safe is told by the table too."""
    position = random_position(seed)
    others = [seat for seat in Seat if seat is not position.to_play]
    unseen = [card for seat in others for card in position.hand_of(seat)]
    chance.shuffle(unseen)
    hands = {position.to_play: position.hand_of(position.to_play)}
    for seat in others:
        size = len(position.hand_of(seat))
        hands[seat], unseen = tuple(unseen[:size]), unseen[size:]
    other = Position.of_hands(hands, position.trick)
    for variant in PlayVariant:
        assert choose_card(position, variant, Chance(seed)) is choose_card(
            other, variant, Chance(seed)
        )


def test_counting_cards_go_to_the_partners_sure_trick_and_not_to_the_opponents() -> None:
    assert choice("RC 2C 3B", "9E 5E", elsewhere="AO 2E 9C") == "RC"
    assert choice("RC 2C 3B", "4E 9E 5E", elsewhere="AO 2E 9C") == "RC"
    assert choice("RC 2C 3B", "9E 4E 5E", elsewhere="AO 2E 9C") != "RC"


def test_last_player_wins_with_points_at_stake_but_keeps_the_manilla_of_trumps() -> None:
    assert choice("AE 8E", "7E 2E 3E", elsewhere="9E 2O") == "AE"
    assert choice("9O 2O", "RE 2E 3E", elsewhere="RO AO") == "2O"


def test_bots_beat_whoever_plays_any_legal_card() -> None:
    """On the same cards both ways, so that 36 would be no better."""
    chance, deals = random.Random(2026), 60
    points = 0
    for number in range(deals):
        deal = Deal.from_number(chance.randrange(N_DEALS))
        start = Position.start(deal, Seat.N, list(Denomination)[number % 5])
        points += sum(_points_of_bots(start, side, chance) for side in Side)
    assert points > 2 * deals * 38


def _points_of_bots(position: Position, bots: Side, chance: random.Random) -> int:
    while not position.is_over:
        if position.to_play.side is bots:
            card = choose_card(position, OBLIGADA, Chance(chance.randrange(100)))
        else:
            card = chance.choice(legal_cards(position, OBLIGADA))
        position = position.play(card)
    return position.points(bots)
