"""Dots that represent dealt hands in drawings."""

from __future__ import annotations

from scoring.game.announcements import Announcement, Denomination, Double
from tournament.core.drawings.shapes import Form


def form_of(announcement: Announcement) -> Form:
    """Return the form of a hand's dot: square for botifarra, hollow after a contro."""
    doubled = announcement.double is not Double.NONE
    if announcement.trump is Denomination.BOTIFARRA:
        return Form.FRAME if doubled else Form.SQUARE
    return Form.RING if doubled else Form.DISC
