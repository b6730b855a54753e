"""Forms of what keeps an installation and its championships."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import ReasonForm
from tournament.holding.championship_file.services import LONGEST_SLUG
from tournament.holding.plan import LONGEST_FOLDER


class FolderForm(forms.Form):
    """Where backups go."""

    folder = forms.CharField(
        label=_("Folder of the backups"),
        max_length=LONGEST_FOLDER,
        required=False,
        help_text=_(
            "The whole name of a folder on this machine, best on a stick that stays plugged in: "
            "/media/stick/backups, E:\\backups. Nothing: the folder beside the data."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class ExportForm(ReasonForm):
    """Why somebody takes sealed hands away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _(
            "The log of the installation keeps it, with your name and the time."
        )


class ImportForm(forms.Form):
    """The file of a championship, and perhaps another address for it."""

    file = forms.FileField(
        label=_("File of a championship"),
        allow_empty_file=True,  # refused by its reader, in a sentence of its own
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    slug = forms.CharField(
        label=_("Another address"),
        required=False,
        max_length=LONGEST_SLUG,
        help_text=_("Only where its own is taken here: letters without accents, digits and “-”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
