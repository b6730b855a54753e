"""A hand of a pair, and the match that it plays now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from scoring.game.seats import Party, Side
from tournament.models import Championship, Contestant, Match, Outcome, Result, RoundStatus
from tournament.results.kinds.kinds import content_of, kind_of, numbers_of
from tournament.stages.parties import parties_of


@dataclass(frozen=True, slots=True)
class PairHand:
    """A hand of a pair: `current` is the current version of its result, if there is one.

    `stands` is its content, None without one and while the round is not closed.
    """

    match: Match
    deal: int
    party: Party
    """Party that the pair or player is at the table."""
    contestant: Contestant
    opponents: tuple[Contestant, ...]
    current: Result | None
    stands: Any
    """Content of the kind of the stage's results."""

    @property
    def side(self) -> Side:
        """Side of the table on which it sits."""
        return self.party if isinstance(self.party, Side) else self.party.side

    @property
    def numbered(self) -> bool:
        """Return whether the hand is one of several of its match (`ResultKind.numbered`)."""
        return kind_of(self.match.round.stage).numbered

    @property
    def version(self) -> int:
        return self.current.version if self.current else 0


def pair_hand(
    championship: Championship, number: int, round_number: int, deal: int
) -> PairHand | None:
    """Return a result of the pair with that number in a round; None where it owes none; 4 queries.

    `deal` is the number of the deal, or of a result of another kind.
    """
    own = Match.objects.filter(seats__contestant__number=number, round__championship=championship)
    match = (
        own.filter(round__number=round_number)
        .select_related("round__stage__championship", "table")
        .order_by("cancelled")
        .first()
    )
    if match is None or deal not in numbers_of(match.round):
        return None
    current = Result.objects.current(match, deal)
    is_shown = (
        current is not None
        and current.outcome != Outcome.BLANK
        and match.round.status == RoundStatus.CLOSED
    )
    parties = parties_of(match)
    party, contestant = next(
        (party, one) for party, own in parties.items() for one in own if one.number == number
    )
    others = (own for other, own in parties.items() if other is not party)
    return PairHand(
        match=match,
        deal=deal,
        party=party,
        contestant=contestant,
        opponents=tuple(chain.from_iterable(others)),
        current=current,
        # Pairs don't see a referee's note.
        stands=replace(content_of(current), note="") if current and is_shown else None,
    )


def match_being_played(contestant: Contestant) -> Match | None:
    """Return the match that a pair plays in the first open round, None for none; 2 queries."""
    matches = Match.objects.filter(
        seats__contestant=contestant,
        round__status=RoundStatus.OPEN,
        round__handed_in_at=None,
        cancelled=False,
    )
    matches = matches.select_related("round__stage__championship", "table")
    return matches.prefetch_related("seats").order_by("round__number").first()
