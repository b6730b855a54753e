"""What tables play: legal cards, unless a rule shall be broken, and not all tables the same."""

from __future__ import annotations

import pytest

from scoring.dealing.deal_set import make_deal
from scoring.game.play_check import check_play
from scoring.game.seats import Side, Sides, dealer_of
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from tests.tournament.rehearsal.rehearsed import plan
from tournament.rehearsal.players import PlayedHand, Sitting, play_hand


def played(sitting: Sitting, variant: PlayVariant, *, breaks_a_rule: bool = False) -> PlayedHand:
    deal = make_deal(plan().key, plan().salt, sitting.deal)
    dealer = dealer_of(sitting.deal)
    return play_hand(plan(), sitting, deal, dealer, variant, breaks_a_rule=breaks_a_rule)


@pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)
def test_every_card_is_legal_and_the_points_are_those_of_the_tricks(variant: PlayVariant) -> None:
    for number in range(1, 13):
        hand = played(Sitting(number, Sides(1, 2)), variant)
        deal, trump = make_deal(plan().key, plan().salt, number), hand.announcement.trump
        assert trump is not None
        check = check_play(deal, dealer_of(number), trump, hand.plays, variant)
        assert check.is_complete
        assert check.faults == ()
        assert hand.fault is None
        assert hand.ns_points == check.points[Side.NS]


@pytest.mark.parametrize("variant", PARTNERSHIP_VARIANTS)
def test_a_rule_that_shall_be_broken_is_broken_once_on_purpose(variant: PlayVariant) -> None:
    for number in range(1, 13):
        hand = played(Sitting(number, Sides(1, 2)), variant, breaks_a_rule=True)
        assert hand.fault is not None
        assert hand.fault.card not in hand.fault.legal
        assert hand.plays.index(hand.fault.card) // 4 == hand.fault.trick - 1


def test_tables_and_ways_differ_and_repeat_themselves() -> None:
    variant = PlayVariant.OBLIGADA
    tables = [played(Sitting(5, Sides(ns, ns + 1)), variant) for ns in range(1, 12, 2)]
    assert len({hand.plays for hand in tables}) > 3
    ways = [played(Sitting(5, Sides(1, 2), attempt), variant) for attempt in range(6)]
    assert len({hand.plays for hand in ways}) > 3
    assert played(Sitting(5, Sides(1, 2)), variant) == tables[0]
