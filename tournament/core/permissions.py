"""Access to the pages of a championship: one decorator on every view.

A view says the least role it needs. The decorator finds the championship, works out the visitor's
role in it, and hands the view an `Access`; so no view asks these questions again.

PUBLIC     anybody, once the schedule is published (before that: 404 for outsiders)
REFEREE    referees and organisers of this championship
ORGANISER  its organisers, and accounts that look after the installation

An account that plays itself gets in like any other of its role. But as long as a round is open it
sees none of its hands, and only the results of its own table; nor does it see open rounds of the
other venues of an event in which it plays. `Access.hides` answers that, and a page that would show
such a thing calls `Access.must_see`. The account can look all the same, with a reason that goes
into the record.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, wraps
from typing import Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.db.models import FilteredRelation, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tournament.core.actor import Actor, Authority
from tournament.core.logging_in import sent_to_login
from tournament.core.proxies import address_of, came_through_proxy
from tournament.core.stages import stage_being_played, stage_of_round, stages_at
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    MatchSeat,
    Membership,
    PlayingAccount,
    Role,
    Round,
    RoundStatus,
    Stage,
    User,
)

P = ParamSpec("P")


class Level(enum.IntEnum):
    """Degree of a visitor's access to a championship; a higher level includes the lower ones."""

    OUTSIDER = 0
    PUBLIC = 1
    REFEREE = 2
    ORGANISER = 3


@dataclass(frozen=True)
class Access:
    """A visitor of one championship: what a view may know about who asks."""

    championship: Championship
    stages: tuple[Stage, ...]
    """The stages that this visitor may see, by number: a stage is public once its schedule is."""
    stage: Stage
    """The one that the address asks for (?stage=2), else the one being played: for pages about a
    single stage. A page about a round or a hand goes by the round's own stage."""
    level: Level
    actor: Actor | None
    """Set exactly for those who are logged in."""
    private_line: bool
    """The request came from this machine itself or over HTTPS: sealed hands may be shown."""
    plays_as: tuple[int, ...] = ()
    """The numbers of the pairs as which a referee's or an organiser's account plays here."""
    plays_elsewhere: bool = False
    """A referee's or an organiser's account plays in another venue of the same event, where the
    hands are the same."""

    @cached_property
    def hidden_rounds(self) -> tuple[int, ...]:
        """Return the open rounds whose hands and results this account is not shown, in order.

        No query for an account that doesn't play, 3 at most for one that does.
        """
        if not (self.plays_as or self.plays_elsewhere):
            return ()
        rounds = Round.objects.filter(championship=self.championship, status=RoundStatus.OPEN)
        numbers = rounds.order_by("number").values_list("number", flat=True)
        return tuple(number for number in numbers if (number, None) not in self._shown)

    @cached_property
    def _shown(self) -> frozenset[tuple[int | None, int | None]]:
        """Rounds (with None for the table) and tables of rounds that the account may see: its own
        tables, and those at which it has looked all the same."""
        assert self.actor is not None, "only an account plays"
        looks = AuditEvent.objects.filter(
            championship=self.championship,
            action=Action.RESULTS_SEEN,
            **{"disclosed__after/username__1": self.actor.account},
        )
        own = MatchSeat.objects.filter(
            match__round__championship=self.championship,
            match__cancelled=False,
            contestant__number__in=self.plays_as,
        )
        return frozenset(looks.values_list("round", "table")) | frozenset(
            own.values_list("match__round__number", "match__table__number")
        )

    def hides(self, round: int, table: int | None = None) -> bool:
        """Return whether the account isn't shown a round's hands and results, or a table's."""
        if round not in self.hidden_rounds:
            return False
        return table is None or (round, table) not in self._shown

    def must_see(self, *rounds: int, table: int | None = None) -> None:
        """Raise `ResultsHidden` where one of these rounds is hidden, or this table of one; asked
        without any, where any round is. `needs` answers it."""
        hidden = [one for one in rounds or self.hidden_rounds if self.hides(one, table)]
        if hidden:
            raise ResultsHidden(tuple((one, table) for one in hidden))

    @property
    def is_referee(self) -> bool:
        return self.level >= Level.REFEREE

    @property
    def is_organiser(self) -> bool:
        return self.level >= Level.ORGANISER

    @property
    def stage_query(self) -> str:
        """Query at the end of addresses about this stage: "?stage=2"; "" where there is one."""
        return f"?stage={self.stage.number}" if len(self.stages) > 1 else ""

    def preparing(self, request: HttpRequest) -> Access:
        """Return the access to the newest stage by default, for pages that prepare play."""
        if request.GET.keys() & {"stage", "after", "from"}:
            return self
        return replace(self, stage=self.stages[-1])

    @property
    def published_at(self) -> datetime | None:
        """Time at which the championship's pages became public: with the first schedule."""
        return min((one.published_at for one in self.stages if one.published_at), default=None)

    @property
    def acting(self) -> Actor:
        """The actor of a write; views that write need a role, and a role needs an account."""
        assert self.actor is not None
        return self.actor


class ResultsHidden(Exception):
    """A page would show an account that plays what is hidden from it; `needs` answers it."""

    def __init__(self, places: tuple[tuple[int, int | None], ...]) -> None:
        super().__init__(places)
        self.places = places
        """The rounds, each with its table where only that is hidden."""


AccessView = Callable[Concatenate[HttpRequest, Access, P], HttpResponseBase]
SlugView = Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]

_LOOPBACK = {"127.0.0.1", "::1"}
_LOCAL_HOSTS = {"127.0.0.1", "localhost", "[::1]"}


