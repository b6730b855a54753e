"""Pages of friendly tables: making one, the table with its places, and a place at it.

Anybody with a table's code may sit. A place's page is made for the phone that holds it, from what
its seat may know; it asks and sends as a seat in a championship does (`docs/play-protocol.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.errors import UserError
from tournament.core.forms import posted, refusal_shown, refusal_told
from tournament.core.live import PARAMETER
from tournament.friendly.forms import CodeForm, NewTableForm, is_code
from tournament.friendly.kinds import Total
from tournament.friendly.queries import (
    PlaceNow,
    known_tables,
    place_now,
    table_lines,
    written_hands,
)
from tournament.friendly.services import (
    deal_hand,
    free_place,
    make_table,
    place_lost,
    play_act,
    take_place,
)
from tournament.links.addresses import site_address
from tournament.links.phone import keep_phone, new_phone, phone_of
from tournament.links.qr import qr_svg
from tournament.models import FriendlyTable
from tournament.models.friendly import PLACES
from tournament.play.documents import party_values, view_document
from tournament.play.payloads import WITH_PAGE, answered, body_of, lost, read_act, read_numbers
from tournament.play.places import AT_A_TABLE, parts_of_table
from tournament.play.stored_acts import sent_text
from tournament.play.written_hands import as_file
from tournament.streams.topics import friendly_topic, let_connect, stream_address

TableView = Callable[[HttpRequest, FriendlyTable], HttpResponse]


def by_code(view: TableView) -> Callable[..., HttpResponse]:
    """Let a view have the table of a code; 404 where there is none, or the installation has no
    friendly tables."""

    @wraps(view)
    @never_cache
    def answered(request: HttpRequest, table_code: str) -> HttpResponse:
        _refuse_where_off()
        table = known_tables().filter(code=table_code).first() if is_code(table_code) else None
        if table is None:
            raise Http404
        return view(request, table)

    return answered


def _refuse_where_off() -> None:
    if not settings.FRIENDLY_TABLES:
        raise Http404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Make a table, or type the code of one (?code=…)."""
    _refuse_where_off()
    form = NewTableForm(posted(request))
    asked = CodeForm(request.GET if "code" in request.GET else None)
    if request.method == "POST" and form.is_valid():
        with refusal_shown(form):
            table = make_table(new=form.new_table(), address=request.META.get("REMOTE_ADDR", ""))
            return redirect("friendly:table", table.code)
    if asked.is_bound and asked.is_valid():
        code = asked.cleaned_data["code"]
        if known_tables().filter(code=code).exists():
            return redirect("friendly:table", code)
        asked.add_error("code", _("There is no table with this code, or not any more."))
    faults = form.errors or asked.errors
    return render(
        request,
        "friendly/new.html",
        {"form": form, "asked": asked},
        status=422 if faults else 200,
    )


