"""Pages that are there to change something: once the championship has ended they say just that.

The services refuse such changes themselves; this keeps a page from asking for what they refuse.
"""

from __future__ import annotations

from functools import wraps
from typing import ParamSpec, cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from tournament.core.permissions import Access, AccessView

P = ParamSpec("P")


def while_running(view: AccessView[P]) -> AccessView[P]:
    """Let a view act only until the end; after it, a page says so (409 for what was sent).

    Stands below `needs`, so that only those who might use the view learn anything.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, access: Access, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        if access.championship.ended_at is None:
            return view(request, access, *args, **kwargs)
        status = 409 if request.method == "POST" else 200
        return render(request, "championships/ended.html", {"access": access}, status=status)

    return cast("AccessView[P]", guarded)
