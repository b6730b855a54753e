"""Form for the salt."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.deals.services.deal_sets import LONGEST_SALT


class SaltForm(forms.Form):
    deal_set = forms.IntegerField(
        required=False, min_value=1, max_value=32767, widget=forms.HiddenInput
    )
    """Id of the set; the newest if it is left out."""
    salt = forms.CharField(
        label=_("Salt"),
        required=False,
        max_length=LONGEST_SALT,
        help_text=_(
            "A public text that nobody controls, known only after the commitment was "
            "published: for example the winning number of today's lottery."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
