"""Question to a table about an unlikely entry, at most once for each hand.

The question tells the table that its result is unlikely beside the others. With repeated questions
it could change the points until none comes, and so find out the other results. So a table is asked
only about its first entry, or the first correction of it, by any pair on any phone. Later entries
are stored without a question, and the referee's desk shows them as unlikely until somebody has
checked them. The question and the entry are recorded. An entry that is sent again because an answer
was lost gets its question again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scoring.game.seats import Party
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.models import Action, AuditEvent
from tournament.models.places import columns_of
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import kind_of_match
from tournament.results.queries import results_around
from tournament.results.services.locked_hand import LockedHand


def is_worth_asking(hand: LockedHand, entry: Content) -> bool:
    """Return whether the table is to be asked about this entry; 2 queries at most."""
    if hand.version > 1:
        return False
    kind = kind_of_match(hand.match)
    made = kind.compared(entry)
    if made is None:
        return False
    around = results_around(hand.match, hand.deal)
    if not kind.doubts_about(made, others=around.others, before=around.before):
        return False
    asked = _question(hand)
    return asked is None or _said(asked, kind.columns) == entry.as_columns()


def note_question(hand: LockedHand, *, actor: Actor, entry: Content, side: Party) -> None:
    """Record that a table is asked about an entry. Twice is once."""
    if _question(hand) is not None:
        return
    record_event(
        championship=hand.championship,
        actor=actor,
        action=Action.RESULT_QUESTIONED,
        place=hand.place,
        after={"version": hand.version, **entry.as_columns(), "entered_side": side.value},
    )


def _question(hand: LockedHand) -> AuditEvent | None:
    """Return the question that the table was asked about the hand."""
    return AuditEvent.objects.filter(
        championship=hand.championship,
        action=Action.RESULT_QUESTIONED,
        **columns_of(hand.place),
    ).first()


def _said(asked: AuditEvent, columns: Collection[str]) -> dict[str, Any]:
    """Return the entry that the table was asked about."""
    assert asked.after is not None
    return {name: asked.after[name] for name in columns}
