"""The rules of play: the readings that are settled, the notation, and an oracle beside it all."""

import re
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game.announcements import Denomination
from scoring.game.cards import Card, Suit
from scoring.game.legality import PlayRule, broken_rule, legal_cards
from scoring.game.seats import Seat
from scoring.game.tricks import Position
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from tests.examples import examples
from tests.scoring.game import play_oracle
from tests.scoring.solver.positions import (
    cards,
    random_position,
    renamed,
    rotated,
    seeds,
    turn_of_east,
)

OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
OBLIGADA, SECOND_HAND, SAFE_THIRD, LLIURE = PARTNERSHIP_VARIANTS
ABARROTADA = PlayVariant.ABARROTADA

variants = st.sampled_from(PlayVariant)


def legal(
    hand: str,
    trick: str,
    trump: Denomination = OROS,
    variant: PlayVariant = OBLIGADA,
    elsewhere: str = "",
) -> str:
    position = turn_of_east(hand, trick=trick, trump=trump, elsewhere=elsewhere)
    return " ".join(map(str, legal_cards(position, variant)))


def trump_suit(position: Position) -> Suit | None:
    return None if position.trump is BOTIFARRA else Suit(position.trump.value)


# The readings that are settled


@pytest.mark.parametrize("variant", list(PlayVariant))
def test_any_card_may_be_led(variant: PlayVariant) -> None:
    assert legal("9O 2O RC 7E", "", variant=variant) == "9O 2O RC 7E"


@pytest.mark.parametrize("variant", list(PlayVariant))
def test_void_second_player_with_trumps_must_trump(variant: PlayVariant) -> None:
    assert legal("RO 2O AC 3C", "2E", variant=variant) == "RO 2O"
    assert legal("RO 2O AC 3C", "9E", variant=variant) == "RO 2O"


def test_second_players_counting_card_is_only_for_who_cannot_beat() -> None:
    assert legal("AC SC 3C 2C RB 4B", "2E") == "AC SC 2C RB 4B"
    assert legal("2O AC SC 3C", "2E") == "2O"
    assert legal("AC SC 3C 2C", "2E", BOTIFARRA) == "AC SC 2C"
    assert legal("AC SC 3C 2C", "2O") == "AC SC 2C"


def test_second_player_who_follows_without_beating_plays_the_lowest() -> None:
    assert legal("RE SE 7E 5E 9O", "AE") == "5E"
    assert legal("RE SE 7E 5E 9O", "AE", variant=SECOND_HAND) == "RE SE 5E"
    assert legal("RE SE 7E 5E 9O", "AE", variant=SAFE_THIRD) == "5E"
    assert legal("RE SE 7E 5E 9O", "AE", variant=LLIURE) == "RE SE 7E 5E"


def test_second_hand_variant_still_beats_if_it_can() -> None:
    assert legal("9E SE 5E", "AE", variant=SECOND_HAND) == "9E"


def test_lowest_is_of_the_suit_of_the_card_played_and_may_itself_count() -> None:
    assert legal("AC RC SC RB CB", "9E 4O 2E", BOTIFARRA) == "SC CB"
    assert legal("RE SE", "9E") == "SE"
    assert legal("AE CC", "9E") == "AE"


def test_beating_is_always_allowed_when_the_partner_wins() -> None:
    assert legal("AE 7E 6E", "RE 2E") == "AE 6E"
    assert legal("AE RE 7E 6E", "8E 2E") == "AE RE 6E"
    assert legal("8E 7E 6E 5E", "4E 3E") == "8E 7E 6E 5E"
    assert legal("8O 5O 3C 2C", "RE 2E") == "8O 5O 2C"


def test_partner_winning_counting_or_lowest_of_any_suit_for_who_is_void() -> None:
    assert legal("AC 7C 6C SB 3B 2B", "RE 2E") == "AC 6C SB 2B"
    assert legal("SO 7O 4O 3O AC 5C 4C", "2E RO 3E") == "SO 3O AC 4C"
    assert legal("AO SO 7O 4O AC 5C 4C", "2E RO 3E") == "AO SO 4O AC 4C"
    assert legal("SO 7O 4O 3O AC 5C 4C", "8E 3E CO") == "3O 4C"


