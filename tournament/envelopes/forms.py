"""Forms for making envelopes and opening them, and for files that come back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RoundsForm(forms.Form):
    """First and last round of an envelope."""

    first = forms.IntegerField(label=_("From round"), min_value=1)
    last = forms.IntegerField(label=_("To round"), min_value=1)

    def __init__(self, *args: Any, rounds: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in self.fields.values():
            assert isinstance(one, forms.IntegerField)
            one.max_value = rounds
            one.widget.attrs["max"] = rounds


class EnvelopeForm(forms.Form):
    """File of an envelope from the centre."""

    file = forms.FileField(
        label=_("Envelope"),
        allow_empty_file=True,  # refused by its reader, in a sentence of its own
        widget=forms.ClearableFileInput(attrs={"accept": ".botifarra-envelope"}),
    )


class PassphraseForm(forms.Form):
    """Passphrase that opens an envelope."""

    passphrase = forms.CharField(
        label=_("Passphrase"),
        max_length=200,
        help_text=_("Seven groups of five digits, as the centre tells them."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "inputmode": "numeric", "spellcheck": "false"}
        ),
    )


class ResultsForm(forms.Form):
    """Results file from a venue's laptop."""

    file = forms.FileField(
        label=_("Results file"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".botifarra-results"}),
    )
