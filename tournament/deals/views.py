"""Pages of the hands: making them, adding the salt, viewing a round's, and the public proof."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, add_user_error, posted
from tournament.core.live import version_of
from tournament.core.lookups import round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.public_pages import NUMBER, kept_by
from tournament.deals.forms import SaltForm
from tournament.deals.hand_access import sealed_off, sealed_page
from tournament.deals.proof import proof_of
from tournament.deals.queries import (
    dealt_hands,
    hands_are_public,
    hands_by_round,
    looks_at,
    may_see_hands,
)
from tournament.deals.services import exchange_hands, make_deals, open_hands_early, set_salt
from tournament.models import RoundStatus


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def deals(request: HttpRequest, access: Access) -> HttpResponse:
    """Where the hands stand: commitment, salt (to be set here), and each round's seal."""
    deal_set = access.deal_set
    form = SaltForm(
        posted(request),
        initial={"salt": deal_set.salt if deal_set else ""},
    )
    if form.is_bound and form.is_valid():
        try:
            salt = form.cleaned_data["salt"]
            set_salt(actor=access.acting, championship=access.championship, salt=salt)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("The salt is saved."))
            return redirect("deals:deals", access.championship.slug)
    context = {
        "access": access,
        "deal_set": deal_set,
        "form": form,
        "rounds": hands_by_round(access),
    }
    return render(request, "deals/deals.html", context, status=422 if form.is_bound else 200)


@require_POST
@needs(Level.ORGANISER)
@while_running
def make(request: HttpRequest, access: Access) -> HttpResponse:
    """Make the hands, once."""
    try:
        make_deals(actor=access.acting, championship=access.championship)
    except UserError as error:
        messages.error(request, str(error))
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
        try:
            reason = form.cleaned_data["reason"]
            open_hands_early(
                actor=access.acting, championship=access.championship, round=round, reason=reason
            )
        except UserError as error:
            add_user_error(form, error)
        else:
            return redirect("deals:hands", access.championship.slug, round)
    context = {"access": access, "round": found, "form": form, "deal_set": access.deal_set}
    return render(request, "deals/open_early.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def exchange(request: HttpRequest, access: Access, round: int) -> HttpResponse:
    """Who has seen the hands of a planned round, and exchanging them for spare ones."""
    found = round_at(access, round)
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            numbers = exchange_hands(
                actor=access.acting, championship=access.championship, round=round, reason=reason
            )
        except UserError as error:
            add_user_error(form, error)
        else:
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
    """The hands of a round as diagrams: for everybody once public, before that as sealing says."""
    found = round_at(access, round)
    if (refused := sealed_off(request, access, found)) is not None:
        return refused
    context = {
        "access": access,
        "round": found,
        "public": hands_are_public(found),
        "hands": dealt_hands(access.championship, found.deals),
    }
    return render(request, "deals/hands.html", context)


@require_safe
@kept_by(version_of, deal=NUMBER)
@needs(Level.PUBLIC)
def proof(request: HttpRequest, access: Access) -> HttpResponse:
    """The commitment and the salt; after the end the key, and everything recomputed (?deal=n)."""
    wanted = request.GET.get("deal", "1")
    deal = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) <= 5 else 0
    found = proof_of(access.championship, deal=deal)
    return render(request, "deals/proof.html", {"access": access, "proof": found})
