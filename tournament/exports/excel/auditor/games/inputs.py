"""The settings that the formulas of games read, and the words that they compare cells with."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from scoring.ordinary.standings import SCORE_OF_A_REST, Rest
from tournament.core.labels import label
from tournament.exports.excel.auditor.inputs_sheet import GIVEN_NUMBER, begin_inputs
from tournament.exports.excel.auditor.words import word
from tournament.exports.excel.book import Sheet
from tournament.exports.excel.cells import TEXT
from tournament.exports.heading import Heading
from tournament.stages.formats import format_of
from tournament.standings.rankings.games.scores import GameScores

WORDS: tuple[Sequence[Enum], ...] = (tuple(Side), tuple(Rest))
REST, SCORE_OF_REST, CAP = "rest", "score_of_a_rest", "points_cap"
ASKED_REST, SCORE_OF_ASKED_REST = "asked_rest", "score_of_a_rest_asked_for"
"""What formulas call the settings."""


def game_inputs(sheet: Sheet, heading: Heading, scores: GameScores) -> None:
    """The sheet of settings, and the names by which all formulas read it."""
    settings = scores.stage.game_settings()
    writer = begin_inputs(sheet, heading)
    writer.choice(_("A round without a game"), REST, settings.rest)
    writer.formula(
        _("What a round without a game counts"),
        SCORE_OF_REST,
        _score_of(REST),
        SCORE_OF_A_REST[settings.rest],
    )
    if format_of(scores.stage).rests_on_request:
        writer.choice(_("A rest that a pair asked for"), ASKED_REST, settings.asked_rest)
        writer.formula(
            _("What a rest that a pair asked for counts"),
            SCORE_OF_ASKED_REST,
            _score_of(ASKED_REST),
            SCORE_OF_A_REST[settings.asked_rest],
        )
    sheet.allow(f"B{writer.row}", {"validate": "integer", "criteria": ">=", "value": 0})
    writer.setting(
        _("Most points of a game that count (empty: all)"), CAP, settings.cap, GIVEN_NUMBER
    )
    rules = ", ".join(map(label, settings.tie_breaks)) or pgettext("tie-breaks", "none")
    writer.setting(
        _("Tie-breaks (as exported: a change here does nothing)"), "tie_breaks", rules, TEXT
    )
    writer.vocabulary(WORDS)
    writer.finish()


def _score_of(rest: str) -> str:
    return f"IF({rest}={word(Rest.WIN)},1,IF({rest}={word(Rest.DRAW)},0.5,0))"
