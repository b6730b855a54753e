"""A table's page on a phone, and its requests: small JSON in, small JSON out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.whole_numbers import whole_number
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.forms import refusal_told
from tournament.core.labels import label
from tournament.core.live import PARAMETER
from tournament.core.lookups import played_match
from tournament.core.permissions import Access, Level, needs
from tournament.core.stages import stage_of_match
from tournament.links.phone import phone_made, phone_of
from tournament.links.session_places import Holder, LinkNeeded, by_link
from tournament.links.tokens import PlaceKind
from tournament.models import Table
from tournament.phones.deliveries import Answer
from tournament.phones.documents import call_document, pads_for, table_document
from tournament.phones.page_messages import texts_of_a_table
from tournament.phones.payloads import (
    KindOf,
    Unreadable,
    read_caller,
    read_confirmation,
    read_entry,
    read_objection,
    refuse,
)
from tournament.phones.queries import caller_of, opened_matches, table_page, table_version
from tournament.phones.reach import Sender
from tournament.phones.services import (
    let_another_speak,
    receive_call,
    receive_confirmation,
    receive_entry,
    receive_holder,
    receive_objection,
    receive_undo,
    receive_withdrawal,
)
from tournament.referee_calls.queries import call_of_table
from tournament.results.kinds.kinds import kind_of
from tournament.stages.formats import format_of
from tournament.stages.parties import parties_of


def _visitor(request: HttpRequest, holder: Holder, number: int) -> Sender:
    """Return the sender who looks at a table's page.

    Raises `LinkNeeded` for one that holds neither the table nor a pair that sits there, or sat
    there in a round before; such a pair is told that there is no open round of its own.
    """
    visitor = Sender(holder.access.championship, number, holder.places, phone_of(request))
    if not (visitor.has_code or (visitor.pairs and opened_matches(visitor).exists())):
        raise LinkNeeded
    return visitor


def _round_of(request: HttpRequest) -> int | None:
    """Return the number in ?round=…, None for anything else."""
    return whole_number(request.GET.get("round", ""))


def _version(request: HttpRequest, holder: Holder, number: int) -> str:
    return f"{_round_of(request) or ''}-{table_version(holder.access.championship, number)}"


def _document(
    request: HttpRequest,
    visitor: Sender,
    version: str,
) -> dict[str, Any]:
    """Return the document; `version` was read before it, so later changes show with a refresh."""
    rows = Table.objects.filter(championship=visitor.championship, number=visitor.table)
    table = rows.first()
    if table is None:
        raise Http404
    page = table_page(visitor, table.shown_name, wanted=_round_of(request))
    return {
        **table_document(page),
        "version": version,
        "csrf": get_token(request),
    }


@require_safe
@by_link
def table(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Show a table's page: all hands of its open round in one document. ?round=… of several."""
    visitor = _visitor(request, holder, number)
    slug = holder.access.championship.slug
    addresses = {
        name: reverse(f"phones:{name}", args=[slug, number])
        for name in (
            "state",
            "entries",
            "confirmations",
            "objections",
            "undo",
            "holder",
            "calls",
            "withdrawals",
        )
    }
    document = _document(request, visitor, _version(request, holder, number))
    alone = format_of(holder.access.stage).alone
    context = {
        "access": holder.access,
        "document": document,
        "texts": texts_of_a_table(of_players=holder.access.championship.of_players, alone=alone),
        "alone": alone,
        "pads": pads_for(holder.access.stages),
        "addresses": {
            **addresses,
            "championship": slug,
            "place": reverse("phones:table", args=[slug, number]),
            "pair": reverse("phones:pair", args=[slug, 0]),
            "suits": static("tournament/suits.svg"),
        },
    }
    return render(request, "phones/table.html", context)


