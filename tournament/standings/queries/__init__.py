"""The one read model of scores: page, paper, workbook and JSON all show what comes from here.

    teams       the pairs, as every list names them
    hands       results of the tables → scored hand sheets
    scores      all sheets of some rounds, and the ranking they give
    table       the ranking → the standings
    ties        which rule split a tie, in words
    team_sheet  the hands of one pair, seen from its side

Nothing is stored: scores are computed from the current results each time, by `scoring`, in a
number of SQL queries that does not depend on the size of the championship.
"""

from tournament.standings.queries.hands import HandEntry, HandSheet, hand_sheet
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
from tournament.standings.queries.team_sheet import TeamSheet, TeamSheetLine, team_sheet
from tournament.standings.queries.teams import TeamRef, team_refs

__all__ = [
    "HandEntry",
    "HandSheet",
    "RoundStates",
    "StageScores",
    "StandingsLine",
    "StandingsView",
    "TeamRef",
    "TeamSheet",
    "TeamSheetLine",
    "closed_rounds",
    "hand_sheet",
    "round_scores",
    "round_states",
    "stage_scores",
    "standings_view",
    "team_refs",
    "team_sheet",
    "view_of",
]
