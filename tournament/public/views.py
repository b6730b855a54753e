"""The pages for everybody: the first page, a championship's home, plan, pairings and pairs."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournament.core.live import live_page
from tournament.core.permissions import Access, Level, needs
from tournament.models import RoundStatus, User
from tournament.public.queries import (
    championship_lines,
    current_round,
    live_version,
    plain,
    round_lines,
    round_pairings,
    schedule_grid,
    team_lines,
)


@require_safe
def first_page(request: HttpRequest) -> HttpResponse:
    """The list of championships; for a brand-new installation, how to begin."""
    user = request.user if isinstance(request.user, User) else None
    lines = championship_lines(user)
    context = {
        "mine": [line for line in lines if line.role or (user and user.is_superuser)],
        "others": [line for line in lines if not line.role and not (user and user.is_superuser)],
    }
    return render(request, "public/first_page.html", context)


@require_safe
@needs(Level.PUBLIC)
def home(request: HttpRequest, access: Access) -> HttpResponse:
    """What is played where, and what is going on now."""
    rounds = round_lines(access.stage)
    now = current_round(rounds)
    closed = [line.number for line in rounds if line.status is RoundStatus.CLOSED]
    context = {
        "access": access,
        "rounds": rounds,
        "now": now,
        "last_closed": max(closed, default=None),
        "pairings": round_pairings(access.stage, now.number) if now else None,
        "number_of_teams": access.championship.teams.count(),
    }
    return render(request, "public/home.html", context)


@require_safe
@needs(Level.PUBLIC)
def schedule(request: HttpRequest, access: Access) -> HttpResponse:
    """The plan as a grid: a row a pair, a column a round."""
    context = {"access": access, "grid": schedule_grid(access.stage)}
    return render(request, "public/schedule.html", context)


@require_safe
@needs(Level.PUBLIC)
def current_pairings(request: HttpRequest, access: Access) -> HttpResponse:
    """On to the round people look for now."""
    now = current_round(round_lines(access.stage))
    if now is None:
        return redirect("public:home", access.championship.slug)
    return redirect("public:pairings", access.championship.slug, now.number)


@require_safe
@needs(Level.PUBLIC)
def pairings(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Who plays whom where: by table, by name (?by=name, ?find=…), or on the wall (?wall=1)."""
    wanted = request.GET.get("find", "").strip()

    def context() -> dict[str, Any]:
        found = round_pairings(access.stage, number)
        if found is None:
            raise Http404
        places = found.by_person()
        if wanted:
            places = tuple(
                place
                for place in places
                if plain(wanted) in plain(f"{place.person} {place.team.name} {place.team.number}")
            )
        return {
            "access": access,
            "round": found,
            "places": places,
            "by_name": bool(wanted) or request.GET.get("by") == "name",
            "find": wanted,
        }

    wall = "wall" in request.GET
    return live_page(
        request,
        page="public/pairings_wall.html" if wall else "public/pairings.html",
        part="public/_pairings_wall.html" if wall else "public/_pairings.html",
        version=live_version(access.championship),
        context=context,
    )


@require_safe
@needs(Level.PUBLIC)
def teams(request: HttpRequest, access: Access) -> HttpResponse:
    """The pairs that take part."""
    context = {"access": access, "teams": team_lines(access.championship)}
    return render(request, "public/teams.html", context)
