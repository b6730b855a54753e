"""The form with which a pair asks for a correction, filled in with the current result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.duplicate.scores import POINTS_IN_A_HAND
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.core.reasons import LONGEST
from tournament.models import Outcome
from tournament.phones.pair_queries import PairHand
from tournament.results.forms import PointsField, VersionField
from tournament.results.kinds.dealt_hand import ResultInput


class CorrectionForm(forms.Form):
    """The right result, or what is wrong in words, or both.

    After `is_valid()`, `said` is the right result, None if it was left as it stands and there are
    only words.
    """

    points = PointsField()
    trump = forms.ChoiceField(
        label=gettext_lazy("Trumps"), required=False, widget=forms.RadioSelect
    )
    double = forms.ChoiceField(
        label=gettext_lazy("Contro"), required=False, widget=forms.RadioSelect
    )
    words = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        required=False,
        max_length=LONGEST,
        help_text=gettext_lazy("In a few words: your opponents and the referee can read it."),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    based_on = VersionField()

    said: ResultInput | None = None

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        stands = hand.stands
        announced = stands.announcement if stands else Announcement()
        super().__init__(
            data,
            initial={
                "points": hand.own_points,
                "trump": announced.trump.value if announced.trump else "",
                "double": announced.double.value,
                "based_on": hand.version,
            },
        )
        self._hand = hand
        self.fields["points"].label = _("Your points, with the tricks")
        self.fields["points"].help_text = _("The opponents get the rest of %(all)d.") % {
            "all": POINTS_IN_A_HAND
        }
        trumps = [(one.value, label(one)) for one in Denomination]
        doubles = [(one.value, label(one)) for one in Double]
        for name, choices in (("trump", [("", _("not noted")), *trumps]), ("double", doubles)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "based_on" in self.errors:
            self.add_error(None, _("This page can no longer be used. Reload it."))
        if self.errors or data["points"] is None:
            return data
        said = self._content(data)
        self.said = None if said == self._hand.stands else said
        return data

    def _content(self, data: dict[str, Any]) -> ResultInput:
        stands = self._hand.stands
        if stands is None or stands.outcome is not Outcome.PLAYED:
            stands = ResultInput(outcome=Outcome.PLAYED)
        own: int = data["points"]
        return replace(
            stands,
            ns_points=own if self._hand.side is Side.NS else POINTS_IN_A_HAND - own,
            announcement=Announcement(
                Denomination(data["trump"]) if data["trump"] else None, Double(data["double"])
            ),
        )
