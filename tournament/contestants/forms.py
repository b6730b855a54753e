"""Forms of the register: a pair, a pasted list, a file, a draw, a withdrawal, the tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.contestants.list_import.grids import MAX_BYTES, MAX_ROWS
from tournament.contestants.rows import MAX_NUMBER, ContestantRow
from tournament.core.forms import ReasonForm
from tournament.models import SEED_LENGTH, Table

# The services limit the length of a name: they count letters as people do.
_NAME = {"autocomplete": "off", "spellcheck": "false"}


class ContestantForm(forms.Form):
    """A pair: two players, and what else is known of it; or one player, who plays alone."""

    player_1 = forms.CharField(label=gettext_lazy("Player 1"), widget=forms.TextInput(attrs=_NAME))
    player_2 = forms.CharField(label=gettext_lazy("Player 2"), widget=forms.TextInput(attrs=_NAME))
    club = forms.CharField(
        label=gettext_lazy("Club"), required=False, widget=forms.TextInput(attrs=_NAME)
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the pair"),
        required=False,
        help_text=gettext_lazy("Without one it is called by its players."),
        widget=forms.TextInput(attrs=_NAME),
    )
    substitutes = forms.CharField(
        label=gettext_lazy("Substitutes"),
        required=False,
        help_text=gettext_lazy("One on each line. Who actually sat can be noted for each match."),
        widget=forms.Textarea(attrs={**_NAME, "rows": 2}),
    )
    number = forms.IntegerField(
        label=gettext_lazy("Number"), required=False, min_value=1, max_value=MAX_NUMBER
    )
    names_known = forms.BooleanField(
        label=gettext_lazy("These names are right."),
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        with_number: bool,
        to_begin_with: bool = False,
        of_players: bool = False,
        **kwargs: Any,
    ) -> None:
        """With `to_begin_with` the page begins with this form, so typing can begin at once."""
        super().__init__(*args, **kwargs)
        if of_players:
            for name in ("player_2", "name", "substitutes"):
                del self.fields[name]
            self.fields["player_1"].label = _("Player")
        if to_begin_with:
            self.fields["player_1"].widget.attrs["autofocus"] = True
        if with_number:
            self.fields["number"].help_text = _("Without one it gets the lowest that is free.")
        else:
            del self.fields["number"]

    @property
    def values(self) -> dict[str, Any]:
        """Return the values under the services' names; only for a valid form."""
        data = self.cleaned_data
        values = {"players": [data["player_1"]], "club": data["club"]}
        if "player_2" in data:
            substitutes = [line for line in data["substitutes"].splitlines() if line.strip()]
            values["players"] += [data["player_2"], *substitutes]
            values["name"] = data["name"]
        return values | ({"number": data["number"]} if "number" in self.fields else {})

    @property
    def row(self) -> ContestantRow:
        """Return the values as one row; only for a valid form."""
        values = self.values
        return ContestantRow(
            players=tuple(values["players"]), club=values["club"], name=values.get("name", "")
        )


class ChangeContestantForm(ContestantForm):
    """The data of a registered pair; `based_on` is the version that the page showed."""

    based_on = forms.CharField(widget=forms.HiddenInput, required=False)


class PasteForm(forms.Form):
    """A list with a pair on each line."""

    text = forms.CharField(
        label=gettext_lazy("One pair on each line"),
        max_length=MAX_BYTES,
        strip=False,
        help_text=gettext_lazy(
            "As it was written in a chat, in a mail or on paper: “3. Maria Puig i Joan Roca "
            "(Valls)”. Or lines of a spreadsheet, with their headings. Numbers, titles and "
            "telephone numbers do no harm: they are taken out. You see how it was read "
            "before anything is registered."
        ),
        widget=forms.Textarea(attrs={**_NAME, "rows": 12, "autofocus": True, "wrap": "off"}),
    )

    def __init__(self, *args: Any, of_players: bool = False, **kwargs: Any) -> None:
        """With `of_players` each line holds a player who plays alone."""
        super().__init__(*args, **kwargs)
        if of_players:
            self.fields["text"].label = _("One player on each line")
            self.fields["text"].help_text = _(
                "The name, and after a comma the club: “Maria Puig, Penya Xaloc”. They get the "
                "lowest free numbers, in this order. You see how it was read before anything is "
                "registered."
            )


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File, .xlsx, .ods, .xls or .csv"),
        allow_empty_file=True,  # the reader of lists refuses an empty file in a sentence of its own
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.ods,.xls,.csv,.txt,.tsv"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "At most %(size)d MB and %(rows)d lines. You see how it was read, and can correct "
            "it, before anything is registered. Of .ods and .xls files hidden lines are read too, "
            "and the values of formulas."
        ) % {"size": MAX_BYTES >> 20, "rows": MAX_ROWS}

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                _("This is too large: at most %(max)d MB are allowed.") % {"max": MAX_BYTES >> 20}
            )
        return file


