"""Asking why hands are printed before they are public, and of which rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import ReasonForm
from tournament.exports.rows import round_title


class PrintHandsForm(ReasonForm):
    """The rounds whose sealed hands are printed, and why."""

    rounds = forms.TypedMultipleChoiceField(
        label=_("Rounds"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one round.")},
    )

    field_order = ["rounds", "reason"]

    def __init__(self, *args: Any, sealed: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["rounds"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, round_title(number)) for number in sealed]
