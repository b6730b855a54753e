"""Forms for exporting a championship as a file, and for importing one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import ReasonForm
from tournament.transfer.services import LONGEST_SLUG


class ExportForm(ReasonForm):
    """Reason for exporting sealed hands."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _(
            "It goes into the log of the installation, with your name and the time."
        )


class ImportForm(forms.Form):
    """File of a championship, and perhaps another address for it."""

    file = forms.FileField(
        label=_("File of a championship"),
        allow_empty_file=True,  # refused by its reader, in a sentence of its own
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    slug = forms.CharField(
        label=_("Another address"),
        required=False,
        max_length=LONGEST_SLUG,
        help_text=_(
            "Only if its own is already taken here: letters without accents, digits and “-”."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
