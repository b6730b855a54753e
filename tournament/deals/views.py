"""Pages of the hands: making them, adding the salt, viewing a round's, and the public proof."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.whole_numbers import whole_number
from tournament.core.forms import ReasonForm, posted, refusal_shown, refusal_told
from tournament.core.live import version_of
from tournament.core.lookups import round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.public_pages import NUMBER, kept_by
from tournament.deals.forms import SaltForm
from tournament.deals.hand_access import sealed_off, sealed_page
from tournament.deals.proof import proof_document, proof_of
from tournament.deals.queries import (
    DealSetState,
    deal_sets_now,
    dealt_hands,
    hands_are_public,
    hands_by_round,
    looks_at,
    loose_salts,
    may_see_hands,
    tables_on_phones,
)
from tournament.deals.services.accesses import exchange_hands, open_hands_early
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.models import RoundStatus


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def deals(request: HttpRequest, access: Access) -> HttpResponse:
    """Show commitments, salts (to be set here), and each round's seal."""
    form = SaltForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            set_salt(
                actor=access.acting,
                championship=access.championship,
                deal_set=form.cleaned_data["deal_set"],
                salt=form.cleaned_data["salt"],
            )
            is_salt = bool(form.cleaned_data["salt"])
            messages.success(
                request, _("The salt is saved.") if is_salt else _("The hands have no salt.")
            )
            return redirect("deals:deals", access.championship.slug)
    now = deal_sets_now(access.championship)
    context = {
        "access": access,
        "sets": [(one, _salt_form(one, form, len(now.sets))) for one in now.sets],
        "more_needed": now.need_more and access.championship.ended_at is None,
        "rounds": hands_by_round(access),
    }
    return render(request, "deals/deals.html", context, status=422 if form.is_bound else 200)


def _salt_form(one: DealSetState, sent: SaltForm, newest: int) -> SaltForm:
    """Return the form for a set's salt: the one that was sent, where it was for this set."""
    if sent.is_bound and (sent.data.get("deal_set") or str(newest)) == str(one.number):
        return sent
    return SaltForm(
        initial={"deal_set": one.number, "salt": one.salt}, auto_id=f"id_%s_{one.number}"
    )


@require_POST
@needs(Level.ORGANISER)
@while_running
def make(request: HttpRequest, access: Access) -> HttpResponse:
    """Make the hands, or more when they have run out."""
    with refusal_told(request):
        make_deals(actor=access.acting, championship=access.championship)
    return redirect("deals:deals", access.championship.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def open_early(request: HttpRequest, access: Access, round: int) -> HttpResponse:
    """Ask why a round's hands must be seen before it opens, and record it."""
    found = round_at(access, round)
    if not access.private_line:
        return sealed_page(request, access, found)
    if found.status != RoundStatus.PLANNED or may_see_hands(access, found):
        return redirect("deals:hands", access.championship.slug, round)
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            reason = form.cleaned_data["reason"]
            open_hands_early(
                actor=access.acting, championship=access.championship, round=round, reason=reason
            )
            return redirect("deals:hands", access.championship.slug, round)
    context = {
        "access": access,
        "round": found,
        "form": form,
        "loose_salts": loose_salts(access.championship, [round]),
    }
    return render(request, "deals/open_early.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def exchange(request: HttpRequest, access: Access, round: int) -> HttpResponse:
    """Show who has seen the hands of a planned round, and exchange them for spare ones."""
    found = round_at(access, round)
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            reason = form.cleaned_data["reason"]
            numbers = exchange_hands(
                actor=access.acting, championship=access.championship, round=round, reason=reason
            )
            messages.success(
                request,
                _("Hands %(first)d to %(last)d have other cards now.")
                % {"first": numbers[0], "last": numbers[-1]},
            )
            return redirect("deals:deals", access.championship.slug)
    context = {"access": access, "round": found, "form": form, "looks": looks_at(found)}
    return render(request, "deals/exchange.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_safe
@needs(Level.PUBLIC)
def hands(request: HttpRequest, access: Access, round: int) -> HttpResponseBase:
    """Show a round's hands as diagrams: to everybody once public, before as sealing says."""
    found = round_at(access, round)
    if (refused := sealed_off(request, access, found)) is not None:
        return refused
    public = hands_are_public(found)
    on_phones = tables_on_phones(found.deals, found) if public else {}
    context = {
        "access": access,
        "round": found,
        "public": public,
        "hands": [
            (hand, on_phones.get(hand.number, ()))
            for hand in dealt_hands(access.championship, found.deals)
        ],
    }
    return render(request, "deals/hands.html", context)


@require_safe
@kept_by(version_of, deal=NUMBER)
@needs(Level.PUBLIC)
def proof(request: HttpRequest, access: Access) -> HttpResponse:
    """Show commitment, list, salt; secrets of closed rounds, one hand recomputed (?deal=n)."""
    wanted = request.GET.get("deal")
    hand = None if wanted is None else whole_number(wanted) or 0
    found = proof_of(access.championship, hand=hand)
    return render(request, "deals/proof.html", {"access": access, "proof": found})


@require_safe
@kept_by(version_of)
@needs(Level.PUBLIC)
def proof_json(_request: HttpRequest, access: Access) -> HttpResponse:
    """Return the public proof as JSON; see docs/json.md."""
    document = proof_document(proof_of(access.championship, hand=0))
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})


@require_safe
@kept_by(version_of)
@needs(Level.PUBLIC)
def hashes(_request: HttpRequest, access: Access, deal_set: int) -> HttpResponse:
    """Show the list of a deal set, a line a hash: what `python -m scoring check-deal` reads."""
    found = proof_of(access.championship, hand=0)
    one = next((one for one in found.sets if one.number == deal_set), None) if found else None
    if one is None:
        raise Http404
    text = "".join(f"{listed.hash}\n" for listed in one.listed)
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{one.hashes_file}"'},
    )
