"""Pages of accounts that play: looking all the same, and the list of these accounts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.whole_numbers import whole_number
from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, posted, refusal_shown
from tournament.core.permissions import Access, Level, needs
from tournament.looks.forms import PlaysForm
from tournament.looks.services import look_all_the_same, note_playing, withdraw_playing
from tournament.models import PlayingAccount, User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def look(request: HttpRequest, access: Access) -> HttpResponse:
    """Ask why an account that plays looks at open rounds, or ?place=3-2 a table, and record it."""
    asked = request.POST if request.method == "POST" else request.GET
    onward = asked.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, allowed_hosts={request.get_host()}):
        onward = reverse("desk:desk", args=[access.championship.slug])
    named = map(_place, asked.getlist("place") or map(str, access.hidden_rounds))
    places = tuple(one for one in named if one is not None and access.hides(*one))
    if not places:
        return HttpResponseRedirect(onward)  # an address, never the name of a view
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            look_all_the_same(
                actor=access.acting,
                championship=access.championship,
                places=places,
                reason=form.cleaned_data["reason"],
            )
            return HttpResponseRedirect(onward)
    context = {"access": access, "places": places, "next": onward, "form": form}
    return render(request, "looks/hidden.html", context, status=422 if form.is_bound else 200)


def _place(text: str) -> tuple[int, int | None] | None:
    """Return the round and table of "3-2", or the round of "3" and None; None for anything else."""
    round, dash, table = text.partition("-")
    number, at = whole_number(round), whole_number(table)
    if number is None or (dash and at is None):
        return None
    return number, at


@require_POST
@needs(Level.ORGANISER)
def note(request: HttpRequest, access: Access) -> HttpResponse:
    """Note that an account plays as a pair."""
    form = PlaysForm(request.POST)
    there = redirect("championships:people", access.championship.slug)
    if not form.is_valid():
        messages.error(request, _("Enter the user name of an account and the number of a pair."))
        return there
    username = User.normalize_username(form.cleaned_data["username"].strip())
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        messages.error(request, _("There is no account with this user name."))
        return there
    try:
        note_playing(
            actor=access.acting,
            championship=access.championship,
            user=user,
            contestant=form.cleaned_data["contestant"],
        )
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved."))
    return there


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def withdraw(request: HttpRequest, access: Access, playing: int) -> HttpResponse:
    """Note that an account doesn't play as a pair, with a reason."""
    noted = get_object_or_404(
        PlayingAccount.objects.select_related("user", "contestant", "championship"),
        championship=access.championship,
        pk=playing,
    )
    form = ReasonForm(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            withdraw_playing(actor=access.acting, noted=noted, reason=form.cleaned_data["reason"])
            messages.success(request, _("Saved."))
            return redirect("championships:people", access.championship.slug)
    context = {"access": access, "noted": noted, "form": form}
    return render(request, "looks/withdraw.html", context, status=422 if form.is_bound else 200)
