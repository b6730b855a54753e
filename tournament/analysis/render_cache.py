"""A cache of rendered moments of replays: the same moment is rendered once.

When a round closes, everybody in the hall opens the same hand, and most step through the same best
play. In one language they all see the same, and computing and rendering it is most of the cost of
such a request. A text depends on its key alone, so it never goes stale. Whether the visitor may see
the hand is checked each time, by the view.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.game.variants import PlayVariant
from tournament.analysis.replays import Asked
from tournament.deals.queries import DealtHand

MOST = 256
"""Moments that are kept, some 20 kilobytes each; the least recently shown go first."""


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the rendered text depends on. `asked` names the trumps; `line` is best play."""

    language: str
    hand: DealtHand
    variant: PlayVariant
    asked: Asked
    line: str
    analysis_on: bool
    course: str = ""
    """The play of the table that is followed."""


class ShownMoments:
    """The most recent texts, shared by all threads of a process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._texts: OrderedDict[Shown, SafeString] = OrderedDict()

    def text(self, moment: Shown) -> SafeString | None:
        """Return the text of that moment, or None if it isn't known any more or yet."""
        with self._lock:
            if moment not in self._texts:
                return None
            self._texts.move_to_end(moment)
            return self._texts[moment]

    def keep(self, moment: Shown, text: SafeString) -> None:
        with self._lock:
            self._texts[moment] = text
            while len(self._texts) > self._most:
                self._texts.popitem(last=False)

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._texts.clear()


shown_moments = ShownMoments()
"""The one `ShownMoments` of this process."""
