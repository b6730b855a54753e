"""Forms of simultaneous events."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms import ReasonForm
from tournament.core.reasons import LONGEST
from tournament.deals.services.deal_sets import LONGEST_SALT
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_ROUNDS_TOGETHER,
    VENUE_NAME_LENGTH,
    Championship,
    LeftOut,
    VenuesField,
)
from tournament.simultaneous.services.events import NAME_LENGTH
from tournament.stages.formats import FORMATS

TOGETHER = {kind: one for kind, one in FORMATS.items() if one.deals and not one.by_score}
"""The formats in which venues can play: a round paired by results would wait for all venues."""


class EventDetailsForm(forms.Form):
    """Name and date."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_date(self) -> datetime.date:
        date: datetime.date = self.cleaned_data["date"]
        if not 2000 <= date.year <= 2100:
            raise forms.ValidationError(_("Expected a day between 2000 and 2100."))
        return date


class NewEventForm(EventDetailsForm):
    """Name and date of a new event, and what all venues play."""

    format = forms.TypedChoiceField(
        label=gettext_lazy("Format"), coerce=TOGETHER.__getitem__, widget=forms.RadioSelect
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS_TOGETHER
    )
    hands_per_match = forms.IntegerField(
        label=gettext_lazy("Hands a match"), min_value=1, max_value=MOST_HANDS_PER_MATCH, initial=4
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(kind, capfirst(str(one.label))) for kind, one in TOGETHER.items()]
        field = self.fields["format"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices
        self.fields["rounds"].help_text = _(
            "Each venue plays so many. With fewer pairs than rounds a venue can't take part."
        )


class VenueForm(forms.Form):
    """A venue for which a championship is made."""

    name = forms.CharField(
        label=gettext_lazy("Name of the venue"),
        max_length=VENUE_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TieForm(forms.Form):
    """A championship that becomes a venue."""

    championship = forms.ModelChoiceField(
        label=gettext_lazy("Championship"), queryset=Championship.objects.none()
    )

    def __init__(self, free: Iterable[Championship], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["championship"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Championship.objects.filter(pk__in=[one.pk for one in free])


class SaltForm(forms.Form):
    """The salt of the hands, to be fixed for good."""

    salt = forms.CharField(
        label=gettext_lazy("Salt"),
        required=False,
        max_length=LONGEST_SALT,
        help_text=gettext_lazy(
            "A public text that nobody controls, known only after the commitment was "
            "published: for example the winning number of today's lottery."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ComparisonForm(forms.Form):
    """The field that pairs are compared with over all venues."""

    field = forms.TypedChoiceField(
        label=gettext_lazy("In the overall standings each hand is compared with"),
        coerce=VenuesField,
        choices=VenuesField.choices,
        widget=forms.RadioSelect,
    )


class ExchangeForm(ReasonForm):
    """The round that gets other hands, and the reason."""

    field_order = ("round", "reason")
    round = forms.TypedChoiceField(
        label=gettext_lazy("Round"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, rounds: Mapping[int, Iterable[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [
            (
                number,
                _("Round %(round)d: seen in %(venues)s")
                % {"round": number, "venues": ", ".join(venues)},
            )
            for number, venues in rounds.items()
        ]


class PersonForm(forms.Form):
    """Somebody who is to look after the event too."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class LeaveOutForm(forms.Form):
    """The reason why a venue doesn't count."""

    why = forms.TypedChoiceField(
        label=gettext_lazy("The venue is"),
        coerce=LeftOut,
        choices=LeftOut.choices,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST,
        help_text=gettext_lazy("Everybody reads it beside the standings, and in the record."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReleaseHourForm(forms.Form):
    """Time at which a round is released, whoever has handed it in by then."""

    at = forms.DateTimeField(
        label=gettext_lazy("Or release it at"),
        required=False,
        help_text=gettext_lazy(
            "At that time, whoever has handed it in. Left empty: at no set time."
        ),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class ReleaseForm(forms.Form):
    """Releasing a round; `reason` while venues are waited for."""

    reason = forms.CharField(
        label=gettext_lazy("Why is it released without them?"),
        max_length=LONGEST,
        help_text=gettext_lazy("It goes into the record, with your name and the time."),
        widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, waits: bool, elsewhere: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if elsewhere:
            self.fields["reason"].label = gettext_lazy("Who at the centre told you to release it?")
        elif not waits:
            del self.fields["reason"]
