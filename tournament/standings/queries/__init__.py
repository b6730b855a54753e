"""The one read model of scores: page, paper, workbook and JSON all show what comes from here.

    contestants   the pairs, as every list names them
    rulings       hands cancelled for all, and what was deducted from totals
    hands         results of the tables → scored hand sheets
    scores        all sheets of some rounds, and the ranking they give
    table         the ranking → the standings
    rank_changes  which pairs change their place between two standings
    ties          which rule split a tie, in words
    pair_sheet    the hands of one pair, seen from its side
    shared        scores that many pages of one version are made from

Nothing is stored: scores are computed from the current results each time, by `scoring`, in a
number of SQL queries that does not depend on the size of the championship. A process remembers
those of the latest versions of what is published.
"""

from tournament.standings.queries.contestants import ContestantRef, contestant_refs
from tournament.standings.queries.hands import HandEntry, HandSheet, SideOfHand, hand_sheet
from tournament.standings.queries.pair_sheet import (
    PairSheet,
    PairSheetLine,
    RoundOfContestant,
    pair_sheet,
    sheets_of_all,
)
from tournament.standings.queries.rank_changes import RankChange, rank_changes_between
from tournament.standings.queries.rulings import Deduction, RulingsInForce, rulings_in_force
from tournament.standings.queries.scores import (
    RoundStates,
    StageScores,
    closed_rounds,
    round_scores,
    round_states,
    stage_scores,
)
from tournament.standings.queries.shared import shared_pair_sheets, shared_scores
from tournament.standings.queries.table import StandingsLine, StandingsView, standings_view, view_of

__all__ = [
    "ContestantRef",
    "Deduction",
    "HandEntry",
    "HandSheet",
    "PairSheet",
    "PairSheetLine",
    "RankChange",
    "RoundOfContestant",
    "RoundStates",
    "RulingsInForce",
    "SideOfHand",
    "StageScores",
    "StandingsLine",
    "StandingsView",
    "closed_rounds",
    "contestant_refs",
    "hand_sheet",
    "pair_sheet",
    "rank_changes_between",
    "round_scores",
    "round_states",
    "rulings_in_force",
    "shared_pair_sheets",
    "shared_scores",
    "sheets_of_all",
    "stage_scores",
    "standings_view",
    "view_of",
]
