"""What the address of a page names, found in the visited championship; 404 where it isn't there."""

from __future__ import annotations

from django.http import Http404

from tournament.core.permissions import Access
from tournament.models import Match, Round, RoundStatus


def round_at(access: Access, number: int) -> Round:
    """The round of that number; 1 query."""
    found = access.stage.rounds.filter(number=number).first()
    if found is None:
        raise Http404
    found.stage = access.stage
    return found


def round_with_results(access: Access, number: int) -> Round:
    """The round, if this visitor may see its results: everybody when it is closed, referees from
    its opening on; 1 query."""
    round = round_at(access, number)
    if round.status == RoundStatus.PLANNED:
        raise Http404
    if round.status == RoundStatus.OPEN and not access.is_referee:
        raise Http404
    return round


def played_match(access: Access, number: int, table: int) -> Match:
    """The match that is played at a table in a round, with both and its pairs; 1 query."""
    matches = Match.objects.filter(
        round__stage=access.stage, round__number=number, table__number=table, cancelled=False
    )
    found = matches.select_related("round__stage__championship", "table", "ns", "ew").first()
    if found is None:
        raise Http404
    return found
