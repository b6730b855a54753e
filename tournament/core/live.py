"""Live pages: polled every five seconds, they answer only when something has changed.

The page's live part is a partial template whose outermost element carries `{% live version %}`.
Its view ends with `live_page`: the whole page for a browser, the part alone for the refresh, and
204 (nothing to swap) while the version the browser has is still the current one.

Where a public page is kept (`core.public_pages`), all requests within two seconds share one look at
the database, and one rendering of what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.finality import provisional_rounds
from tournament.models import Action, AuditEvent, Championship, Round, RoundStatus

SECONDS = 5
PARAMETER = "version"

RESULTS = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)
QUIET = (
    Action.RESULT_CONFIRMED,
    Action.RESULT_QUESTIONED,
    Action.CORRECTION_REQUEST_MADE,
    Action.CORRECTION_REQUEST_ANSWERED,
    Action.CORRECTION_REQUEST_DECIDED,
    Action.REFEREE_CALLED,
    Action.REFEREE_COMING,
    Action.REFEREE_CALL_WITHDRAWN,
    Action.REFEREE_CALL_DONE,
    Action.SITTING_NOTED,
    Action.PHONE_AT_TABLE,
    Action.PHONE_ALLOWED,
    Action.RESULTS_SEEN,
    Action.PLAYS_NOTED,
    Action.PLAYS_WITHDRAWN,
    Action.SEAT_TAKEN,
    Action.SEAT_FREED,
    Action.SEAT_ALLOWED,
    Action.HANDS_DEALT,
    Action.HAND_PLAYED,
    Action.CARD_TAKEN_BACK,
    Action.HAND_ENDED,
    Action.SEATS_EXCHANGED,
    Action.TABLE_PAUSED,
    Action.TABLE_WENT_ON,
    Action.TABLE_TO_PACKS,
    Action.TABLE_TO_PHONES,
    Action.HANDS_PRINTED,
    Action.PRESENCE_NOTED,
    Action.PAYMENT_NOTED,
    Action.LINK_RENEWED,
    Action.PLAY_ATTACHED,
)
"""Acts that by themselves leave everything as it is that is published: a correction request that is
granted is followed by a result."""


def version_of(championship: Championship, *, regardless_of: Collection[Action] = ()) -> str:
    """Return a text that changes with every recorded act but those left out; 1 query.

    Every write of the site is an event of the championship's record, so the number of the last
    one tells whether anything happened at all.
    """
    events = AuditEvent.objects.filter(championship=championship)
    return str(_last(events.exclude(action__in=regardless_of) if regardless_of else events))


def _last(events: QuerySet[AuditEvent]) -> int:
    """Return the number of the last of these events, 0 for none; 1 query."""
    return events.order_by("-sequence").values_list("sequence", flat=True).first() or 0


def public_version(championship: Championship, *, regardless_of: Collection[Action] = ()) -> str:
    """Return a text that changes when what is published may have changed; 2 queries.

    Results that are entered in an open round change nothing yet: they count when it closes. Those
    of a closed round do at once. The end of a time for corrections is no act, but pages say it; so
    the rounds whose results are provisional are part of the text.
    """
    rounds = Round.objects.filter(championship=championship).filter(
        Q(status=RoundStatus.OPEN) | provisional_rounds()
    )
    by_status: dict[str, list[int]] = {status: [] for status in RoundStatus.values}
    for number, status in rounds.order_by("number").values_list("number", "status"):
        by_status[status].append(number)
    events = AuditEvent.objects.filter(championship=championship)
    events = events.exclude(action__in={*QUIET, *regardless_of})
    if by_status[RoundStatus.OPEN]:
        events = events.exclude(round__in=by_status[RoundStatus.OPEN], action__in=RESULTS)
    return "-".join(map(str, [_last(events), *by_status[RoundStatus.CLOSED]]))


def is_refresh(request: HttpRequest) -> bool:
    """Return whether the live part of a page asks for itself."""
    return request.headers.get("HX-Request") == "true" and PARAMETER in request.GET


def live_page(
    request: HttpRequest,
    *,
    page: str,
    part: str,
    version: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Answer a page (template `page`) or its refresh (template `part`, which `page` includes).

    `context` is called only when something has to be rendered, so an unchanged refresh costs no
    more than finding out the version.
    """
    refresh = is_refresh(request)
    if refresh and request.GET[PARAMETER] == version:
        return HttpResponse(status=204)
    return render(request, part if refresh else page, {**context(), "version": version})
