"""The one read model of scores: page, paper, workbook and JSON all show what comes from here.

    teams       the pairs, as every list names them
    rulings     hands cancelled for all, and what was deducted from totals
    hands       results of the tables → scored hand sheets
    scores      all sheets of some rounds, and the ranking they give
    table       the ranking → the standings
    moves       which pairs change their place between two states of it
    ties        which rule split a tie, in words
    team_sheet  the hands of one pair, seen from its side

Nothing is stored: scores are computed from the current results each time, by `scoring`, in a
number of SQL queries that does not depend on the size of the championship.
"""

from tournament.standings.queries.hands import HandEntry, HandSheet, hand_sheet
from tournament.standings.queries.moves import Move, moves_between
from tournament.standings.queries.rulings import Deduction, RulingsInForce, rulings_in_force
from tournament.standings.queries.scores import (
    RoundStates,
    StageScores,
    closed_rounds,
    round_scores,
    round_states,
    stage_scores,
)
from tournament.standings.queries.table import (
    StandingsLine,
    StandingsView,
    standings_view,
    view_of,
)
from tournament.standings.queries.team_sheet import (
    RoundOfTeam,
    TeamSheet,
    TeamSheetLine,
    sheets_of_all,
    team_sheet,
)
from tournament.standings.queries.teams import TeamRef, team_refs

__all__ = [
    "Deduction",
    "HandEntry",
    "HandSheet",
    "Move",
    "RoundOfTeam",
    "RoundStates",
    "RulingsInForce",
    "StageScores",
    "StandingsLine",
    "StandingsView",
    "TeamRef",
    "TeamSheet",
    "TeamSheetLine",
    "closed_rounds",
    "hand_sheet",
    "moves_between",
    "round_scores",
    "round_states",
    "rulings_in_force",
    "sheets_of_all",
    "stage_scores",
    "standings_view",
    "team_refs",
    "team_sheet",
    "view_of",
]
