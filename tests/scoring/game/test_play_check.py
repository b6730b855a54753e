"""Checking records of play: each fault with its place, rule, choices and sentence."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.bots.quick import play_out
from scoring.chance import Chance
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card
from scoring.game.deals import Deal
from scoring.game.legality import PlayRule, broken_rule, legal_cards
from scoring.game.play_check import PlayFault, check_play, check_play_from
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from tests.examples import examples
from tests.scoring.solver.positions import cards, deal_numbers, rotated
from tests.scoring.strategies import chances

OROS = Denomination.OROS
OBLIGADA, SECOND_HAND, SAFE_THIRD, LLIURE = PARTNERSHIP_VARIANTS

dealers = st.sampled_from(Seat)
trumps = st.sampled_from(Denomination)
variants = st.sampled_from(PlayVariant)
places = st.integers(0, 47)


def at_the_end(*, leader: Seat = Seat.N, trump: Denomination = OROS) -> Position:
    """Three cards each: W can beat and trump, S has counting cards, E only low ones."""
    hands = ("RE 4C 2B", "9E 5E AO", "AC RC 2C", "7E 3E 8B")
    return Position.of_hands(dict(zip(Seat, map(cards, hands))), Trick(leader, trump))


def record_of_bots(
    number: int, dealer: Seat, trump: Denomination, variant: PlayVariant
) -> tuple[Position, list[Card]]:
    """The position before the first card, and what four bots play."""
    start = Position.start(Deal.from_number(number), dealer, trump)
    end = play_out(start, variant, Chance(number))
    return start, [card for trick in end.won for card in trick.cards]


def told(faults: tuple[PlayFault, ...]) -> list[tuple[int, str, str, str]]:
    return [(fault.trick, fault.seat, str(fault.card), fault.rule) for fault in faults]


def test_play_without_faults() -> None:
    check = check_play_from(at_the_end(), cards("RE 9E 2C 3E 5E AC 7E 2B 8B 4C AO RC"))
    assert check.faults == ()
    assert check.is_complete
    assert check.points == {Side.NS: 0, Side.EW: 9 + 5 + 8}
    assert [trick.winner for trick in check.tricks] == [Seat.W, Seat.E, Seat.W]


def test_every_fault_is_found_as_what_was_played_is_replayed() -> None:
    check = check_play_from(at_the_end(), cards("RE 5E 2C 7E 4C 9E AC 8B"))
    assert told(check.faults) == [
        (10, "W", "5E", "beat"),
        (10, "E", "7E", "lowest"),
        (11, "W", "9E", "trump"),
    ]
    assert [fault.legal for fault in check.faults] == [cards("9E"), cards("3E"), cards("AO")]
    assert check.points == {Side.NS: 4 + 5 + 4 + 1, Side.EW: 0}
    assert not check.is_complete


@pytest.mark.parametrize(
    ("played", "sentence"),
    [
        ("RE AO", "W played AO but can follow suit to RE"),
        ("RE 5E", "W played 5E but can beat RE"),
        ("4C 9E", "W played 9E but can trump 4C"),
        (
            "RE 9E 2C 7E",
            "E played 7E, which neither beats 9E nor counts, and holds a lower card "
            "of the same suit",
        ),
        (
            "RE 5E 2C 7E",
            "E played 7E, which doesn't beat RE, and holds a lower card of the same suit",
        ),
        ("RE 9C", "W can't have played 9C, which has been played before"),
        ("RE 9E RE", "S can't have played RE, which has been played before"),
        ("RE AC", "W can't have played AC, which another player holds"),
    ],
)
def test_sentence_of_a_fault(played: str, sentence: str) -> None:
    assert str(check_play_from(at_the_end(), cards(played)).faults[-1]) == sentence


def test_sentences_of_overtrumping_and_of_an_unsafe_partner() -> None:
    hands = dict(zip(Seat, map(cards, ("8O AC", "AO 2C", "9O 3C", "RO 4E"))))
    position = Position.of_hands(hands, Trick(Seat.E, OROS))
    (fault,) = check_play_from(position, cards("4E 8O 2C")).faults
    assert str(fault) == "W played 2C but can overtrump 8O"
    hands = dict(zip(Seat, map(cards, ("9E 2B", "AE 2E", "3E 4E", "RE 5E"))))
    position = Position.of_hands(hands, Trick(Seat.W, OROS))
    (fault,) = check_play_from(position, cards("AE 3E RE"), SAFE_THIRD).faults
    assert str(fault) == (
        "E played RE, which doesn't beat AE, while the partner's AE is not safe, "
        "and holds a lower card of the same suit"
    )
    assert check_play_from(position, cards("AE 3E RE")).faults == ()


def test_every_rule_has_a_sentence() -> None:
    for rule in PlayRule:
        fault = PlayFault(1, Seat.N, PACK[0], rule, (), PACK[1], PACK[2])
        assert str(fault).startswith("N ")
        assert "{" not in str(fault)


def test_card_that_another_player_holds_ends_the_check() -> None:
    check = check_play_from(at_the_end(), cards("RE 5E AO 3E 4C"))
    assert told(check.faults) == [(10, "W", "5E", "beat"), (10, "S", "AO", "not-held")]
    assert check.tricks == (Trick(Seat.N, OROS, cards("RE 5E")),)
    assert check.faults[1].legal == cards("AC RC 2C")


def test_card_that_is_played_twice_ends_the_check() -> None:
    check = check_play_from(at_the_end(), cards("RE 9E 2C 3E 9E 5E"))
    assert told(check.faults) == [(11, "W", "9E", "played-twice")]
    assert check.points == {Side.NS: 0, Side.EW: 9}


def test_card_beyond_the_last_is_a_fault_and_the_play_isnt_complete() -> None:
    start, plays = record_of_bots(5, Seat.N, OROS, OBLIGADA)
    check = check_play_from(start, [*plays, PACK[0]])
    assert [(fault.trick, fault.rule) for fault in check.faults] == [(13, PlayRule.PLAYED_TWICE)]
    assert not check.is_complete


def test_variant_decides() -> None:
    hands = dict(zip(Seat, map(cards, ("2B 3B", "AE 2E", "RE 4E", "3C 5C"))))
    position = Position.of_hands(hands, Trick(Seat.W, OROS))
    by_variant = {
        variant: check_play_from(position, cards("AE RE"), variant).faults
        for variant in PlayVariant
    }
    assert by_variant[SECOND_HAND] == by_variant[LLIURE] == ()
    assert by_variant[OBLIGADA] == by_variant[SAFE_THIRD] != ()


def test_nothing_played_is_nothing_wrong() -> None:
    check = check_play(Deal.from_number(0), Seat.N, OROS, [])
    assert (check.faults, check.tricks, check.is_complete) == ((), (), False)
    assert check.points == {Side.NS: 0, Side.EW: 0}


@settings(max_examples=examples(50))
@given(deal_numbers, dealers, trumps, variants, places)
def test_play_of_bots_has_no_fault_at_any_time(
    number: int, dealer: Seat, trump: Denomination, variant: PlayVariant, place: int
) -> None:
    start, plays = record_of_bots(number, dealer, trump, variant)
    whole = check_play(Deal.from_number(number), dealer, trump, plays, variant)
    assert (whole.faults, whole.is_complete, sum(whole.points.values())) == ((), True, 72)
    begun = check_play_from(start, plays[:place], variant)
    assert (begun.faults, begun.is_complete) == ((), False)
    assert whole.tricks[: len(begun.position.won)] == begun.position.won


@settings(max_examples=examples(50))
@given(deal_numbers, trumps, variants, places, st.integers(0, 47))
def test_other_card_of_the_hand_is_the_fault_it_is_and_all_before_stays_clean(
    number: int, trump: Denomination, variant: PlayVariant, place: int, choice: int
) -> None:
    start, plays = record_of_bots(number, Seat.N, trump, variant)
    position = check_play_from(start, plays[:place], variant).position
    wrong = [
        card
        for card in position.hand_of(position.to_play)
        if card not in legal_cards(position, variant)
    ]
    assume(wrong)
    card = wrong[choice % len(wrong)]
    mutated = [*plays[:place], card, *plays[place + 1 :]]
    fault = check_play_from(start, mutated, variant).faults[0]
    assert fault == PlayFault(
        trick=1 + place // 4,
        seat=position.to_play,
        card=card,
        rule=broken_rule(position, card, variant) or PlayRule.NOT_HELD,
        legal=legal_cards(position, variant),
        led=position.trick.led,
        winning=position.trick.winning_card,
    )
    assert fault.rule not in (PlayRule.NOT_HELD, PlayRule.PLAYED_TWICE)


@settings(max_examples=examples(50))
@given(deal_numbers, trumps, variants, places, places)
def test_card_of_somebody_else_or_played_before_is_always_the_last_fault(
    number: int, trump: Denomination, variant: PlayVariant, place: int, other: int
) -> None:
    start, plays = record_of_bots(number, Seat.N, trump, variant)
    card = plays[other]
    position = check_play_from(start, plays[:place], variant).position
    assume(card not in position.hand_of(position.to_play))
    check = check_play_from(start, [*plays[:place], card, *plays[place:]], variant)
    rule = PlayRule.PLAYED_TWICE if other < place else PlayRule.NOT_HELD
    assert told(check.faults) == [(1 + place // 4, position.to_play, str(card), rule)]
    assert not check.is_complete


@settings(max_examples=examples(50))
@given(deal_numbers, trumps, variants, st.integers(1, 3), chances)
def test_who_sits_where_changes_nothing_but_the_seats(
    number: int, trump: Denomination, variant: PlayVariant, steps: int, chance: random.Random
) -> None:
    start = end = Position.start(Deal.from_number(number), Seat.N, trump)
    while not end.is_over:
        end = end.play(chance.choice(end.hand_of(end.to_play)))
    plays = [card for trick in end.won for card in trick.cards]
    here = check_play_from(start, plays, variant)
    there = check_play_from(rotated(start, steps), plays, variant)
    seats = list(Seat)
    assert [
        (fault.trick, seats[(seats.index(fault.seat) + steps) % 4], fault.rule, fault.legal)
        for fault in here.faults
    ] == [(fault.trick, fault.seat, fault.rule, fault.legal) for fault in there.faults]
