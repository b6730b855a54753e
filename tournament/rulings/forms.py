"""Forms of rulings: the decision, the sides or pair, and the words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import Side
from tournament.core.forms import ReasonForm
from tournament.core.numbers import score_text
from tournament.core.reasons import LONGEST
from tournament.models import Stage
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind

_BOTH = "NS+EW"
MOST_VERSIONS = 2**31 - 1
"""Largest version of a record of play, as its column allows."""
_POINTS = re.compile(r"([-\u2212]?)([0-9]{1,8})(?:[.,]([0-9]{1,2}))?")
"""Points with either decimal mark: with two decimals at most it can't separate thousands."""


class HundredthsField(forms.CharField):
    """Points with up to two decimals, "0,50" or "0.5", as an exact number of hundredths.

    Negative and very large numbers are read too: the limit of deductions is checked elsewhere.
    """

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off", "class": "hundredths"}
        super().__init__(max_length=8, widget=forms.TextInput(attrs=attributes), **options)

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        found = _POINTS.fullmatch(text)
        if found is None:
            raise ValidationError(
                _("Enter points with at most two decimals, such as %(example)s.")
                % {"example": score_text(Fraction(1, 2))}
            )
        sign, whole, decimals = found.groups()
        hundredths = int(whole) * 100 + int((decimals or "").ljust(2, "0"))
        return -hundredths if sign else hundredths


def _words_area(**attributes: Any) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": 3, "autocomplete": "off", **attributes})


class HandRulingForm(forms.Form):
    """Ruling on one hand at one table. After `is_valid()`, `ruling` is the decision."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is decided?"),
        choices=HandRulingKind.choices,
        widget=forms.RadioSelect,
    )
    sides = forms.ChoiceField(
        label=gettext_lazy("Which side?"),
        required=False,
        choices=[(Side.NS.value, "NS"), (Side.EW.value, "EW"), (_BOTH, "NS+EW")],
        widget=forms.RadioSelect,
    )
    words = forms.CharField(
        label=gettext_lazy("What happened?"),
        max_length=LONGEST,
        help_text=gettext_lazy(
            "In a sentence or two. The record keeps it; the public pages don't show it."
        ),
        widget=_words_area(),
    )
    play = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_VERSIONS, widget=forms.HiddenInput
    )
    """Version of the hand's record of play that goes with the ruling; None for none."""

    @classmethod
    def of(cls, stands: HandRuling | None, *, play: int | None = None) -> HandRulingForm:
        """Return the form to make a ruling, or to change the one that stands.

        `stands` may also be a prepared ruling that is still to be made; `play` is the version of
        the record of play that is to go with it.
        """
        if stands is None:
            return cls(initial={"play": play})
        sides = [side.value for side in Side if side in stands.sides]
        return cls(
            initial={
                "kind": stands.kind.value,
                "sides": "+".join(sides),
                "words": stands.words,
                "play": play,
            }
        )

    @property
    def ruling(self) -> HandRuling:
        """Decision; only after `is_valid()`."""
        sides = self.cleaned_data["sides"]
        return HandRuling(
            kind=HandRulingKind(self.cleaned_data["kind"]),
            sides=frozenset(Side(side) for side in sides.split("+")) if sides else frozenset(),
            words=self.cleaned_data["words"],
        )


class PublicReasonForm(ReasonForm):
    """Reason for a ruling, which everybody can read."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST,
        help_text=gettext_lazy(
            "It is public, and the record keeps it with your name and the time."
        ),
        widget=_words_area(),
    )


class DeductionForm(PublicReasonForm):
    """Pair and points of a deduction."""

    contestant = forms.TypedChoiceField(label=gettext_lazy("Pair"))
    hundredths = HundredthsField(label=gettext_lazy("Points to deduct"))
    field_order = ("contestant", "hundredths", "reason")

    def __init__(self, stage: Stage, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        pairs = stage.championship.contestants.order_by("number").prefetch_related("players")
        if stage.best is not None:
            pairs = pairs.filter(entries__stage=stage)
        by_number = {str(contestant.number): contestant for contestant in pairs}
        contestant = self.fields["contestant"]
        assert isinstance(contestant, forms.TypedChoiceField)
        named = [(number, f"{number} · {one.shown_name}") for number, one in by_number.items()]
        contestant.choices = [("", ""), *named]
        contestant.coerce = by_number.__getitem__
        self.fields["hundredths"].help_text = _(
            "On the scale of the total, such as %(example)s."
        ) % {"example": score_text(Fraction(1, 2))}

    @property
    def deducted(self) -> Fraction:
        """Deducted points; only after `is_valid()`."""
        return Fraction(self.cleaned_data["hundredths"], 100)
