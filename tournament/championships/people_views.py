"""The page of a championship's organisers and referees."""

from __future__ import annotations

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.championships.forms import AddMemberForm, NewMemberForm
from tournament.championships.queries import people_of
from tournament.championships.services.members import (
    add_member,
    add_new_member,
    change_member,
    keep_an_organiser,
    remove_member,
)
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error, refusal_told
from tournament.core.permissions import Access, Level, needs
from tournament.looks.forms import PlaysForm
from tournament.models import Membership, Role, User


def _page(
    request: HttpRequest,
    access: Access,
    *,
    add_form: Form | None = None,
    new_form: Form | None = None,
) -> HttpResponse:
    context = {
        "access": access,
        "people": people_of(access.championship),
        "playing": access.championship.playing_accounts.select_related("user", "contestant"),
        "plays_form": PlaysForm(auto_id="plays_%s"),
        # Both forms of the page have fields of these names: their ids must differ.
        "add_form": add_form or AddMemberForm(auto_id="add_%s"),
        "new_form": new_form or NewMemberForm(auto_id="new_%s"),
    }
    status = 422 if add_form or new_form else 200
    return render(request, "championships/people.html", context, status=status)


@require_safe
@needs(Level.ORGANISER)
def people(request: HttpRequest, access: Access) -> HttpResponse:
    return _page(request, access)


@require_POST
@needs(Level.ORGANISER)
def add(request: HttpRequest, access: Access) -> HttpResponse:
    form = AddMemberForm(request.POST, auto_id="add_%s")
    if not form.is_valid():
        return _page(request, access, add_form=form)
    username = User.normalize_username(form.cleaned_data["username"].strip())
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        form.add_error("username", _("There is no account with this user name: make one below."))
        return _page(request, access, add_form=form)
    role: Role = form.cleaned_data["role"]
    try:
        add_member(actor=access.acting, championship=access.championship, user=user, role=role)
    except UserError as error:
        add_user_error(form, error)
        return _page(request, access, add_form=form)
    messages.success(
        request,
        _("%(name)s now has a role here: %(role)s.")
        % {"name": user.shown_name, "role": role.label},
    )
    return redirect("championships:people", access.championship.slug)


@never_cache
@require_POST
@needs(Level.ORGANISER)
def add_new(request: HttpRequest, access: Access) -> HttpResponse:
    """Make an account and give it a role; its first password is in this answer and nowhere else."""
    form = NewMemberForm(request.POST, auto_id="new_%s")
    if not form.is_valid():
        return _page(request, access, new_form=form)
    try:
        member, password = add_new_member(
            actor=access.acting, championship=access.championship, **form.cleaned_data
        )
    except UserError as error:
        add_user_error(form, error)
        return _page(request, access, new_form=form)
    context = {"access": access, "account": member.user, "first_password": password}
    return render(request, "championships/first_password.html", context)


def _member(access: Access, membership: int) -> Membership:
    members = access.championship.memberships.select_related("user", "championship")
    return get_object_or_404(members, pk=membership)


@require_POST
@needs(Level.ORGANISER)
def change(request: HttpRequest, access: Access, membership: int) -> HttpResponse:
    """Make a referee organiser, or the other way round."""
    wanted = request.POST.get("role", "")
    member = _member(access, membership)
    if wanted in Role.values:
        with refusal_told(request):
            change_member(actor=access.acting, membership=member, role=Role(wanted))
    return redirect("championships:people", access.championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def remove(request: HttpRequest, access: Access, membership: int) -> HttpResponse:
    member = _member(access, membership)
    if request.method != "POST":
        try:
            keep_an_organiser(access.championship, member)
        except UserError as error:
            messages.error(request, str(error))
            return redirect("championships:people", access.championship.slug)
        context = {"access": access, "member": member, "oneself": member.user == request.user}
        return render(request, "championships/remove_person.html", context)
    with refusal_told(request):
        remove_member(actor=access.acting, membership=member)
        messages.success(
            request, _("%(name)s no longer has a role here.") % {"name": member.user.shown_name}
        )
    if (
        member.user == request.user
        and not access.championship.memberships.filter(user=member.user).exists()
    ):
        return redirect("home")
    return redirect("championships:people", access.championship.slug)
