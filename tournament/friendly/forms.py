"""Forms that make a friendly table, and take its code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.announcements import SantVicencRule
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.ordinary.hands import DEFAULT_MULTIPLIERS, KNOWN_MULTIPLIERS, Multipliers
from tournament.core.labels import label
from tournament.friendly.kinds import Played, Terms
from tournament.friendly.services import CODE_LENGTH, LETTERS, NewTable
from tournament.models import LARGEST_SET_NUMBER

MOST_POINTS = 501
MOST_HANDS = 24
OF_A_SET = 4
OF_ABARROTADA = 12
"""Default number of hands of abarrotada."""
_CODE = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")

_GAMES = (Played.GAME, Played.PARTNERS)
_SOLO = (Played.ABARROTADA, Played.THREE)
_SETTINGS: Mapping[str, tuple[Played, ...]] = {
    "target": _GAMES,
    "sant_vicenc": (*_GAMES, *_SOLO),
    "multipliers": (*_GAMES, *_SOLO),
    "variant": (*_GAMES, Played.HANDS),
    "hands": (*_SOLO, Played.HANDS),
    "set_number": (Played.HANDS,),
}
"""Other questions in their order, each with the games it matters for."""


def is_code(text: str) -> bool:
    """Return whether a table can have that code. Addresses can hold anything, also characters that
    a database doesn't take as text."""
    return _CODE.fullmatch(text) is not None


class NewTableForm(forms.Form):
    """Game of a new table; everything else has a default."""

    played = forms.ChoiceField(
        label=_("What do you play?"),
        choices=[
            (Played.GAME, _("A game, two against two")),
            (Played.PARTNERS, _("Three games, partners changing")),
            (Played.ABARROTADA, _("Abarrotada, four players: everybody alone")),
            (Played.THREE, _("Abarrotada, three players")),
            (Played.HANDS, _("Hands of a number, as in a championship")),
        ],
        initial=Played.GAME,
        widget=forms.RadioSelect,
    )
    target = forms.IntegerField(
        label=_("A game is played to"), initial=101, min_value=1, max_value=MOST_POINTS
    )
    sant_vicenc = forms.ChoiceField(
        label=_("Sant Vicenç, after a recontro"),
        choices=[
            (SantVicencRule.ALLOWED, pgettext_lazy("Sant Vicenç", "allowed")),
            (
                SantVicencRule.NOT_AFTER_BOTIFARRA,
                pgettext_lazy("Sant Vicenç", "allowed, but not after botifarra"),
            ),
            (SantVicencRule.NOT_ALLOWED, pgettext_lazy("Sant Vicenç", "not allowed")),
        ],
        initial=SantVicencRule.ALLOWED,
    )
    multipliers = forms.ChoiceField(
        label=_("Contro, recontro and Sant Vicenç count"),
        choices=[(str(one), str(one).replace("-", " – ")) for one in KNOWN_MULTIPLIERS],
        initial=str(DEFAULT_MULTIPLIERS),
        help_text=_("Times so much; botifarra counts double besides."),
    )
    hands = forms.IntegerField(
        label=_("How many hands"),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        help_text=_("If you leave it empty: 12 of abarrotada, 4 of a number."),
    )
    set_number = forms.IntegerField(
        label=_("Their number"),
        required=False,
        min_value=1,
        max_value=LARGEST_SET_NUMBER,
        help_text=_(
            "Tables that play the same number here get the same hands, and can compare. Without "
            "one it is drawn. It is shown when all hands are played."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        variants = [(one.value, label(one)) for one in PlayVariant if one in PARTNERSHIP_VARIANTS]
        self.fields["variant"] = forms.ChoiceField(
            label=_("How cards must be played"), choices=variants, initial=PlayVariant.OBLIGADA
        )
        self.order_fields(["played", *_SETTINGS])

    @property
    def first(self) -> forms.BoundField:
        """Only question that everybody is asked."""
        return self["played"]

    @property
    def settings(self) -> list[tuple[forms.BoundField, str]]:
        """Other questions, each with the games it is asked for; the page hides the others."""
        return [(self[name], " ".join(kinds)) for name, kinds in _SETTINGS.items()]

    @property
    def settings_have_faults(self) -> bool:
        return any(one.errors for one, _kinds in self.settings)

    def new_table(self) -> NewTable:
        """Return the new table of a valid form."""
        told = self.cleaned_data
        played = Played(told["played"])
        return NewTable(
            played,
            Terms(
                target=told["target"],
                hands=told["hands"] or (OF_A_SET if played is Played.HANDS else OF_ABARROTADA),
                variant=PlayVariant(told["variant"]),
                sant_vicenc=SantVicencRule(told["sant_vicenc"]),
                multipliers=Multipliers.of_text(told["multipliers"]),
            ),
            told["set_number"],
        )


class CodeForm(forms.Form):
    """A table's code, as somebody has heard or read it."""

    code = forms.CharField(
        label=_("Code of a table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def clean_code(self) -> str:
        """Return the code in capitals, without spaces and hyphens."""
        code = re.sub(r"[\s-]", "", str(self.cleaned_data["code"])).upper()
        if not is_code(code):
            raise forms.ValidationError(
                _("A code is eight letters and digits, such as %(example)s."),
                params={"example": "HK7M 3QXT"},
            )
        return code
