"""Forms of groups: drawing them, and changing them by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.pairing.groups import GroupsBy, group_sizes
from tournament.groups.queries import GroupsOfStage
from tournament.models import GROUP_NAME_LENGTH, SEED_LENGTH, ComparedWith, Stage
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of

_BY = (
    (GroupsBy.LOT.value, gettext_lazy("By lot")),
    (GroupsBy.SERPENTINE.value, gettext_lazy("By seeding, in serpentine")),
)
USUAL_SIZE = 4


def sizes_text(contestants: int, groups: int) -> str:
    """Return the sizes of the groups in words: "4 groups of 5, 1 of 4"."""
    sizes = group_sizes(contestants, groups)
    larger = sizes.count(sizes[0])
    told = ngettext("%(count)d group of %(size)d", "%(count)d groups of %(size)d", larger)
    text = told % {"count": larger, "size": sizes[0]}
    if larger < groups:
        rest = {"count": groups - larger, "size": sizes[-1]}
        # Translators: follows "4 groups of 5": "1 of 4"
        text += ", " + _("%(count)d of %(size)d") % rest
    return text


def _compared_with() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Compared with"),
        choices=ComparedWith.choices,
        initial=ComparedWith.EVERYBODY.value,
        widget=forms.RadioSelect,
        help_text=_(
            "All groups play the same hands. A pair's results can be compared with those of "
            "everybody who held the same cards, or of its own group alone."
        ),
    )


class DrawForm(forms.Form):
    """Number of groups, and the method that puts pairs into them."""

    count = forms.TypedChoiceField(label=gettext_lazy("Groups"), coerce=int)
    by = forms.TypedChoiceField(
        label=gettext_lazy("How pairs come into them"),
        coerce=GroupsBy,
        choices=_BY,
        initial=GroupsBy.LOT.value,
        widget=forms.RadioSelect,
    )
    clubs_apart = forms.BooleanField(
        label=gettext_lazy("Keep pairs of one club apart"), required=False
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed of the lots"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=gettext_lazy(
            "Any text that nobody could choose, such as a number of today's lottery; left empty, "
            "one is made up. It is public, so that anybody can draw again."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        stage: Stage,
        contestants: int,
        most: int,
        clubs: bool,
        deals: bool,
    ) -> None:
        intent = intent_of(stage)
        usual = min(most, max(2, contestants // USUAL_SIZE))
        if intent.group_size:
            usual = max(2, intent.groups_for(format_of(stage), contestants))
        initial = {
            "count": len(stage.group_names) or usual,
            "clubs_apart": clubs,
            "compared_with": stage.compared_with,
        }
        super().__init__(data, initial=initial)
        count, by = self.fields["count"], self.fields["by"]
        assert isinstance(count, forms.TypedChoiceField)
        count.choices = [(n, sizes_text(contestants, n)) for n in range(2, most + 1)]
        by.help_text = (
            _(
                "In serpentine by the standings of the stage before: the first ones go to "
                "different groups, the next ones in the opposite order, and so on."
            )
            if stage.best is not None
            else _(
                "In serpentine by the pairs' numbers, the strongest first: the first ones go to "
                "different groups, the next ones in the opposite order, and so on."
            )
        )
        if deals:
            self.fields["compared_with"] = _compared_with()
        if not clubs:
            del self.fields["clubs_apart"]


class ChangeForm(forms.Form):
    """Names of the groups, group of each pair, and the range of comparison."""

    based_on = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Any = None, *, stage: Stage, found: GroupsOfStage, deals: bool
    ) -> None:
        super().__init__(data, initial={"based_on": found.version})
        self.found = found
        for group in found.groups:
            self.fields[f"name_{group.number}"] = forms.CharField(
                label=_("Name of group %(number)d") % {"number": group.number},
                max_length=GROUP_NAME_LENGTH,
                initial=group.name,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        choices = [(group.number, group.name) for group in found.groups]
        for one in found.contestants:
            self.fields[f"pair_{one.number}"] = forms.TypedChoiceField(
                label=_("Group of pair %(number)d") % {"number": one.number},
                coerce=int,
                choices=choices if one.group else [("", "–"), *choices],
                initial=one.group or "",
                widget=forms.Select(attrs={"class": "form-select"}),
            )
        if deals:
            self.fields["compared_with"] = _compared_with()
            self.fields["compared_with"].initial = stage.compared_with

    @property
    def named(self) -> list[Any]:
        """Field of each group's name."""
        return [self[f"name_{group.number}"] for group in self.found.groups]

    @property
    def rows(self) -> list[tuple[Any, Any]]:
        """Each pair, with the field of its group."""
        return [(one, self[f"pair_{one.number}"]) for one in self.found.contestants]

    @property
    def group_of(self) -> dict[int, int]:
        """Group of each pair, by its number."""
        return {
            one.number: self.cleaned_data[f"pair_{one.number}"] for one in self.found.contestants
        }

    @property
    def names(self) -> list[str]:
        return [self.cleaned_data[f"name_{group.number}"] for group in self.found.groups]
