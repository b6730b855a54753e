"""Forms of a championship: its name and date, its people, its end."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.accounts.forms import AccountForm
from tournament.championships.services.another import CopiedParts
from tournament.championships.services.details import NAME_LENGTH
from tournament.core.reasons import LONGEST
from tournament.models import Role


class DetailsForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(label=gettext_lazy("Place"), max_length=NAME_LENGTH, required=False)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean_date(self) -> datetime.date | None:
        date: datetime.date | None = self.cleaned_data["date"]
        if date is not None and not 2000 <= date.year <= 2100:
            raise forms.ValidationError(_("Expected a day between 2000 and 2100."))
        return date


class AnotherForm(DetailsForm):
    """A new championship like an earlier one: what is copied besides its settings."""

    tables = forms.BooleanField(label=gettext_lazy("The tables' names"), required=False)
    people = forms.BooleanField(label=gettext_lazy("Organisers and referees"), required=False)
    pairs = forms.BooleanField(label=gettext_lazy("All who are registered"), required=False)

    @property
    def details(self) -> dict[str, Any]:
        """Return name, place and date; only for a valid form."""
        return {name: self.cleaned_data[name] for name in DetailsForm.base_fields}

    @property
    def taken(self) -> CopiedParts:
        """Return the parts to copy; only for a valid form."""
        return CopiedParts(
            **{name: self.cleaned_data[name] for name in ("tables", "people", "pairs")}
        )


class LogoForm(forms.Form):
    """A picture for the head of every paper."""

    file = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("A PNG or JPEG file."),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg,image/png,image/jpeg"}),
    )


class ChangeDetailsForm(DetailsForm):
    """Name, place and date of a championship; `based_on` is the version that the page showed."""

    based_on = forms.CharField(widget=forms.HiddenInput, required=False)


class RoleField(forms.ChoiceField):
    """Organiser or referee, with a sentence each."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Role"),
            choices=[
                (
                    Role.REFEREE,
                    gettext_lazy("referee: opens and closes rounds, enters results, rules"),
                ),
                (Role.ORGANISER, gettext_lazy("organiser: everything")),
            ],
            initial=Role.REFEREE,
            widget=forms.RadioSelect,
        )

    def clean(self, value: Any) -> Role:
        return Role(super().clean(value))


class AddMemberForm(forms.Form):
    """A role for somebody who has an account."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = RoleField()


class NewMemberForm(AccountForm):
    """An account and a role for somebody who has none."""

    role = RoleField()


class EndForm(forms.Form):
    """The end; `reason` where rounds were never opened."""

    reason = forms.CharField(
        label=gettext_lazy("Why does it end without them?"),
        help_text=gettext_lazy("It goes into the record, with your name and the time."),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, the championship is over: make the standings final.")
    )

    def __init__(self, *args: Any, unplayed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not unplayed:
            del self.fields["reason"]
