"""Forms of stages: the new stage, and who goes on into it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.carry import Carry
from scoring.whole_numbers import whole_number
from tournament.championships.creation_forms import estimate_text, outside_text
from tournament.championships.services.stages import takes_at_least
from tournament.championships.stage_queries import GoingOn, Place, settings_like, why_not_carried
from tournament.core.messages import said
from tournament.core.reasons import LONGEST
from tournament.models import MOST_HANDS_PER_MATCH, STAGE_NAME_LENGTH, Stage
from tournament.stages.estimate import estimate
from tournament.stages.format import Format
from tournament.stages.formats import FORMATS, format_of
from tournament.stages.intent import intent_of
from tournament.standings.carry_words import CARRY_NAMES

USUAL_BEST = 8


def format_choices(contestants: int, *, of_players: bool) -> list[tuple[str, str]]:
    """Return every format of pairs, or of players, as a card: what it is, and its size."""
    return [
        (one.kind, _format_choice(one, contestants))
        for one in FORMATS.values()
        if one.of_players == of_players
    ]


def _format_choice(format: Format, contestants: int) -> str:
    made = estimate(format, contestants)
    return format_html(
        '<strong>{}</strong><br>{}<br><span class="soft">{}</span>',
        capfirst(str(format.label)),
        format.description,
        outside_text(format) if made is None else estimate_text(format, made),
    )


class NewStageForm(forms.Form):
    """The new stage: its format, its name, how many pairs go on into it, what they carry over."""

    format = forms.TypedChoiceField(
        label=gettext_lazy("Format"), coerce=FORMATS.__getitem__, widget=forms.RadioSelect
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=STAGE_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many pairs go on?"),
        help_text=gettext_lazy("The best by the standings; you can change single ones."),
        min_value=1,
    )
    each = forms.IntegerField(
        label=gettext_lazy("How many of each group go on?"),
        help_text=gettext_lazy("The best of each; you can change single ones."),
        min_value=0,
    )
    others = forms.IntegerField(
        label=gettext_lazy("How many of the others?"),
        help_text=gettext_lazy(
            "The best that are left, by their ranks in their groups; those of the same rank are "
            "compared by what they have made in each match or hand."
        ),
        min_value=0,
    )
    carry = forms.TypedChoiceField(
        label=gettext_lazy("What do they carry over?"),
        coerce=Carry,
        choices=[(one.value, name) for one, name in CARRY_NAMES.items()],
        widget=forms.RadioSelect,
    )
    hands = forms.IntegerField(
        label=gettext_lazy("Hands in a match"),
        help_text=gettext_lazy("If left empty: the format's own number."),
        min_value=1,
        max_value=MOST_HANDS_PER_MATCH,
        required=False,
    )

    def __init__(self, before: Stage, ranked: int, data: Any = None) -> None:
        then = intent_of(before).then
        groups = len(before.group_names)
        best = min(USUAL_BEST, max(1, ranked // 2))
        if then is not None:
            best = min(then.each * max(1, groups), ranked)
        initial = {
            "format": then.kind if then else before.kind,
            "name": then.name if then else pgettext("stage", "Final"),
            "best": best,
            "carry": (then.carry if then else Carry.NOTHING).value,
            "hands": then and then.hands,
        }
        if groups:
            each = max(1, best // groups)
            initial |= {"each": each, "others": 0}
            best = each * groups
        super().__init__(data, initial=initial)
        self.before = before
        fields = self.fields
        if groups:
            del fields["best"]
            shown = _number(data, "each", 0) * groups + _number(data, "others", 0) or best
        else:
            del fields["each"], fields["others"]
            shown = _number(data, "best", best)
            fields["best"].widget.attrs["max"] = ranked
        alone = before.championship.of_players
        fields["format"].choices = format_choices(shown, of_players=alone)  # type: ignore[attr-defined]
        if alone:
            fields["best"].label = _("How many players go on?")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        each, others = cleaned.get("each"), cleaned.get("others")
        if each is not None and others is not None:
            cleaned["best"] = each * len(self.before.group_names) + others
        format, best, carry = (cleaned.get(name) for name in ("format", "best", "carry"))
        if format is not None and best is not None and best < format.least:
            self.add_error(
                "best" if "best" in self.fields else "each",
                takes_at_least(format),
            )
        if format is not None and carry not in (None, Carry.NOTHING):
            into = into_stage(self.before, format)
            if refusal := why_not_carried(self.before, into):
                self.add_error("carry", refusal)
        return cleaned


def _number(data: Any, name: str, usual: int) -> int:
    """Return a number of the address; `usual` where it has none."""
    asked = whole_number((data or {}).get(name, ""), digits=3)
    return usual if asked is None else asked


def into_stage(before: Stage, format: Format) -> Stage:
    """Return an unsaved stage as it would follow, to ask what could be carried into it."""
    return Stage(
        championship=before.championship,
        kind=format.kind,
        settings=settings_like(before, format),
    )


def not_taken_over(before: Stage, format: Format) -> list[str]:
    """Return the titles of the settings that a following stage of another format can't copy."""
    told, taken = before.settings.plain(), settings_like(before, format).plain()
    return [
        str(said(one.title))
        for name, one in before.settings.fields().items()
        if one.needed(format_of(before)) and taken.get(name) != told[name]
    ]


class WhoGoesOnForm(forms.Form):
    """The pairs that go on, with a reason where they are not simply the best."""

    chosen = forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose the pairs that go on.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Why not simply the best?"),
        help_text=gettext_lazy(
            "Needed if you choose other pairs, or if pairs tie for the last place. It goes into "
            "the record."
        ),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    based_on = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, now: GoingOn, data: Any = None) -> None:
        super().__init__(data, initial={"chosen": now.numbers(Place.IN), "based_on": now.based_on})
        numbers = [one.contestant.number for one in now.candidates if one.can_go_on]
        chosen = self.fields["chosen"]
        assert isinstance(chosen, forms.TypedMultipleChoiceField)
        chosen.choices = [(number, str(number)) for number in numbers]
        if any(one.contestant.is_player for one in now.candidates):
            chosen.error_messages["required"] = _("Choose the players that go on.")
            self.fields["reason"].help_text = _(
                "Needed if you choose other players, or if players tie for the last place. It goes "
                "into the record."
            )

    @property
    def ticked(self) -> set[int]:
        """Return the numbers of the pairs that are ticked in the form as it stands."""
        chosen = (whole_number(str(one)) for one in self["chosen"].value() or ())
        return {one for one in chosen if one is not None}