@require_safe
@by_code
def table(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Show the table: its code and link to be shared, its four places, and its score."""
    address = site_address(request)
    url = address.url + reverse("friendly:table", args=[table.code])
    context = {
        "table": table,
        "lines": table_lines(table, phone_of(request)),
        "url": url,
        "for_phones": address.is_for_phones,
        "code": f"{table.code[:4]} {table.code[4:]}",
        "drawn_code": qr_svg(url, _("Link of this table")),
    }
    return render(request, "friendly/table.html", context)


@require_safe
@by_code
def written(_request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Answer with the hands that are over, with their play, as text: docs/played-hands.md."""
    return as_file(written_hands(table), "friendly")


@require_POST
@by_code
def take(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Let the phone that asks take a place."""
    phone = phone_of(request) or new_phone()
    try:
        take_place(table=table, place=_asked_place(request), phone=phone)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("friendly:table", table.code)
    keep_phone(request, phone)
    return redirect("friendly:place", table.code)


@require_POST
@by_code
def free(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Give a place to a bot: this phone's own, or that of somebody who doesn't come back."""
    with refusal_told(request):
        free_place(table=table, place=_asked_place(request), phone=phone_of(request))
        messages.success(request, _("A bot plays there now. Whoever wants to can take the place."))
    return redirect("friendly:table", table.code)


def _asked_place(request: HttpRequest) -> int:
    place = request.POST.get("place", "")
    if place not in map(str, PLACES):
        raise UserError(_("Choose one of the places."))
    return int(place)


@require_safe
@by_code
@sensitive_variables()
def place(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Show the page of the place that this phone holds; send others to the table."""
    now = place_now(table, phone_of(request))
    if now is None:
        messages.warning(request, str(place_lost()))
        return redirect("friendly:table", table.code)
    stream = stream_address(request, friendly_topic(table.pk))
    context = {
        "table": table,
        "version": table.version,
        "newest": table.version,
        "csrf": get_token(request),
        "stream": stream,
        **seen(now),
    }
    response = render(request, "friendly/place.html", context)
    let_connect(response, stream)
    return response


@require_safe
@by_code
@sensitive_variables()
def state(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Answer with the knowledge of the place; 204 where ?version=… is still the newest."""
    phone = phone_of(request)
    if not phone or not table.places.filter(phone=phone, freed_at=None).exists():
        return lost(place_lost())
    if request.GET.get(PARAMETER) == str(table.version):
        return HttpResponse(status=204)
    return _told(request, table)


@require_POST
@by_code
def acts(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Do an act of the place: a call, a card, a claim or the answer to one."""

    def act() -> None:
        phone = phone_of(request)
        now = place_now(table, phone)
        if now is None:
            raise place_lost()
        sent = read_act(body_of(request), now.seat)
        play_act(
            table=table,
            hand=sent.deal,
            phone=phone,
            place=now.place,
            own_number=sent.own_number,
            act=sent.act,
        )

    return answered(act, lambda: _told(request, _again(table)))


@require_POST
@by_code
def deal(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    """Deal the next hand."""

    def act() -> None:
        deal_hand(table=table, phone=phone_of(request), after=read_after(body_of(request)))

    return answered(act, lambda: _told(request, _again(table)))


def _again(table: FriendlyTable) -> FriendlyTable:
    """Return the table as it stands after something was done."""
    table.refresh_from_db()
    return table


@sensitive_variables()
def _told(request: HttpRequest, table: FriendlyTable) -> HttpResponse:
    # The version was read first: later changes show with the next question.
    now = place_now(table, phone_of(request))
    if now is None:
        return lost(place_lost())
    document = place_document(now, table.version)
    if WITH_PAGE in request.GET:
        document["page"] = render_to_string("friendly/_place.html", seen(now), request)
    return JsonResponse(document)


@sensitive_variables()
def seen(now: PlaceNow) -> dict[str, Any]:
    """Return the context of the page's part, from the knowledge of the place alone."""
    context: dict[str, Any] = {"now": now, "lines": now.lines, "bots": now.bots}
    view = now.view
    if view is None:
        return context
    parts = parts_of_table(view, sent_text, AT_A_TABLE)
    if set(now.opponents) & set(now.bots):
        parts["claim"] = ""  # a bot plays on whatever is claimed
    return context | parts


def read_after(body: bytes) -> int:
    """Return 3 for `{"after": 3}`: the hand after the third is asked for. Raises `Unreadable`."""
    return read_numbers(body, ("after",), least=0)[0]


def place_document(now: PlaceNow, version: int) -> dict[str, Any]:
    """Return the whole document for one place, as `docs/play-protocol.md` describes it."""
    lines = now.lines
    standing = lines.standing
    last = now.last_line
    return {
        "version": str(version),
        "newest": version,
        "player": now.player,
        "seat": now.seat.value,
        "step": now.step.value,
        "hand": now.deal or None,
        "number": now.next_number,
        "bots": [seat.value for seat in now.bots],
        "view": view_document(now.view) if now.view else None,
        "game": standing.game,
        "games": standing.games,
        "game_totals": standing.game_totals and party_values(standing.game_totals),
        "totals": [_total(one) for one in standing.totals],
        "winners": [_total(one) for one in standing.winners],
        "last": last
        and {
            "points": party_values(last.points),
            "scores": party_values(last.scores),
        },
    }


def _total(total: Total) -> dict[str, Any]:
    return {
        "side": total.side and total.side.value,
        "seat": total.seat and total.seat.value,
        "player": None if total.place is None else total.place + 1,
        "points": total.points,
        "won": total.won,
    }
