"""Rulings on one hand at one table as plain values, and as versions of the hand's result.

Such a ruling is not stored by itself: it is a version of the result with a rule-break, an awarded
average or a fouled deal, and its note has the referee's words.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils.translation import pgettext_lazy

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import NOTHING_ANNOUNCED
from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.models import NotPlayedReason, Outcome
from tournament.results.kinds.dealt_hand import ResultInput


class HandRulingKind(TextChoices):
    RULE_BREAK = "rule-break", pgettext_lazy("ruling", "rule-break")
    """The side that broke a rule gets 0, the other one the average."""
    AWARD = "award", pgettext_lazy("ruling", "awarded average")
    """A side that is awarded the average gets it in place of its own score."""
    CANCELLED = "cancelled", pgettext_lazy("ruling", "hand cancelled at this table")
    """The cards were not those of the other tables: the hand is compared with nobody."""


@dataclass(frozen=True, slots=True)
class HandRuling:
    """Decision of a referee about one hand at one table.

    `sides` are those that broke the rule, or that are awarded the average; empty for a cancelled
    hand. `words` say what happened, on one line.
    """

    kind: HandRulingKind
    sides: frozenset[Side]
    words: str

    @property
    def whose(self) -> str:
        """Sides that it is about, in words: "by NS", "for both"; "" for a cancelled hand."""
        if self.kind is HandRulingKind.CANCELLED:
            return ""
        if self.kind is HandRulingKind.RULE_BREAK:
            return label(Infraction(_joined(self.sides)))
        return label(Award(_joined(self.sides)))


def _joined(sides: Collection[Side]) -> str:
    """Return some sides as scoring writes them: "NS", "EW", "NS+EW"."""
    return "+".join(side.value for side in Side if side in sides)


def ruled(stands: ResultInput | None, ruling: HandRuling) -> ResultInput:
    """Return the hand's result with the ruling in it.

    Points, trumps and doubles of `stands` (None: nothing was entered) stay, except where the hand
    is cancelled.
    """
    if ruling.kind is HandRulingKind.CANCELLED:
        return ResultInput(
            outcome=Outcome.NOT_PLAYED,
            not_played_reason=NotPlayedReason.FOULED.value,
            note=ruling.words,
        )
    made = stands if stands is not None and stands.outcome is Outcome.PLAYED else None
    is_break = ruling.kind is HandRulingKind.RULE_BREAK
    sides = _joined(ruling.sides)
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=made.ns_points if made else None,
        announcement=made.announcement if made else NOTHING_ANNOUNCED,
        infraction=Infraction(sides) if is_break else Infraction.NONE,
        award=Award.NONE if is_break else Award(sides),
        note=ruling.words,
    )


def ruling_in(content: ResultInput) -> HandRuling | None:
    """Return the ruling that a version of a result carries; None for an ordinary one."""
    if content.reason is NotPlayedReason.FOULED:
        return HandRuling(HandRulingKind.CANCELLED, frozenset(), content.note)
    for kind, sides in (
        (HandRulingKind.RULE_BREAK, content.infraction),
        (HandRulingKind.AWARD, content.award),
    ):
        if sides:
            whose = frozenset(side for side in Side if sides.has(side))
            return HandRuling(kind, whose, content.note)
    return None
