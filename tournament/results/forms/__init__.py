"""The desk's forms for a result, read strictly: invalid input is refused, never guessed at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import DUPLICATE_DOUBLES, Announcement, Denomination, Double
from scoring.game.seats import Seat, Side, Sides
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, add_user_error
from tournament.core.labels import label
from tournament.core.reasons import LONGEST
from tournament.models import (
    MOST_GAME_POINTS,
    MOST_HANDS_PER_MATCH,
    MOST_SHEET,
    MOST_SOLO_POINTS,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    Stage,
)
from tournament.results.effects import effect_of
from tournament.results.kinds import score_sheet, solo_sheet
from tournament.results.kinds.abarrotada import ABARROTADA, FIELDS, SoloInput
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.kinds.game import GAME, NO_POINTS, GameInput
from tournament.results.kinds.kind import Doubt, ResultKind
from tournament.results.kinds.kinds import content_of, kind_of
from tournament.results.rank_changes import rank_changes_of

_DIGITS = re.compile(r"[0-9]{1,4}")
_VERSION = re.compile(r"[0-9]{1,5}")


class PointsField(forms.CharField):
    """Points of a side: a few of the digits 0–9, at most `most` (those of a hand); None for
    nothing."""

    def __init__(self, most: int = POINTS_IN_A_HAND, **kwargs: Any) -> None:
        self._most = most
        widget = forms.TextInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "maxlength": len(str(most)),
                "class": "points",
            }
        )
        super().__init__(required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        if not _DIGITS.fullmatch(text) or int(text) > self._most:
            raise ValidationError(
                _("Points are a whole number from 0 to %(most)d.") % {"most": self._most}
            )
        return int(text)


class SignedPointsField(PointsField):
    """Points that can be below 0: a few digits, perhaps with a minus before them."""

    def clean(self, value: Any) -> int | None:
        text = str(value or "").strip().replace("−", "-")
        made = super().clean(text.removeprefix("-"))
        return -made if made is not None and text.startswith("-") else made


class VersionField(forms.CharField):
    """The number of the version that a form was made from; hidden, and never typed by a person."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        if not _VERSION.fullmatch(text):
            raise ValidationError(_("This page can no longer be used. Reload it."))
        return int(text)


def _choices(
    members: Iterable[Denomination | Double | Infraction | Award],
) -> list[tuple[str, Any]]:
    return [(member.value, label(member)) for member in members]


def _chips(name: Any) -> forms.ChoiceField:
    """A choice that is drawn as a row of chips below a translated name."""
    return forms.ChoiceField(label=name, required=False, widget=forms.RadioSelect)


