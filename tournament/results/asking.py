"""Asking the people at a table to check what they entered, without letting them ask us.

That a table is asked tells it that what it said is unlikely beside what the others made. Whoever
could be asked again and again would change the points until no question comes, and so find out
what those are. So a table is asked at the most once about a hand: about the first thing it says, or
about the first correction of that, whichever pair says it and from whichever phone. What it says
after that is stored unasked, and stands at the referees' desk as unlikely until somebody has
looked. The question, and about what, is recorded. (The same thing sent again, because an answer was
lost, gets the same question.)
"""

from __future__ import annotations

from typing import Any

from django.db import transaction

from scoring.seats import Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.locking import lock_championship
from tournament.models import Action, AuditEvent, Match
from tournament.results.entry import BLANK, ResultInput, said_of
from tournament.results.plausibility import doubts_about
from tournament.results.queries import results_around
from tournament.results.services import place_of


def is_worth_asking(match: Match, deal: int, entry: ResultInput, *, version: int) -> bool:
    """Whether the table shall be asked about this entry; 2 queries at most.

    `version` is the one that stands, 0 for none. Reads `round.stage.championship` and `table`.
    """
    if version > 1:
        return False
    assert entry.ns_points is not None, "a pair says what was made"
    around = results_around(match, deal)
    if not doubts_about(entry.ns_points, others=around.others, before=around.before):
        return False
    asked = _question(match, deal)
    return asked is None or _said(asked) == said_of(entry)


@transaction.atomic
def note_question(
    *, actor: Actor, match: Match, deal: int, entry: ResultInput, side: Side, version: int
) -> None:
    """Record that a table is asked about an entry. Twice is once."""
    championship = lock_championship(match.round.stage.championship)
    if _question(match, deal) is not None:
        return
    record_event(
        championship=championship,
        actor=actor,
        action=Action.RESULT_QUESTIONED,
        target=place_of(match, deal),
        after={"version": version, **said_of(entry), "entered_side": side.value},
    )


def _question(match: Match, deal: int) -> AuditEvent | None:
    """The question that the table was asked about the hand."""
    return AuditEvent.objects.filter(
        championship=match.round.stage.championship,
        action=Action.RESULT_QUESTIONED,
        target=place_of(match, deal),
    ).first()


def _said(asked: AuditEvent) -> dict[str, Any]:
    """What the table had said."""
    assert asked.after is not None
    return {name: asked.after[name] for name in said_of(BLANK)}
