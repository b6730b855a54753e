"""Forms of what a championship is scored and ranked by, and of how its day runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.duplicate.settings import DEFAULT_SETTINGS
from scoring.ordinary.solo_standings import DEFAULT_SOLO_SETTINGS
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS
from scoring.pairing.knockout import DEFAULT_KNOCKOUT_SETTINGS
from scoring.whole_numbers import whole_number
from tournament.championships.day_settings import LONGEST_CORRECTION, LONGEST_ROUND, day_version
from tournament.championships.explanations import (
    ABARROTADA_SETTINGS_EXPLAINED,
    GAME_SETTINGS_EXPLAINED,
    KNOCKOUT_SETTINGS_EXPLAINED,
    SETTINGS,
    Explained,
    choice_name,
    explained_for,
)
from tournament.core.labels import (
    GAME_TIE_BREAK_WORDS,
    SOLO_TIE_BREAK_WORDS,
    TIE_BREAK_WORDS,
    TieBreakWords,
    label,
)
from tournament.core.reasons import LONGEST
from tournament.models import (
    MOST_GAME_POINTS,
    MOST_HANDS_PER_MATCH,
    SEED_LENGTH,
    STAGE_NAME_LENGTH,
    Championship,
    ConfirmationRule,
)
from tournament.stages.format import Format
from tournament.stages.settings import (
    ABARROTADA_SETTINGS,
    DEALT_HAND_SETTINGS,
    GAME_SETTINGS,
    KNOCKOUT_SETTINGS,
)


def _rank_field(rule: StrEnum) -> str:
    return f"tie_break_{rule.value.replace('-', '_')}"


class SettingsForm(forms.Form):
    """All settings of scoring and ranking; tie-breaks are put in order by numbering them.

    `begun`: a round has been opened, so a reason is asked for. `one_of_many`: the championship has
    other stages, so that this one may have a name. What `format` has no use for is left out. Each
    kind of settings that formats have adds its own.
    """

    explained: ClassVar[tuple[Explained, ...]]
    """The settings with choices, of all formats that have these."""
    defaults: ClassVar[Any]
    tie_break_words: ClassVar[Mapping[Any, TieBreakWords]]
    numbers: ClassVar[tuple[str, ...]] = ()
    """The names of the fields of the form that are numbers, beside the tie-breaks."""

    def __init__(
        self, *args: Any, format: Format, begun: bool, one_of_many: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._offered = explained_for(format, self.explained)
        if one_of_many:
            self.fields["name"] = forms.CharField(
                label=gettext_lazy("Name of the stage"),
                required=False,
                max_length=STAGE_NAME_LENGTH,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        for one in self._offered:
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
        return (self[one.field] for one in self._offered)

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
        for one in self._offered:
            chosen = self.cleaned_data[one.field]
            values[one.field] = next(value for value in one.choices if str(value) == chosen)
        return type(self.defaults)(**values, tie_breaks=self.cleaned_data["tie_breaks"])


class DealtHandSettingsForm(SettingsForm):
    """The settings of a stage of hands dealt beforehand."""

    explained = SETTINGS
    defaults = DEFAULT_SETTINGS
    tie_break_words = TIE_BREAK_WORDS


class GameSettingsForm(SettingsForm):
    """The settings of a stage of games."""

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
            "Usually 121: what a side has above it doesn't count for the standings. Empty: all "
            "count."
        ),
        required=False,
        min_value=1,
        max_value=MOST_GAME_POINTS,
    )

    extra_hands = forms.IntegerField(
        label=gettext_lazy("Extra hands after a draw"),
        help_text=gettext_lazy(
            "How many are played at a time, until a side is ahead. Empty or 0: a draw stands."
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


class AbarrotadaSettingsForm(SettingsForm):
    """The settings of a stage of abarrotada."""

    explained = ABARROTADA_SETTINGS_EXPLAINED
    defaults = DEFAULT_SOLO_SETTINGS
    tie_break_words = SOLO_TIE_BREAK_WORDS


SETTINGS_FORMS: Mapping[str, type[SettingsForm]] = {
    DEALT_HAND_SETTINGS.key: DealtHandSettingsForm,
    GAME_SETTINGS.key: GameSettingsForm,
    KNOCKOUT_SETTINGS.key: KnockoutSettingsForm,
    ABARROTADA_SETTINGS.key: AbarrotadaSettingsForm,
}
"""The form of each kind of settings that formats have."""


def _as_rank(value: Any) -> Fraction:
    """Where a number that somebody typed puts a tie-break; what is no place comes last."""
    place = whole_number(str(value or ""), digits=2)
    return Fraction(1000 if place is None else place)


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
