"""Texts on what ranks the pairs of a knock-out."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.labels import label
from tournament.models import Stage
from tournament.standings.rankings.knockout.columns import KnockoutFigures
from tournament.standings.rankings.ranking import StandingsView


def note(stage: Stage, _view: StandingsView[KnockoutFigures], _settled: bool) -> str:
    """Return a text for a page on what ranks pairs."""
    settings = stage.knockout_settings()
    sentences = [short_note(_view)]
    if settings.tie_breaks:
        rules = ", ".join(map(label, settings.tie_breaks))
        told = _("Who went out in the same round is ranked by %(rules)s, in this order.")
        sentences.append(told % {"rules": rules})
    if settings.cap is not None:
        sentences.append(_("Of a game %(cap)d points count at most.") % {"cap": settings.cap})
    return " ".join(sentences)


def short_note(_view: StandingsView[KnockoutFigures]) -> str:
    """Return a sentence for paper on what ranks pairs."""
    return _("Ranked by the round that a pair has reached.")
