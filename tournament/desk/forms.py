"""Forms of the referee's desk: the countdown, confirmations, decisions on correction requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.reasons import LONGEST
from tournament.correction_requests.queries import CorrectionRequestView
from tournament.results.forms.fields import VersionField

MINUTES = (1, 5)
"""Minutes that the buttons of the countdown add."""
_CHOSEN = re.compile(r"([0-9]{1,5}):([0-9]{1,5})")


class ClockAct(StrEnum):
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"


class ClockForm(forms.Form):
    """A button of the countdown; for more minutes also the countdown that it stood beside."""

    act = forms.ChoiceField(choices=[(one.value, one.value) for one in ClockAct])
    minutes = forms.ChoiceField(choices=[(str(one), one) for one in MINUTES], required=False)
    based_on = forms.CharField(required=False, max_length=16)

    def clean_minutes(self) -> int:
        minutes = self.cleaned_data["minutes"]
        if not minutes and self.cleaned_data.get("act") == ClockAct.EXTEND:
            raise forms.ValidationError(_("Say how many minutes."))
        return int(minutes or 0)


def chosen_versions(sent: list[str]) -> Mapping[int, int] | None:
    """Return the version of each thing that was looked at (a deal, a correction request), by its
    number.

    `sent` are texts "12:3". None if one is malformed or none was sent.
    """
    found = [_CHOSEN.fullmatch(one) for one in sent]
    if not found or not all(found):
        return None
    return {int(one[1]): int(one[2]) for one in found if one}


class Choice(StrEnum):
    """A referee's decision about a correction request."""

    REQUESTED = "requested"
    STANDS = "stands"
    OTHER = "other"


class ReasonForm(forms.Form):
    """The reason of a referee's decision."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST,
        help_text=gettext_lazy(
            "Both pairs can read it, and it goes into the record with your name and the time."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DecisionForm(ReasonForm):
    """The decision on a correction request, and why; another result comes from an `EntryForm`."""

    choice = forms.ChoiceField(label=gettext_lazy("What shall count?"), widget=forms.RadioSelect)
    based_on = VersionField()

    def __init__(self, correction_request: CorrectionRequestView, data: Any = None) -> None:
        super().__init__(data, initial={"based_on": correction_request.version})
        field = self.fields["choice"]
        assert isinstance(field, forms.ChoiceField)
        choices = [(Choice.STANDS.value, _("The current result stays."))]
        if correction_request.said is not None:
            choices.insert(0, (Choice.REQUESTED.value, _("What is asked for.")))
        field.choices = [*choices, (Choice.OTHER.value, _("Something else, as entered below."))]

    def clean_choice(self) -> Choice:
        return Choice(self.cleaned_data["choice"])
