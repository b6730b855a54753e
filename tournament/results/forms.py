"""The form for one hand's result, read strictly: invalid input is refused, never guessed at."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.duplicate.scores import POINTS_IN_A_HAND, Award, Infraction
from scoring.game.announcements import Announcement, Denomination, Double
from tournament.core.forms import ReasonForm
from tournament.core.labels import label
from tournament.core.reasons import LONGEST
from tournament.models import NotPlayedReason, Outcome, Result
from tournament.results.entry import ResultInput, content_of
from tournament.results.plausibility import Doubt

_DIGITS = re.compile(r"[0-9]{1,2}")
_VERSION = re.compile(r"[0-9]{1,5}")


class PointsField(forms.CharField):
    """Trick points of a side: one or two of the digits 0–9, at most 72; None for nothing."""

    def __init__(self) -> None:
        widget = forms.TextInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "maxlength": 2,
                "class": "points",
            }
        )
        super().__init__(required=False, widget=widget)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        if not _DIGITS.fullmatch(text) or int(text) > POINTS_IN_A_HAND:
            raise ValidationError(
                _("Points are a whole number from 0 to %(most)d.") % {"most": POINTS_IN_A_HAND}
            )
        return int(text)


class VersionField(forms.CharField):
    """The number of the version that a form was made from; hidden, and never typed by a person."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        if not _VERSION.fullmatch(text):
            raise ValidationError(_("This page can no longer be used. Reload it."))
        return int(text)


def _choices(enum: type[Denomination | Double | Infraction | Award]) -> list[tuple[str, Any]]:
    return [(member.value, label(member)) for member in enum]


class ResultForm(forms.Form):
    """A hand's result: points, announcements, rule-break or award; or why it was not played.

    After `is_valid()`, `entry` is the result. `sure` repeats a token from `token_of`, to confirm an
    unlikely result: it is valid only for the same points and the same doubts.
    """

    ns_points = PointsField()
    ew_points = PointsField()
    trump = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    double = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    infraction = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    award = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    not_played_reason = forms.ChoiceField(
        label=gettext_lazy("Was the hand played?"), required=False
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=LONGEST,
        help_text=gettext_lazy(
            "What happened, in a few words. Only referees see it, unless it says why a hand "
            "was not played."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why is it changed?"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    based_on = VersionField()
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    said: ResultInput | None = None
    """What was said, once it was read without a fault."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (
            ("trump", [("", _("not noted")), *_choices(Denomination)]),
            ("double", _choices(Double)),
            ("infraction", _choices(Infraction)),
            ("award", _choices(Award)),
            ("not_played_reason", [("", _("yes")), *NotPlayedReason.choices]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    @classmethod
    def of(cls, current: Result | None) -> ResultForm:
        """The form to enter a first result, or to change the current one."""
        if current is None:
            return cls(initial={"based_on": 0})
        content = content_of(current)
        return cls(
            initial={
                "ns_points": content.ns_points,
                "ew_points": content.points.ew,
                "trump": current.trump,
                "double": current.double,
                "infraction": current.infraction,
                "award": current.award,
                "not_played_reason": current.not_played_reason,
                "note": current.note,
                "based_on": current.version,
            }
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "based_on" in self.errors:
            self.add_error(None, _("This page can no longer be used. Reload it."))
        if self.errors:
            return data
        ns_points, ew_points = data["ns_points"], data["ew_points"]
        if ns_points is None and ew_points is not None:
            ns_points = POINTS_IN_A_HAND - ew_points
        elif ew_points is not None and ns_points + ew_points != POINTS_IN_A_HAND:
            self.add_error(
                "ew_points",
                _("%(ns)d and %(ew)d are %(sum)d together; they must be %(all)d.")
                % {
                    "ns": ns_points,
                    "ew": ew_points,
                    "sum": ns_points + ew_points,
                    "all": POINTS_IN_A_HAND,
                },
            )
            return data
        for_both = data["award"] == Award.BOTH.value
        if ns_points is None and not (data["infraction"] or data["not_played_reason"] or for_both):
            self.add_error("ns_points", _("Enter the points of one side."))
            return data
        self.said = ResultInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            ns_points=ns_points,
            announcement=Announcement(
                Denomination(data["trump"]) if data["trump"] else None, Double(data["double"])
            ),
            infraction=Infraction(data["infraction"]),
            award=Award(data["award"]),
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )
        return data

    @property
    def entry(self) -> ResultInput:
        """What was said; only after `is_valid()`."""
        assert self.said is not None
        return self.said

    def is_sure_of(self, doubts: tuple[Doubt, ...]) -> bool:
        """Whether exactly these points were confirmed in spite of exactly these doubts."""
        return bool(self.cleaned_data["sure"] == token_of(self.entry, doubts))

    @property
    def says_more(self) -> bool:
        """Whether something stands, or is wrong, in the fields that are folded away at first."""
        folded = (self[name] for name in ("infraction", "award", "not_played_reason", "note"))
        return any(field.value() or field.errors for field in folded)

    def focus(self, name: str) -> None:
        """Let the page open with this field ready to type in."""
        self.fields[name].widget.attrs["autofocus"] = True

    def with_values(self, **values: str) -> ResultForm:
        """The same form as typed, with some of its values replaced."""
        return ResultForm({name: self.data.get(name, "") for name in self.fields} | values)


class TakeBackForm(ReasonForm):
    """Why the current result is taken back."""

    based_on = VersionField()


def token_of(entry: ResultInput, doubts: tuple[Doubt, ...]) -> str:
    """What confirms these points in spite of these doubts."""
    kinds = "-".join(doubt.kind.value for doubt in doubts)
    return f"{entry.ns_points}-{kinds}"
