"""A line while it is read: what was found so far, and what is doubtful in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.contestants.list_import.doubts import Doubt
from tournament.core.private_data import Private


@dataclass(slots=True)
class Reading:
    """A line while it is read."""

    index: int
    players: tuple[str, ...] = ()
    clubs: list[str] = field(default_factory=list)
    name: str = ""
    substitutes: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    is_missing: bool = False
    alone: bool = False
    """The line holds a single player."""
    marks: list[Private] = field(default_factory=list)
    """What was taken out."""

    def doubt(self, kind: str, about: str, message: str) -> None:
        """Something of this kind to look at."""
        self.doubts.append(Doubt(f"{kind} {about}", message))

    def aside(self, text: str) -> None:
        """What is not understood. Without letters and figures there is nothing to say."""
        if any(map(str.isalnum, text)):
            self.doubt("aside", text, _("“%(text)s” is not used.") % {"text": text})

    def take_club(self, text: str) -> None:
        """What is probably a club."""
        self.clubs.append(text)
        message = _("“%(text)s” was taken for the club.") % {"text": text}
        self.doubt("club", text, message)

    def add_third(self, name: str) -> None:
        """Somebody beside two players, or beside one who plays alone."""
        if self.alone:
            self.aside(name)
            return
        self.substitutes.append(name)
        message = _("%(name)s is a third player and becomes a substitute.") % {"name": name}
        self.doubt("third", name, message)
