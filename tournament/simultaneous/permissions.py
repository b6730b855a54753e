"""Access to an event: its visitors, and its centre."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers

from tournament.core.actor import Actor, Authority
from tournament.core.logging_in import sent_to_login
from tournament.models import Simultaneous, User
from tournament.simultaneous.queries.state import is_of_the_centre, is_public

P = ParamSpec("P")
EventView = Callable[Concatenate[HttpRequest, Simultaneous, P], HttpResponseBase]
AddressView = Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]


def for_everybody(view: EventView[P]) -> AddressView[P]:
    """Hand the view its event, once that is public; before that to the centre alone."""

    @wraps(view)
    def guarded(
        request: HttpRequest, event: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        found = Simultaneous.objects.filter(slug=event).first()
        if found is None or not (is_public(found) or is_of_the_centre(_user(request), found)):
            raise Http404
        return view(request, found, *args, **kwargs)

    return cast("AddressView[P]", guarded)


def for_the_centre(view: EventView[P]) -> AddressView[P]:
    """Let only those who look after the event into a view. Others are answered as `needs` does."""

    @wraps(view)
    def guarded(
        request: HttpRequest, event: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        user = _user(request)
        if user is None:
            return sent_to_login(request)
        found = Simultaneous.objects.filter(slug=event).first()
        if found is None:
            raise Http404
        if not is_of_the_centre(user, found):
            if is_public(found):
                raise PermissionDenied
            raise Http404
        response = view(request, found, *args, **kwargs)
        add_never_cache_headers(cast("HttpResponse", response))
        return response

    return cast("AddressView[P]", guarded)


def acting(request: HttpRequest) -> Actor:
    """Return the centre as the actor of a write."""
    assert isinstance(request.user, User), "who looks after an event has an account"
    return Actor.of_user(request.user, Authority.ORGANISER)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
