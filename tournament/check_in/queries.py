"""Pairs that have come, and pairs that have paid."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from tournament.core.live import public_version
from tournament.models import Action, AuditEvent, Championship, MatchSeat, Outcome, Round
from tournament.standings.contestants import ContestantRef, contestant_refs

SHOWN = (
    *(Action.PRESENCE_NOTED, Action.PAYMENT_NOTED, Action.CHAMPIONSHIP_ENDED),
    *(Action.CONTESTANT_ADDED, Action.CONTESTANT_CHANGED, Action.CONTESTANT_REMOVED),
    *(Action.CONTESTANTS_IMPORTED, Action.NUMBERS_DRAWN, Action.CONTESTANT_JOINED_LATE),
    *(Action.CONTESTANT_WITHDRAWN, Action.WITHDRAWAL_TAKEN_BACK),
)
"""Acts that change the list."""


@dataclass(frozen=True, slots=True)
class CheckInLine:
    """A pair, whether it is here, and whether it has paid."""

    contestant: ContestantRef
    here: bool
    paid: bool

    @property
    def is_expected(self) -> bool:
        """Return whether the contestant takes part: it has not withdrawn."""
        return self.contestant.withdrawn_from is None

    @property
    def found_by(self) -> str:
        """Text that a search looks through: the pair's number, its people and its club."""
        return f"{self.contestant.found_by} {self.contestant.club}"

    @property
    def is_absent(self) -> bool:
        return self.is_expected and not self.here


@dataclass(frozen=True, slots=True)
class CheckIn:
    """All pairs, by number."""

    lines: tuple[CheckInLine, ...]

    @property
    def expected(self) -> int:
        """Number of pairs that take part."""
        return sum(line.is_expected for line in self.lines)

    @property
    def here(self) -> int:
        return sum(line.is_expected and line.here for line in self.lines)

    @property
    def paid(self) -> int:
        """Number of pairs that have paid, with those that have withdrawn since."""
        return sum(line.paid for line in self.lines)

    @property
    def absent(self) -> tuple[CheckInLine, ...]:
        return tuple(line for line in self.lines if line.is_absent)

    @property
    def is_used(self) -> bool:
        """Return whether anybody has been noted as here: otherwise nobody is missed."""
        return any(line.here for line in self.lines)


def check_in(championship: Championship) -> CheckIn:
    """Return which pairs are here and which have paid; 3 queries."""
    contestants = contestant_refs(championship)
    noted = championship.contestants.values_list("pk", "here", "paid")
    return CheckIn(
        tuple(
            sorted(
                (
                    CheckInLine(contestants[pk], here, paid)
                    for pk, here, paid in noted
                    if pk in contestants  # one may join between two queries
                ),
                key=lambda line: line.contestant.number,
            )
        )
    )


def absent_from(round: Round) -> tuple[ContestantRef, ...]:
    """Return the pairs that play in a round and are not here, by number; none where nobody is
    checked in.

    A pair that has played a hand has come, even if nobody noted it. 1 query where nobody is checked
    in, 4 otherwise.
    """
    contestants = round.championship.contestants
    if not contestants.filter(here=True).exists():
        return ()
    playing = MatchSeat.objects.filter(match__round=round, match__cancelled=False)
    played = MatchSeat.objects.filter(
        match__round__championship=round.championship,
        match__results__is_current=True,
        match__results__outcome=Outcome.PLAYED,
        # a rule-break alone may be that of a pair that did not turn up
        match__results__infraction="",
        match__results__award="",
    )
    absent = set(
        contestants.filter(here=False, pk__in=playing.values("contestant"))
        .exclude(pk__in=played.values("contestant"))
        .values_list("pk", flat=True)
    )
    if not absent:
        return ()
    return tuple(one for pk, one in contestant_refs(round.championship).items() if pk in absent)


def check_in_version(championship: Championship) -> str:
    """Return a text that changes whenever the list does; 1 query."""
    return str(_last(championship, *SHOWN))


def presence_version(championship: Championship) -> str:
    """Return a text that changes with the public part of the list; 3 queries."""
    return f"{public_version(championship)}-{_last(championship, Action.PRESENCE_NOTED)}"


def _last(championship: Championship, *actions: Action) -> int:
    """Return the number of the last of these acts, 0 for none."""
    events = AuditEvent.objects.filter(championship=championship, action__in=actions)
    return events.aggregate(last=Max("sequence"))["last"] or 0
