"""The form that makes a schedule."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class MakeForm(forms.Form):
    """How many rounds; and, where a published schedule would go, whether that is meant."""

    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), required=False, min_value=1)
    sure = forms.BooleanField(
        label=gettext_lazy(
            "Yes, the published schedule may go: the pages are no longer public until the new one "
            "is published."
        ),
    )

    def __init__(self, *args: Any, full: int, published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = self.fields["rounds"]
        rounds.widget.attrs.update({"max": full, "placeholder": full})
        rounds.help_text = _(
            "From 1 to %(full)d. With all %(full)d rounds everybody meets everybody; leave it "
            "empty for that."
        ) % {"full": full}
        if not published:
            del self.fields["sure"]


def wanted_round(request: HttpRequest) -> int | None:
    """The round an address asks for (?from=21); None for none, or for what is no number."""
    text = request.GET.get("from", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
