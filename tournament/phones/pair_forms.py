"""Forms with which a pair asks for a correction, filled in with the current result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination, Double
from scoring.game.seats import Party, Seat, Side, dealer_of
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.abarrotada import SoloRules
from scoring.ordinary.games import GameRules
from tournament.core.labels import label
from tournament.core.reasons import LONGEST
from tournament.models import MOST_GAME_POINTS, MOST_SOLO_POINTS, Outcome, Stage
from tournament.phones.pair_hand import PairHand
from tournament.results.forms.fields import PointsField, SignedPointsField, VersionField
from tournament.results.kinds.abarrotada import ABARROTADA, SoloTable
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME, GameTable
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import kind_of
from tournament.results.kinds.points import GameInput, PointsTable


class CorrectionForm(forms.Form):
    """The right result, or a complaint in words, or both; each kind of results adds its fields.

    After `is_valid()`, `said` is the right result, None if the fields were left as they were and
    there are only words.
    """

    fields_template: ClassVar[Any]
    """Template of the kind's own fields; the form is `form` there."""

    words = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        required=False,
        max_length=LONGEST,
        help_text=gettext_lazy("In a few words: your opponents and the referee can read it."),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    based_on = VersionField()

    said: Content | None = None

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        super().__init__(data, initial={**self.values_of(hand), "based_on": hand.version})
        self._hand = hand

    def values_of(self, _hand: PairHand, /) -> dict[str, Any]:
        """Return the values of the kind's own fields for the result that stands."""
        return {}

    def read(self, _data: Mapping[str, Any], /) -> Content | None:
        """Return the result that the kind's own fields say; None where they say none."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "based_on" in self.errors:
            self.add_error(None, _("This page can no longer be used. Reload it."))
        if not self.errors:
            said = self.read(data)
            self.said = None if said == self._hand.stands else said
        return data


class DealtHandCorrectionForm(CorrectionForm):
    """A dealt hand: the pair's own points, trumps and contro."""

    points = PointsField()
    trump = forms.ChoiceField(
        label=gettext_lazy("Trumps"), required=False, widget=forms.RadioSelect
    )
    double = forms.ChoiceField(
        label=gettext_lazy("Contro"), required=False, widget=forms.RadioSelect
    )

    field_order = ("points", "trump", "double", "words")
    fields_template = "phones/_dealt_hand_correction.html"

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        super().__init__(hand, data)
        self.fields["points"].label = _("Your points, with the tricks")
        self.fields["points"].help_text = _("The opponents get the rest of %(all)d.") % {
            "all": POINTS_IN_A_HAND
        }
        trumps = [(one.value, label(one)) for one in Denomination]
        doubles = [(one.value, label(one)) for one in DUPLICATE_DOUBLES]
        for name, choices in (("trump", [("", _("not noted")), *trumps]), ("double", doubles)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    @property
    def dealer(self) -> Seat:
        return dealer_of(self._hand.deal)

    def values_of(self, hand: PairHand, /) -> dict[str, Any]:
        stands: ResultInput | None = hand.stands
        announced = stands.announcement if stands else Announcement()
        return {
            "points": None if stands is None else stands.points[hand.side],
            "trump": announced.trump.value if announced.trump else "",
            "double": announced.double.value,
        }

    def read(self, data: Mapping[str, Any], /) -> ResultInput | None:
        own: int | None = data["points"]
        if own is None:
            return None
        stands: ResultInput | None = self._hand.stands
        if stands is None or stands.outcome is not Outcome.PLAYED:
            stands = ResultInput(outcome=Outcome.PLAYED)
        return replace(
            stands,
            ns_points=own if self._hand.side is Side.NS else POINTS_IN_A_HAND - own,
            announcement=Announcement(
                Denomination(data["trump"]) if data["trump"] else None, Double(data["double"])
            ),
        )


class PointsCorrectionForm(CorrectionForm):
    """The points of each party of a table; `names` are the fields of the parties that sit there."""

    fields_template = "phones/_points_correction.html"
    table: ClassVar[PointsTable]
    missing: ClassVar[Promise]
    """Error for points of only some parties."""
    names: Mapping[Party, str]

    def values_of(self, hand: PairHand, /) -> dict[str, Any]:
        stands: GameInput | None = hand.stands
        made = {} if stands is None else dict(stands.points.items())
        return {name: made.get(party) for party, name in self.names.items()}

    @property
    def points(self) -> list[forms.BoundField]:
        """Fields of the points, as templates draw them."""
        return [self[name] for name in self.names.values()]

    def read(self, data: Mapping[str, Any], /) -> GameInput | None:
        made: dict[Party, int | None] = {one: data[name] for one, name in self.names.items()}
        if set(made.values()) == {None}:
            return None
        for party, name in self.names.items():
            if made[party] is None:
                self.add_error(name, str(self.missing))
                return None
        stands: GameInput | None = self._hand.stands
        if stands is None or stands.outcome is not Outcome.PLAYED:
            stands = GameInput(outcome=Outcome.PLAYED)
        points = self.table.per_party(made.get)
        sheet = stands.sheet if points == stands.points else ()  # its hands make those alone
        return replace(stands, points=points, sheet=sheet)


class GameCorrectionForm(PointsCorrectionForm):
    """A game: the points of the pair and of its opponents."""

    own = PointsField(MOST_GAME_POINTS, label=gettext_lazy("Your points"))
    theirs = PointsField(MOST_GAME_POINTS, label=gettext_lazy("Your opponents' points"))

    field_order = ("own", "theirs", "words")
    table = GameTable(GameRules())
    missing = gettext_lazy("Enter the points of both sides.")

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        self.names = {hand.side: "own", hand.side.opponents: "theirs"}
        super().__init__(hand, data)


class AbarrotadaCorrectionForm(PointsCorrectionForm):
    """A table of abarrotada: the points of everybody who sat there."""

    table = SoloTable(SoloRules())
    missing = table.refusals.points_missing

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        held = {Seat(one.held): one.contestant for one in hand.match.seats.all()}
        self.names = {seat: seat.key for seat in Seat if seat in held}
        super().__init__(hand, data)
        for seat, player in held.items():
            named = f"{player.number} {player.shown_name}"
            self.fields[seat.key] = SignedPointsField(MOST_SOLO_POINTS, label=named)
        self.order_fields((*self.names.values(), "words"))


CORRECTION_FORMS: dict[str, type[CorrectionForm]] = {
    DEALT_HAND.key: DealtHandCorrectionForm,
    GAME.key: GameCorrectionForm,
    ABARROTADA.key: AbarrotadaCorrectionForm,
}


def correction_form_for(stage: Stage) -> type[CorrectionForm]:
    """Return the form for the results of a stage's matches."""
    return CORRECTION_FORMS[kind_of(stage).key]
