"""Bars: how far something is from something else."""

from __future__ import annotations

from fractions import Fraction

from tournament.core.drawings.shapes import Box, Drawing, Ink


def distance_bar(share: Fraction, width: float = 48.0, height: float = 8.0) -> Drawing:
    """Return a bar, in whole pixels, for a share from 0 to 1; only that of 0 is invisible."""
    length = float(max(1, round(share * Fraction(width))))
    shapes = (Box(0.0, 1.0, length, height - 2.0, Ink.PLAIN),) if share else ()
    return Drawing(width, height, shapes, "")
