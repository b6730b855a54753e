"""Forms that filter a log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.audit.queries.pages import RecordPage
from tournament.audit.queries.search import PLACES, EventFilter

LARGEST_NUMBER = 9999
LONGEST_TEXT = 200
YEARS = range(1900, 3000)


class _MomentField(forms.DateTimeField):
    """Date and time, entered in local time."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def clean(self, value: Any) -> datetime | None:
        moment: datetime | None = super().clean(value)
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(_("Enter a date and a time."))
        return moment


_NUMBER: dict[str, Any] = {"required": False, "min_value": 1, "max_value": LARGEST_NUMBER}


class LogFilter(forms.Form):
    """Filter of any log. Nothing is required, and unreadable parts are ignored."""

    action = forms.CharField(label=gettext_lazy("What"), required=False, widget=forms.Select)
    actor = forms.CharField(label=gettext_lazy("Who"), required=False, widget=forms.Select)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    since = _MomentField(label=pgettext_lazy("moment", "From"), required=False)
    until = _MomentField(label=pgettext_lazy("moment", "Until"), required=False)

    def event_filter(self) -> EventFilter:
        """Return what was asked for, as far as it can be read."""
        self.is_valid()
        asked = {
            name: value for name, value in self.cleaned_data.items() if value not in (None, "")
        }
        if until := asked.get("until"):
            # Whoever types 10:05 means all of that minute.
            asked["until"] = until + timedelta(minutes=1, microseconds=-1)
        return EventFilter(**asked)

    def offer(self, page: RecordPage) -> None:
        """Offer the acts and actors of the log as choices."""
        actors = [(name, name) for name in page.actors]
        if page.places:
            actors.insert(0, (PLACES, _("somebody by a link")))
        for name, nothing, choices in (
            ("action", _("everything"), page.actions),
            ("actor", _("everybody"), actors),
        ):
            widget = self.fields[name].widget
            assert isinstance(widget, forms.Select)
            widget.choices = [("", nothing), *choices]


class RecordFilter(LogFilter):
    """Filter of a championship's record."""

    round = forms.IntegerField(label=gettext_lazy("Round"), **_NUMBER)
    table = forms.IntegerField(label=gettext_lazy("Table"), **_NUMBER)
    pair = forms.IntegerField(label=gettext_lazy("Pair"), **_NUMBER)

    field_order = ("action", "actor", "text", "round", "table", "pair", "since", "until")
