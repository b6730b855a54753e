"""The form of a table of abarrotada."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import Seat
from tournament.core.errors import UserError
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_SHEET,
    MOST_SOLO_POINTS,
    NotPlayedReason,
    Outcome,
)
from tournament.results.forms.entry import EntryForm
from tournament.results.forms.fields import HandsField, SignedPointsField
from tournament.results.kinds import solo_sheet
from tournament.results.kinds.abarrotada import FIELDS, SoloInput


class AbarrotadaForm(EntryForm):
    """A table of abarrotada: everybody's points, or why it did not play."""

    n = SignedPointsField(MOST_SOLO_POINTS)
    w = SignedPointsField(MOST_SOLO_POINTS)
    s = SignedPointsField(MOST_SOLO_POINTS)
    e = SignedPointsField(MOST_SOLO_POINTS)
    hands = HandsField(MOST_HANDS_PER_MATCH, label=gettext_lazy("Hands played"))
    sheet = forms.CharField(
        label=gettext_lazy("Score sheet"),
        required=False,
        max_length=MOST_SHEET,
        help_text=gettext_lazy(
            "Optional, one hand a line: who dealt, the points of all players from North on round "
            "the table (the last may be left out: “26-14-8-”), then trumps-S if somebody other "
            "than the dealer made trumps, f for botifarra, x for contro, r for recontro, v for "
            "Sant Vicenç, such as “N 26-14-8-24 f x”; after a revoke “N - revoke-W”. The points "
            "above may then stay empty."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )

    field_order = (*FIELDS.values(), "hands")
    folded = ("sheet", "not_played_reason", "note")
    fields_template = "results/_abarrotada_fields.html"
    decision_template = "desk/_decide_abarrotada.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in FIELDS.values():
            self.fields[name].widget.attrs |= {"maxlength": "5", "inputmode": "text"}
        self.fields["hands"].help_text = _("Empty: all that were planned.")
        self.fields["not_played_reason"].label = _("Did the table play?")
        self.fields["note"].help_text = _(
            "What happened, in a few words. Only referees see it, unless it says why a table did "
            "not play."
        )
        reasons = [one for one in NotPlayedReason if one != NotPlayedReason.FOULED]
        offered = [("", _("yes")), *((one.value, str(one.label)) for one in reasons)]
        self._offer({"not_played_reason": offered})

    @classmethod
    def values_of(cls, content: SoloInput) -> dict[str, Any]:
        return {
            **super().values_of(content),
            **dict(zip(FIELDS.values(), content.points, strict=True)),
            "hands": content.hands,
            "sheet": solo_sheet.shown(content.sheet),
        }

    @property
    def figures(self) -> str:
        return " / ".join(self.entry.figures)

    @property
    def seats(self) -> list[tuple[Seat, forms.BoundField]]:
        """The fields of the points with their seats, as templates draw them."""
        return [(seat, self[name]) for seat, name in FIELDS.items()]

    def read(self, data: dict[str, Any]) -> SoloInput | None:
        try:
            sheet = solo_sheet.read_typed(data["sheet"])
        except UserError as error:
            self.add_error("sheet", str(error))
            return None
        points = tuple(data[name] for name in FIELDS.values())
        return SoloInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            points=points,
            hands=data["hands"],
            sheet=sheet,
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )
