"""Texts on what ranks the pairs, and on the effect of few pairs on the scores."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.duplicate.settings import Settings
from scoring.rank_by import RankBy
from tournament.core.numbers import score_text
from tournament.models import Stage
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.ranking import StandingsView

_LEAST_TO_COMPARE = 4
_LEAST_FOR_SHADES = 6


def note(stage: Stage, view: StandingsView[HandFigures], settled: bool) -> str:
    """Return a text for a page on what ranks pairs; `settled`: numbers of hands are final."""
    settings = stage.scoring_settings()
    ranked = _ranked(settings.rank_by, view.ranked_by, settled=settled)
    return " ".join(filter(None, [view.scored, ranked, _few(len(view.lines), settings)]))


def _ranked(chosen: RankBy, really: str, *, settled: bool) -> str:
    if really == RankBy.TOTAL and chosen is RankBy.AUTO:
        return _("Ranked by total: the sum of the hand points of all hands.")
    if really == RankBy.TOTAL:
        return _(
            "Ranked by total, as the organisers chose, even where pairs have played different "
            "numbers of hands."
        )
    if chosen is not RankBy.AUTO:
        return _("Ranked by the mean per hand, as the organisers chose.")
    if settled:
        return _(
            "Ranked by the mean per hand, because not all pairs have the same number of scored "
            "hands."
        )
    return _(
        "Ranked by the mean per hand, because not all pairs have the same number of scored hands; "
        "when they have, the total decides."
    )


def _few(pairs: int, settings: Settings) -> str:
    if pairs < _LEAST_TO_COMPARE:
        return _(
            "With so few pairs a hand is played at one table only, so there is nothing to compare "
            "it with: everybody gets %(flat)s."
        ) % {"flat": score_text(settings.flat)}
    if pairs < _LEAST_FOR_SHADES and settings.scorer.has_scale:
        return _(
            "With so few pairs only two tables play each hand: one side gets %(best)s, the other "
            "%(worst)s, however close they were."
        ) % {"best": score_text(settings.best), "worst": score_text(settings.worst)}
    return ""


def short_note(view: StandingsView[HandFigures]) -> str:
    """Return a sentence for paper on what ranks pairs."""
    by_mean = view.ranked_by == RankBy.MEAN
    ranked = (
        _("Ranked by the mean score per hand.")
        if by_mean
        else _("Ranked by the total of all hands.")
    )
    return " ".join(filter(None, [view.scored, ranked]))