class EntryForm(forms.Form):
    """What the desk's forms of all kinds of results share. Each kind has one that adds its fields.

    After `is_valid()`, `entry` is the result. `sure` repeats a token from `token_of`, to confirm an
    unlikely result: it is valid only for the same figures and the same doubts.
    """

    not_played_reason = forms.ChoiceField(
        label=gettext_lazy("Was the hand played?"), required=False
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=LONGEST,
        help_text=gettext_lazy(
            "What happened, in a few words. Only referees see it, unless it says why a hand "
            "was not played."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why is it changed?"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    based_on = VersionField()
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    points_names: ClassVar[Sides[str]]
    """The fields of both sides' points."""
    folded: ClassVar[tuple[str, ...]]
    """The fields that are folded away at first."""
    fields_template: ClassVar[str]
    """Draws its own fields, on the page where a result is entered."""
    decision_template: ClassVar[str]
    """Draws them where a correction request is decided; there the form is called `other`."""
    preview_template: ClassVar[str] = ""
    """Draws what `preview` returns; "" for a kind without one."""

    said: Any = None
    """What was said, a `Content` of the form's kind, once it was read without a fault."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reasons = [("", _("yes")), *NotPlayedReason.choices]
        self._offer({"not_played_reason": reasons})

    def _offer(self, choices: Mapping[str, list[tuple[str, Any]]]) -> None:
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    @classmethod
    def of(cls, current: Result | None) -> Self:
        """The form to enter a first result, or to change the current one."""
        if current is None:
            return cls(initial={"based_on": 0})
        return cls(initial={**cls.values_of(content_of(current)), "based_on": current.version})

    @classmethod
    def values_of(cls, content: Any) -> dict[str, Any]:
        """The values of the fields that say this."""
        return {"not_played_reason": content.not_played_reason, "note": content.note}

    @staticmethod
    def preview(_match: Match, _deal: int, _content: Any, /) -> dict[str, Any]:
        """What a content, or None for nothing, would do, as its template needs it."""
        return {}

    @property
    def figures(self) -> str:
        """What was said in figures, to repeat it once it is stored; only after `is_valid()`."""
        points = self.entry.points
        return "" if points.ns is None else "–".join(map(str, points))

    @property
    def says_more(self) -> bool:
        """Whether something stands, or is wrong, in the fields that are folded away at first."""
        return any(self[name].value() or self[name].errors for name in self.folded)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "based_on" in self.errors:
            self.add_error(None, _("This page can no longer be used. Reload it."))
        if not self.errors:
            self.said = self.read(data)
        return data

    def read(self, data: dict[str, Any]) -> Any:
        """The content that the fields say; None, with the faults added, where they don't fit."""
        raise NotImplementedError

    def check(self, kind: ResultKind[Any]) -> bool:
        """Whether what was said, after `is_valid()`, can be a result of the kind; `entry` is in its
        stored form then."""
        try:
            self.said = kind.checked(self.said)
        except UserError as error:
            add_user_error(self, error)
            return False
        return True

    @property
    def entry(self) -> Any:
        """What was said; only after `is_valid()`."""
        assert self.said is not None
        return self.said

    def is_sure_of(self, doubts: tuple[Doubt, ...]) -> bool:
        """Whether exactly this was confirmed in spite of exactly these doubts."""
        return bool(self.cleaned_data["sure"] == token_of(self.figures, doubts))

    @property
    def points(self) -> Sides[forms.BoundField]:
        """The fields of both sides' points, as templates draw them."""
        return self.points_names.map(self.__getitem__)

    def focus(self, name: str = "") -> None:
        """Let the page open with this field ready to type in, or else with the first."""
        self.fields[name or next(iter(self.fields))].widget.attrs["autofocus"] = True

    def with_values(self, **values: str) -> Self:
        """The same form as typed, with some of its values replaced."""
        return type(self)({name: self.data.get(name, "") for name in self.fields} | values)


class ResultForm(EntryForm):
    """A dealt hand: points, announcements, rule-break or award; or why it was not played."""

    ns_points = PointsField()
    ew_points = PointsField()
    trump = _chips(gettext_lazy("Trumps"))
    double = _chips(gettext_lazy("Contro"))
    infraction = _chips(gettext_lazy("Rule-break"))
    award = _chips(gettext_lazy("Awarded average"))

    points_names = Sides("ns_points", "ew_points")
    field_order = (*points_names, "trump", "double", "infraction", "award")
    folded = ("infraction", "award", "not_played_reason", "note")
    fields_template = "results/_dealt_hand_fields.html"
    decision_template = "desk/_decide_dealt_hand.html"
    preview_template = "results/_effect.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer(
            {
                "trump": [("", _("not noted")), *_choices(Denomination)],
                "double": _choices(DUPLICATE_DOUBLES),
                "infraction": _choices(Infraction),
                "award": _choices(Award),
            }
        )

    @classmethod
    def values_of(cls, content: ResultInput) -> dict[str, Any]:
        columns = content.as_columns()
        del columns["outcome"]
        return {**columns, "ew_points": content.points.ew}

    @staticmethod
    def preview(match: Match, deal: int, content: ResultInput | None, /) -> dict[str, Any]:
        """What it scores, and what it does to the others; 21 queries at most."""
        return {
            "effect": effect_of(match, deal, content),
            "rank_changes": rank_changes_of(match, deal, content),
        }

    def read(self, data: dict[str, Any]) -> ResultInput | None:
        ns_points, ew_points = data["ns_points"], data["ew_points"]
        if ns_points is None and ew_points is not None:
            ns_points = POINTS_IN_A_HAND - ew_points
        elif ew_points is not None and ns_points + ew_points != POINTS_IN_A_HAND:
            self.add_error(
                "ew_points",
                _("%(ns)d and %(ew)d are %(sum)d together; they must be %(all)d.")
                % {
                    "ns": ns_points,
                    "ew": ew_points,
                    "sum": ns_points + ew_points,
                    "all": POINTS_IN_A_HAND,
                },
            )
            return None
        for_both = data["award"] == Award.BOTH.value
        if ns_points is None and not (data["infraction"] or data["not_played_reason"] or for_both):
            self.add_error("ns_points", _("Enter the points of one side."))
            return None
        return ResultInput(
            outcome=Outcome.NOT_PLAYED if data["not_played_reason"] else Outcome.PLAYED,
            ns_points=ns_points,
            announcement=Announcement(
                Denomination(data["trump"]) if data["trump"] else None, Double(data["double"])
            ),
            infraction=Infraction(data["infraction"]),
            award=Award(data["award"]),
            not_played_reason=data["not_played_reason"],
            note=data["note"],
        )


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
    given_to = _chips(gettext_lazy("Given by a referee, whatever the points"))

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


class AbarrotadaForm(EntryForm):
    """A table of abarrotada: everybody's points, or why it did not play."""

    n = SignedPointsField(MOST_SOLO_POINTS)
    w = SignedPointsField(MOST_SOLO_POINTS)
    s = SignedPointsField(MOST_SOLO_POINTS)
    e = SignedPointsField(MOST_SOLO_POINTS)
    hands = PointsField(MOST_HANDS_PER_MATCH, label=gettext_lazy("Hands played"))
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


class TakeBackForm(ReasonForm):
    """Why the current result is taken back."""

    based_on = VersionField()


def token_of(figures: str, doubts: tuple[Doubt, ...]) -> str:
    """What confirms these figures in spite of these doubts."""
    kinds = "-".join(doubt.kind.value for doubt in doubts)
    return f"{figures}-{kinds}"


FORMS: Mapping[str, type[EntryForm]] = {
    DEALT_HAND.key: ResultForm,
    GAME.key: GameForm,
    ABARROTADA.key: AbarrotadaForm,
}
"""The desk's form of each kind of results."""


def form_for(stage: Stage) -> type[EntryForm]:
    """The form for the results of a stage's matches."""
    return FORMS[kind_of(stage).key]