def test_nothing_beats_a_trumped_plain_trick_for_who_can_follow() -> None:
    assert legal("9E RE 7E 3E 9O", "4E 2O") == "3E"
    assert legal("9E RE 7E 3E 9O", "4E 5E 2O") == "3E"
    assert legal("9E RE 7E 3E 9O", "4E 2O 5E") == "9E RE 3E"
    assert legal("9E RE 7E 3E 9O", "4E 2O", variant=LLIURE) == "9E RE 7E 3E"


@pytest.mark.parametrize("trick", ["4E RO", "4E 5E RO"])
def test_void_third_or_fourth_who_cannot_beat_a_trump_plays_the_lowest_of_any_suit(
    trick: str,
) -> None:
    assert legal("CO 5O 3O AC SC 4C RB", trick) == "3O 4C RB"
    assert legal("CO 5O 3O AC 4C", trick, variant=LLIURE) == "CO 5O 3O AC 4C"
    assert legal("9O 5O 3O AC 4C", trick) == "9O"


def test_partner_winning_is_meant_at_that_moment_safe_or_not() -> None:
    assert legal("RE 7E 5E", "AE 2E", elsewhere="9E") == "RE 5E"
    assert legal("RE 7E 5E", "AE 2E", elsewhere="9E", variant=SECOND_HAND) == "RE 5E"


def test_safe_third_may_count_only_under_a_card_that_nobody_else_can_beat_in_its_suit() -> None:
    unsafe, safe = "9E", "3E"
    assert legal("RE 7E 5E", "AE 2E", variant=SAFE_THIRD, elsewhere=unsafe) == "5E"
    assert legal("RE 7E 5E", "AE 2E", variant=SAFE_THIRD, elsewhere=safe) == "RE 5E"
    assert legal("AC 7C 4C", "AE 2E", variant=SAFE_THIRD, elsewhere=unsafe) == "4C"
    assert legal("AC 7C 4C", "AE 2E", variant=SAFE_THIRD, elsewhere=safe) == "AC 4C"


def test_safe_third_counts_the_own_hand_and_the_table_as_known() -> None:
    assert legal("9E RE 7E 5E", "AE 2E", variant=SAFE_THIRD, elsewhere="3E") == "9E RE 5E"


def test_safe_third_may_beat_and_concerns_nobody_but_the_third_player() -> None:
    assert legal("AE 7E 5E", "RE 2E", variant=SAFE_THIRD, elsewhere="9E") == "AE 5E"
    assert legal("CE 7E 5E", "2E RE 3E", variant=SAFE_THIRD, elsewhere="9E") == "CE 5E"
    assert legal("CC 7C 5C", "2E", variant=SAFE_THIRD, elsewhere="9E") == "CC 5C"


@pytest.mark.parametrize("variant", list(PlayVariant))
def test_third_and_fourth_must_beat_the_opponents(variant: PlayVariant) -> None:
    assert legal("9E 7E 2E", "3E 4E", variant=variant) == "9E 7E"
    assert legal("9E 7E 2E", "RE 3E 4E", variant=variant) == "9E"
    assert legal("9O 7O 2O AC", "3E 4E 5O", variant=variant) == "9O 7O"


@pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)
def test_who_need_not_beat_may_play_anything_by_the_free_rules_alone(variant: PlayVariant) -> None:
    everything = "9E 7E 6E 2E" if variant is LLIURE else "9E 2E"
    assert legal("9E 7E 6E 2E", "3E RE 4E", variant=variant) == everything


# Abarrotada, where everybody is an opponent


def test_who_can_follow_and_beat_does_so_whoever_is_winning() -> None:
    assert legal("9E 7E 6E 2E", "3E RE 4E", variant=ABARROTADA) == "9E"
    assert legal("9E 7E 6E 2E 9O", "RE 3E", variant=ABARROTADA) == "9E"


def test_who_cannot_beat_plays_anything_of_the_suit_led() -> None:
    assert legal("RE SE 7E 5E 9O", "AE", variant=ABARROTADA) == "RE SE 7E 5E"
    assert legal("9E RE 3E 9O", "4E 2O", variant=ABARROTADA) == "9E RE 3E"


