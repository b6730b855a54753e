"""Texts on what ranks the pairs, and on the rule that split a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ordinary.standings import GameRow, GameScore, GameTieBreak
from tournament.core.labels import label
from tournament.core.numbers import halves_text, number_text, signed_text
from tournament.models import Stage
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import Split
from tournament.standings.rankings.dealt_hands.ties import card_text
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.ranking import Row, StandingsView
from tournament.standings.rankings.tie_words import texts_of_ties

_WRITTEN = {
    GameTieBreak.DIFFERENCE: signed_text,
    GameTieBreak.HEAD_TO_HEAD: halves_text,
    GameTieBreak.BUCHHOLZ: halves_text,
}
"""Text functions for the values of rules that aren't plain numbers."""


_RANKED_BY_GAMES = gettext_lazy("Ranked by games won; a drawn one counts ½.")
_RANKED_BY_POINTS = gettext_lazy("Ranked by the points of all games; a rest counts nothing.")


def tie_texts(
    rows: Sequence[GameRow[int]], contestants: Mapping[int, ContestantRef]
) -> dict[int, str]:
    """Return a sentence for each pair that was tied, by pair id, in the language in force."""
    return texts_of_ties(
        [Row(row.rank, row.tally.contestant, None, row.splits) for row in rows],
        {
            row.tally.contestant: (contestants[row.tally.contestant].group, row.tally.merit)
            for row in rows
        },
        contestants,
        _split_text,
    )


def _split_text(split: Split) -> str:
    """Return the rule with the pair's value: "difference of points (+57)"."""
    rule = GameTieBreak(split.rule)
    if split.card is not None:
        return f"{label(rule)} ({card_text(split.card)})"
    assert split.value is not None, "a rule gives a number or a card"
    return f"{label(rule)} ({_WRITTEN.get(rule, number_text)(split.value)})"


def note(stage: Stage, _view: StandingsView[GameFigures], _settled: bool) -> str:
    """Return a text for a page on what ranks pairs."""
    settings = stage.game_settings()
    by_points = settings.game_score is GameScore.POINTS
    sentences = [str(_RANKED_BY_POINTS if by_points else _RANKED_BY_GAMES)]
    if settings.tie_breaks:
        rules = ", ".join(map(label, settings.tie_breaks))
        sentences.append(_("Ties are split by %(rules)s, in this order.") % {"rules": rules})
    if settings.cap is not None:
        sentences.append(_("Of a game %(cap)d points count at most.") % {"cap": settings.cap})
    return " ".join(sentences)


def short_note(_view: StandingsView[GameFigures]) -> str:
    """Return a sentence for paper on what ranks pairs."""
    return str(_RANKED_BY_GAMES)


def short_note_by_points(_view: StandingsView[GameFigures]) -> str:
    """Return a sentence for paper on ranking by the points of all games."""
    return str(_RANKED_BY_POINTS)
