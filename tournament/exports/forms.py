"""Forms that ask for papers, and why hands are printed before they are public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.forms import ReasonForm
from tournament.exports.papers import Paper, Scope
from tournament.exports.papers.catalogue import BundleLine
from tournament.exports.rows import round_title


class PrintHandsForm(ReasonForm):
    """The rounds whose sealed hands are printed, and why."""

    rounds = forms.TypedMultipleChoiceField(
        label=_("Rounds"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one round.")},
    )

    field_order = ["rounds", "reason"]

    def __init__(self, *args: Any, sealed: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["rounds"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, round_title(number)) for number in sealed]


class PapersForm(forms.Form):
    """The papers, their rounds and language, and the options of each."""

    def __init__(
        self,
        *args: Any,
        papers: Sequence[Paper],
        rounds: Sequence[tuple[int, str]],
        bundles: Sequence[BundleLine],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._bundles = {one.value: one for one in bundles}
        self._papers = {paper.name: paper for paper in papers}
        self._rounds = tuple(number for number, _title in rounds)
        self.fields["language"] = forms.ChoiceField(
            label=_("Language of the papers"), choices=settings.LANGUAGES, required=False
        )
        self.fields["bundle"] = forms.ChoiceField(
            choices=[(value, value) for value in self._bundles], required=False
        )
        self.fields["papers"] = forms.MultipleChoiceField(
            choices=[(name, name) for name in self._papers], required=False
        )
        self.fields["rounds"] = forms.TypedMultipleChoiceField(
            label=_("Rounds"),
            coerce=int,
            choices=rounds,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["every_round"] = forms.BooleanField(label=_("All rounds"), required=False)
        for paper in papers:
            for option in paper.options:
                self.fields[f"{paper.name}:{option.name}"] = forms.ChoiceField(
                    label=str(option.label),
                    choices=[(value, str(text)) for value, text in option.choices],
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        """Take papers and rounds from a bundle, if one is chosen; else both are chosen by hand."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        bundle = self._bundles.get(cleaned.get("bundle") or "")
        if bundle is not None:
            self.papers, self.rounds = list(bundle.papers), bundle.rounds
            return cleaned
        chosen = set(cleaned.get("papers") or ())
        self.papers = [paper for name, paper in self._papers.items() if name in chosen]
        asked = self._rounds if cleaned.get("every_round") else cleaned.get("rounds") or ()
        self.rounds = tuple(sorted(set(asked)))
        if "papers" in cleaned and not self.papers:
            self.add_error(None, _("Choose at least one paper."))
        if "rounds" in cleaned and not self.rounds and self._needs_rounds():
            self.add_error("rounds", _("Choose at least one round."))
        return cleaned

    def _needs_rounds(self) -> bool:
        return any(paper.scope is Scope.ROUND for paper in self.papers)

    @property
    def options(self) -> dict[str, str]:
        """Return the chosen options of the papers, by "paper:option"."""
        return {name: value for name, value in self.cleaned_data.items() if ":" in name and value}

    def sent_again(self) -> list[tuple[str, str]]:
        """Return the form's data as names and values, for a page that asks one thing more."""
        if not isinstance(self.data, QueryDict):
            return []
        return [(name, value) for name in self.fields for value in self.data.getlist(name)]
