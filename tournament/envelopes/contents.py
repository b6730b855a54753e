"""Encrypted content of envelopes and results files: a championship, with its event and venue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES
from tournament.core.errors import UserError
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_ROUNDS_TOGETHER,
    DealSet,
    ReleaseHour,
    Simultaneous,
    Stage,
    Venue,
)
from tournament.transfer.columns import column_faults, fault
from tournament.transfer.document import parsed, refuse_with
from tournament.transfer.reader import Document, read_document

ENVELOPE = "botifarra-envelope"
RESULTS = "botifarra-results"
"""Format of a results file; `ENVELOPE` is the other. The headers of the files name them."""
EVENT_COLUMNS = ("name", "slug", "date", "rounds", "kind", "hands_per_match", "field")
"""Columns of the event that a venue's laptop gets."""


@sensitive_variables()
def written(about: dict[str, Any], championship: dict[str, Any]) -> bytes:
    """Return the content of a file: what it is about, and the championship."""
    return json.dumps({"about": about, "championship": championship}, ensure_ascii=False).encode()


@sensitive_variables()
def read_content(content: bytes, *, format: str) -> tuple[dict[str, Any], Document]:
    """Return what a file is about, as JSON values, and its championship.

    Raises `UserError` with every fault and its place.
    """
    found = parsed(content)
    if not isinstance(found, dict) or set(found) != {"about", "championship"}:
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    faults = _envelope_faults if format == ENVELOPE else _results_faults
    refuse_with(faults(found["about"]))
    document = read_document(found["championship"])
    if len(document.all(Stage)) != 1 or not document.all(DealSet):
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    return found["about"], document


@sensitive_variables()
def _envelope_faults(about: Any) -> Iterator[str]:
    parts = ("event", "venue", "rounds", "release_hours")
    yield from _parts_faults(about, parts, "about")
    if not isinstance(about, dict) or about.keys() != {*parts}:
        return
    event, venue = about["event"], about["venue"]
    yield from _columns_faults(Simultaneous, EVENT_COLUMNS, event, "about.event")
    yield from _columns_faults(Venue, ("name", "results_key"), venue, "about.venue")
    if isinstance(venue, dict) and len(str(venue.get("results_key"))) != 2 * KEY_BYTES:
        yield fault("about.venue.results_key", _("must be %(count)d hex digits") % {"count": 64})
    if isinstance(event, dict):
        yield from _number_faults(event.get("rounds"), MOST_ROUNDS_TOGETHER, "about.event.rounds")
        hands = event.get("hands_per_match")
        yield from _number_faults(hands, MOST_HANDS_PER_MATCH, "about.event.hands_per_match")
    if not isinstance(about["rounds"], list) or len(about["rounds"]) != 2:
        yield fault("about.rounds", _("must be a list"))
    else:
        for number in about["rounds"]:
            yield from _number_faults(number, MOST_ROUNDS_TOGETHER, "about.rounds")
    hours = about["release_hours"]
    if not isinstance(hours, list) or len(hours) > MOST_ROUNDS_TOGETHER:
        yield fault("about.release_hours", _("must be a list"))
        return
    for place, hour in enumerate(hours):
        where = f"about.release_hours[{place}]"
        yield from _columns_faults(ReleaseHour, ("round", "at"), hour, where)
        if isinstance(hour, dict):
            yield from _number_faults(hour.get("round"), MOST_ROUNDS_TOGETHER, f"{where}.round")


def _results_faults(about: Any) -> Iterator[str]:
    yield from _parts_faults(about, ("event", "venue"), "about")
    if isinstance(about, dict) and about.keys() == {"event", "venue"}:
        slug = Simultaneous._meta.get_field("slug")
        yield from column_faults(slug, about["event"], "about.event")
        yield from column_faults(Venue._meta.get_field("name"), about["venue"], "about.venue")


def _parts_faults(told: Any, names: tuple[str, ...], where: str) -> Iterator[str]:
    if not isinstance(told, dict) or told.keys() != {*names}:
        listed = ", ".join(f"“{one}”" for one in names)
        yield fault(where, _("must be an object with %(names)s") % {"names": listed})


def _columns_faults(
    model: type[models.Model], names: tuple[str, ...], told: Any, where: str
) -> Iterator[str]:
    """Yield the faults of an object that must have these columns of a model, and possible
    values."""
    yield from _parts_faults(told, names, where)
    if isinstance(told, dict) and told.keys() == {*names}:
        for name in names:
            column: Any = model._meta.get_field(name)
            yield from column_faults(column, told[name], f"{where}.{name}")


def _number_faults(value: Any, most: int, where: str) -> Iterator[str]:
    if type(value) is not int or not 1 <= value <= most:
        yield fault(where, _("must be a whole number from 1 to %(most)d") % {"most": most})
