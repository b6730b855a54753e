"""Forms of referees and organisers about hands on phones."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.play.acts import LONGEST_REASON, POINTS_OF_A_HAND
from tournament.core.forms import ReasonForm
from tournament.models import PlayedWith
from tournament.results.forms.dealt_hand import ResultForm

SHORTEST_LOOK, LONGEST_LOOK = 5, 300
"""Fewest and most seconds in which a result is looked at before it counts by itself."""


class PlayedWithForm(forms.Form):
    """Packs or phones; for phones also the word that cards cross the network unencrypted."""

    played_with = forms.ChoiceField(
        label=_("The hands are played with"), choices=PlayedWith.choices, widget=forms.RadioSelect
    )
    agree_after = forms.IntegerField(
        label=_("On phones a result counts by itself after so many seconds"),
        min_value=SHORTEST_LOOK,
        max_value=LONGEST_LOOK,
        required=False,
        help_text=_(
            "Until then the phones show it, and the last trick. Only what the players themselves "
            "played counts so. Leave it empty where one of each pair is to tap that it is right."
        ),
    )
    knows_plain_http = forms.BooleanField(
        label=_(
            "I know: where phones reach this site by http:// and not by https://, cards in play "
            "cross the network unprotected, and who listens there can read them."
        ),
        required=False,
    )

    @property
    def chosen(self) -> dict[str, Any]:
        """Chosen values; only for a valid form."""
        told = self.cleaned_data
        return {**told, "played_with": PlayedWith(told["played_with"])}


class HandReasonForm(ReasonForm):
    """Reason of a referee's act about a hand, with the hand and its number of acts."""

    deal = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    acts = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The reason is part of an act, which has less room than the record.
        self.fields["reason"] = forms.CharField(
            label=self.fields["reason"].label,
            max_length=LONGEST_REASON,
            help_text=self.fields["reason"].help_text,
            widget=self.fields["reason"].widget,
        )


class SetAsideForm(ResultForm):
    """Result of a hand whose play is set aside, and why."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reason = self.fields["reason"]
        reason.label, reason.required = _("Why?"), True
        reason.help_text = _(
            "The four players read it, and it goes into the record with your name and the time."
        )


class EndHandForm(HandReasonForm):
    """Points with which a hand ends, if any."""

    ns_points = forms.IntegerField(
        label=_("Points of North–South, 0 to 72"),
        min_value=0,
        max_value=POINTS_OF_A_HAND,
        required=False,
        help_text=_("Leave it empty where the hand has no points."),
    )
