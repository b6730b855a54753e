"""Fields that forms of results share, read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import Denomination, Double
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.core.labels import label

_DIGITS = re.compile(r"[0-9]{1,4}")
_VERSION = re.compile(r"[0-9]{1,5}")


class PointsField(forms.CharField):
    """Points of a side: a few of the digits 0–9, at most `most`; None for nothing."""

    def __init__(self, most: int = POINTS_IN_A_HAND, **kwargs: Any) -> None:
        self._most = most
        widget = forms.TextInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "maxlength": len(str(most)),
                "class": "points",
            }
        )
        super().__init__(required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        if not _DIGITS.fullmatch(text) or int(text) > self._most:
            raise ValidationError(self.expected % {"most": self._most})
        return int(text)

    @property
    def expected(self) -> str:
        """Text of the error for a refused value, with a placeholder for `most`."""
        return _("Points are a whole number from 0 to %(most)d.")


class SignedPointsField(PointsField):
    """Points that can be below 0: a few digits, perhaps with a minus before them."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(most, **kwargs)
        self.widget.attrs |= {"maxlength": len(f"-{most}"), "inputmode": "text"}

    def clean(self, value: Any) -> int | None:
        text = str(value or "").strip().replace("−", "-")
        made = super().clean(text.removeprefix("-"))
        return -made if made is not None and text.startswith("-") else made

    @property
    def expected(self) -> str:
        return _("Points are a whole number from −%(most)d to %(most)d.")


class HandsField(PointsField):
    """Number of hands that were played."""

    @property
    def expected(self) -> str:
        return _("The hands played are a whole number from 1 to %(most)d.")


class VersionField(forms.CharField):
    """Number of the version that a form was made from; hidden, and never typed by a person."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        if not _VERSION.fullmatch(text):
            raise ValidationError(_("This page can no longer be used. Reload it."))
        return int(text)


def choices_of(
    members: Iterable[Denomination | Double | Infraction | Award],
) -> list[tuple[str, Any]]:
    return [(member.value, label(member)) for member in members]


def chips(name: Any) -> forms.ChoiceField:
    """Return a choice that is drawn as a row of chips below a translated name."""
    return forms.ChoiceField(label=name, required=False, widget=forms.RadioSelect)
