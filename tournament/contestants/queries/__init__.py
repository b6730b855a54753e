"""Reading pairs: this is the catalogue, one file a concern.

register     the pairs, their people, their numbers
late_entry   what a late pair would play
players      what it does that a player comes late or leaves
withdrawal   what a withdrawal does, and what taking it back does
"""

from tournament.contestants.queries.late_entry import (
    LatePlace,
    LatePlan,
    NewSchedule,
    RoomPlace,
    RoomPlan,
    late_plan,
    new_schedule,
    room_plan,
    why_nobody_joins,
)
from tournament.contestants.queries.players import (
    LatePlayer,
    LostTable,
    PlayerLeaves,
    PlayerReturns,
    late_player,
    player_leaves,
    player_returns,
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
    "LatePlayer",
    "LostMatch",
    "LostTable",
    "NewSchedule",
    "PlayerLeaves",
    "PlayerReturns",
    "RegisterEntry",
    "RegisterLine",
    "RoomPlace",
    "RoomPlan",
    "WithdrawalEffects",
    "WithdrawalReturn",
    "is_imported",
    "last_draw",
    "late_plan",
    "late_player",
    "namesakes",
    "new_schedule",
    "player_leaves",
    "player_returns",
    "playing_rounds",
    "register",
    "register_entries",
    "registered_pairs",
    "room_plan",
    "why_nobody_joins",
    "withdrawal_effects",
    "withdrawal_return",
]
