"""The questions of phones at seats, answered before sessions are read.

After each card four phones ask at once. Whoever brings the version that it was given last has been
let in before: the version says that this session holds this seat, and stands as long as the record
has nothing newer of the table. So nothing else has to be looked up, and this way leaves out what
other requests go through. Any other question goes on to the view, which answers it in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request, override
from django.views.decorators.debug import sensitive_variables

from tournament.play.seat_access import AtTable, short_way
from tournament.play.seat_answers import told

_STATE = re.compile(
    r"/c/(?P<slug>[-\w]+)/seat/(?P<round>[0-9]{1,5})/(?P<table>[0-9]{1,5})/(?P<seat>[A-Z])/state\.json"
)


def answer_questions(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: above all that reads sessions, and below what sets the headers of all answers."""

    @sensitive_variables()
    def answer(request: HttpRequest) -> HttpResponseBase:
        at = _asked(request)
        if at is None:
            return get_response(request)
        with override(get_language_from_request(request)):
            response = told(request, at)
        add_never_cache_headers(response)
        response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


def _asked(request: HttpRequest) -> AtTable | None:
    """Which seat a question is about, where it can be answered here; 1 query."""
    found = _STATE.fullmatch(request.path_info) if request.method == "GET" else None
    if found is None:
        return None
    request.get_host()  # refuses hosts that are not ours, as it would further in
    return short_way(
        request, found["slug"], int(found["round"]), int(found["table"]), found["seat"]
    )
