"""Forms of a new championship: its preset, and the changes to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.carry import Carry
from scoring.schedule.plan import LEAST_CONTESTANTS, MOST_CONTESTANTS
from tournament.championships.day_settings import LONGEST_ROUND
from tournament.championships.forms import DetailsForm
from tournament.championships.settings_forms import SettingsForm
from tournament.core.counts import (
    hands_text,
    packs_text,
    pairs_text,
    players_text,
    rounds_text,
    tables_text,
)
from tournament.core.numbers import duration_text
from tournament.models import MOST_HANDS_PER_MATCH
from tournament.stages.estimate import Estimate, estimates
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS
from tournament.stages.presets import Beginning, Preset
from tournament.standings.carry_words import CARRY_NAMES

USUAL_PAIRS = 12
"""Number of pairs for the estimates until somebody says how many are expected."""


def _pairs() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("How many pairs do you expect?"),
        min_value=LEAST_CONTESTANTS,
        max_value=MOST_CONTESTANTS,
        required=False,
    )


class ExpectedForm(forms.Form):
    """The number of expected pairs, for the estimates beside the presets; it is not stored."""

    pairs = _pairs()

    @property
    def expected(self) -> int:
        """Return the number that was typed, or the usual one."""
        return (self.is_valid() and self.cleaned_data["pairs"]) or USUAL_PAIRS


class NewChampionshipForm(DetailsForm):
    """Name, place and date of a championship, and the numbers of its preset."""

    pairs = _pairs()
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), required=False, min_value=1)
    group_size = forms.IntegerField(
        label=gettext_lazy("Pairs in a group, at most"),
        min_value=LEAST_CONTESTANTS,
        max_value=MOST_CONTESTANTS,
    )
    each = forms.IntegerField(label=gettext_lazy("How many of each group go on?"), min_value=1)
    carry = forms.TypedChoiceField(
        label=gettext_lazy("What do they carry over?"),
        coerce=Carry,
        choices=[(one.value, name) for one, name in CARRY_NAMES.items()],
        widget=forms.RadioSelect,
    )
    second_chance = forms.BooleanField(
        label=gettext_lazy(
            "A second chance for those who lose in the first round of the knock-out"
        ),
        required=False,
    )
    hands = forms.IntegerField(
        label=gettext_lazy("Hands in a match"), min_value=1, max_value=MOST_HANDS_PER_MATCH
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a round"),
        help_text=gettext_lazy("If left empty: a round has no countdown."),
        required=False,
        min_value=1,
        max_value=LONGEST_ROUND,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        preset: Preset,
        initial: dict[str, Any],
        details_needed: bool = True,
    ) -> None:
        """Without `details_needed` name and date can stay empty: only the estimate is made then."""
        begins = preset.begins
        intent, format, then = begins.intent, begins.format, begins.intent.then
        own: dict[str, Any] = {
            "rounds": intent.rounds,
            "group_size": intent.group_size,
            "hands": begins.hands_per_match,
            "round_minutes": begins.round_minutes,
        }
        if then is not None:
            own |= {
                "each": then.each,
                "carry": then.carry.value,
                "second_chance": then.second_chance,
            }
        super().__init__(data, initial={**own, **initial})
        self.preset = preset
        fields = self.fields
        if then is None or not then.format.knocks_out:
            del fields["second_chance"]
        for name in ("name", "date"):
            fields[name].required = details_needed
        if not intent.group_size:
            del fields["group_size"]
        if then is None:
            del fields["each"], fields["carry"]
        elif FORMATS[then.kind].ranking != format.ranking:
            del fields["carry"]
        if format.least_rounds(MOST_CONTESTANTS) == format.most_rounds(MOST_CONTESTANTS):
            del fields["rounds"]
        else:
            fields["rounds"].help_text = _(
                "If left empty: as many as is usual for those who take part."
            )
        if format.of_players:
            fields["pairs"].label = _("How many players do you expect?")
        if not format.deals:
            fields["hands"].label = _("Hands of a game, at most")

    def detail_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields of name, place and date, for the template."""
        return (self[name] for name in DetailsForm.base_fields)

    def number_fields(self) -> Iterator[forms.BoundField]:
        left = (*DetailsForm.base_fields, "pairs")
        return (self[name] for name in self.fields if name not in left)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        each, size = cleaned.get("each"), cleaned.get("group_size")
        if each is not None and size is not None and each > size:
            self.add_error("each", _("At most the %(size)d pairs of a group.") % {"size": size})
        return cleaned

    @property
    def details(self) -> dict[str, Any]:
        """Return name, place and date; only for a valid form."""
        return {name: self.cleaned_data[name] for name in DetailsForm.base_fields}

    @property
    def expected(self) -> int:
        """Return the number of contestants for the estimate."""
        told = self.cleaned_data.get("pairs") if self.is_bound else self.initial["pairs"]
        return told or contestants_of(self.preset.begins.format, USUAL_PAIRS)

    def begins(self, settings: Any) -> Beginning:
        """Return the chosen beginning; only for a valid form."""
        begins, told = self.preset.begins, self.cleaned_data
        then = begins.intent.then
        return replace(
            begins,
            settings=settings,
            hands_per_match=told["hands"],
            round_minutes=told["round_minutes"],
            intent=replace(
                begins.intent,
                rounds=told.get("rounds"),
                group_size=told.get("group_size"),
                then=then
                and replace(
                    then,
                    each=told["each"],
                    carry=told.get("carry", then.carry),
                    second_chance=told.get("second_chance", False),
                    hands=None if told["hands"] == begins.hands_per_match else told["hands"],
                ),
            ),
        )


