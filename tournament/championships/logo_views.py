"""The page of the logo at the head of every paper."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.championships.forms import LogoForm
from tournament.championships.logo import remove_logo, set_logo
from tournament.core.forms import refusal_shown
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.models import ChampionshipLogo


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def logo(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the logo; store another one, or remove it ("remove" in the form)."""
    championship = access.championship
    if request.method == "POST" and "remove" in request.POST:
        remove_logo(actor=access.acting, championship=championship)
        messages.success(request, _("The logo is removed."))
        return redirect("championships:logo", championship.slug)
    form = LogoForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            set_logo(
                actor=access.acting,
                championship=championship,
                file=form.cleaned_data["file"].file,
            )
            messages.success(request, _("The logo is now at the top of every paper."))
            return redirect("championships:logo", championship.slug)
    found = ChampionshipLogo.objects.filter(championship=championship).defer("png").first()
    context = {"access": access, "form": form, "logo": found}
    return render(request, "championships/logo.html", context, status=422 if form.is_bound else 200)


@require_safe
@needs(Level.ORGANISER)
def logo_picture(_request: HttpRequest, access: Access) -> HttpResponse:
    found = ChampionshipLogo.objects.filter(championship=access.championship).first()
    if found is None:
        raise Http404
    response = HttpResponse(bytes(found.png), content_type="image/png")
    response["X-Content-Type-Options"] = "nosniff"
    return response
