"""When a result needs nobody's second look any more.

Once a round has been closed everybody knows what the others made of its hands. What a table enters
after that, where its round was reopened and its result taken back, is no independent word any more:
it needs a referee's look, also where the championship asks for nobody's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum

from django.db.models import QuerySet

from scoring.seats import Side
from tournament.models import Championship, Confirmation, Result, Round, SecondLook


class Owed(StrEnum):
    """Whose look a result still lacks before its round can be closed."""

    NOBODYS = ""
    OTHER_PAIRS = "pair"
    REFEREES = "referee"


def look_owed(
    confirmation: Confirmation,
    entered_side: str,
    looks: Collection[str],
    *,
    after_publication: bool = False,
) -> Owed:
    """Whose look a result lacks.

    `entered_side` is the pair that entered it ("NS" or "EW"; "" for a referee, whose own look that
    was), `looks` are those who confirmed this version (values of `SecondLook.By`). A referee's look
    is always enough, and the only one for what was entered after its round was first closed.
    """
    if not entered_side or SecondLook.By.REFEREE in looks:
        return Owed.NOBODYS
    if after_publication or confirmation is Confirmation.REFEREE:
        return Owed.REFEREES
    if confirmation is Confirmation.NONE or Side(entered_side).opponents.value in looks:
        return Owed.NOBODYS
    return Owed.OTHER_PAIRS


def is_settled(confirmation: Confirmation, entered_side: str, looks: Collection[str]) -> bool:
    """Whether a result of a round that was not closed yet needs no further look."""
    return look_owed(confirmation, entered_side, looks) is Owed.NOBODYS


def is_after_publication(result: Result, round: Round) -> bool:
    """Whether a version was entered when everybody knew what the other tables had made."""
    return round.first_closed_at is not None and result.entered_at > round.first_closed_at


def unsettled(results: QuerySet[Result], championship: Championship) -> Iterator[Result]:
    """Those of these results that lack the second look asked for, with their match; 2 queries."""
    confirmation = Confirmation(championship.confirmation)
    entered_by_pairs = results.exclude(entered_side="").select_related(
        "match__table", "match__round"
    )
    for result in entered_by_pairs.prefetch_related("looks"):
        looks = [look.by for look in result.looks.all()]
        late = is_after_publication(result, result.match.round)
        if look_owed(confirmation, result.entered_side, looks, after_publication=late):
            yield result
