"""Forms of a championship: its name and day, its settings, its people, its end."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS
from scoring.pairing.knockout import DEFAULT_KNOCKOUT_SETTINGS
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS
from tournament.accounts.forms import AccountForm
from tournament.championships.day_settings import LONGEST_CORRECTION, LONGEST_ROUND, day_version
from tournament.championships.explanations import (
    GAME_SETTINGS_EXPLAINED,
    KNOCKOUT_SETTINGS_EXPLAINED,
    SETTINGS,
    Explained,
    choice_name,
)
from tournament.championships.services import NAME_LENGTH, CopiedParts
from tournament.core.labels import GAME_TIE_BREAK_WORDS, TIE_BREAK_WORDS, TieBreakWords, label
from tournament.core.numbers import duration_text
from tournament.core.reasons import LONGEST
from tournament.models import (
    MOST_GAME_POINTS,
    MOST_HANDS_PER_MATCH,
    SEED_LENGTH,
    Championship,
    ConfirmationRule,
    Role,
)
from tournament.stages.estimate import estimate
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS
from tournament.stages.settings import DEALT_HAND_SETTINGS, GAME_SETTINGS, KNOCKOUT_SETTINGS

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
    pairs = forms.BooleanField(label=gettext_lazy("The pairs"), required=False)

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


def format_choices(contestants: int) -> list[tuple[str, str]]:
    """Every format as a card: what it is, and what it takes for so many pairs."""
    return [(one.kind, _format_choice(one, contestants)) for one in FORMATS.values()]


def _format_choice(format: Format, contestants: int) -> str:
    return format_html(
        '<strong>{}</strong><br>{}<br><span class="soft">{}</span>',
        capfirst(str(format.label)),
        format.description,
        _estimate_text(format, contestants),
    )


def _estimate_text(format: Format, contestants: int) -> str:
    """What it would take: "12 pairs: 11 rounds of 4 hands at 6 tables, about 7 h 20 min; …"."""
    made = estimate(format, contestants)
    if made is None:
        return _("For %(least)d to %(most)d pairs.") % {"least": format.least, "most": format.most}
    text = _(
        "%(pairs)d pairs: %(rounds)d rounds of %(hands)d hands at %(tables)d tables, about "
        "%(time)s; %(packs)d packs of cards."
    ) % {
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
    return f"{text} {_('One pair rests in each round.')}" if made.rests else text


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


def _rank_field(rule: StrEnum) -> str:
    return f"tie_break_{rule.value.replace('-', '_')}"


class SettingsForm(forms.Form):
    """All settings of scoring and ranking; tie-breaks are put in order by numbering them.

    `begun`: a round has been opened, so a reason is asked for. Each kind of settings that formats
    have adds its own.
    """

    explained: ClassVar[tuple[Explained, ...]]
    """The settings with choices."""
    defaults: ClassVar[Any]
    tie_break_words: ClassVar[Mapping[Any, TieBreakWords]]
    numbers: ClassVar[tuple[str, ...]] = ()
    """The names of the fields of the form that are numbers, beside the tie-breaks."""

    def __init__(self, *args: Any, begun: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in self.explained:
            default = getattr(self.defaults, one.field)
            self.fields[one.field] = forms.ChoiceField(
                label=str(one.title),
                help_text=str(one.question),
                choices=[
                    (str(value), _choice(choice_name(value), sentence, default=value == default))
                    for value, sentence in one.choices.items()
                ],
                widget=forms.RadioSelect,
            )
        for rule, words in self.tie_break_words.items():
            self.fields[_rank_field(rule)] = forms.IntegerField(
                label=str(words.name),
                help_text=str(words.sentence),
                required=False,
                min_value=1,
                max_value=len(self.tie_break_words),
                widget=forms.NumberInput(attrs={"class": "rank-number"}),
            )
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

    @classmethod
    def values_of(cls, settings: Any, draw_seed: str) -> dict[str, Any]:
        """A stage's settings as this form's initial values."""
        values: dict[str, Any] = {
            one.field: str(getattr(settings, one.field)) for one in cls.explained
        }
        values |= {name: getattr(settings, name) for name in cls.numbers}
        for place, rule in enumerate(settings.tie_breaks, start=1):
            values[_rank_field(rule)] = place
        return {**values, "draw_seed": draw_seed}

    def simple_fields(self) -> Iterator[forms.BoundField]:
        """The settings with choices, for the template."""
        return (self[one.field] for one in self.explained)

    def number_fields(self) -> Iterator[forms.BoundField]:
        """The settings that are numbers, for the template."""
        return (self[name] for name in self.numbers)

    def tie_break_fields(self) -> list[forms.BoundField]:
        """The tie-breaks in the order they have now, those that are not used last."""
        fields = [self[_rank_field(rule)] for rule in self.tie_break_words]
        return sorted(fields, key=lambda field: _as_rank(field.value()))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seen: dict[int, Any] = {}
        for rule in self.tie_break_words:
            rank = cleaned.get(_rank_field(rule))
            if rank in seen:
                self.add_error(
                    _rank_field(rule),
                    _("“%(rule)s” already has this number: give each rule its own.")
                    % {"rule": label(seen[rank])},
                )
            elif rank is not None:
                seen[rank] = rule
        cleaned["tie_breaks"] = tuple(seen[rank] for rank in sorted(seen))
        return cleaned

    def settings(self) -> Any:
        """The settings that were chosen; only for a valid form."""
        values: dict[str, Any] = {name: self.cleaned_data[name] for name in self.numbers}
        for one in self.explained:
            chosen = self.cleaned_data[one.field]
            values[one.field] = next(value for value in one.choices if str(value) == chosen)
        return type(self.defaults)(**values, tie_breaks=self.cleaned_data["tie_breaks"])


class DealtHandSettingsForm(SettingsForm):
    """Those of stages of hands dealt beforehand."""

    explained = SETTINGS
    defaults = DEFAULT_SETTINGS
    tie_break_words = TIE_BREAK_WORDS


class GameSettingsForm(SettingsForm):
    """Those of stages of games."""

    explained = GAME_SETTINGS_EXPLAINED
    defaults = DEFAULT_GAME_SETTINGS
    tie_break_words = GAME_TIE_BREAK_WORDS
    numbers = ("target", "cap", "extra_hands")

    target = forms.IntegerField(
        label=gettext_lazy("Points that end a game"),
        help_text=gettext_lazy(
            "Usually 101. Empty: a game ends after its hands, or when the time is over."
        ),
        required=False,
        min_value=1,
        max_value=MOST_GAME_POINTS,
    )
    cap = forms.IntegerField(
        label=gettext_lazy("Most points of a game that count"),
        help_text=gettext_lazy(
            "Usually 121: what a pair has above it doesn't count for the standings. Empty: all "
            "count."
        ),
        required=False,
        min_value=1,
        max_value=MOST_GAME_POINTS,
    )

    extra_hands = forms.IntegerField(
        label=gettext_lazy("Extra hands after a draw"),
        help_text=gettext_lazy(
            "How many are played at a time, until a pair is ahead. Empty or 0: a draw stands."
        ),
        required=False,
        min_value=0,
        max_value=MOST_HANDS_PER_MATCH,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "extra_hands" in cleaned:
            cleaned["extra_hands"] = cleaned["extra_hands"] or 0
        target, cap = cleaned.get("target"), cleaned.get("cap")
        if target is not None and cap is not None and cap < target:
            self.add_error(
                "cap", _("At least the %(target)d points that end a game.") % {"target": target}
            )
        return cleaned


class KnockoutSettingsForm(GameSettingsForm):
    """The settings of a knock-out, in which somebody has to go on."""

    explained = KNOCKOUT_SETTINGS_EXPLAINED
    defaults = DEFAULT_KNOCKOUT_SETTINGS

    extra_hands = forms.IntegerField(
        label=gettext_lazy("Extra hands after a draw"),
        help_text=gettext_lazy("How many are played at a time, until a pair is ahead. Usually 2."),
        min_value=1,
        max_value=MOST_HANDS_PER_MATCH,
    )


SETTINGS_FORMS: Mapping[str, type[SettingsForm]] = {
    DEALT_HAND_SETTINGS.key: DealtHandSettingsForm,
    GAME_SETTINGS.key: GameSettingsForm,
    KNOCKOUT_SETTINGS.key: KnockoutSettingsForm,
}
"""The form of each kind of settings that formats have."""


def _as_rank(value: Any) -> Fraction:
    """Where a number that somebody typed puts a tie-break; what is no place comes last."""
    text = str(value or "")
    is_place = text.isascii() and text.isdigit() and len(text) < 3
    return Fraction(text) if is_place else Fraction(1000)


def _choice(name: str, sentence: Any, *, default: bool) -> Any:
    usual = pgettext_lazy("setting", "usual")
    mark = format_html(' <span class="badge state-badge">{}</span>', usual) if default else ""
    return format_html("<strong>{}</strong>{} <small>{}</small>", name, mark, sentence)


class DayForm(forms.Form):
    """How the day runs; `based_on` is the version that the page showed."""

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
            "How long results are provisional after a round was closed, so that pairs can ask "
            "for a correction; after that only organisers can change a result. 0: not at all."
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
                    _("The other pair's"),
                    _(
                        "One pair enters, the other confirms, on the same phone or its own. If "
                        "they disagree a referee decides; a referee can also confirm."
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
