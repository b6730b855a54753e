"""The form of a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import Side, Sides
from tournament.core.errors import UserError
from tournament.core.labels import label
from tournament.models import MOST_GAME_POINTS, MOST_SHEET, NotPlayedReason, Outcome
from tournament.results.forms.entry import EntryForm
from tournament.results.forms.fields import PointsField, chips
from tournament.results.kinds import score_sheet
from tournament.results.kinds.game import NO_POINTS, GameInput


class GameForm(EntryForm):
    """A game: the points of both pairs, to whom a referee gave it, or why it was not played."""

    ns = PointsField(MOST_GAME_POINTS)
    ew = PointsField(MOST_GAME_POINTS)
    sheet = forms.CharField(
        label=gettext_lazy("Score sheet"),
        required=False,
        max_length=MOST_SHEET,
        help_text=gettext_lazy(
            "Optional, one hand a line: who dealt, the points of NS, then f for botifarra, x for "
            "contro, r for recontro, v for Sant Vicenç, such as “N 40 f x”; after a revoke “N - "
            "revoke-EW”. The points above may then stay empty."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )
    given_to = chips(gettext_lazy("Given by a referee, whatever the points"))

    points_names = Sides("ns", "ew")
    field_order = (*points_names, "given_to")
    folded = ("sheet", "given_to", "not_played_reason", "note")
    fields_template = "results/_game_fields.html"
    decision_template = "desk/_decide_game.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["not_played_reason"].label = _("Was the game played?")
        self.fields["note"].help_text = _(
            "What happened, in a few words. Only referees see it, unless it says why a game was "
            "not played."
        )
        reasons = [one for one in NotPlayedReason if one != NotPlayedReason.FOULED]
        self._offer(
            {
                "given_to": [("", _("no")), *((side.value, label(side)) for side in Side)],
                "not_played_reason": [
                    ("", _("yes")),
                    *((one.value, str(one.label)) for one in reasons),
                ],
            }
        )

    @classmethod
    def values_of(cls, content: GameInput) -> dict[str, Any]:
        columns = content.as_columns()
        return {
            **super().values_of(content),
            **{side.key: points for side, points in content.points.items()},
            "given_to": columns["given_to"],
            "sheet": score_sheet.shown(content.sheet),
        }

    def read(self, data: dict[str, Any]) -> GameInput | None:
        points = self.points_names.map(data.__getitem__)
        try:
            sheet = score_sheet.read_typed(data["sheet"])
        except UserError as error:
            self.add_error("sheet", str(error))
            return None
        if data["given_to"] and points == NO_POINTS and not sheet:
            points = Sides(0, 0)  # nobody played
        is_on_sheet = points == NO_POINTS and sheet
        if not data["not_played_reason"] and None in points and not is_on_sheet:
            for side, made in points.items():
                if made is None:
                    self.add_error(self.points_names[side], _("Enter the points of both pairs."))
            return None
        return GameInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            points=points,
            given_to=Side(data["given_to"]) if data["given_to"] else None,
            sheet=sheet,
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )
