"""Finding what an address names of dealt hands, or answering 404."""

from __future__ import annotations

from django.http import Http404

from tournament.core.lookups import round_of_deal
from tournament.core.permissions import Access
from tournament.models import Round, Stage
from tournament.standings.rankings.rankings import ranking_of


def of_deals(stage: Stage) -> Stage:
    """The stage, if hands dealt beforehand are what it is ranked by."""
    if not ranking_of(stage).of_deals:
        raise Http404
    return stage


def round_of_compared_deal(access: Access, deal: int) -> Round:
    """The round in which a deal is played and compared between the tables; 1 query."""
    round = round_of_deal(access, deal)
    of_deals(round.stage)
    return round
