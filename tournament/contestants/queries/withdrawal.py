"""Effects of a withdrawal, and of taking it back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.models import (
    Action,
    AuditEvent,
    Contestant,
    Match,
    Outcome,
    Result,
    Round,
    RoundStatus,
)


@dataclass(frozen=True, slots=True)
class LostMatch:
    """A match that a withdrawal cancels: the opponent rests instead."""

    match_id: int
    round: int
    table: str
    table_number: int
    opponent: int
    opponent_name: str


@dataclass(frozen=True, slots=True)
class WithdrawalEffects:
    """Effects of a pair's withdrawal from `from_round` on."""

    from_round: int
    last_round: int
    blocked_by: tuple[int, ...]
    """Rounds from `from_round` on in which the pair has a match that is over or has a result."""
    first_possible: int | None
    """First round it can withdraw from; None if none is left."""
    matches: tuple[LostMatch, ...]

    @property
    def possible(self) -> bool:
        return 1 <= self.from_round <= self.last_round and not self.blocked_by


def withdrawal_effects(contestant: Contestant, from_round: int) -> WithdrawalEffects:
    """Return who would be affected if the pair withdrew; 5 queries."""
    rounds = Round.objects.filter(championship_id=contestant.championship_id)
    matches = (
        Match.objects.filter(seats__contestant=contestant, cancelled=False)
        .select_related("round", "table")
        .with_pairs()
        .prefetch_related("seats__contestant__players")
        .order_by("round__number")
    )
    with_results = set(
        Result.objects.filter(
            match__seats__contestant=contestant, match__cancelled=False, is_current=True
        )
        .exclude(outcome=Outcome.BLANK)
        .values_list("match__round__number", flat=True)
    )
    over = {one.round.number for one in matches if one.round.status == RoundStatus.CLOSED}
    blocked = sorted(over | with_results)  # a closed round in which it rested is in nobody's way
    last = rounds.aggregate(last=Max("number"))["last"] or 0
    first_possible = max([contestant.joined_round - 1, *blocked]) + 1
    lost = []
    for match in matches:
        if match.round.number >= from_round:
            other = next(pair for pair in match.pairs if pair != contestant)
            lost.append(_lost(match, other))
    return WithdrawalEffects(
        from_round=from_round,
        last_round=last,
        blocked_by=tuple(number for number in blocked if number >= from_round),
        first_possible=first_possible if first_possible <= last else None,
        matches=tuple(lost),
    )


def _lost(match: Match, other: Contestant) -> LostMatch:
    return LostMatch(
        match_id=match.pk,
        round=match.round.number,
        table=match.table.shown_name,
        table_number=match.table.number,
        opponent=other.number,
        opponent_name=other.shown_name,
    )


def playing_rounds(contestant: Contestant) -> frozenset[int]:
    """Return the rounds of the pair's championship that are being played now; 1 query."""
    rounds = Round.objects.filter(championship_id=contestant.championship_id)
    return frozenset(rounds.filter(status=RoundStatus.OPEN).values_list("number", flat=True))


@dataclass(frozen=True, slots=True)
class WithdrawalReturn:
    """Effects of the return of a withdrawn pair."""

    matches: tuple[LostMatch, ...]
    """Matches that are played again; at another table if theirs is taken by now."""
    hold: str
    """Why the pair can't come back, in words; "" if it can."""
    to_be_drawn: tuple[int, ...]
    """Planned rounds that were drawn without it: it rests unless they are drawn again."""


def withdrawal_return(contestant: Contestant) -> WithdrawalReturn:
    """Return the changes in the rounds from which a pair has withdrawn; 7 queries at most."""
    assert contestant.withdrawn_from is not None, "it has withdrawn"
    cancelled = (
        Match.objects.filter(
            seats__contestant=contestant,
            cancelled=True,
            round__number__gte=contestant.withdrawn_from,
        )
        .select_related("round", "table")
        .with_pairs()
        .prefetch_related("seats__contestant__players")
        .order_by("round__number")
    )
    playing: dict[int, set[int]] = defaultdict(set)
    seats = Match.objects.filter(
        round__championship_id=contestant.championship_id, cancelled=False
    ).values_list("round__number", "seats__contestant")
    for number, pair in seats:
        playing[number].add(pair)
    matches, hold = [], ""
    for match in cancelled:
        other = next(pair for pair in match.pairs if pair != contestant)
        number = match.round.number
        if other.withdrawn_from is not None and number >= other.withdrawn_from:
            continue  # it comes back with the other one
        said = {"round": number, "pair": other.number}
        if match.round.status == RoundStatus.CLOSED:
            hold = hold or _("Round %(round)d has been closed without it.") % said
        elif other.pk in playing[number]:
            hold = hold or _("Pair %(pair)d plays somebody else in round %(round)d now.") % said
        matches.append(_lost(match, other))
    drawn = _drawn_since(contestant)
    begun = [number for number, status in drawn.items() if status != RoundStatus.PLANNED]
    if begun and not hold:
        hold = _("Round %(round)d was drawn and opened without it.") % {"round": min(begun)}
    planned = tuple(sorted(drawn.keys() - set(begun)))
    return WithdrawalReturn(tuple(matches), hold, planned)


def _drawn_since(contestant: Contestant) -> dict[int, str]:
    """Return the rounds whose opponents were drawn after the pair withdrew, with their status."""
    events = AuditEvent.objects.filter(championship_id=contestant.championship_id)
    left = events.filter(action=Action.CONTESTANT_WITHDRAWN, contestant=contestant.number).order_by(
        "sequence"
    )
    since = left.values_list("sequence", flat=True).last()
    if since is None:
        return {}
    drawn = events.filter(
        action__in=(Action.ROUND_PAIRED, Action.ROUND_ENTERED), sequence__gt=since
    )
    rounds = Round.objects.filter(
        championship_id=contestant.championship_id,
        number__in=drawn.values_list("round", flat=True),
    )
    return dict(rounds.values_list("number", "status"))
