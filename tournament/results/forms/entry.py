"""Base of the desk's forms of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.play.games import PerParty
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error
from tournament.core.reasons import LONGEST
from tournament.models import Match, NotPlayedReason, Result
from tournament.results.forms.fields import VersionField
from tournament.results.kinds.kind import Doubt, ResultKind
from tournament.results.kinds.kinds import content_of


class EntryForm(forms.Form):
    """Base of the desk's forms of results; each kind has one that adds its fields.

    After `is_valid()`, `entry` is the result. `sure` repeats a token from `token_of`, to confirm an
    unlikely result: it is valid only for equal figures and equal doubts.
    """

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

    points_names: ClassVar[PerParty[str]]
    """Names of the fields of each party's points."""
    folded: ClassVar[tuple[str, ...]]
    """Names of the fields that are folded away at first."""
    fields_template: ClassVar[str]
    """Template of the kind's own fields, on the page where a result is entered."""
    decision_template: ClassVar[str]
    """Template of the kind's own fields on a correction request; the form is `other` there."""
    preview_template: ClassVar[str] = ""
    """Template of what `preview` returns; "" for a kind without one."""

    said: Any = None
    """`Content` of the form's kind, once it was read without a fault."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reasons = [("", _("yes")), *NotPlayedReason.choices]
        self._offer({"not_played_reason": reasons})

    def _offer(self, choices: Mapping[str, list[tuple[str, Any]]]) -> None:
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    @classmethod
    def of(cls, current: Result | None) -> Self:
        """Return the form to enter a first result, or to change the current one."""
        if current is None:
            return cls(initial={"based_on": 0})
        return cls(initial={**cls.values_of(content_of(current)), "based_on": current.version})

    @classmethod
    def values_of(cls, content: Any) -> dict[str, Any]:
        """Return the values of the fields for this content."""
        return {"not_played_reason": content.not_played_reason, "note": content.note}

    @staticmethod
    def preview(_match: Match, _deal: int, _content: Any, /) -> dict[str, Any]:
        """Return the effect of a content, or of None, as `preview_template` needs it."""
        return {}

    @property
    def figures(self) -> str:
        """Entered figures, to repeat them once they are stored; only after `is_valid()`."""
        points = self.entry.points
        return "" if points.ns is None else "–".join(map(str, points))

    @property
    def says_more(self) -> bool:
        """Return whether a field that is folded away at first has a value or a fault."""
        return any(self[name].value() or self[name].errors for name in self.folded)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "based_on" in self.errors:
            self.add_error(None, _("This page can no longer be used. Reload it."))
        if not self.errors:
            self.said = self.read(data)
        return data

    def read(self, data: dict[str, Any]) -> Any:
        """Return the content of the fields; None, with the faults added, where they don't fit."""
        raise NotImplementedError

    def check(self, kind: ResultKind[Any]) -> bool:
        """Return whether a valid content can be a result; puts `entry` in its stored form."""
        try:
            self.said = kind.checked(self.said)
        except UserError as error:
            add_user_error(self, error)
            return False
        return True

    @property
    def entry(self) -> Any:
        """The result; only after `is_valid()`."""
        assert self.said is not None
        return self.said

    def is_sure_of(self, doubts: tuple[Doubt, ...]) -> bool:
        """Return whether exactly this was confirmed in spite of exactly these doubts."""
        return bool(self.cleaned_data["sure"] == token_of(self.figures, doubts))

    @property
    def points(self) -> PerParty[forms.BoundField]:
        """Fields of each party's points, as templates draw them."""
        return self.points_names.map(self.__getitem__)

    def focus(self, name: str = "") -> None:
        """Let the page open with this field ready to type in, or else with the first."""
        self.fields[name or next(iter(self.fields))].widget.attrs["autofocus"] = True

    def with_values(self, **values: str) -> Self:
        """Return the form as typed, with some of its values replaced."""
        return type(self)({name: self.data.get(name, "") for name in self.fields} | values)


def token_of(figures: str, doubts: tuple[Doubt, ...]) -> str:
    """Return the token that confirms these figures in spite of these doubts."""
    kinds = "-".join(doubt.kind.value for doubt in doubts)
    return f"{figures}-{kinds}"
