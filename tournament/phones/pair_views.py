"""A pair's own page, opened by its link: its day, its results, and correction requests."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.check_in.services import note_presence
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.forms import add_user_error, posted, refusal_told
from tournament.core.live import live_page
from tournament.core.page_cache import versions
from tournament.correction_requests.services import (
    answer_correction_request,
    make_correction_request,
    refuse_correction,
)
from tournament.links.phone import phone_made
from tournament.links.session_places import Holder, by_link
from tournament.links.tokens import PlaceKind
from tournament.models import Contestant, CorrectionRequest
from tournament.phones.pair_forms import CorrectionForm, correction_form_for
from tournament.phones.pair_hand import PairHand, match_being_played, pair_hand
from tournament.phones.pair_queries import pair_page, pair_version, published_to_pairs
from tournament.referee_calls.queries import waiting_call
from tournament.referee_calls.services import call_referee, withdraw_call
from tournament.results.postponed import corrections_until
from tournament.stages.parties import party_of

ANSWERS = {"yes": True, "no": False}


def _pair(holder: Holder, number: int) -> Contestant:
    """Return the pair of an address, whose link the visitor must have opened."""
    holder.must_hold(PlaceKind.PAIR, number)
    return holder.access.championship.contestants.get(number=number)


@require_safe
@gzip_page  # which adds bytes by chance, so that its length tells nothing of its tokens
@by_link
def pair(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Show where the pair plays, its results and requests; the page moves on with the day."""
    contestant = _pair(holder, number)
    stage, stages = holder.access.stage, holder.access.stages
    # Two hundred pairs ask in one second: like a public page's, one look in two seconds is enough.
    championship = stage.championship
    published = (
        versions.current(
            (published_to_pairs, championship.pk), lambda: published_to_pairs(championship, stages)
        )
        or ""
    )
    version = pair_version(championship, contestant, published)

    def context() -> dict[str, Any]:
        page = pair_page(
            stages,
            stage,
            number,
            published=published,
            with_requests=version.with_requests,
            with_calls=version.with_calls,
        )
        return {"access": holder.access, "page": page, "here": contestant.here}

    return live_page(
        request,
        page="phones/pair.html",
        part="phones/_pair.html",
        version=version.text,
        context=context,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def correction(
    request: HttpRequest, holder: Holder, number: int, round: int, deal: int
) -> HttpResponse:
    """Ask for a correction of a hand of a closed round, as long as there is time for it."""
    _pair(holder, number)
    hand = pair_hand(holder.access.championship, number, round, deal)
    if hand is None:
        raise Http404
    form_of = correction_form_for(hand.match.round.stage)
    form = form_of(hand, posted(request))
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                _ask(hand, form, phone_made(request))
            except (Conflict, NotNow) as error:
                # Keep the typed values beside the result that stands by now.
                status = 409
                form = form_of(hand, {**request.POST.dict(), "based_on": hand.version})
                form.is_valid()
                add_user_error(form, error)
            except UserError as error:
                add_user_error(form, error)
            else:
                messages.success(
                    request,
                    _(
                        "Your request was sent. Your opponents see it on their page, and a "
                        "referee decides."
                    ),
                )
                return redirect("phones:pair", holder.access.championship.slug, number)
    context = {
        "access": holder.access,
        "hand": hand,
        "form": form,
        "refusal": _refusal(hand),
        "until": corrections_until(hand.match),
    }
    return render(request, "phones/pair_correction.html", context, status=status)


def _ask(hand: PairHand, form: CorrectionForm, phone: str) -> None:
    make_correction_request(
        actor=Actor.of_link(hand.match.round.stage.championship, hand.contestant.number),
        match=hand.match,
        deal=hand.deal,
        kind=CorrectionRequest.Kind.CORRECTION,
        side=hand.party,
        based_on=form.cleaned_data["based_on"],
        entry=form.said,
        words=form.cleaned_data["words"],
        phone=phone,
    )


def _refusal(hand: PairHand) -> str:
    """Return why no correction can be asked for now, and whom to ask instead; "" if it can."""
    try:
        refuse_correction(hand.match, hand.deal, hand.party)
    except NotNow as error:
        return str(error)
    return ""


@require_POST
@by_link
def call(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Call the referee to the table where the pair plays now, or take the call back."""
    contestant = _pair(holder, number)
    match = match_being_played(contestant)
    act = request.POST.get("act")
    with refusal_told(request):
        if match is None or act not in ("call", "withdraw"):
            raise NotNow(_("You are not playing now: go to a referee."))
        side = party_of(match, contestant)
        actor = Actor.of_link(holder.access.championship, number)
        if act == "call":
            call_referee(actor=actor, match=match, side=side)
        else:
            withdraw_call(actor=actor, call=waiting_call(match))
    return redirect("phones:pair", holder.access.championship.slug, number)


@require_POST
@by_link
def here(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Say that the pair is in the hall."""
    contestant = _pair(holder, number)
    with refusal_told(request):
        actor = Actor.of_link(holder.access.championship, number)
        note_presence(actor=actor, contestant=contestant, here=True)
    return redirect("phones:pair", holder.access.championship.slug, number)


@require_POST
@by_link
def answer(
    request: HttpRequest, holder: Holder, number: int, correction_request: int
) -> HttpResponse:
    """Answer a request of the opponents: agreed, or not."""
    contestant = _pair(holder, number)
    found = (
        CorrectionRequest.objects.select_related("match__round__stage__championship")
        .filter(match__round__championship=holder.access.championship, number=correction_request)
        .first()
    )
    if found is None or not found.match.seats.filter(contestant=contestant).exists():
        raise Http404
    agrees = ANSWERS.get(request.POST.get("agrees", ""))
    with refusal_told(request):
        if agrees is None:
            raise UserError(_("Say whether you agree."))
        answer_correction_request(
            actor=Actor.of_link(holder.access.championship, number),
            correction_request=found,
            side=party_of(found.match, contestant),
            agrees=agrees,
            phone=phone_made(request),
        )
        messages.success(request, _("Your answer is noted. A referee decides."))
    return redirect("phones:pair", holder.access.championship.slug, number)
