"""What people do with results: this is the catalogue, one file a concern.

entry        entering, changing, taking back and confirming a result
undo         going back one version, for two minutes
locked_hand  what all of them act on; an act that has locked its hand calls those with `_locked`
"""

from tournament.results.services.entry import (
    confirm_locked,
    confirm_result,
    enter_locked,
    enter_result,
    is_provisional,
    may_mend,
    refuse_other_hands,
    refuse_to_leave_a_hole,
    refuse_unless_open,
    refuse_unless_round_open,
)
from tournament.results.services.locked_hand import LockedHand, hand_place, lock_hand
from tournament.results.services.undo import undo_locked, undo_result

__all__ = [
    "LockedHand",
    "confirm_locked",
    "confirm_result",
    "enter_locked",
    "enter_result",
    "hand_place",
    "is_provisional",
    "lock_hand",
    "may_mend",
    "refuse_other_hands",
    "refuse_to_leave_a_hole",
    "refuse_unless_open",
    "refuse_unless_round_open",
    "undo_locked",
    "undo_result",
]
