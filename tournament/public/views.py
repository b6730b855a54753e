"""Pages for everybody: the first page, and a championship's home, schedule, pairings, pairs."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.accounts.queries import no_account_yet
from tournament.core.live import RESULTS, live_page, public_version
from tournament.core.names import plain
from tournament.core.permissions import (
    Access,
    Level,
    is_this_machine,
    may_create_championships,
    needs,
)
from tournament.core.public_pages import COLUMN, NUMBER, YES, kept, kept_by
from tournament.links.addresses import site_address
from tournament.links.qr import qr_svg
from tournament.models import Action, Championship, RoundStatus, User
from tournament.public.front_page import championship_lines, front_page, public_list_version
from tournament.public.queries import Pairing, Place, RoundPairings, round_pairings, rounds_now
from tournament.public.tables import pairs_table, past_table
from tournament.schedule.forms import wanted_round
from tournament.schedule.queries import current_round, round_lines, schedule_grid
from tournament.simultaneous.queries.state import event_lines
from tournament.stages.formats import format_of
from tournament.standings.columns import Output
from tournament.standings.contestants import ContestantRef, contestant_refs
from tournament.standings.podium import first_places, podium_drawing
from tournament.standings.queries.end import final_result

NOT_PAIRINGS = (*RESULTS, Action.RULING_MADE, Action.RULING_WITHDRAWN)
"""Actions that don't change pairings: who meets whom is planned, whatever they score."""


class Order(models.TextChoices):
    TABLE = "table", _("By table")
    NAME = "name", _("By name")
    SURNAME = "surname", _("By surname")


FEW_TABLES = 6
SOME_TABLES = 12
"""Most tables for which a wall uses its largest and its middle type."""


def _version(championship: Championship) -> str:
    return public_version(championship, regardless_of=NOT_PAIRINGS)


@require_safe
@kept(public_list_version, year=NUMBER, sort=COLUMN)
def first_page(request: HttpRequest) -> HttpResponse:
    """Show what is played now, comes, and is past (?year=2025), or how to begin."""
    user = request.user if isinstance(request.user, User) else None
    lines = championship_lines(user)
    asked = request.GET.get("year", "")
    year = int(asked) if re.fullmatch(NUMBER, asked, re.ASCII) else None
    events = event_lines(user)
    page = front_page(lines, year, events)
    context = {
        "lines": lines or events,
        "page": page,
        "past": past_table(page.past, request.GET) if page.past else None,
        "may_create": may_create_championships(user),
        "friendly_tables": settings.FRIENDLY_TABLES,
        "first_time": is_this_machine(request) and user is None and no_account_yet(),
    }
    return render(request, "public/first_page.html", context)


def _home_version(championship: Championship) -> str:
    """Return the version of the home page; after the end it has the podium, which a late correction
    may change."""
    if championship.ended_at is not None:
        return public_version(championship)
    return _version(championship)


