"""Confirmations that results still need.

Once a round has been closed, everybody knows what the other tables made. If the round is reopened
and a result taken back, the table's next entry is no longer independent: it needs a referee's
confirmation, even where the championship asks for none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from tournament.models import Championship, ConfirmationRule, Result, ResultConfirmation, Round
from tournament.results.postponed import is_put_off


class Owed(StrEnum):
    """Party whose confirmation a result still lacks before its round can be closed."""

    NOBODYS = ""
    OTHER_PAIRS = "pair"
    REFEREES = "referee"


def confirmation_owed(
    confirmation: ConfirmationRule,
    entered_side: str,
    confirmations: Collection[str],
    *,
    after_publication: bool = False,
) -> Owed:
    """Return whose confirmation a result lacks.

    `entered_side` is the party that entered it ("NS" or "EW", where everybody plays alone the seat;
    "" for a referee, whose entry needs none): anybody else at the table confirms it.
    `confirmations` are values of `ResultConfirmation.By` for this version; `TABLE` among them says
    that it was agreed at the table. A referee's is always enough, and required for an entry made
    after the round was first closed.
    """
    if not entered_side or ResultConfirmation.By.REFEREE in confirmations:
        return Owed.NOBODYS
    if after_publication or confirmation is ConfirmationRule.REFEREE:
        return Owed.REFEREES
    others = set(confirmations) - {entered_side}
    if confirmation is ConfirmationRule.NONE or others:
        return Owed.NOBODYS
    return Owed.OTHER_PAIRS


def is_settled(
    confirmation: ConfirmationRule, entered_side: str, confirmations: Collection[str]
) -> bool:
    """Return whether a result of a round that was never closed needs no further confirmation."""
    return confirmation_owed(confirmation, entered_side, confirmations) is Owed.NOBODYS


def is_after_publication(entered_at: datetime, round: Round, *, postponed: bool) -> bool:
    """Return whether a version came after other tables' results were public, unless `postponed`."""
    since = round.public_since
    return not postponed and since is not None and entered_at > since


def unsettled(
    results: QuerySet[Result], championship: Championship, rounds: Iterable[Round]
) -> Iterator[Result]:
    """Yield the results that lack a confirmation, with their match and its table; 2 queries.
    `rounds` are the rounds of all `results`."""
    confirmation = ConfirmationRule(championship.confirmation)
    by_id = {round.pk: round for round in rounds}
    entered_by_pairs = results.exclude(entered_side="").select_related("match__table")
    for result in entered_by_pairs.prefetch_related("confirmations"):
        confirmations = [confirmation.by for confirmation in result.confirmations.all()]
        match = result.match
        match.round = by_id[match.round_id]
        postponed = is_put_off(match)
        late = is_after_publication(result.entered_at, match.round, postponed=postponed)
        if confirmation_owed(
            confirmation, result.entered_side, confirmations, after_publication=late
        ):
            yield result
