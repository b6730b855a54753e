"""Forms of a championship: its name and date, its people, its end."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS
from tournament.accounts.forms import AccountForm
from tournament.championships.services import NAME_LENGTH, CopiedParts
from tournament.core.numbers import duration_text
from tournament.core.reasons import LONGEST
from tournament.models import Role
from tournament.stages.estimate import estimate
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS

USUAL_PAIRS = 12
"""For whom the estimates are made before somebody says how many pairs are expected."""


class DetailsForm(forms.Form):
    """Name, place and date."""

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

    def clean_date(self) -> datetime.date:
        date: datetime.date = self.cleaned_data["date"]
        if not 2000 <= date.year <= 2100:
            raise forms.ValidationError(_("Expected a day between 2000 and 2100."))
        return date


class ExpectedForm(forms.Form):
    """How many pairs are expected; for the estimates beside the formats, and kept nowhere."""

    pairs = forms.IntegerField(
        label=gettext_lazy("How many pairs do you expect?"),
        min_value=LEAST_CONTESTANTS,
        max_value=MOST_CONTESTANTS,
        required=False,
    )

    @property
    def expected(self) -> int:
        """What was typed, and the usual number where nothing or something else was."""
        return (self.is_valid() and self.cleaned_data["pairs"]) or USUAL_PAIRS


class NewChampionshipForm(DetailsForm):
    """The same for a new championship, and how it is played; with what each format would take for
    so many `expected` pairs."""

    format = forms.TypedChoiceField(
        label=gettext_lazy("Format"),
        coerce=FORMATS.__getitem__,
        required=False,
        initial=next(iter(FORMATS)),
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, expected: int = USUAL_PAIRS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["format"].choices = format_choices(expected)  # type: ignore[attr-defined]

    def clean_format(self) -> Format:
        """The first one, where a program sends none."""
        return self.cleaned_data["format"] or next(iter(FORMATS.values()))


class AnotherForm(DetailsForm):
    """A new one like an earlier one: what is taken over besides its settings."""

    tables = forms.BooleanField(label=gettext_lazy("The tables' names"), required=False)
    people = forms.BooleanField(label=gettext_lazy("Organisers and referees"), required=False)
    pairs = forms.BooleanField(label=gettext_lazy("All who are registered"), required=False)

    @property
    def details(self) -> dict[str, Any]:
        """Name, place and date; only for a valid form."""
        return {name: self.cleaned_data[name] for name in DetailsForm.base_fields}

    @property
    def taken(self) -> CopiedParts:
        """What is taken over; only for a valid form."""
        return CopiedParts(
            **{name: self.cleaned_data[name] for name in ("tables", "people", "pairs")}
        )


def format_choices(contestants: int, *, for_players: bool = True) -> list[tuple[str, str]]:
    """Every format as a card: what it is, and what it takes for so many pairs, or for as many
    people. Those of single players are left out where they are not asked for."""
    return [
        (one.kind, _format_choice(one, contestants))
        for one in FORMATS.values()
        if for_players or not one.of_players
    ]


def _format_choice(format: Format, contestants: int) -> str:
    return format_html(
        '<strong>{}</strong><br>{}<br><span class="soft">{}</span>',
        capfirst(str(format.label)),
        format.description,
        _estimate_text(format, contestants),
    )


def _estimate_text(format: Format, contestants: int) -> str:
    """What it would take: "12 pairs: 11 rounds of 4 hands at 6 tables, about 7 h 20 min; …"."""
    made = estimate(format, 2 * contestants if format.of_players else contestants)
    if made is None:
        text = _("For %(least)d to %(most)d pairs.")
        if format.of_players:
            text = _("For %(least)d to %(most)d players.")
        return text % {"least": format.least, "most": format.most}
    text = _(
        "%(pairs)d pairs: %(rounds)d rounds of %(hands)d hands at %(tables)d tables, about "
        "%(time)s; %(packs)d packs of cards."
    )
    if format.of_players:
        text = _(
            "%(pairs)d players: %(rounds)d rounds of %(hands)d hands at %(tables)d tables, about "
            "%(time)s; %(packs)d packs of cards."
        )
    text %= {
        "pairs": made.contestants,
        "rounds": made.rounds,
        "hands": made.hands_per_match,
        "tables": made.tables,
        "time": duration_text(made.minutes),
        "packs": made.packs,
    }
    if made.byes:
        byes = ngettext(
            "%(count)d pair has a bye in the first round.",
            "%(count)d pairs have a bye in the first round.",
            made.byes,
        )
        return f"{text} {byes % {'count': made.byes}}"
    return f"{text} {_resting_text(format, made.resting)}" if made.resting else text


def _resting_text(format: Format, resting: int) -> str:
    if not format.of_players:
        return _("One pair rests in each round.")
    text = ngettext(
        "%(count)d player rests in each round.", "%(count)d players rest in each round.", resting
    )
    return text % {"count": resting}


class LogoForm(forms.Form):
    """A picture for the head of every paper."""

    file = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("A PNG or JPEG file."),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg,image/png,image/jpeg"}),
    )


class ChangeDetailsForm(DetailsForm):
    """The same for a championship there is; `based_on` is the version that the page showed."""

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
    """Somebody who has an account gets a role."""

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
