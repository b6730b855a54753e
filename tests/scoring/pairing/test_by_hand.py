"""What is impossible and what is doubtful in a round that somebody chose."""

from __future__ import annotations

from collections import Counter

from scoring.pairing.by_hand import ChoiceFault, WrongChoice, doubts_about, wrong_choices
from scoring.pairing.entrants import Entrants
from scoring.schedule.plan import Pairing


def test_who_is_unknown_or_stands_twice_is_told_with_the_place() -> None:
    pairings = [Pairing(1, 2), Pairing(9, 3), Pairing(4, 2), Pairing(5, 5)]
    assert list(wrong_choices(pairings, [1, 2, 3, 4, 5])) == [
        WrongChoice(ChoiceFault.UNKNOWN, 9, 1, 0),
        WrongChoice(ChoiceFault.TWICE, 2, 2, 1),
        WrongChoice(ChoiceFault.TWICE, 5, 3, 1),
    ]


def test_a_round_without_fault_is_not_doubted() -> None:
    entrants = Entrants((1, 2, 3, 4, 5), Counter({(1, 3): 1}), Counter({4: 1}))
    found = doubts_about([Pairing(2, 1), Pairing(3, 4)], entrants)
    assert (found.rematches, found.idle, found.rests_again) == ((), (), ())


def test_rematches_and_rests_are_doubted() -> None:
    entrants = Entrants((1, 2, 3, 4, 5), Counter({(1, 2): 1}), Counter({5: 1}))
    found = doubts_about([Pairing(2, 1)], entrants)
    assert found.rematches == ((1, 2),)
    assert found.idle == (3, 4, 5)
    assert found.rests_again == (5,)