def test_who_cannot_follow_trumps_and_overtrumps_or_plays_anything() -> None:
    assert legal("RO 2O AC 3C", "RE 2E", variant=ABARROTADA) == "RO 2O"
    assert legal("RO 2O AC 3C", "2E 5O", variant=ABARROTADA) == "RO"
    assert legal("CO 2O AC 3C", "2E RO", variant=ABARROTADA) == "CO 2O AC 3C"
    assert legal("AC 3C 2B", "2E 3E", BOTIFARRA, ABARROTADA) == "AC 3C 2B"


# The notation

SITUATIONS = [
    (variant, situation, notation)
    for variant, second in ((OBLIGADA, "F, f0, T, r0rv"), (SECOND_HAND, "F, f0fv, T, r0rv"))
    for situation, notation in (
        ("second", second),
        ("third, partner winning", "Ff0fv, Tt0tvr0rv"),
        ("fourth, partner winning", "Ff0fv, Tt0tvr0rv"),
        ("third, opponents winning", "F, f0, T, t0r0"),
        ("fourth, opponents winning", "F, f0, T, t0r0"),
    )
] + [
    (SAFE_THIRD, "second", "F, f0, T, r0rv"),
    (SAFE_THIRD, "third, partner safe", "Ff0fv, Tt0tvr0rv"),
    (SAFE_THIRD, "third, partner not safe", "Ff0, Tt0r0"),
    (SAFE_THIRD, "third, opponents winning", "F, f0, T, t0r0"),
    (SAFE_THIRD, "fourth, partner winning", "Ff0fv, Tt0tvr0rv"),
    (SAFE_THIRD, "fourth, opponents winning", "F, f0, T, t0r0"),
]

PLACES = {"second": 1, "third": 2, "fourth": 3}


def is_in(position: Position, situation: str) -> bool:
    trick, trump = position.trick.cards, trump_suit(position)
    wins = play_oracle.partner_wins(trick, trump)
    if "safe" in situation:
        hand = position.hand_of(position.to_play)
        safe = play_oracle.is_safe(trick[0], hand, others(position))
        return wins and safe is ("not" not in situation)
    return situation == "second" or wins is ("partner" in situation)


def by_notation(position: Position, notation: str) -> set[Card]:
    trick, trump = position.trick.cards, trump_suit(position)
    hand = position.hand_of(position.to_play)

    def matches(card: Card, token: str) -> bool:
        kind = "f" if card.suit is trick[0].suit else "t" if card.suit is trump else "r"
        if play_oracle.beats(card, trick, trump):
            kind = kind.upper()
        return (
            token == kind
            or (token == f"{kind}0" and play_oracle.is_lowest(card, hand))
            or (token == f"{kind}v" and card.points > 0)
        )

    for group in notation.split(", "):
        tokens = re.findall("[FTftr][0v]?", group)
        chosen = {card for card in hand if any(matches(card, token) for token in tokens)}
        if chosen:
            return chosen
    raise AssertionError(f"{notation} allows nothing")


@pytest.mark.parametrize(("variant", "situation", "notation"), SITUATIONS)
@settings(max_examples=examples(50))
@given(seed=seeds)
def test_legal_cards_are_those_of_parletts_notation(
    variant: PlayVariant, situation: str, notation: str, seed: int
) -> None:
    place = PLACES[situation.split(",")[0]]
    position = next(
        position
        for position in (random_position(each, in_trick=[place]) for each in count(seed))
        if is_in(position, situation)
    )
    assert set(legal_cards(position, variant)) == by_notation(position, notation)


# The oracle


def others(position: Position) -> set[Card]:
    seats = set(Seat) - {position.to_play}
    return {card for seat in seats for card in position.hand_of(seat)}


def by_oracle(position: Position, variant: PlayVariant) -> tuple[Card, ...]:
    hand = position.hand_of(position.to_play)
    table, trump = position.trick.cards, trump_suit(position)
    elsewhere = others(position)
    return tuple(
        card for card in hand if play_oracle.may_play(card, hand, table, trump, variant, elsewhere)
    )


@given(seeds, variants)
def test_legal_cards_are_those_of_the_oracle(seed: int, variant: PlayVariant) -> None:
    for number in range(10):
        position = random_position(seed + number)
        assert legal_cards(position, variant) == by_oracle(position, variant)


# What holds everywhere


