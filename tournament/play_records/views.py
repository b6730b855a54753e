"""Pages of the rules desk: rebuilding a hand's play card by card, and viewing it afterwards.

Every click is sent and stored, with or without JavaScript; with it, only the desk is replaced.
Cards are in the body of requests, so they are in no address and no log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.game.announcements import DUPLICATE_DOUBLES, Denomination
from scoring.game.seats import Seat
from scoring.game.variants import PlayVariant
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import refusal_told
from tournament.core.permissions import Access, Level, needs
from tournament.deals.hand_access import sealed_off
from tournament.deals.queries import DealtHand, dealt_in, hands_are_public
from tournament.models import Match
from tournament.play_records.board import Board, aside_seats, board_of
from tournament.play_records.forms import REDO, UNDO, change_of, number_of
from tournament.play_records.queries import attached_play, differing, kept_record, records_of
from tournament.play_records.services import change_play, redo_play, refuse_to_record, undo_play
from tournament.results.queries import asked_hand, ruled_match_at, table_row

DESK = "rules-desk"
"""Id of the element that a script fetches anew, and where a page without one goes on."""
ASIDE = "aside"
"""Step in which the cards are marked that were gone before the record begins."""


@require_safe
@needs(Level.REFEREE)
def records(request: HttpRequest, access: Access) -> HttpResponse:
    """Show every hand with a record, or redirect to the one that is asked for: ?hand=10&table=3."""
    if "hand" in request.GET:
        hand, table = (request.GET.get(name, "").strip() for name in ("hand", "table"))
        with refusal_told(request):
            found = asked_hand(access.championship, hand, table)
            slug = access.championship.slug
            return redirect("play_records:desk", slug, found.round, found.table, found.deal)
    context = {
        "access": access,
        "records": records_of(access.championship),
    }
    return render(request, "play_records/list.html", context)


@dataclass(frozen=True, slots=True)
class _Place:
    """A hand at a table whose cards the visitor may see."""

    access: Access
    match: Match
    dealt: DealtHand

    @property
    def deal(self) -> int:
        return self.dealt.number

    @property
    def variant(self) -> PlayVariant:
        return self.match.round.stage.settings.play_variant

    @property
    def url(self) -> str:
        """Address of its desk."""
        numbers = (self.match.round.number, self.match.table.number, self.deal)
        return reverse("play_records:desk", args=[self.access.championship.slug, *numbers])

    @property
    def refusal(self) -> str:
        """Return why nothing can be recorded here now; "" if it can."""
        try:
            refuse_to_record(self.match, self.deal, authority=self.access.acting.authority)
        except UserError as error:
            return str(error)
        return ""

    def context(self, board: Board, **more: Any) -> dict[str, Any]:
        """Return the context of every page of a hand."""
        row = table_row(self.match)
        names = dict(row.noted)
        return {
            "access": self.access,
            "round": self.match.round,
            "row": row,
            "deal": self.deal,
            "dealt": self.dealt,
            "board": board,
            "seats": tuple(Seat),
            "who": [(view, names.get(view.seat, "")) for view in board.seats],
            "sealed": not hands_are_public(self.match.round),
            **more,
        }


def _place(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> _Place | HttpResponseBase:
    """Return the hand of an address, or the answer that refuses it; 404 for no such hand."""
    match = match_or_404(access, number, table, deal)
    if (refused := sealed_off(request, access, match.round)) is not None:
        return refused
    dealt = dealt_in(match.round, deal)
    if dealt is None:
        return render(request, "play_records/no_hands.html", {"access": access, "deal": deal})
    return _Place(access, match, dealt)


def match_or_404(access: Access, number: int, table: int, deal: int) -> Match:
    """Return the match of an address, which plays that hand."""
    match = ruled_match_at(access.championship, number, table, deal)
    if match is None:
        raise Http404
    return match


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def desk(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponseBase:
    """Show the rules desk of a hand; ?card=7 shows a card, ?step=aside marks missing cards."""
    place = _place(request, access, number, table, deal)
    if not isinstance(place, _Place):
        return place
    return _act(request, place) if request.method == "POST" else _page(request, place)


def _act(request: HttpRequest, place: _Place) -> HttpResponse:
    """Do the sent act; show the desk alone to a script, and redirect to its address without one."""
    actor, sent = place.access.acting, request.POST
    based_on = number_of(sent, "version")
    try:
        if sent.get("act") == UNDO:
            undo_play(actor=actor, match=place.match, deal=place.deal, based_on=based_on)
        elif sent.get("act") == REDO:
            redo_play(actor=actor, match=place.match, deal=place.deal, based_on=based_on)
        else:
            change_play(
                actor=actor,
                match=place.match,
                deal=place.deal,
                change=change_of(sent),
                based_on=based_on,
            )
    except UserError as error:
        status = 409 if isinstance(error, Conflict) else 422
        return _page(request, place, said=str(error), status=status)
    if request.htmx:  # type: ignore[attr-defined]  # by its middleware
        return _page(request, place)
    query = f"?step={ASIDE}" if sent.get("step") == ASIDE else ""
    return redirect(f"{place.url}{query}#{DESK}")


def _page(
    request: HttpRequest, place: _Place, *, said: str = "", status: int = 200
) -> HttpResponse:
    """Show the desk; `said` is the refusal of the sent act."""
    kept = kept_record(place.match, place.dealt)
    sent = request.POST if request.method == "POST" else request.GET
    looked_at = number_of(sent, "place" if said else "card")
    board = board_of(
        place.dealt, kept.play, place.variant, place=looked_at if looked_at > 0 else None
    )
    inserts = "insert" in (sent.get("act"), sent.get("do"))
    context = place.context(
        board,
        kept=kept,
        kept_by=kept.by,
        differs=differing(
            place.match,
            place.deal,
            kept.play,
            ns_points=board.points.ns if board.is_whole else None,
        ),
        left_over=[(place.dealt.deal.seat_of(card), card) for card in kept.play.left_over],
        said=said,
        typed=sent.get("cards", "") if said and status == 422 else "",
        refusal=place.refusal,
        inserts=inserts,
        choosing="lay" if board.place is None else "insert" if inserts else "replace",
        aside=aside_seats(place.dealt, kept.play)
        if sent.get("step") == ASIDE or not board.is_even
        else None,
        trumps=tuple(Denomination),
        doubles=DUPLICATE_DOUBLES,
        desk_url=place.url,
    )
    if request.htmx and request.method == "POST":  # type: ignore[attr-defined]
        context["focused"] = board.first_legal  # the key that was pressed is gone
        # A script swaps in only answers of status 200.
        response = render(request, "play_records/_desk.html", context)
        response["HX-Replace-Url"] = place.url
        return response
    return render(request, "play_records/desk.html", context, status=status)


@require_safe
@needs(Level.REFEREE)
def attached(
    request: HttpRequest,
    access: Access,
    number: int,
    table: int,
    deal: int,
    version: int,
    play: int,
) -> HttpResponseBase:
    """Show the record that a ruling rests on, as it was then; ?card=7 looks at a card."""
    found = attached_play(match_or_404(access, number, table, deal), deal, version, play)
    if found is None:
        raise Http404
    place = _place(request, access, number, table, deal)
    if not isinstance(place, _Place):
        return place
    looked_at = number_of(request.GET, "card")
    board = board_of(
        place.dealt, found.play, found.variant, place=looked_at if looked_at > 0 else None
    )
    context = place.context(board, attached=found, kept_by=found.by, desk_url=request.path)
    return render(request, "play_records/attached.html", context)
