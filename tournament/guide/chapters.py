"""All chapters of the guide, in their order."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.guide import organisers, players, referees
from tournament.guide.elements import Audience, Chapter, Picture

CHAPTERS: Mapping[str, Chapter] = {
    chapter.name: chapter
    for chapter in (
        organisers.BEGIN,
        organisers.PAIRS,
        organisers.SCHEDULE,
        organisers.HANDS,
        organisers.HALL,
        organisers.PRINTING,
        organisers.END,
        referees.ROUNDS,
        referees.RESULTS,
        referees.INBOX,
        referees.RULINGS,
        players.TABLE,
        players.PLAY,
        players.PAIR,
        players.SCORES,
        players.ALONE,
    )
}
"""Every chapter by its name."""


def chapters_for(audience: Audience) -> tuple[Chapter, ...]:
    """The chapters for these readers."""
    return tuple(one for one in CHAPTERS.values() if one.audience is audience)


def pictures() -> tuple[Picture, ...]:
    """The pictures of all chapters."""
    parts = (part for chapter in CHAPTERS.values() for part in chapter.parts)
    return tuple(part for part in parts if isinstance(part, Picture))
