"""What organisers do with pairs and tables: this is the catalogue, one file a concern.

seating        the tables, their names, and the pairs that must not move
registering    adding, changing and removing pairs before the schedule
taking_lists   a pasted or uploaded list, all of it or nothing
drawing_lots   numbers by lot
joining        a late pair takes the rest
leaving        a pair withdraws
"""

from tournament.teams.services.drawing_lots import draw_numbers
from tournament.teams.services.joining import join_late
from tournament.teams.services.leaving import withdraw_team
from tournament.teams.services.registering import (
    Namesakes,
    add_team,
    change_team,
    remove_team,
    team_version,
)
from tournament.teams.services.seating import set_tables
from tournament.teams.services.taking_lists import import_teams

__all__ = [
    "Namesakes",
    "add_team",
    "change_team",
    "draw_numbers",
    "import_teams",
    "join_late",
    "remove_team",
    "set_tables",
    "team_version",
    "withdraw_team",
]