class ConfirmForm(forms.Form):
    """The questions of a preview about the list as a whole; its lines have fields of their own."""

    take_formulas = forms.BooleanField(
        label=gettext_lazy("The values of formulas are right: use them as they were saved."),
        required=False,
    )
    leave_out = forms.BooleanField(
        label=gettext_lazy("Leave all faulty lines out and register the others."),
        required=False,
    )
    all_seen = forms.BooleanField(
        label=gettext_lazy("I have looked at all the yellow lines: they are right."),
        required=False,
    )


class DrawForm(forms.Form):
    """The public text that the numbers are drawn from."""

    seed = forms.CharField(
        label=gettext_lazy("The draw is made from this text"),
        max_length=SEED_LENGTH,
        help_text=gettext_lazy(
            "The machine has proposed one; a text that nobody here controls, such as today's "
            "lottery number, is more convincing. The same text gives the same numbers."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RoundForm(forms.Form):
    """The first round concerned; rounds that are being played say so."""

    from_round = forms.TypedChoiceField(label=gettext_lazy("From round"), coerce=int)

    def __init__(self, *args: Any, rounds: range, playing: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["from_round"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [
            *([] if self.initial.get("from_round") else [("", _("choose a round"))]),
            *(
                (number, _("%(round)d (being played)") % {"round": number})
                if number in playing
                else (number, str(number))
                for number in rounds
            ),
        ]


class WithdrawForm(ReasonForm):
    """The reason of a pair's withdrawal, from the round that the preview showed."""

    from_round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The field stands below a text that has to be read first: the page must not jump to it.
        del self.fields["reason"].widget.attrs["autofocus"]


@dataclass(frozen=True, slots=True)
class TableFields:
    """A table's two fields, and the words beside them."""

    number: int
    name: forms.BoundField
    pair: forms.BoundField | None
    pair_name: str


class TablesForm(forms.Form):
    """The name of each table, and the number of the pair that always sits there; `based_on` is the
    version that the page showed."""

    based_on = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        tables: list[Table],
        contestants: Mapping[int, tuple[int, str]],
        fixed: Mapping[int, int],
        version: str,
        with_fixed: bool = True,
        **kwargs: Any,
    ) -> None:
        """`contestants`: by number, each pair's id and name; `fixed`: by table, the pair's number.
        `with_fixed`: somebody can stay at a table."""
        super().__init__(*args, **kwargs)
        self.fields["based_on"].initial = version
        self._tables, self._contestants, self._fixed = tables, contestants, fixed
        for table in tables:
            self.fields[f"name_{table.number}"] = forms.CharField(
                label=_("Name of table %(number)d") % {"number": table.number},
                initial=table.name,
                required=False,
                widget=forms.TextInput(attrs=_NAME),
            )
            if not with_fixed:
                continue
            self.fields[f"pair_{table.number}"] = forms.IntegerField(
                label=_("Pair fixed to table %(number)d") % {"number": table.number},
                initial=fixed.get(table.number),
                min_value=1,
                required=False,
                widget=forms.NumberInput(attrs={"class": "rank-number"}),
            )

    def rows(self) -> list[TableFields]:
        return [self._row(table.number) for table in self._tables]

    def _row(self, table: int) -> TableFields:
        pair = self._fixed.get(table)
        return TableFields(
            number=table,
            name=self[f"name_{table}"],
            pair=self[name] if (name := f"pair_{table}") in self.fields else None,
            pair_name=self._contestants[pair][1] if pair else "",
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seen: dict[int, int] = {}
        for table in self._tables:
            pair = cleaned.get(f"pair_{table.number}")
            if pair is None:
                continue
            if pair not in self._contestants:
                self.add_error(
                    f"pair_{table.number}", _("There is no pair %(pair)d.") % {"pair": pair}
                )
            elif pair in seen:
                self.add_error(
                    f"pair_{table.number}",
                    _("Pair %(pair)d already stays at table %(table)d.")
                    % {"pair": pair, "table": seen[pair]},
                )
            seen[pair] = table.number
        return cleaned

    @property
    def names(self) -> dict[int, str]:
        return {table.number: self.cleaned_data[f"name_{table.number}"] for table in self._tables}

    @property
    def fixed(self) -> dict[int, int | None]:
        """Return each pair's table, by the pair's id; None for a pair that loses its table."""
        fixed: dict[int, int | None] = {
            self._contestants[pair][0]: None for pair in self._fixed.values()
        }
        for table in self._tables:
            if (pair := self.cleaned_data.get(f"pair_{table.number}")) is not None:
                fixed[self._contestants[pair][0]] = table.number
        return fixed
