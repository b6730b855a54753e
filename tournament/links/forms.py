"""The form that renews links: the ones that the page showed when it was sent."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.links.tokens import Place, PlaceKind

_ONE = re.compile(r"([tp])-([1-9][0-9]{0,4})-([1-9][0-9]{0,4})")


def places_text(places: Iterable[Place]) -> str:
    """Return places as the form sends them: "t-3-1 p-5-2" (kind, number, number of the link)."""
    return " ".join(f"{one.kind}-{one.number}-{one.link_number}" for one in places)


class RenewForm(forms.Form):
    """The places whose links are renewed, each with the link that is meant."""

    places = forms.CharField(widget=forms.HiddenInput)

    def clean_places(self) -> frozenset[Place]:
        found = [_ONE.fullmatch(part) for part in self.cleaned_data["places"].split(" ")]
        if not all(found):
            raise ValidationError(
                _("Nothing was renewed: the page sent something unexpected. Try again.")
            )
        return frozenset(Place(PlaceKind(one[1]), int(one[2]), int(one[3])) for one in found if one)
