"""What is encrypted in an envelope and in a results file: a championship, and whose it is."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES
from tournament.core.errors import UserError
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_ROUNDS_TOGETHER,
    VENUE_NAME_LENGTH,
    VenuesField,
)
from tournament.stages.formats import FORMATS
from tournament.transfer.document_reader import checked, parsed, refuse_with
from tournament.transfer.shapes import Choice, Day, Hex, ListOf, Moment, Name, Record, Text, Whole

ENVELOPE = "botifarra-envelope"
RESULTS = "botifarra-results"
"""The formats of the two files, as their headers name them."""
EVENT_NAME_LENGTH, LONGEST_SLUG = 120, 80
_SLUG = Text(LONGEST_SLUG, 1, r"[-a-zA-Z0-9_]+")

_ABOUT_AN_ENVELOPE = Record(
    {
        "event": Record(
            {
                "name": Name(EVENT_NAME_LENGTH, 1),
                "slug": _SLUG,
                "date": Day(),
                "rounds": Whole(1, MOST_ROUNDS_TOGETHER),
                "kind": Choice(FORMATS),
                "hands_per_match": Whole(1, MOST_HANDS_PER_MATCH),
                "field": Choice(VenuesField.values),
            }
        ),
        "venue": Record({"name": Name(VENUE_NAME_LENGTH, 1), "results_key": Hex(KEY_BYTES)}),
        "rounds": ListOf(Whole(1, MOST_ROUNDS_TOGETHER), 2),
        "release_hours": ListOf(
            Record({"round": Whole(1, MOST_ROUNDS_TOGETHER), "at": Moment()}), MOST_ROUNDS_TOGETHER
        ),
    }
)
_ABOUT_RESULTS = Record({"event": _SLUG, "venue": Name(VENUE_NAME_LENGTH, 1)})


@sensitive_variables()
def written(about: dict[str, Any], championship: dict[str, Any]) -> bytes:
    """The content of a file: what it is about, and the championship."""
    return json.dumps({"about": about, "championship": championship}, ensure_ascii=False).encode()


@sensitive_variables()
def read_content(content: bytes, *, format: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file is about, and the document of its championship.

    Raises `UserError` with every fault and its place.
    """
    found = parsed(content)
    if not isinstance(found, dict) or set(found) != {"about", "championship"}:
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    shape = _ABOUT_AN_ENVELOPE if format == ENVELOPE else _ABOUT_RESULTS
    refuse_with(shape.faults(found["about"], "about"))
    document = checked(found["championship"])
    if len(document["stages"]) != 1 or not document["deal_sets"]:
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    return found["about"], document
