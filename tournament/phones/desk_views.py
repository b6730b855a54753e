"""What referees do about the phones of a table that is played with packs."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.forms import refusal_told
from tournament.core.labels import label
from tournament.core.lookups import played_match
from tournament.core.permissions import Access, Level, needs
from tournament.phones.services import let_another_speak
from tournament.stages.parties import parties_of


@require_POST
@needs(Level.REFEREE)
def let_speak(
    request: HttpRequest, access: Access, round: int, table: int, side: str
) -> HttpResponse:
    """Let another phone speak for a side by the table's code."""
    match = played_match(access, round, table)
    parties = {party.value: party for party in parties_of(match)}
    if side not in parties:
        raise Http404
    with refusal_told(request):
        let_another_speak(actor=access.acting, match=match, side=parties[side])
        messages.success(
            request,
            _("Table %(table)s: another phone can speak for %(side)s now.")
            % {"table": match.table.shown_name, "side": label(parties[side])},
        )
    return redirect("desk:table", access.championship.slug, round, table)