def new_settings_form(preset: Preset, data: Any = None) -> SettingsForm:
    """Return the settings of a stage that doesn't exist yet."""
    begins = preset.begins
    form = SettingsForm(
        data,
        format=begins.format,
        begun=False,
        one_of_many=False,
        initial=SettingsForm.values_of(begins.settings, ""),
    )
    form.usual = begins.settings
    del form.fields["draw_seed"], form.fields["based_on"]
    return form


def estimate_lines(begins: Beginning, contestants: int) -> list[str]:
    """Return a line for each stage with its rounds and time, and one with the whole time.

    A format that can't be played by so many has one line, with the numbers that it is for.
    """
    made = estimates(begins, contestants)
    if not made:
        return [outside_text(begins.format)]
    lines = [estimate_text(begins.format, one) for one in made]
    if len(made) > 1:
        all_of_it = duration_text(sum(one.minutes for one in made))
        lines.append(_("In all about %(time)s.") % {"time": all_of_it})
    return lines


def short_estimate(begins: Beginning, pairs: int) -> str:
    """Return the size of a championship in few words: "40 pairs: 7 rounds of 4 hands, about 4 h 40
    min".

    Where single players compete, it is told for two players a pair.
    """
    format = begins.format
    contestants = contestants_of(format, pairs)
    made = estimates(begins, contestants)
    if not made:
        return outside_text(format)
    told = {
        "who": _who(format, contestants),
        "rounds": rounds_text(sum(one.rounds for one in made)),
        "hands": hands_text(made[0].hands_per_match),
        "time": duration_text(sum(one.minutes for one in made)),
    }
    if format.has_days:
        return _("%(who)s: %(rounds)s of %(hands)s, each on its days") % told
    return _("%(who)s: %(rounds)s of %(hands)s, about %(time)s") % told


def contestants_of(format: Format, pairs: int) -> int:
    """Return the number of contestants for so many pairs: single players are twice as many."""
    return 2 * pairs if format.of_players else pairs


def suits_text(preset: Preset) -> str:
    """Return in a sentence how many pairs or players a preset suits."""
    text = _("Good for %(least)d to %(most)d pairs.")
    if preset.begins.format.of_players:
        text = _("Good for %(least)d to %(most)d players.")
    return text % {"least": preset.least, "most": preset.most}


def outside_text(format: Format) -> str:
    """Return for how many contestants a format is."""
    text = _("For %(least)d to %(most)d pairs.")
    if format.of_players:
        text = _("For %(least)d to %(most)d players.")
    return text % {"least": format.least, "most": format.most}


def _who(format: Format, contestants: int, groups: int = 1) -> str:
    text = players_text(contestants) if format.of_players else pairs_text(contestants)
    if groups > 1:
        text = _("%(who)s in %(groups)d groups") % {"who": text, "groups": groups}
    return text


def estimate_text(format: Format, made: Estimate) -> str:
    """Return the size of a stage: "12 pairs: 11 rounds of 4 hands at 6 tables, about 7 h 20 min;
    …"."""
    told = {
        "who": _who(format, made.contestants, made.groups),
        "rounds": rounds_text(made.rounds),
        "hands": hands_text(made.hands_per_match),
        "tables": tables_text(made.tables),
        "time": duration_text(made.minutes),
        "packs": packs_text(made.packs),
    }
    if format.has_days:
        text = _("%(who)s: %(rounds)s of %(hands)s at %(tables)s, each on its days; %(packs)s.")
    else:
        text = _("%(who)s: %(rounds)s of %(hands)s at %(tables)s, about %(time)s; %(packs)s.")
    text %= told
    if made.byes:
        byes = ngettext(
            "%(count)d pair has a bye in the first round.",
            "%(count)d pairs have a bye in the first round.",
            made.byes,
        )
        return f"{text} {byes % {'count': made.byes}}"
    return f"{text} {_resting_text(format, made)}" if made.resting else text


def _resting_text(format: Format, made: Estimate) -> str:
    if made.groups > 1:
        return _("In groups of an odd number one pair rests in each round.")
    if not format.of_players:
        return _("One pair rests in each round.")
    text = ngettext(
        "%(count)d player rests in each round.",
        "%(count)d players rest in each round.",
        made.resting,
    )
    return text % {"count": made.resting}
