"""Logging in and out, one's own password, and the installation's accounts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.accounts.forms import FirstOrganiserForm, NewAccountForm
from tournament.accounts.queries import account_lines, no_account_yet
from tournament.accounts.services import (
    activate_account,
    create_account,
    create_first_organiser,
    deactivate_account,
    renew_password,
)
from tournament.accounts.tables import accounts_table
from tournament.accounts.throttle import begin_attempt, forget_attempts
from tournament.audit.forms import LogFilter
from tournament.audit.queries.pages import installation_page
from tournament.audit.tables import oldest_first, record_table
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.forms import add_user_error, refusal_shown, refusal_told
from tournament.core.logging_in import needs_account
from tournament.core.pages import asked_page
from tournament.core.permissions import is_this_machine
from tournament.core.proxies import address_of
from tournament.models import User

FormView = Callable[..., HttpResponse]


def superuser_required(view: FormView) -> FormView:
    """Admit only those who look after the installation: others log in first, or get a 403."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not (isinstance(request.user, User) and request.user.is_superuser):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return needs_account(guarded)


def _acting(request: HttpRequest) -> Actor:
    assert isinstance(request.user, User)
    return Actor.of_user(request.user)


def _show(request: HttpRequest, template: str, form: Form, **context: object) -> HttpResponse:
    """Render the page with its form; the status is 422 when the form was refused."""
    return render(
        request, template, {"form": form, **context}, status=422 if form.is_bound else 200
    )


def _safe_next(request: HttpRequest) -> str:
    """Return where to go on after logging in or a new password: an address of this site, else the
    first page."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return wanted
    return reverse("home")


def _wait_text(seconds: int) -> str:
    if seconds < 60:
        return ngettext(
            "Too many attempts. Try again in %(count)d second.",
            "Too many attempts. Try again in %(count)d seconds.",
            seconds,
        ) % {"count": seconds}
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many attempts. Try again in %(count)d minute.",
        "Too many attempts. Try again in %(count)d minutes.",
        minutes,
    ) % {"count": minutes}


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(_safe_next(request))
    context = {
        "next": _safe_next(request),
        "first_time": is_this_machine(request) and no_account_yet(),
    }
    if request.method != "POST":
        return render(request, "accounts/login.html", {"form": AuthenticationForm(), **context})
    username, ip = request.POST.get("username", ""), address_of(request)
    if wait := begin_attempt(username, ip):
        form = AuthenticationForm(initial={"username": username})
        context |= {"form": form, "wait": _wait_text(wait)}
        return render(request, "accounts/login.html", context, status=429)
    form = AuthenticationForm(request, request.POST)
    if not form.is_valid():
        return _show(request, "accounts/login.html", form, **context)
    forget_attempts(username, ip)
    user = form.get_user()
    first_login = user.last_login is None and not user.is_superuser
    login(request, user)
    if first_login:
        messages.info(request, _("Choose a password of your own now."))
        url, onward = reverse("accounts:password"), _safe_next(request)
        if onward != reverse("home"):
            url += "?" + urlencode({"next": onward})
        return HttpResponseRedirect(url)
    return HttpResponseRedirect(_safe_next(request))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.info(request, _("You are logged out."))
    return redirect("home")


@sensitive_post_parameters()
@never_cache
@needs_account
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = PasswordChangeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password is changed."))
        return HttpResponseRedirect(_safe_next(request))
    return _show(request, "accounts/password.html", form, next=_safe_next(request))


@sensitive_post_parameters("password", "password_again")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_organiser(request: HttpRequest) -> HttpResponse:
    """Make the first account: only at the machine itself, and only while there is none."""
    if not (is_this_machine(request) and no_account_yet()):
        raise Http404
    form = FirstOrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = create_first_organiser(
                username=form.cleaned_data["username"],
                full_name=form.cleaned_data["full_name"],
                password=form.cleaned_data["password"],
            )
        except NotNow as error:
            messages.warning(request, str(error))
            return redirect("accounts:login")
        except UserError as error:
            add_user_error(form, error)
        else:
            login(request, user)
            return redirect("home")
    return _show(request, "accounts/first_organiser.html", form)


@require_safe
@superuser_required
def accounts(request: HttpRequest) -> HttpResponse:
    return render(
        request, "accounts/list.html", {"table": accounts_table(request, account_lines())}
    )


@never_cache
@require_safe
@superuser_required
def log(request: HttpRequest) -> HttpResponse:
    """List what was done to the installation: ?action=…&actor=…&text=…&since=…&sort=…&page=…"""
    form = LogFilter(request.GET)
    page = installation_page(
        form.event_filter(), page=asked_page(request.GET), oldest_first=oldest_first(request.GET)
    )
    form.offer(page)
    context = {"form": form, "record": page, "table": record_table(page, request.GET)}
    return render(request, "accounts/log.html", context)


@never_cache
@superuser_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_account(request: HttpRequest) -> HttpResponse:
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_shown(form):
            user, first_password = create_account(actor=_acting(request), **form.cleaned_data)
            # The password is shown in the answer itself and stored nowhere, so there is no page
            # to redirect to; sending the form again is refused because the name is taken.
            context = {"account": user, "first_password": first_password}
            return render(request, "accounts/first_password.html", context)
    return _show(request, "accounts/new.html", form)


@never_cache
@superuser_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    if request.method != "POST":
        return render(request, "accounts/new_password.html", {"account": user})
    first_password = renew_password(actor=_acting(request), user=user)
    context = {"account": user, "first_password": first_password}
    return render(request, "accounts/first_password.html", context)


@require_POST
@superuser_required
def deactivate(request: HttpRequest, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    with refusal_told(request):
        deactivate_account(actor=_acting(request), user=user)
        messages.success(
            request, _("The account %(name)s is deactivated.") % {"name": user.username}
        )
    return redirect("accounts:list")


@require_POST
@superuser_required
def activate(request: HttpRequest, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    activate_account(actor=_acting(request), user=user)
    messages.success(request, _("The account %(name)s is active again.") % {"name": user.username})
    return redirect("accounts:list")
