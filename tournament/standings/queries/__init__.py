"""The one read model of scores: page, paper, workbook and JSON all show what comes from here.

    scores        what some rounds came to, by the ranking of their stage
    table         the standings, and a pair by itself
    rank_changes  which pairs change their place between two standings
    rank_history  where each pair stood after each round
    what_if       the standings as other settings would make them
    end           what a championship came to
    overall       the standings of a whole championship, from those of its stages
    shared        scores that many pages of one version are made from

What rankings are made of is in `tournament.standings.rankings`. Nothing is stored: scores are
computed from the current results each time, in a number of SQL queries that does not depend on the
size of the championship. A process remembers those of the latest versions of what is published.
"""

from tournament.standings.contestants import (
    ContestantRef,
    contestant_refs,
    knocked_out,
    refs_of_sides,
    stage_contestants,
    together,
    who_play,
)
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.end import FinalResult, final_result
from tournament.standings.queries.overall import Overall, OverallLine, overall_of, overall_standings
from tournament.standings.queries.rank_changes import RankChange, rank_changes_between
from tournament.standings.queries.rank_history import standings_with_ranks, view_with_ranks
from tournament.standings.queries.scores import (
    bracket_view,
    closed_rounds,
    dealt_scores,
    round_scores,
    round_states,
    stage_scores,
)
from tournament.standings.queries.shared import shared_pairs, shared_scores, shared_standings
from tournament.standings.queries.table import pair_view, sheets_of_all, standings_view, view_of
from tournament.standings.queries.what_if import WhatIf, what_if
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.hand_sheet import (
    HandEntry,
    HandSheet,
    PlayedOnPhones,
    SideOfHand,
)
from tournament.standings.rankings.dealt_hands.hands import hand_sheet
from tournament.standings.rankings.dealt_hands.pair_sheet import (
    HandsOfRound,
    PairSheet,
    PairSheetLine,
)
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import (
    PairView,
    RoundOfContestant,
    RoundStates,
    StageScores,
    StandingsView,
)
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.rulings import Deduction, RulingsInForce, rulings_in_force

__all__ = [
    "ContestantRef",
    "DealtScores",
    "Deduction",
    "FinalResult",
    "HandEntry",
    "HandFigures",
    "HandSheet",
    "HandsOfRound",
    "Overall",
    "OverallLine",
    "PairSheet",
    "PairSheetLine",
    "PairView",
    "PlayedOnPhones",
    "RankChange",
    "RoundOfContestant",
    "RoundStates",
    "RulingsInForce",
    "SideOfHand",
    "StageScores",
    "StandingsLine",
    "StandingsView",
    "WhatIf",
    "bracket_view",
    "closed_rounds",
    "contestant_refs",
    "dealt_scores",
    "final_result",
    "hand_sheet",
    "knocked_out",
    "overall_of",
    "overall_standings",
    "pair_view",
    "rank_changes_between",
    "ranking_of",
    "refs_of_sides",
    "round_scores",
    "round_states",
    "rulings_in_force",
    "shared_pairs",
    "shared_scores",
    "shared_standings",
    "sheets_of_all",
    "stage_contestants",
    "stage_scores",
    "standings_view",
    "standings_with_ranks",
    "together",
    "view_of",
    "view_with_ranks",
    "what_if",
    "who_play",
]
