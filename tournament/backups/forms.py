"""The form of the folder that backups go into."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.backups.plan import LONGEST_FOLDER


class FolderForm(forms.Form):
    """The folder for backups."""

    folder = forms.CharField(
        label=_("Folder of the backups"),
        max_length=LONGEST_FOLDER,
        required=False,
        help_text=_(
            "The full path of a folder on this machine, preferably on a USB stick that stays "
            "plugged in: /media/stick/backups, E:\\backups. Empty: the folder beside the data."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
