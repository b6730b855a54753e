"""The forms of referees and organisers about hands on phones."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.play.acts import LONGEST_REASON
from tournament.models import PlayedWith


class PlayedWithForm(forms.Form):
    """Packs or phones, and that who turns phones on knows how cards cross the network."""

    played_with = forms.ChoiceField(
        label=_("The hands are played with"), choices=PlayedWith.choices, widget=forms.RadioSelect
    )
    knows_plain_http = forms.BooleanField(
        label=_(
            "I know: where phones reach this site by http:// and not by https://, cards in play "
            "cross the network unprotected, and who listens there can read them."
        ),
        required=False,
    )

    @property
    def chosen(self) -> dict[str, Any]:
        """What was chosen; only for a valid form."""
        told = self.cleaned_data
        return {**told, "played_with": PlayedWith(told["played_with"])}


class TakeBackForm(forms.Form):
    """Why a referee gives a card back, and how many acts there were."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=LONGEST_REASON,
        help_text=_("It goes into the record, with your name and the time."),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )
    acts = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
