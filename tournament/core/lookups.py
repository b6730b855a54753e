"""Finding what an address names in the visited championship, or answering 404."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404

from tournament.core.permissions import Access
from tournament.core.stages import rounds_with_deals
from tournament.models import Match, Round, RoundDeal, RoundStatus


def round_at(access: Access, number: int) -> Round:
    """Return the round of that number, with its stage and its deals; 1 query."""
    return _seen(access, Q(number=number))


def round_of_deal(access: Access, deal: int) -> Round:
    """Return the round in which a deal is played, with its stage and its deals; 1 query."""
    if not 1 <= deal < 10_000:
        raise Http404
    of_deal = RoundDeal.objects.filter(championship=access.championship, number=deal)
    return _seen(access, Q(pk__in=of_deal.order_by().values("round")))


def _seen(access: Access, which: Q) -> Round:
    """Return the round, with its deals."""
    found = rounds_with_deals(access.stages, which)
    if not found:
        raise Http404
    return found[0]


def with_results(access: Access, round: Round) -> Round:
    """Return the round, if this visitor may see its results: everybody when it is closed, referees
    from its opening on, unless they play."""
    if round.status == RoundStatus.PLANNED:
        raise Http404
    if round.status == RoundStatus.OPEN and not access.is_referee:
        raise Http404
    access.must_see(round.number)
    return round


def played_match(access: Access, number: int, table: int) -> Match:
    """Return the match at a table in a round, with both, among the stages of `access`; 1 query."""
    matches = Match.objects.filter(
        round__championship=access.championship,
        round__number=number,
        table__number=table,
        cancelled=False,
    )
    found = matches.select_related("round", "table").order_by().first()
    if found is None:
        raise Http404
    for stage in access.stages:
        if stage.pk == found.round.stage_id:
            found.round.stage = stage
    return found
