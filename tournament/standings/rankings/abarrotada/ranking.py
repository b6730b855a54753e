"""Ranking of abarrotada, as one strategy."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ordinary.solo_standings import SoloTieBreak
from tournament.core.labels import label
from tournament.models import Stage
from tournament.standings.rankings.abarrotada.columns import (
    COLUMNS,
    POINTS,
    SoloFigures,
    points_in_round,
)
from tournament.standings.rankings.abarrotada.scores import ranks_after, score_solo
from tournament.standings.rankings.ranking import Ranking, StandingsView, one_by_one


def note(stage: Stage, view: StandingsView[SoloFigures], _settled: bool) -> str:
    """Return a text for a page on what ranks players."""
    settings = stage.solo_settings()
    sentences = [short_note(view)]
    if settings.tie_breaks:
        rules = ", ".join(map(label, settings.tie_breaks))
        sentences.append(_("Ties are split by %(rules)s, in this order.") % {"rules": rules})
    return " ".join(sentences)


def short_note(view: StandingsView[SoloFigures]) -> str:
    """Return a sentence for paper on what ranks players."""
    if view.ranked_by == "mean":
        return _("Ranked by the mean per hand.")
    return _("Ranked by the points of all tables.")


ABARROTADA = Ranking(
    key="abarrotada",
    columns=COLUMNS,
    round_column=points_in_round,
    sum=POINTS,
    criteria=tuple(rule.value for rule in SoloTieBreak),
    score=score_solo,
    note=note,
    short_note=short_note,
    unranked=gettext_lazy("Without a table:"),
    unranked_in_round=gettext_lazy("Without a table in this round:"),
    pair_template="standings/_tables_of_player.html",
    round_template="standings/_tables_of_round.html",
    phone_template="phones/_player_table.html",
    earlier_ranks=one_by_one(ranks_after),
)