@require_safe
@by_link
def state(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Answer with the page's document alone; 204 where ?version=… is still the newest."""
    visitor = _visitor(request, holder, number)
    version = _version(request, holder, number)
    if request.GET.get(PARAMETER) == version:
        return HttpResponse(status=204)
    return JsonResponse(_document(request, visitor, version))


@require_POST
@by_link
def holder_(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Note who holds the phone; answer with the page's document."""
    sender = _sender(request, holder, number)

    def act() -> Answer:
        match_id, side = read_caller(_body(request))
        receive_holder(sender=sender, match_id=match_id, side=side)
        return _document(request, sender, _version(request, holder, number))

    return _answered(act)


@require_POST
@by_link
def entries(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Take a pair's entry of a hand."""
    sender = _sender(request, holder, number)
    return _answered(
        lambda: receive_entry(sender=sender, entry=read_entry(_body(request), _kind_for(holder)))
    )


@require_POST
@by_link
def confirmations(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Take a pair's word that the result is right."""
    sender = _sender(request, holder, number)
    return _answered(
        lambda: receive_confirmation(sender=sender, statement=read_confirmation(_body(request)))
    )


@require_POST
@by_link
def objections(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Take a pair's word that the result is wrong."""
    sender = _sender(request, holder, number)
    return _answered(
        lambda: receive_objection(
            sender=sender, objection=read_objection(_body(request), _kind_for(holder))
        )
    )


@require_POST
@by_link
def undo(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Undo a pair's own new entry."""
    sender = _sender(request, holder, number)
    return _answered(
        lambda: receive_undo(sender=sender, statement=read_confirmation(_body(request)))
    )


@require_POST
@by_link
def calls(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Call the referee to the table, for one of its pairs."""
    return _called(request, holder, number, receive_call)


@require_POST
@by_link
def withdrawals(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Take back the call of the pair that called the referee."""
    return _called(request, holder, number, receive_withdrawal)


def _called(
    request: HttpRequest, holder: Holder, number: int, receive: Callable[..., None]
) -> HttpResponse:
    sender = _sender(request, holder, number)

    def act() -> Answer:
        match_id, side = read_caller(_body(request))
        receive(sender=sender, match_id=match_id, side=side)
        call = call_of_table(sender.championship, number)
        if call is None:
            return {"call": None}
        return {"call": call_document(call, caller_of(sender.championship, call))}

    return _answered(act)


def _body(request: HttpRequest) -> bytes:
    """Return the body. Raises `Unreadable` for a form in parts, which was read for its token."""
    try:
        return request.body
    except RawPostDataException:
        refuse()


def _sender(request: HttpRequest, holder: Holder, number: int) -> Sender:
    """Return the sender; its rights depend on the match. Raises `LinkNeeded`."""
    if not any(place.kind is PlaceKind.PAIR for place in holder.places):
        holder.must_hold(PlaceKind.TABLE, number)
    return Sender(holder.access.championship, number, holder.places, phone_made(request))


def _kind_for(holder: Holder) -> KindOf:
    """Return the kind that reads statements about a match: its stage's."""
    stages = holder.access.stages
    return lambda match_id: kind_of(stage_of_match(stages, match_id) or stages[0])


def _answered(act: Callable[[], Answer]) -> JsonResponse:
    """Return the answer, or the refusal: 400 unreadable, 409 not (any more), else 422."""
    try:
        return JsonResponse(act())
    except UserError as error:
        status = 422
        if isinstance(error, Unreadable):
            status = 400
        elif isinstance(error, Conflict | NotNow):
            status = 409
        return JsonResponse({"error": str(error)}, status=status)


@require_POST
@needs(Level.REFEREE)
def let_speak(
    request: HttpRequest, access: Access, round: int, table: int, side: str
) -> HttpResponse:
    """Let another phone speak for a side by the table's code."""
    match = played_match(access, round, table)
    parties = {party.value: party for party in parties_of(match)}
    if side not in parties:
        raise Http404
    with refusal_told(request):
        let_another_speak(actor=access.acting, match=match, side=parties[side])
        messages.success(
            request,
            _("Table %(table)s: another phone can speak for %(side)s now.")
            % {"table": match.table.shown_name, "side": label(parties[side])},
        )
    return redirect("desk:table", access.championship.slug, round, table)
