"""Parts that forms of several features share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import Conflict, UserError
from tournament.core.reasons import LONGEST


class FormRenderer(TemplatesSetting):
    """One look for every form."""

    field_template_name = "forms/field.html"
    form_template_name = "forms/form.html"


class ReasonForm(forms.Form):
    """Form for the reason of an act."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=LONGEST,
        help_text=_("It goes into the record, with your name and the time."),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data that a form is bound to: what was posted, or None."""
    return request.POST if request.method == "POST" else None


def choices_in(data: QueryDict, names: Iterable[str]) -> str:
    """Return the fields `names` that say something, as a query string; a form with a preview
    carries it as `shown`."""
    kept = QueryDict(mutable=True)
    for name in names:
        if values := [one for one in data.getlist(name) if one]:
            kept.setlist(name, values)
    return kept.urlencode()


def preview_of_other_choices(
    request: HttpRequest, names: Iterable[str]
) -> HttpResponseRedirect | None:
    """Redirect a posted form to the preview of its choices unless their preview is what the page
    showed; None where that is so, or nothing was posted.

    So nobody does what they have not seen, and nothing is done with other values than those in the
    fields. The button `preview` asks for it; without it the next page says why nothing was done.
    """
    if request.method != "POST" or "shown" not in request.POST:
        return None
    chosen = choices_in(request.POST, names)
    if "preview" not in request.POST:
        if chosen == request.POST["shown"]:
            return None
        why = _("You have chosen something else than was shown. This is what it means: check it.")
        tell_conflict(request, Conflict(str(why)))
    return HttpResponseRedirect(f"{request.path}?{chosen}")


@contextmanager
def refusal_shown(form: forms.Form) -> Iterator[None]:
    """Show a service's refusal in the form; what comes after it in the block is not done."""
    try:
        yield
    except UserError as error:
        add_user_error(form, error)


@contextmanager
def refusal_told(request: HttpRequest) -> Iterator[None]:
    """Show a service's refusal on the next page; what comes after it in the block is not done."""
    try:
        yield
    except UserError as error:
        messages.error(request, str(error))


def tell_conflict(request: HttpRequest, error: Conflict) -> None:
    """Say on the next page, which shows what is stored now, that a form was made from something
    older; what was typed into it is offered there (keep_typed.js)."""
    messages.error(request, str(error), extra_tags="conflict")


def add_user_error(form: forms.Form, error: UserError) -> None:
    """Show a service's refusal beside the field it names, or above the form."""
    field = error.field if error.field in form.fields else None
    for message in error.messages:
        form.add_error(field, str(message))
