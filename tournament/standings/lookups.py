"""Lookups of dealt hands named by an address; they answer 404 if there is none."""

from __future__ import annotations

from django.http import Http404

from tournament.core.lookups import round_of_deal
from tournament.core.permissions import Access
from tournament.models import Round, Stage
from tournament.standings.rankings.rankings import ranking_of


def of_deals(stage: Stage) -> Stage:
    """Return the stage if it is ranked by hands dealt beforehand; raise `Http404` otherwise."""
    if not ranking_of(stage).of_deals:
        raise Http404
    return stage


def round_of_compared_deal(access: Access, deal: int) -> Round:
    """Return the round in which a deal is played and compared between tables; 1 query."""
    round = round_of_deal(access, deal)
    of_deals(round.stage)
    return round
