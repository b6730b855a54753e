"""Pages beside the day: a new championship like this one, and moving it to the archive."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.championships.forms import AnotherForm
from tournament.championships.services import create_another, set_archived
from tournament.core.forms import posted, refusal_shown
from tournament.core.permissions import Access, Level, needs
from tournament.models import User


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def another(request: HttpRequest, access: Access) -> HttpResponse:
    """A new championship with the settings of this one, and what else is chosen."""
    assert isinstance(request.user, User)
    source = access.championship
    form = AnotherForm(
        posted(request),
        initial={
            "name": source.name,
            "place": source.place,
            "date": timezone.localdate(),
            "tables": True,
            "people": True,
        },
    )
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            made = create_another(
                actor=access.acting,
                user=request.user,
                source=source,
                taken=form.taken,
                **form.details,
            )
            return redirect("championships:start", made.slug)
    context = {"access": access, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "championships/another.html", context, status=status)


@require_POST
@needs(Level.ORGANISER)
def archive(request: HttpRequest, access: Access) -> HttpResponse:
    """Move the championship to the archive, or out of it (act=back)."""
    archived = request.POST.get("act") != "back"
    set_archived(actor=access.acting, championship=access.championship, archived=archived)
    messages.success(
        request,
        _("It is in the archive now.") if archived else _("It is out of the archive again."),
    )
    return redirect("championships:end", access.championship.slug)
