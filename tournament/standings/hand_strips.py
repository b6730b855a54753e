"""Drawings of a hand's results as dots on an axis, one for each side."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.duplicate.scores import Origin
from scoring.game.seats import Side
from tournament.analysis.queries import HandWorth
from tournament.core.counts import tables_text
from tournament.core.drawings.scales import Value
from tournament.core.drawings.shapes import Drawing
from tournament.core.drawings.strip import StripBest, StripDot, strip
from tournament.core.labels import label
from tournament.core.numbers import signed_range_text, signed_text
from tournament.standings.rankings.dealt_hands.dots import form_of
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet


def hand_strip(
    sheet: HandSheet, side: Side, worth: HandWorth | None = None, lit: int | None = None
) -> Drawing | None:
    """Return an axis with a dot for each table compared on that side; None if there is none.

    `worth` adds the best result that the makers could have reached; `lit` is the id of the pair
    whose dot is highlighted.
    """
    field = sheet.fields[side]
    if not field.count:
        return None
    dots = [
        _dot(entry, side, hand_score, lit)
        for entry in sheet.entries
        if (hand_score := _compared(entry, side)) is not None
    ]
    told = _("Hand scores of %(side)s: %(tables)s, from %(low)s to %(high)s.") % {
        "side": label(side),
        "tables": tables_text(field.count),
        "low": signed_text(field.low),
        "high": signed_text(field.high),
    }
    best = _best(worth) if side is sheet.makers else None
    return strip(dots, _figure, f"{told} {best.text}." if best else told, best)


def _compared(entry: HandEntry, side: Side) -> int | None:
    """Return the side's hand score if it is compared with others; else None."""
    own = entry.sides[side]
    return None if own.origin in {Origin.ANNULLED, Origin.CANCELLED} else own.hand_score


def _dot(entry: HandEntry, side: Side, hand_score: int, lit: int | None) -> StripDot:
    contestant = entry.sides[side].contestant
    said = entry.announcement
    calls = [label(one) for one in (said.trump, said.double) if one]
    return StripDot(
        value=hand_score,
        form=form_of(said),
        title=" · ".join(
            [f"{contestant.number} {contestant.name}", signed_text(hand_score), *calls]
        ),
        lit=contestant.id == lit,
    )


def _figure(value: Value) -> str:
    return signed_text(value)


def _best(worth: HandWorth | None) -> StripBest | None:
    found = worth.best_score if worth else None
    if found is None:
        return None
    text = _("With best play: %(score)s") % {"score": signed_range_text(found)}
    return StripBest(found.low, found.high, text)
