"""The dots that stand for dealt hands in pictures."""

from __future__ import annotations

from scoring.game.announcements import Announcement, Denomination, Double
from tournament.core.drawings.shapes import Form


def form_of(announcement: Announcement) -> Form:
    """A square for botifarra, a hollow dot where contro was said."""
    doubled = announcement.double is not Double.NONE
    if announcement.trump is Denomination.BOTIFARRA:
        return Form.FRAME if doubled else Form.SQUARE
    return Form.RING if doubled else Form.DISC