def is_this_machine(request: HttpRequest) -> bool:
    """Return whether the request was made on the server itself, not through a proxy, by a local
    name.

    The host's name is looked at too: a page elsewhere that makes a browser on this machine call a
    name of its own that points to 127.0.0.1 must not pass for its user.
    """
    host, _port = split_domain_port(request.get_host())
    return (
        address_of(request) in _LOOPBACK
        and host in _LOCAL_HOSTS
        and not came_through_proxy(request)
    )


_LEVELS = {Role.ORGANISER: Level.ORGANISER, Role.REFEREE: Level.REFEREE}


def _level_of(user: User | None, championship: Championship) -> tuple[Level, tuple[int, ...]]:
    """Return an account's level in a championship by its role, `OUTSIDER` without one, and the
    numbers of the pairs as which it plays; 1 query for an account."""
    if user is None:
        return Level.OUTSIDER, ()
    if user.is_superuser:
        plays = PlayingAccount.objects.filter(championship=championship, user=user)
        return Level.ORGANISER, tuple(sorted(plays.values_list("contestant__number", flat=True)))
    own = Membership.objects.filter(championship=championship, user=user).annotate(
        here=FilteredRelation("user__plays", condition=Q(user__plays__championship=championship))
    )
    rows = own.order_by().values_list("role", "here__contestant__number")
    level = max((_LEVELS[Role(role)] for role, _pair in rows), default=Level.OUTSIDER)
    return level, tuple(sorted(pair for _role, pair in rows if pair is not None))


def _plays_in_another_venue(user: User | None, championship: Championship) -> bool:
    """Return whether an account plays in another venue of the championship's event; 1 query for an
    account, none where nothing ties it to others."""
    if user is None or championship.tie is None:
        return False
    elsewhere = PlayingAccount.objects.filter(
        user=user, championship__venue__simultaneous=championship.tie.simultaneous_id
    )
    return elsewhere.exclude(championship=championship).exists()


def may_create_championships(user: User | None) -> bool:
    """Return whether a visitor may create one: those who look after the installation, and
    organisers.

    Whoever creates a championship may make accounts for its people, so an account alone is not
    enough. 1 query at most.
    """
    if user is None:
        return False
    return user.is_superuser or user.memberships.filter(role=Role.ORGANISER).exists()


def access_to(request: HttpRequest, slug: str) -> Access:
    """Return the visitor's access to a championship; 404 where there is nothing to see for them.

    1 query; 1 more with an account, 2 with a role in a venue of an event; 1 more where several
    stages are played.
    """
    every = stages_at(slug)
    if not every:
        raise Http404
    championship = every[0].championship
    user = request.user if isinstance(request.user, User) else None
    published = tuple(one for one in every if one.published_at is not None)
    level, plays_as = _level_of(user, championship)
    if published:
        level = max(level, Level.PUBLIC)
    stages = every if level >= Level.REFEREE else published
    authority = Authority.ORGANISER if level is Level.ORGANISER else Authority.REFEREE
    return Access(
        championship=championship,
        stages=stages,
        stage=_asked_stage(request, stages or every),
        level=level,
        actor=Actor.of_user(user, authority, plays_as=plays_as) if user else None,
        private_line=request.is_secure() or is_this_machine(request),
        plays_as=plays_as,
        plays_elsewhere=level >= Level.REFEREE and _plays_in_another_venue(user, championship),
    )


def _asked_stage(request: HttpRequest, stages: Sequence[Stage]) -> Stage:
    """Return the stage that an address asks for (?stage=2) or whose round it is about; 404 for
    none. At most 1 query."""
    wanted = request.GET.get("stage")
    if wanted is None:
        text = request.GET.get("after") or request.GET.get("from") or ""
        return stage_of_round(stages, text) or stage_being_played(stages)
    found = next((one for one in stages if str(one.number) == wanted), None)
    if found is None:
        raise Http404
    return found


def needs(level: Level) -> Callable[[AccessView[P]], SlugView[P]]:
    """Let only visitors of at least `level` into a view, and hand it their `Access`.

    A page that asks for a role is never kept by a browser or a proxy.

    Other visitors are sent to the login page if they have no account open, else refused (403). A
    championship that is not public yet is answered as if there were none: the login page for any
    name without an account, a 404 with one.
    """

    def decorate(view: AccessView[P]) -> SlugView[P]:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            if level > Level.PUBLIC and not request.user.is_authenticated:
                return sent_to_login(request)
            access = access_to(request, slug)
            if access.level < level:
                if access.level is Level.OUTSIDER:
                    raise Http404
                raise PermissionDenied
            try:
                response = view(request, access, *args, **kwargs)
            except ResultsHidden as hidden:
                context = {
                    "access": access,
                    "places": hidden.places,
                    "next": request.get_full_path(),
                }
                response = render(request, "looks/hidden.html", context, status=403)
            if level >= Level.REFEREE:
                # After logging out on a shared laptop, Back must not show these pages again.
                add_never_cache_headers(cast("HttpResponse", response))
            return response

        guarded.level = level  # type: ignore[attr-defined]  # read by the table of URLs in tests
        return cast("SlugView[P]", guarded)

    return decorate


def for_pairs(view: AccessView[P]) -> AccessView[P]:
    """Run the view only where contestants are pairs: of single players there is nothing to see, and
    the answer is 404. Goes below `needs`."""

    @wraps(view)
    def guarded(
        request: HttpRequest, access: Access, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        if access.championship.of_players:
            raise Http404
        return view(request, access, *args, **kwargs)

    return cast("AccessView[P]", guarded)


def while_running(view: AccessView[P]) -> AccessView[P]:
    """Run the view only until the championship ends; afterwards show a page that says so.

    Services refuse changes themselves; this keeps pages from offering them. A POST is then answered
    with 409. Goes below `needs`, so that the page is only for those who could use the view.
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
