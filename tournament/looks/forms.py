"""Forms about accounts that play."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class PlaysForm(forms.Form):
    """Pair of an account that plays."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    contestant = forms.IntegerField(label=_("Pair or player, by number"), min_value=1)
