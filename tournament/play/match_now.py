"""Where a match that is played on phones is now.

Its hands are played in their order. It is at the first one without a settled result: one that both
sides, or a referee, have said is right. So whatever a referee or a table's page enters moves the
phones on.

What is here holds the cards of all four. Others get it only from `queries`, which gives one seat
what it may know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.play.rules import TableRules
from scoring.play.table import Table
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.models import (
    ConfirmationRule,
    CorrectionRequest,
    HandInPlay,
    Match,
    Outcome,
    PlayAct,
    PlayedWith,
    Result,
    RoundStatus,
    SeatTaken,
)
from tournament.play.stored_acts import act_of
from tournament.results.confirmations import is_settled
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kinds import content_of, numbers_of
from tournament.results.queries import cancelled_hands, standing
from tournament.stages.formats import format_of


class Step(StrEnum):
    """What a match on phones waits for."""

    SEATS = "seats"
    """A seat has not been taken yet, so no cards have been shown."""
    PLAY = "play"
    """Somebody's turn."""
    RESULT = "result"
    """The hand has a result; a side hasn't said that it is right."""
    REFEREE = "referee"
    """A referee ended the hand without points, and enters what it counts."""
    DONE = "done"
    """Every hand has its result."""
    PAUSED = "paused"
    """A referee has paused the table."""
    PACKS = "packs"
    """A referee has changed the table to packs."""
    AWAY = "away"
    """It isn't played on phones, or not any more."""


@dataclass(frozen=True, slots=True, repr=False)
class HandNow:
    """The hand that a match is at, with the cards of all. It doesn't show itself by accident."""

    dealt: DealtHand
    table: Table
    stored: HandInPlay | None
    """Its row in the database; None before the first act."""
    acts: tuple[PlayAct, ...]
    current: Result | None
    """The newest version of its result, also one that was taken back."""
    content: ResultInput | None
    """What is to be agreed on: what was entered elsewhere, or else what was played."""
    agreed: frozenset[Side]
    moved_at: datetime | None
    """When the match last came on to a hand: its newest word on a result, or its round's opening.
    None where neither is known."""

    @property
    def is_over(self) -> bool:
        """Whether its acts have come to an end."""
        return self.table.public.ending is not None

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def version(self) -> int:
        """The version of its result; 0 for none."""
        return self.current.version if self.current else 0

    @property
    def stands(self) -> Result | None:
        """The result that stands; None for none, or one that was taken back."""
        return standing(self.current)

    def next_number(self, seat: Seat) -> int:
        """The number of that seat's next act, among its own in the hand."""
        return 1 + sum(row.seat == seat for row in self.acts)


