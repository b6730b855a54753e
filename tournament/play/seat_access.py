"""The phone that asks about a seat, and whether it holds the seat.

The first question of a phone goes the long way: its session, the pair's link, the match, the seat.
The version that it gets with the answer says all that, and the next questions bring it: as long as
the record has nothing newer of this table, one query is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, wraps

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from scoring.game.seats import Seat
from tournament.core.actor import Actor
from tournament.core.live import PARAMETER
from tournament.core.permissions import SlugView
from tournament.links.phone import phone_of
from tournament.links.session_places import Holder, by_link, places_of
from tournament.links.tokens import PlaceKind
from tournament.models import Match, MatchQuerySet
from tournament.play.match_cache import KeptMatch, kept_matches
from tournament.play.news import LARGEST, News, holds_still, news_at, news_of, version_of_seat


@dataclass(frozen=True)
class AtTable:
    """A seat of a match, and the phone that asks."""

    request: HttpRequest
    news: News
    seat: Seat
    holds: bool
    """True where the phone holds the seat."""

    @cached_property
    def kept(self) -> KeptMatch:
        """Match at the state `news`; it may cost the queries of `KeptMatches.at`."""
        return kept_matches.at(self.news)

    @property
    def match(self) -> Match:
        return self.kept.now.match

    @property
    def pair(self) -> int:
        return self.match.pairs[self.seat.side].number

    @property
    def phone(self) -> str:
        """Number of the phone that asks, from its session: writes never take it from a kept match,
        which may be a moment newer than the version."""
        return phone_of(self.request)

    def phone_at(self, kept: KeptMatch) -> str:
        """Return the number of the phone that asks, by a locked match, which is exactly as the
        record stands: so a version that still stands says whose the seat is."""
        taken = kept.now.seats.get(self.seat)
        return taken.phone if taken and self.stands_at(kept.news) else self.phone

    def stands_at(self, news: News) -> bool:
        """Return whether the version that came along says that its session holds the seat."""
        version, session = self.request.GET.get(PARAMETER, ""), session_of(self.request)
        return bool(version and session) and holds_still(version, news, session, self.seat)

    @property
    def actor(self) -> Actor:
        return Actor.of_pair(self.pair)

    @property
    def version(self) -> str:
        """Version of the seat; only for a phone that holds it."""
        assert self.holds, "a version says that its phone holds the seat"
        return version_of_seat(self.news, session_of(self.request), self.seat)

    @property
    def knows_all(self) -> bool:
        """Return whether the phone that asks has the newest version already."""
        return self.holds and self.request.GET.get(PARAMETER) == self.version

    def again(self) -> AtTable:
        """Return the seat after a write; 1 query, and those of `kept`."""
        news = news_of(self.match)
        at = AtTable(self.request, news, self.seat, holds=self.stands_at(news))
        return at if at.holds else at.held_by(self.phone)

    def held_by(self, phone: str) -> AtTable:
        """Return the seat as asked about by `phone`, with whether that phone holds it."""
        taken = self.kept.now.seats.get(self.seat)
        return replace(self, holds=bool(phone) and taken is not None and taken.phone == phone)


class MatchCancelled(Http404):
    """The match of that seat was cancelled: its pair plays elsewhere, or not at all."""

    def __init__(self, pair: int) -> None:
        super().__init__()
        self.pair = pair

    def __str__(self) -> str:
        return _("This match is not played any more: it was cancelled. Ask a referee.")


SeatView = Callable[[HttpRequest, AtTable], HttpResponse]
_SEATS = {one.value: one for one in Seat}


def session_of(request: HttpRequest) -> str:
    """Return the key of the session in the cookie; "" for none. Reads no session."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def short_way(request: HttpRequest, slug: str, round: int, table: int, seat: str) -> AtTable | None:
    """Return the seat, where the version of the request says that its session holds the seat; 1
    query.

    None where it doesn't, and for a first question.
    """
    if seat not in _SEATS or not (request.GET.get(PARAMETER) and session_of(request)):
        return None
    news = news_at(slug, round, table)
    if news is None:
        return None
    at = AtTable(request, news, _SEATS[seat], holds=True)
    return at if at.stands_at(news) else None


def by_seat(view: SeatView) -> Callable[..., HttpResponseBase]:
    """Let into a view only holders of the seat's pair, and pass the seat to it.

    The view asks whether the phone holds the seat. Others are answered as by `by_link`.
    """

    @by_link
    def long_way(
        request: HttpRequest, holder: Holder, round: int, table: int, seat: str
    ) -> HttpResponseBase:
        try:
            at = asked_seat(request, holder, round, table, seat)
        except MatchCancelled as error:
            return JsonResponse({"error": str(error)}, status=404)
        return view(request, at)

    @wraps(view)
    def guarded(
        request: HttpRequest, slug: str, round: int, table: int, seat: str
    ) -> HttpResponseBase:
        at = short_way(request, slug, round, table, seat)
        if at is not None:
            response = view(request, at)
            add_never_cache_headers(response)
            return response
        return long_way(request, slug, round=round, table=table, seat=seat)

    return guarded


SeatPage = Callable[[HttpRequest, Holder, AtTable], HttpResponse]


def by_seat_of_link(view: SeatPage) -> SlugView[[int, int, str]]:
    """Let into a page only holders of the seat's pair, as `by_seat` does for requests of a script.

    Where the match was cancelled the browser is sent to the page of the pair, with a sentence.
    """

    @by_link
    def guarded(
        request: HttpRequest, holder: Holder, round: int, table: int, seat: str
    ) -> HttpResponse:
        try:
            at = asked_seat(request, holder, round, table, seat)
        except MatchCancelled as error:
            messages.warning(request, str(error))
            return redirect("phones:pair", holder.access.championship.slug, error.pair)
        return view(request, holder, at)

    return wraps(view)(guarded)


def asked_seat(request: HttpRequest, holder: Holder, round: int, table: int, seat: str) -> AtTable:
    """Return the seat of an address. Raises `LinkNeeded` without the link of the seat's pair,
    `Http404` for an unknown seat, and `MatchCancelled` for a former one."""
    championship = holder.access.championship
    news = news_at(championship.slug, round, table)
    if seat not in list(Seat):
        # A visitor without a place here learns nothing of the tables; `by_link` answers the others.
        raise Http404
    if news is None:
        raise _why_not(holder, round, table, Seat(seat))
    at = AtTable(request, news, Seat(seat), holds=False)
    # Looked up after the news: a version says that its phone may act as the record stood then.
    now = Holder(holder.access, places_of(request, championship))
    if not now.holds(PlaceKind.PAIR, at.pair):
        # Another pair may play there by now, where the match of this phone was cancelled.
        why = _why_not(now, round, table, at.seat)
        if isinstance(why, MatchCancelled):
            raise why
    now.must_hold(PlaceKind.PAIR, at.pair)
    return at.held_by(phone_of(request))


def _why_not(holder: Holder, round: int, table: int, seat: Seat) -> Http404:
    """Return a 404 that tells only the holder of a pair that its match was cancelled."""
    if max(round, table) <= LARGEST:
        there = matches_of(holder).filter(round__number=round, table__number=table)
        for match in there.filter(cancelled=True).with_pairs():
            pair = match.pairs[seat.side].number
            if holder.holds(PlaceKind.PAIR, pair):
                return MatchCancelled(pair)
    return Http404()


def matches_of(holder: Holder) -> MatchQuerySet:
    """Return the holder's matches, with the columns that tell whether they are on phones."""
    matches = Match.objects.filter(round__championship=holder.access.championship)
    return matches.select_related("round__stage__championship", "table")
