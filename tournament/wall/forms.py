"""Forms of the page that steers the wall."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournament.models import Wall

MINUTES = (5, 10, 15, 30, 60)
USUAL_MINUTES = 10


class ShownForm(forms.Form):
    """The kinds of screens that the wall shows in turn."""

    shows = forms.MultipleChoiceField(
        label=gettext_lazy("By turns"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Choose at least one thing for the wall to show.")
        },
    )

    def __init__(
        self, data: Any = None, *, possible: Collection[Wall.Shows], **others: Any
    ) -> None:
        super().__init__(data, **others)
        field = self.fields["shows"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(one.value, one.label) for one in possible]

    @property
    def chosen(self) -> list[Wall.Shows]:
        """Return the ticked kinds; only after `is_valid()`."""
        return [Wall.Shows(one) for one in self.cleaned_data["shows"]]


class MessageForm(forms.Form):
    """A message to the hall, and how long it stands."""

    message = forms.CharField(
        label=gettext_lazy("Message to the hall"),
        max_length=Wall.LONGEST_MESSAGE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "It stands above everything on the walls, and goes into the record."
        ),
    )
    minutes = forms.TypedChoiceField(
        label=pgettext_lazy("how long", "For"), coerce=int, initial=USUAL_MINUTES
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["minutes"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(one, _minutes(one)) for one in MINUTES]


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
