"""What organisers do with pairs and tables: this is the catalogue, one file a concern.

tables        the tables, their names, and the pairs that must not move
register      adding, changing and removing pairs before the schedule
list_import   a pasted or uploaded list, all of it or nothing
number_draw   numbers by lot
late_entry    a late pair takes a rest, a match gives way, or the schedule is made again
withdrawal    a pair withdraws, and comes back
players       a player comes late, withdraws, and comes back
"""

from tournament.contestants.services.late_entry import (
    join_late,
    join_with_new_schedule,
    join_with_room,
    pair_resting,
)
from tournament.contestants.services.list_import import import_contestants
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.players import (
    join_late_player,
    take_back_players_withdrawal,
    withdraw_player,
)
from tournament.contestants.services.register import (
    DoubtfulNames,
    add_contestant,
    change_contestant,
    contestant_version,
    remove_contestant,
)
from tournament.contestants.services.tables import fit_tables, set_tables, tables_version
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant

__all__ = [
    "DoubtfulNames",
    "add_contestant",
    "change_contestant",
    "contestant_version",
    "draw_numbers",
    "fit_tables",
    "import_contestants",
    "join_late",
    "join_late_player",
    "join_with_new_schedule",
    "join_with_room",
    "pair_resting",
    "remove_contestant",
    "set_tables",
    "tables_version",
    "take_back_players_withdrawal",
    "take_back_withdrawal",
    "withdraw_contestant",
    "withdraw_player",
]
