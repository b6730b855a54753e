"""Forms of results that are the points of each party, with a score sheet: a game, or abarrotada."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.seats import PerSeat, Seat, Side, Sides
from scoring.ordinary.abarrotada import SoloRules
from scoring.ordinary.games import GameRules
from tournament.core.errors import UserError
from tournament.core.labels import label
from tournament.models import (
    MOST_GAME_POINTS,
    MOST_HANDS_PER_MATCH,
    MOST_SHEET,
    MOST_SOLO_POINTS,
    NotPlayedReason,
    Outcome,
)
from tournament.results.forms.entry import EntryForm
from tournament.results.forms.fields import HandsField, PointsField, SignedPointsField, chips
from tournament.results.kinds.abarrotada import SoloTable
from tournament.results.kinds.game import GameTable
from tournament.results.kinds.points import GameInput, PointsTable
from tournament.results.kinds.score_sheet import read_typed, shown


def _sheet_field(rows: int, help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Score sheet"),
        required=False,
        max_length=MOST_SHEET,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": rows, "autocomplete": "off", "spellcheck": "false"}),
    )


class PointsForm(EntryForm):
    """Points of each party, each in a field of its own, or why nothing was played."""

    table: ClassVar[PointsTable]
    was_played: ClassVar[Any]
    about_note: ClassVar[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["not_played_reason"].label = self.was_played
        self.fields["note"].help_text = self.about_note
        reasons = [one for one in NotPlayedReason if one != NotPlayedReason.FOULED]
        offered = [("", _("yes")), *((one.value, str(one.label)) for one in reasons)]
        self._offer({"not_played_reason": offered})

    @classmethod
    def values_of(cls, content: GameInput) -> dict[str, Any]:
        return {
            **super().values_of(content),
            **{party.key: points for party, points in content.points.items()},
            "given_to": content.given_to.value if content.given_to else "",
            "hands": content.hands,
            "sheet": shown(content.sheet),
        }

    @property
    def figures(self) -> str:
        return str(self.entry.figures)

    def read(self, data: dict[str, Any]) -> GameInput | None:
        try:
            sheet = read_typed(data["sheet"], self.table.parties)
        except UserError as error:
            self.add_error("sheet", str(error))
            return None
        return GameInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            points=self.table.per_party(lambda party: data[party.key]),
            hands=data.get("hands"),
            given_to=Side(data["given_to"]) if data.get("given_to") else None,
            sheet=sheet,
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )


class GameForm(PointsForm):
    """A game: the points of both pairs, to whom a referee gave it, or why it was not played."""

    ns = PointsField(MOST_GAME_POINTS)
    ew = PointsField(MOST_GAME_POINTS)
    sheet = _sheet_field(
        6,
        gettext_lazy(
            "Optional, one hand a line: who dealt, the points of NS, then f for botifarra, x for "
            "contro, r for recontro, v for Sant Vicenç, such as “N 40 f x”; after a revoke “N - "
            "revoke-EW”. The points above may then stay empty."
        ),
    )
    given_to = chips(gettext_lazy("Given by a referee, whatever the points"))

    table = GameTable(GameRules())
    points_names = Sides("ns", "ew")
    field_order = (*points_names, "given_to")
    folded = ("sheet", "given_to", "not_played_reason", "note")
    fields_template = "results/_game_fields.html"
    decision_template = "desk/_decide_game.html"
    was_played = gettext_lazy("Was the game played?")
    about_note = gettext_lazy(
        "What happened, in a few words. Only referees see it, unless it says why a game was not "
        "played."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [(side.value, label(side)) for side in Side]
        self._offer({"given_to": [("", _("no")), *sides]})

    def read(self, data: dict[str, Any]) -> GameInput | None:
        said = super().read(data)
        if said is None:
            return None
        if said.given_to and not said.made and not said.sheet:
            return replace(said, points=Sides(0, 0))  # nobody played
        is_on_sheet = said.sheet and not said.made
        if said.outcome is Outcome.PLAYED and None in said.points and not is_on_sheet:
            for side, made in said.points.items():
                if made is None:
                    self.add_error(side.key, str(self.table.refusals.points_missing))
            return None
        return said


class AbarrotadaForm(PointsForm):
    """A table of abarrotada: everybody's points, or why it did not play."""

    n = SignedPointsField(MOST_SOLO_POINTS)
    w = SignedPointsField(MOST_SOLO_POINTS)
    s = SignedPointsField(MOST_SOLO_POINTS)
    e = SignedPointsField(MOST_SOLO_POINTS)
    hands = HandsField(
        MOST_HANDS_PER_MATCH,
        label=gettext_lazy("Hands played"),
        help_text=gettext_lazy("Empty: all that were planned."),
    )
    sheet = _sheet_field(
        8,
        gettext_lazy(
            "Optional, one hand a line: who dealt, the points of all players from North on round "
            "the table (the last may be left out: “26-14-8-”), then trumps-S if somebody other "
            "than the dealer made trumps, f for botifarra, x for contro, r for recontro, v for "
            "Sant Vicenç, such as “N 26-14-8-24 f x”; after a revoke “N - revoke-W”. The points "
            "above may then stay empty."
        ),
    )

    table = SoloTable(SoloRules())
    points_names = PerSeat.of(Seat, lambda seat: seat.key)
    field_order = (*points_names, "hands")
    folded = ("sheet", "not_played_reason", "note")
    fields_template = "results/_abarrotada_fields.html"
    decision_template = "desk/_decide_abarrotada.html"
    was_played = gettext_lazy("Did the table play?")
    about_note = gettext_lazy(
        "What happened, in a few words. Only referees see it, unless it says why a table did not "
        "play."
    )