@require_safe
@kept_by(_home_version)
@needs(Level.PUBLIC)
def home(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what is played where and what is going on now; the page moves on with the rounds."""

    def context() -> dict[str, Any]:
        rounds = round_lines(*access.stages)
        now = current_round(rounds)
        times = rounds_now(*access.stages)
        closed = [line.number for line in rounds if line.status is RoundStatus.CLOSED]
        ended = access.championship.ended_at is not None
        finished = ended or (now is not None and now.status is RoundStatus.CLOSED)
        pairings = round_pairings(access.stages, now.number) if now else None
        between_rounds = bool(closed) and now is not None and now.status is not RoundStatus.OPEN
        onward = access.is_referee and between_rounds and not ended
        return {
            "access": access,
            "rounds": rounds,
            "now": now,
            "clocks": [one for one in times if one.corrections_until is None],
            "provisional": [one for one in reversed(times) if one.corrections_until],
            "finished": finished,
            "onward": onward,
            "standings_lead": not onward and (finished or not (pairings and pairings.paired)),
            "last_closed": max(closed, default=None),
            "pairings": pairings,
            "find": "",
            "number_of_contestants": access.championship.contestants.count(),
            **(_end(access) if ended else {}),
        }

    return live_page(
        request,
        page="public/home.html",
        part="public/_home.html",
        version=_home_version(access.championship),
        context=context,
    )


def _end(access: Access) -> dict[str, Any]:
    """Return the final result of the championship, by its last stage and those before it."""
    end = final_result(access.stages, access.stage, public_version(access.championship))
    columns = end.view.on_wall(Output.POSTER)
    texts = {
        line.contestant.id: [column.text(line) for column in columns]
        for line in first_places(end.view)
    }
    return {
        "end": end,
        "podium": podium_drawing(end.view, end.others),
        "columns": columns,
        "first_places": [
            (line, texts.get(line.contestant.id)) for line in first_places(end.view, end.others)
        ],
    }


@never_cache
@require_safe
@needs(Level.PUBLIC)
def share(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the championship's link, to be copied, sent or scanned; it is the address that phones
    reach, so the page differs between visitors."""
    site = site_address(request)
    url = site.url + reverse("public:home", args=[access.championship.slug])
    label = _("QR code of the championship's pages")
    context = {
        "access": access,
        "url": url,
        "for_phones": site.is_for_phones,
        "code": qr_svg(url, str(label)),
    }
    return render(request, "public/share.html", context)


@require_safe
@kept_by(public_version, **{"from": NUMBER, "stage": NUMBER})
@needs(Level.PUBLIC)
def schedule(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the plan as a grid: a row a pair, a column a round; of many rounds a part (?from=21)."""
    grid = schedule_grid(access.stage, around=wanted_round(request))
    context = {"access": access, "grid": grid, "format": format_of(access.stage)}
    return render(request, "public/schedule.html", context)


@require_safe
@kept_by(_version, wall=YES)
@needs(Level.PUBLIC)
def current_pairings(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the current round; on the wall (?wall=1) the page moves on with the rounds."""
    if "wall" in request.GET:
        return _wall(request, access, None)
    now = current_round(round_lines(*access.stages))
    if now is None:
        return redirect("public:home", access.championship.slug)
    url = reverse("public:pairings", args=[access.championship.slug, now.number])
    query = request.GET.urlencode()
    return redirect(f"{url}?{query}" if query else url)


@require_safe
@kept_by(_version, by="|".join(Order.values), wall=YES)
@needs(Level.PUBLIC)
def pairings(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show the pairings by table, by name or surname (?by=surname), or on the wall (?wall=1).

    With ?find=… only those that match are shown.
    """
    if "wall" in request.GET:
        return _wall(request, access, number)
    wanted = request.GET.get("find", "").strip()
    asked = request.GET.get("by", "")
    by = Order(asked) if asked in Order.values else Order.TABLE

    def context() -> dict[str, Any]:
        found = _round_or_404(access, number)
        places = () if by is Order.TABLE else found.by_person(surname=by is Order.SURNAME)
        shown: list[Place | Pairing | ContestantRef] = [*places]
        if by is Order.TABLE:
            shown = [*found.tables, *found.resting]
        return {
            "access": access,
            "round": found,
            "places": places,
            "by": by.value,
            "orders": [(one.value, one.label, _query(one, wanted) or "?") for one in Order],
            "find": wanted,
            "query": _query(by, wanted),
            "found": any(plain(wanted) in plain(one.found_by) for one in shown),
        }

    return live_page(
        request,
        page="public/pairings.html",
        part="public/_pairings.html",
        version=_version(access.championship),
        context=context,
    )


def _query(by: Order, find: str) -> str:
    """Return the query string that asks for this order and these letters."""
    asked = {"by": "" if by is Order.TABLE else by.value, "find": find}
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"?{query}" if query else ""


def _round_or_404(access: Access, number: int | None) -> RoundPairings:
    if number is None:
        now = current_round(round_lines(*access.stages))
        number = now.number if now else 0
    found = round_pairings(access.stages, number)
    if found is None:
        raise Http404
    return found


def _wall(request: HttpRequest, access: Access, number: int | None) -> HttpResponse:
    def context() -> dict[str, Any]:
        found = _round_or_404(access, number)
        tables = len(found.tables)
        size = "few" if tables <= FEW_TABLES else "some" if tables <= SOME_TABLES else "crowd"
        time = next((one for one in rounds_now(*access.stages) if one.number == found.number), None)
        return {"access": access, "round": found, "time": time, "size": size}

    return live_page(
        request,
        page="public/pairings_wall.html",
        part="public/_pairings_wall.html",
        version=_version(access.championship),
        context=context,
    )


@require_safe
@kept_by(public_version, sort=COLUMN)
@needs(Level.PUBLIC)
def contestants(request: HttpRequest, access: Access) -> HttpResponse:
    contestants = tuple(contestant_refs(access.championship).values())
    table = pairs_table(
        contestants,
        request.GET,
        slug=access.championship.slug,
        of_players=access.championship.of_players,
    )
    context = {"access": access, "table": table}
    return render(request, "public/contestants.html", context)