@dataclass(frozen=True, slots=True, repr=False)
class MatchNow:
    """A match on phones: what it waits for, who holds its seats, and its hand."""

    match: Match
    step: Step
    seats: Mapping[Seat, SeatTaken]
    last: Mapping[Seat, SeatTaken]
    """For each seat that was ever taken, by which phone it was last."""
    begun: bool
    """All four seats have been taken at once: cards have been shown."""
    hand: HandNow | None
    """None when it is done, and where it is away."""
    place: int
    """Which of the round's hands that is, from 1."""
    hands: int
    dealt_at: datetime | None
    """When the last of the four seats was taken for the first time; None before."""

    @property
    def since(self) -> datetime | None:
        """Since when it waits for somebody, pauses taken off; None where it waits for nobody."""
        if self.hand is None:
            return None
        done = self.hand.acts[-1].at if self.hand.acts else None
        times = (done, self.hand.moved_at, self.dealt_at, self.match.waits_from)
        return max((one for one in times if one is not None), default=None)

    @property
    def in_play(self) -> bool:
        """Whether somebody may have seen cards of the hand on the table, and it isn't over."""
        return self.begun and self.hand is not None and not self.hand.is_over

    def keeps(self, seat: Seat, phone: str) -> bool:
        """Whether a seat that is free waits for another phone than this one: while a hand is
        played, for the phone that left it, unless a referee allowed another one."""
        last = self.last.get(seat)
        if last is None or last.phone == phone or last.another_allowed:
            return False
        return self.in_play

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that no phone holds."""
        return tuple(seat for seat in Seat if seat not in self.seats)


def is_on_phones(match: Match) -> bool:
    """Whether the match is played on phones now. Reads its round, stage and championship."""
    return match.packs_since is None and may_be_on_phones(match)


def may_be_on_phones(match: Match) -> bool:
    """Whether it is played on phones unless a referee has changed its table to packs.

    A round that was closed before is not: its hands are public, so they aren't played any more.
    """
    round = match.round
    return (
        round.status == RoundStatus.OPEN
        and round.handed_in_at is None
        and round.first_closed_at is None
        and not match.cancelled
        and round.stage.played_with == PlayedWith.PHONES
        and format_of(round.stage).deals
        and round.stage.championship.ended_at is None
    )


@sensitive_variables()
def match_now(match: Match) -> MatchNow:
    """Where it is; 7 queries at most. Reads its round, stage, championship and table."""
    taken = list(SeatTaken.objects.filter(match=match))
    seats = {Seat(one.seat): one for one in taken if one.freed_at is None}
    begun = any(one.saw_cards for one in taken)
    numbers = numbers_of(match.round) if is_on_phones(match) else ()
    hand = _hand_now(match, numbers) if numbers else None
    return MatchNow(
        match=match,
        step=_step(match, hand, begun=begun) if hand else _step_without(match, numbers),
        seats=seats,
        last={Seat(one.seat): one for one in taken},
        begun=begun,
        hand=hand,
        place=numbers.index(hand.number) + 1 if hand else 0,
        hands=len(numbers),
        dealt_at=_dealt_at(taken),
    )


def _dealt_at(taken: Iterable[SeatTaken]) -> datetime | None:
    first: dict[str, datetime] = {}
    for one in taken:
        first[one.seat] = min(one.taken_at, first.get(one.seat, one.taken_at))
    return max(first.values()) if len(first) == len(Seat) else None


def _number_now(match: Match, numbers: Sequence[int], results: Mapping[int, Result]) -> int | None:
    """The hand that it is at; None when all have their results. `results` are by their hands."""
    settled = {number for number, one in results.items() if _is_settled(one)}
    waiting = CorrectionRequest.objects.filter(match=match, decision="")
    settled |= set(waiting.values_list("deal", flat=True))
    settled |= cancelled_hands(match.round.stage.championship)
    return next((number for number in numbers if number not in settled), None)


def _is_settled(result: Result) -> bool:
    """Whether a result is a referee's, or both sides have said that it is right: on phones they
    must, whatever confirmation the championship asks for."""
    said = [one.by for one in result.confirmations.all()]
    rule = ConfirmationRule.OTHER_SIDE
    return standing(result) is not None and is_settled(rule, result.entered_side, said)


@sensitive_variables()
def _hand_now(match: Match, numbers: Sequence[int]) -> HandNow | None:
    """The hand that a match with these hands is at; None when all have their results, and where it
    has no cards."""
    current_results = Result.objects.filter(match=match, is_current=True)
    results = {one.deal: one for one in current_results.prefetch_related("confirmations")}
    number = _number_now(match, numbers, results)
    if number is None:
        return None
    dealt = next(iter(dealt_hands(match.round.stage.championship, [number])), None)
    if dealt is None:
        return None
    stored = HandInPlay.objects.filter(match=match, deal=number).first()
    rows = tuple(stored.acts.order_by("number")) if stored else ()
    table = table_of(match, dealt, stored, rows)
    current = results.get(number)
    stands = standing(current)
    content: ResultInput | None = _content(table)
    if stands is not None:
        told = content_of(stands)
        assert isinstance(told, ResultInput), "hands are dealt"
        content = told
    agreed = sides_agreed(stands) if stands else frozenset[Side]()
    said = [at for one in results.values() for at in _said_at(one)]
    moved_at = max(said, default=match.round.opened_at)
    return HandNow(dealt, table, stored, rows, current, content, agreed, moved_at)


def _said_at(result: Result) -> list[datetime]:
    """When something was said of a result that was read with its confirmations."""
    return [result.entered_at, *(one.at for one in result.confirmations.all())]


def sides_agreed(result: Result) -> frozenset[Side]:
    """The sides that have entered or confirmed a result; 1 query, or none if it was read with its
    confirmations."""
    said = {result.entered_side, *(one.by for one in result.confirmations.all())}
    return frozenset(side for side in Side if side.value in said)


@sensitive_variables()
def table_of(
    match: Match, dealt: DealtHand, stored: HandInPlay | None, rows: Collection[PlayAct]
) -> Table:
    """The table after these acts. Raises `ActError` or `ActFormatError` for impossible ones."""
    variant = PlayVariant(stored.variant if stored else match.round.stage.play_variant)
    return Table.replay(dealt.deal, dealt.dealer, map(act_of, rows), TableRules(variant))


def _content(table: Table) -> ResultInput | None:
    """What was played, as a result; None while it isn't over, and where it has no points."""
    ending = table.public.ending
    if ending is None or ending.sides is None:
        return None
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=ending.sides[Side.NS],
        announcement=table.public.announcement,
    )


def _step_without(match: Match, numbers: Sequence[int]) -> Step:
    """What a match without a hand is at."""
    if numbers:
        return Step.DONE
    changed = match.packs_since is not None and may_be_on_phones(match)
    return Step.PACKS if changed else Step.AWAY


def _step(match: Match, hand: HandNow, *, begun: bool) -> Step:
    if match.paused_since is not None:
        return Step.PAUSED
    if hand.content is not None:
        return Step.RESULT
    if hand.is_over:
        return Step.REFEREE
    return Step.PLAY if begun else Step.SEATS