@given(seeds, variants)
def test_some_card_of_the_hand_is_always_legal(seed: int, variant: PlayVariant) -> None:
    position = random_position(seed)
    allowed = legal_cards(position, variant)
    assert allowed
    assert set(allowed) <= set(position.hand_of(position.to_play))
    assert list(allowed) == sorted(allowed)


@given(seeds, variants)
def test_who_can_follow_follows(seed: int, variant: PlayVariant) -> None:
    position = random_position(seed, in_trick=[1, 2, 3])
    suit = position.trick.cards[0].suit
    if any(card.suit is suit for card in position.hand_of(position.to_play)):
        assert {card.suit for card in legal_cards(position, variant)} == {suit}


@given(seeds)
def test_each_variant_allows_more_than_the_stricter_one(seed: int) -> None:
    position = random_position(seed)
    by_variant = {variant: set(legal_cards(position, variant)) for variant in PlayVariant}
    assert by_variant[SAFE_THIRD] <= by_variant[OBLIGADA] <= by_variant[SECOND_HAND]
    assert by_variant[SECOND_HAND] <= by_variant[LLIURE]
    assert by_variant[ABARROTADA] <= by_variant[LLIURE]


@given(seeds, variants, st.integers(1, 3))
def test_seats_dont_matter(seed: int, variant: PlayVariant, steps: int) -> None:
    position = random_position(seed)
    assert legal_cards(rotated(position, steps), variant) == legal_cards(position, variant)


@given(seeds, variants, st.permutations(list(Suit)))
def test_names_of_suits_dont_matter(seed: int, variant: PlayVariant, order: list[Suit]) -> None:
    position = random_position(seed)
    names = dict(zip(Suit, order))
    expected = {Card(names[card.suit], card.rank) for card in legal_cards(position, variant)}
    assert set(legal_cards(renamed(position, names), variant)) == expected


@given(seeds, variants)
def test_a_card_breaks_a_rule_exactly_if_it_is_not_legal(seed: int, variant: PlayVariant) -> None:
    position = random_position(seed)
    allowed = legal_cards(position, variant)
    for card in position.hand_of(position.to_play):
        assert (broken_rule(position, card, variant) is None) is (card in allowed)


# Which rule a card breaks


@pytest.mark.parametrize(
    ("hand", "trick", "card", "rule"),
    [
        ("AE 2C 9O", "4E", "2C", PlayRule.FOLLOW_SUIT),
        ("AE 2C 9O", "4E", "9O", PlayRule.FOLLOW_SUIT),
        ("AE 2E", "4E", "2E", PlayRule.BEAT),
        ("AO 2O", "4O", "2O", PlayRule.BEAT),
        ("AO 2C", "4E", "2C", PlayRule.TRUMP),
        ("AO 2C", "4E RO", "2C", PlayRule.OVERTRUMP),
        ("AO 2O 2C", "4E RO", "2O", PlayRule.OVERTRUMP),
        ("RE 2E", "AE", "RE", PlayRule.LOWEST),
        ("RE 2E", "CE AE", "RE", PlayRule.LOWEST),
        ("7C RC 2C", "AE", "7C", PlayRule.LOWEST_OR_COUNTING),
        ("7E RE 2E", "AE 3E", "7E", PlayRule.LOWEST_OR_COUNTING),
    ],
)
def test_rule_that_a_card_breaks(hand: str, trick: str, card: str, rule: PlayRule) -> None:
    position = turn_of_east(hand, trick=trick, trump=OROS)
    assert broken_rule(position, Card.parse(card)) is rule


def test_rule_that_a_card_breaks_under_an_unsafe_partner() -> None:
    position = turn_of_east("RE 7E 5E", trick="AE 2E", trump=OROS, elsewhere="9E")
    for card in cards("RE 7E"):
        assert broken_rule(position, card, SAFE_THIRD) is PlayRule.LOWEST_UNLESS_SAFE


def test_card_of_another_hand_or_of_none() -> None:
    position = turn_of_east("RE 7E", trick="AE", trump=OROS, elsewhere="9E")
    assert broken_rule(position, Card.parse("9E")) is PlayRule.NOT_HELD
    assert broken_rule(position, Card.parse("AE")) is PlayRule.PLAYED_TWICE
    assert broken_rule(position, Card.parse("2B")) is PlayRule.PLAYED_TWICE
