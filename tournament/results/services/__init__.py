"""What people do with results: this is the catalogue, one file a concern.

entry   entering, changing, taking back and confirming a result
undo    going back one version, for two minutes
"""

from tournament.results.services.entry import (
    confirm_result,
    enter_result,
    hand_place,
    is_provisional,
    may_mend,
    refuse_other_hands,
    refuse_to_leave_a_hole,
    refuse_unless_open,
    refuse_unless_round_open,
)
from tournament.results.services.undo import undo_result

__all__ = [
    "confirm_result",
    "enter_result",
    "hand_place",
    "is_provisional",
    "may_mend",
    "refuse_other_hands",
    "refuse_to_leave_a_hole",
    "refuse_unless_open",
    "refuse_unless_round_open",
    "undo_result",
]
