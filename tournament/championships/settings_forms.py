"""Forms of the rules of scoring and ranking, and of how the day runs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.errors import SettingsError
from scoring.settings import InOrder, Number, OneOf, Setting
from scoring.whole_numbers import whole_number
from tournament.championships.day_settings import LONGEST_CORRECTION, LONGEST_ROUND, day_version
from tournament.championships.settings_told import choice_name
from tournament.core.labels import label
from tournament.core.messages import said
from tournament.core.reasons import LONGEST
from tournament.models import (
    SEED_LENGTH,
    STAGE_NAME_LENGTH,
    AnySettings,
    Championship,
    ConfirmationRule,
)
from tournament.stages.format import Format


def _rank_field(rule: StrEnum) -> str:
    return f"tie_break_{rule.value.replace('-', '_')}"


class SettingsForm(forms.Form):
    """All settings of scoring and ranking of a format; tie-breaks are ordered by numbering them.

    `begun`: a round has been opened, so a reason is asked for. `one_of_many`: the championship has
    other stages, so that this one may have a name. Settings that `format` has no use for are left
    out.
    """

    def __init__(
        self, *args: Any, format: Format, begun: bool, one_of_many: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._kind = type(format.defaults)
        self._offered = {
            name: one for name, one in self._kind.fields().items() if one.needed(format)
        }
        if one_of_many:
            self.fields["name"] = forms.CharField(
                label=gettext_lazy("Name of the stage"),
                required=False,
                max_length=STAGE_NAME_LENGTH,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        self.usual = self._kind()
        for name, one in self._offered.items():
            self.fields |= _fields_of(name, one, getattr(self.usual, name))
        self.fields["draw_seed"] = forms.CharField(
            label=gettext_lazy("Seed of the drawn cards"),
            help_text=gettext_lazy(
                "Any text: whoever knows it can draw the same cards again. It is only needed "
                "for drawing cards; if it is empty, the machine chooses one."
            ),
            required=False,
            max_length=SEED_LENGTH,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
        self.fields["based_on"] = forms.CharField(widget=forms.HiddenInput, required=False)
        if begun:
            self.fields["reason"] = forms.CharField(
                label=gettext_lazy("Why?"),
                help_text=gettext_lazy("It goes into the record, with your name and the time."),
                max_length=LONGEST,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    @staticmethod
    def values_of(settings: AnySettings, draw_seed: str) -> dict[str, Any]:
        """Return a stage's settings as this form's initial values."""
        values: dict[str, Any] = {"draw_seed": draw_seed}
        for name, one in settings.fields().items():
            value = getattr(settings, name)
            if isinstance(one, InOrder):
                values |= {_rank_field(rule): place for place, rule in enumerate(value, start=1)}
            else:
                values[name] = value if isinstance(one, Number) else str(one.plain(value))
        return values

    def simple_fields(self) -> Iterator[forms.BoundField]:
        """Yield the settings with choices, for the template."""
        return (self[name] for name, one in self._offered.items() if isinstance(one, OneOf))

    def number_fields(self) -> Iterator[forms.BoundField]:
        """Yield the settings that are numbers, for the template."""
        return (self[name] for name, one in self._offered.items() if isinstance(one, Number))

    def tie_break_fields(self) -> list[forms.BoundField]:
        """Return the tie-breaks in their current order, unused ones last."""
        fields = [self[_rank_field(rule)] for rule in self._kind.fields()["tie_breaks"].choices]
        return sorted(fields, key=lambda field: _as_rank(field.value()))

    def usual_tie_breaks(self) -> list[str]:
        """Return the names of the tie-breaks of a new stage."""
        return [label(rule) for rule in self.usual.tie_breaks]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        values: dict[str, Any] = {
            name: self._in_order(one, cleaned)
            if isinstance(one, InOrder)
            else _value(one, cleaned[name])
            for name, one in self._offered.items()
            if isinstance(one, InOrder) or name in cleaned
        }
        if not self.errors:
            try:
                self._settings = self._kind(**values)
            except SettingsError as error:
                if error.told is None:  # each field by itself is valid
                    raise
                self.add_error(error.field, str(said(error.told)) % values)
        return cleaned

    def _in_order(self, one: Setting, cleaned: dict[str, Any]) -> tuple[Any, ...]:
        seen: dict[int, Any] = {}
        for rule in one.choices:
            rank = cleaned.get(_rank_field(rule))
            if rank in seen:
                self.add_error(
                    _rank_field(rule),
                    _("“%(rule)s” already has this number: give each rule its own.")
                    % {"rule": label(seen[rank])},
                )
            elif rank is not None:
                seen[rank] = rule
        return tuple(seen[rank] for rank in sorted(seen))

    def settings(self) -> AnySettings:
        """Return the chosen settings; only for a valid form."""
        return self._settings


def _fields_of(name: str, one: Setting, usual: Any) -> dict[str, forms.Field]:
    """Return the fields of a setting: one, or one for each rule that can be put in order."""
    words: dict[str, Any] = {"label": said(one.title), "help_text": said(one.question)}
    if isinstance(one, InOrder):
        return {
            _rank_field(rule): forms.IntegerField(
                label=said(choice.name or one.title),
                help_text=said(choice.sentence),
                required=False,
                min_value=1,
                max_value=len(one.choices),
                widget=forms.NumberInput(attrs={"class": "rank-number"}),
            )
            for rule, choice in one.choices.items()
        }
    if isinstance(one, Number):
        required = one.least > 0 and not one.can_be_none
        return {
            name: forms.IntegerField(
                min_value=one.least, max_value=one.most, required=required, **words
            )
        }
    choices = [
        (
            str(one.plain(value)),
            _choice(choice_name(one, value), said(choice.sentence), default=value == usual),
        )
        for value, choice in one.choices.items()
    ]
    return {name: forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **words)}


def _value(one: Setting, given: Any) -> Any:
    """Return the given value as the settings have it; an empty number is none, or the least."""
    if isinstance(one, Number):
        return one.least if given is None and not one.can_be_none else given
    return next(value for value in one.choices if str(one.plain(value)) == given)


def _as_rank(value: Any) -> Fraction:
    """Return the place of a tie-break as a number; malformed texts come last."""
    place = whole_number(str(value or ""), digits=2)
    return Fraction(1000 if place is None else place)


def _choice(name: str, sentence: Any, *, default: bool) -> Any:
    usual = pgettext_lazy("setting", "usual")
    mark = format_html(' <span class="badge state-badge">{}</span>', usual) if default else ""
    return format_html("<strong>{}</strong>{} <small>{}</small>", name, mark, sentence)


class DayForm(forms.Form):
    """Settings of the day; `based_on` is the version that the page showed."""

    confirmation = forms.ChoiceField(
        label=gettext_lazy("Who has to confirm a result?"),
        help_text=gettext_lazy(
            "One wrong figure changes everybody's score for that hand. A round can be closed "
            "when every result is confirmed; what a referee enters needs no confirmation."
        ),
        widget=forms.RadioSelect,
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round lasts"),
        help_text=gettext_lazy(
            "The countdown begins when a round is opened. Empty: no countdown. A change "
            "applies to rounds that are opened later; an open round gets more minutes at the "
            "desk."
        ),
        required=False,
        min_value=1,
        max_value=LONGEST_ROUND,
    )
    correction_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for corrections"),
        help_text=gettext_lazy(
            "How long results are provisional after a round was closed, so that a correction can "
            "be asked for; after that only organisers can change a result. 0: not at all."
        ),
        min_value=0,
        max_value=LONGEST_CORRECTION,
    )
    based_on = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, championship: Championship, data: Any = None) -> None:
        super().__init__(
            data,
            initial={
                "confirmation": championship.confirmation,
                "round_minutes": championship.round_minutes,
                "correction_minutes": championship.correction_minutes,
                "based_on": day_version(championship),
            },
        )
        field = self.fields["confirmation"]
        assert isinstance(field, forms.ChoiceField)
        usual = Championship._meta.get_field("confirmation").default
        field.choices = [
            (value.value, _choice(name, sentence, default=value == usual))
            for value, name, sentence in (
                (
                    ConfirmationRule.NONE,
                    _("Nobody's"),
                    _("What a table enters counts at once. Only unlikely results are checked."),
                ),
                (
                    ConfirmationRule.OTHER_SIDE,
                    _("The other side's"),
                    _(
                        "One side enters, the other confirms on a phone of its own. If they "
                        "disagree a referee decides; a referee can also confirm, by the slip."
                    ),
                ),
                (
                    ConfirmationRule.TABLE,
                    _("The table's, on one phone"),
                    _(
                        "One phone a table: what it enters with the table's code counts as agreed, "
                        "and is marked so. What somebody enters by an own link still needs the "
                        "other side."
                    ),
                ),
                (
                    ConfirmationRule.REFEREE,
                    _("A referee's"),
                    _("A referee checks every result that a table enters."),
                ),
            )
        ]

    def clean_confirmation(self) -> ConfirmationRule:
        return ConfirmationRule(self.cleaned_data["confirmation"])
