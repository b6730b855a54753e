"""Asking a table to check an unlikely entry, at most once for each hand.

The question tells the table that its result is unlikely beside those of the others. With repeated
questions it could change the points until none comes, and so find out what the others made. So a
table is asked only about its first entry, or the first correction of it, whichever pair makes it on
whichever phone. Later entries are stored without a question, and the referee's desk shows them as
unlikely until somebody has checked them. The question and the entry are recorded. (The same entry
sent again, because an answer was lost, gets the same question.)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction

from scoring.game.seats import Party
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.locks import lock_championship
from tournament.models import Action, AuditEvent, Match
from tournament.models.places import columns_of
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import kind_of_match
from tournament.results.queries import results_around
from tournament.results.services import hand_place


def is_worth_asking(match: Match, deal: int, entry: Content, *, version: int) -> bool:
    """Whether the table shall be asked about this entry; 2 queries at most.

    `version` is the one that stands, 0 for none. Reads `round.stage.championship` and `table`.
    """
    if version > 1:
        return False
    kind = kind_of_match(match)
    made = kind.compared(entry)
    if made is None:
        return False
    around = results_around(match, deal)
    if not kind.doubts_about(made, others=around.others, before=around.before):
        return False
    asked = _question(match, deal)
    return asked is None or _said(asked, kind.columns) == entry.as_columns()


@transaction.atomic
def note_question(
    *, actor: Actor, match: Match, deal: int, entry: Content, side: Party, version: int
) -> None:
    """Record that a table is asked about an entry. Twice is once."""
    championship = lock_championship(match.round.stage.championship)
    if _question(match, deal) is not None:
        return
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RESULT_QUESTIONED,
        place=hand_place(match, deal),
        after={"version": version, **entry.as_columns(), "entered_side": side.value},
    )


def _question(match: Match, deal: int) -> AuditEvent | None:
    """The question that the table was asked about the hand."""
    return AuditEvent.objects.filter(
        championship=match.round.stage.championship,
        action=Action.RESULT_QUESTIONED,
        **columns_of(hand_place(match, deal)),
    ).first()


def _said(asked: AuditEvent, columns: Collection[str]) -> dict[str, Any]:
    """What the table had said."""
    assert asked.after is not None
    return {name: asked.after[name] for name in columns}
