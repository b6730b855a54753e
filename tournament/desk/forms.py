"""What referees send from the desk: minutes, looks at hands, the decision of a claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.claims.queries import ClaimView
from tournament.core.reasons import LONGEST
from tournament.results.forms import VersionField

MINUTES = (1, 5)
"""What the buttons of the countdown add."""
_HAND = re.compile(r"([0-9]{1,5}):([0-9]{1,5})")


class ClockAct(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"


class ClockForm(forms.Form):
    """A button of the countdown: which one, and for minutes the countdown that it stood beside."""

    act = forms.ChoiceField(choices=[(one.value, one.value) for one in ClockAct])
    minutes = forms.ChoiceField(choices=[(str(one), one) for one in MINUTES], required=False)
    based_on = forms.CharField(required=False, max_length=16)

    def clean_minutes(self) -> int:
        minutes = self.cleaned_data["minutes"]
        if not minutes and self.cleaned_data.get("act") == ClockAct.EXTEND:
            raise forms.ValidationError(_("Say how many minutes."))
        return int(minutes or 0)


def hands_looked_at(sent: list[str]) -> Mapping[int, int] | None:
    """Which version of which deal was looked at, from texts "12:3"; None where one is no such
    text or nothing was sent."""
    found = [_HAND.fullmatch(one) for one in sent]
    if not found or not all(found):
        return None
    return {int(one[1]): int(one[2]) for one in found if one}


class Choice(StrEnum):
    """What a referee decides about a claim."""

    CLAIMED = "claimed"
    STANDS = "stands"
    OTHER = "other"


class DecisionForm(forms.Form):
    """What becomes of a claim, and why; what else it shall be is said in a `ResultForm`."""

    choice = forms.ChoiceField(label=gettext_lazy("What shall count?"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST,
        help_text=gettext_lazy("Both pairs and the record read it, with your name and the time."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    based_on = VersionField()

    def __init__(self, claim: ClaimView, data: Any = None) -> None:
        super().__init__(data, initial={"based_on": claim.version})
        field = self.fields["choice"]
        assert isinstance(field, forms.ChoiceField)
        choices = [(Choice.STANDS.value, _("What stands there stays."))]
        if claim.said is not None:
            choices.insert(0, (Choice.CLAIMED.value, _("What is claimed.")))
        field.choices = [*choices, (Choice.OTHER.value, _("Something else, as entered below."))]

    def clean_choice(self) -> Choice:
        return Choice(self.cleaned_data["choice"])
