"""Reading pairs: this is the catalogue, one file a concern.

register     the pairs, their people, their numbers
late_entry   what a late pair would play
withdrawal   what a withdrawal does, and what taking it back does
"""

from tournament.contestants.queries.late_entry import (
    LatePlace,
    LatePlan,
    RoomPlace,
    RoomPlan,
    first_round_not_begun,
    late_plan,
    room_plan,
    why_nobody_joins,
)
from tournament.contestants.queries.register import (
    RegisterEntry,
    RegisterLine,
    is_imported,
    last_draw,
    namesakes,
    register,
    register_entries,
    registered_pairs,
)
from tournament.contestants.queries.withdrawal import (
    LostMatch,
    WithdrawalEffects,
    WithdrawalReturn,
    playing_rounds,
    withdrawal_effects,
    withdrawal_return,
)

__all__ = [
    "LatePlace",
    "LatePlan",
    "LostMatch",
    "RegisterEntry",
    "RegisterLine",
    "RoomPlace",
    "RoomPlan",
    "WithdrawalEffects",
    "WithdrawalReturn",
    "first_round_not_begun",
    "is_imported",
    "last_draw",
    "late_plan",
    "namesakes",
    "playing_rounds",
    "register",
    "register_entries",
    "registered_pairs",
    "room_plan",
    "why_nobody_joins",
    "withdrawal_effects",
    "withdrawal_return",
]
