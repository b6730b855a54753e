"""Forms of the accounts."""

from __future__ import annotations

from django import forms
from django.contrib.auth import password_validation
from django.utils.translation import gettext_lazy as _

from tournament.models import User


class AccountForm(forms.Form):
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("For logging in: letters, digits and @ . + - _"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    full_name = forms.CharField(
        label=_("Full name"),
        max_length=150,
        help_text=_("How the record names who did something."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class NewAccountForm(AccountForm):
    """An account for somebody else; the site makes its password."""

    may_make_accounts = forms.BooleanField(
        label=_("Administrator of the site"),
        required=False,
        help_text=_("Can make accounts and open every championship."),
    )


class FirstOrganiserForm(AccountForm):
    """The installation's first account, made by whoever sits at the machine."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=password_validation.password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password_again = forms.CharField(
        label=_("Password, once more"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        user = User(
            username=self.cleaned_data.get("username", ""),
            first_name=self.cleaned_data.get("full_name", ""),
        )
        password_validation.validate_password(password, user)
        return password

    def clean_password_again(self) -> str:
        again: str = self.cleaned_data["password_again"]
        if "password" in self.cleaned_data and again != self.cleaned_data["password"]:
            raise forms.ValidationError(_("The two passwords differ: enter the same one twice."))
        return again
