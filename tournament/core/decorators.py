"""A decorator for pages that change something: after the championship has ended they only say so.

Services refuse such changes themselves; this keeps pages from offering them.
"""

from __future__ import annotations

from functools import wraps
from typing import ParamSpec, cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from tournament.core.permissions import Access, AccessView

P = ParamSpec("P")


def while_running(view: AccessView[P]) -> AccessView[P]:
    """Run the view only until the championship ends; afterwards show a page that says so.

    A POST is then answered with 409. Goes below `needs`, so that the page is only for those who
    could use the view.
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
