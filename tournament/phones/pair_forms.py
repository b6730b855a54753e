"""The forms with which a pair asks for a correction, filled in with the current result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination, Double
from scoring.game.seats import Seat, Side, Sides, dealer_of
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.core.labels import label
from tournament.core.reasons import LONGEST
from tournament.models import MOST_GAME_POINTS, MOST_SOLO_POINTS, Outcome, Stage
from tournament.phones.pair_hand import PairHand
from tournament.results.forms.fields import PointsField, SignedPointsField, VersionField
from tournament.results.kinds.abarrotada import ABARROTADA, FIELDS, NO_POINTS, SoloInput
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME, GameInput
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import kind_of


class CorrectionForm(forms.Form):
    """The right result, or what is wrong in words, or both; each kind of results adds its fields.

    After `is_valid()`, `said` is the right result, None if it was left as it stands and there are
    only words.
    """

    fields_template: ClassVar[Any]
    """Draws the kind's own fields; there the form is called `form`."""

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

    @staticmethod
    def values_of(_hand: PairHand, /) -> dict[str, Any]:
        """What the kind's own fields say of the result that stands."""
        return {}

    def read(self, _data: Mapping[str, Any], /) -> Content | None:
        """The result that the kind's own fields say; None where they say none."""
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

    @staticmethod
    def values_of(hand: PairHand, /) -> dict[str, Any]:
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


class GameCorrectionForm(CorrectionForm):
    """A game: the points of the pair and of its opponents."""

    own = PointsField(MOST_GAME_POINTS, label=gettext_lazy("Your points"))
    theirs = PointsField(MOST_GAME_POINTS, label=gettext_lazy("Your opponents' points"))

    field_order = ("own", "theirs", "words")
    fields_template = "phones/_game_correction.html"

    @staticmethod
    def values_of(hand: PairHand, /) -> dict[str, Any]:
        stands: GameInput | None = hand.stands
        if stands is None:
            return {}
        return {"own": stands.points[hand.side], "theirs": stands.points[hand.side.opponents]}

    def read(self, data: Mapping[str, Any], /) -> GameInput | None:
        own, theirs = data["own"], data["theirs"]
        if own is None and theirs is None:
            return None
        for name, points in (("own", own), ("theirs", theirs)):
            if points is None:
                self.add_error(name, _("Enter the points of both sides."))
                return None
        stands: GameInput | None = self._hand.stands
        if stands is None or stands.outcome is not Outcome.PLAYED:
            stands = GameInput(outcome=Outcome.PLAYED)
        made = {self._hand.side: own, self._hand.side.opponents: theirs}
        points = Sides.of(made.__getitem__)
        sheet = stands.sheet if points == stands.points else ()  # its hands make those alone
        return replace(stands, points=points, sheet=sheet)


class AbarrotadaCorrectionForm(CorrectionForm):
    """A table of abarrotada: the points of everybody who sat there."""

    n = SignedPointsField(MOST_SOLO_POINTS)
    w = SignedPointsField(MOST_SOLO_POINTS)
    s = SignedPointsField(MOST_SOLO_POINTS)
    e = SignedPointsField(MOST_SOLO_POINTS)

    field_order = (*FIELDS.values(), "words")
    fields_template = "phones/_abarrotada_correction.html"

    def __init__(self, hand: PairHand, data: Any = None) -> None:
        super().__init__(hand, data)
        held = {Seat(one.held): one.contestant for one in hand.match.seats.all()}
        for seat, name in FIELDS.items():
            if seat in held:
                self.fields[name].label = f"{held[seat].number} {held[seat].shown_name}"
                self.fields[name].widget.attrs |= {"maxlength": "5", "inputmode": "text"}
            else:
                del self.fields[name]

    @staticmethod
    def values_of(hand: PairHand, /) -> dict[str, Any]:
        stands: SoloInput | None = hand.stands
        return {} if stands is None else dict(zip(FIELDS.values(), stands.points, strict=True))

    @property
    def points(self) -> list[forms.BoundField]:
        """Everybody's, as templates draw them."""
        return [self[name] for name in FIELDS.values() if name in self.fields]

    def read(self, data: Mapping[str, Any], /) -> SoloInput | None:
        points = tuple(data.get(name) for name in FIELDS.values())
        if points == NO_POINTS:
            return None
        for name in FIELDS.values():
            if name in self.fields and data[name] is None:
                self.add_error(name, _("Enter the points of every player."))
                return None
        stands: SoloInput | None = self._hand.stands
        if stands is None or stands.outcome is not Outcome.PLAYED:
            stands = SoloInput(outcome=Outcome.PLAYED)
        sheet = stands.sheet if points == stands.points else ()  # its hands make those alone
        return replace(stands, points=points, sheet=sheet)


CORRECTION_FORMS: dict[str, type[CorrectionForm]] = {
    DEALT_HAND.key: DealtHandCorrectionForm,
    GAME.key: GameCorrectionForm,
    ABARROTADA.key: AbarrotadaCorrectionForm,
}
"""The form of each kind of results."""


def correction_form_for(stage: Stage) -> type[CorrectionForm]:
    """The form for the results of a stage's matches."""
    return CORRECTION_FORMS[kind_of(stage).key]
