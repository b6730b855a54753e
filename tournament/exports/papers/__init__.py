"""All papers of a championship, and one file of several of them.

    base       the declaration of a paper, and a request for papers
    places     who plays where: pairings, the calendar, cards with links
    check_in   who comes and who pays, and labels with names
    hands      the hands themselves
    tables     papers on the tables, and for the pairs to take with them
    results    standings after a round, hand sheets, the official record
    standings  the standings, for the wall and for each pair; a bracket
    plays      the record of play of a hand
    diplomas   diplomas for the first, or for all
    guide      the guide of the site
    assembly   several papers in one file
    catalogue  content of the page of papers

A new paper is a `Paper` beside those of its kind and an entry in `PAPERS` here: the page where
papers are asked for, bundles, languages, progress and jobs come with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournament.exports.papers import (
    check_in,
    diplomas,
    guide,
    hands,
    places,
    results,
    standings,
    tables,
)
from tournament.exports.papers.base import (
    Bundle,
    HandsOfTable,
    KnownRound,
    Option,
    Paper,
    PaperContext,
    PaperRequest,
    PrintedHand,
    Scope,
    known_of,
    request_of,
)

PAPERS: Mapping[str, Paper] = {
    paper.name: paper
    for paper in (
        # In the order in which a day needs them, which is the order in a file too.
        check_in.CHECK_IN,
        check_in.NAME_LABELS,
        hands.COMMITMENT,
        places.PAIRINGS,
        tables.SCHEDULE_GRID,
        places.CALENDAR,
        tables.GUIDE_CARDS,
        tables.PLACE_CARDS,
        places.TABLE_CARDS,
        places.PAIR_CARDS,
        hands.HANDS_TO_PREPARE,
        tables.TABLE_SLIPS,
        hands.HAND_RECORDS,
        results.HAND_SHEETS,
        results.STANDINGS_AFTER,
        standings.BRACKET,
        standings.STANDINGS_WALL,
        results.STANDINGS_NOW,
        standings.COURSE,
        standings.ROUND_SCORES,
        standings.PAIR_SHEETS,
        diplomas.DIPLOMAS,
        results.OFFICIAL_RECORD,
        hands.ALL_HAND_RECORDS,
        guide.GUIDE,
    )
}
"""Every paper of a championship or a round, by its name. Papers of a hand have only an address."""

__all__ = [
    "PAPERS",
    "Bundle",
    "HandsOfTable",
    "KnownRound",
    "Option",
    "Paper",
    "PaperContext",
    "PaperRequest",
    "PrintedHand",
    "Scope",
    "known_of",
    "request_of",
]
