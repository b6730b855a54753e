"""State of a match that is played on phones.

Its hands are played in their order. It is at the first one without a settled result: one that both
sides, or a referee, have said is right. A disputed hand waits for a referee while the next one is
played.

The state holds the cards of all four. Others get it only from `queries`, which gives one seat what
it may know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, Side
from scoring.game.variants import PlayVariant
from scoring.play.public import Ended
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
    Result,
    SeatTaken,
)
from tournament.play.stored_acts import act_of
from tournament.results.confirmations import is_settled
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.kinds.kinds import numbers_of
from tournament.results.played_hands import PlayBeside, is_on_phones, may_be_on_phones, plays_beside
from tournament.results.queries import cancelled_hands, standing


class Step(StrEnum):
    """State of a match on phones: what it waits for."""

    SEATS = "seats"
    """A seat has not been taken yet, so no cards have been shown."""
    PLAY = "play"
    """A seat has its turn."""
    RESULT = "result"
    """The hand has a result; a side hasn't said that it is right."""
    REFEREE = "referee"
    """A referee ended the hand without points, or set its play aside, and enters its result."""
    DONE = "done"
    """Every hand has its result."""
    PAUSED = "paused"
    """A referee has paused the table."""
    PACKS = "packs"
    """A referee has changed the table to packs."""
    AWAY = "away"
    """The match isn't played on phones, or not any more."""


@dataclass(frozen=True, slots=True, repr=False)
class HandNow:
    """Hand that a match is at, with the cards of all. Its `repr` shows none."""

    dealt: DealtHand
    table: Table
    stored: HandInPlay | None
    """Row of the hand in the database; None before the first act."""
    acts: tuple[PlayAct, ...]
    current: Result | None
    """Newest version of its result, also one that was taken back."""
    content: ResultInput | None
    """Played result, to be agreed on. None before the end, and without points."""
    agreed: frozenset[Side]
    moved_at: datetime | None
    """Time at which the match came on to a hand: its newest word on a result, or its round's
    opening. None where neither is known."""

    @property
    def is_over(self) -> bool:
        """Return whether nobody acts in it any more: it has come to its end, or was set aside."""
        return self.table.public.ending is not None or self.is_set_aside

    @property
    def is_set_aside(self) -> bool:
        """Return whether a referee has said that its play doesn't count."""
        return self.stored is not None and self.stored.set_aside_at is not None

    @property
    def is_agreed_by_time(self) -> bool:
        """Return whether its result may be agreed on without a tap: if players' acts made it."""
        ending = self.table.public.ending
        return self.content is not None and ending is not None and ending.by is not Ended.REFEREE

    @property
    def number(self) -> int:
        return self.dealt.number

    @property
    def version(self) -> int:
        """Version of its result; 0 for none."""
        return self.current.version if self.current else 0

    @property
    def stands(self) -> Result | None:
        """Result that stands; None for none, or one that was taken back."""
        return standing(self.current)

    def next_number(self, seat: Seat) -> int:
        """Return the number of that seat's next act, among its own in the hand."""
        return 1 + sum(row.seat == seat for row in self.acts)


@dataclass(frozen=True, slots=True, repr=False)
class MatchNow:
    """A match on phones: its step, the phones at its seats, and its hand."""

    match: Match
    step: Step
    seats: Mapping[Seat, SeatTaken]
    last: Mapping[Seat, SeatTaken]
    """Last phone of each seat that was ever taken."""
    begun: bool
    """True once all four seats have been taken at once: cards have been shown."""
    hand: HandNow | None
    """Hand that it is at; None when it is done, and where it is away."""
    place: int
    """Place of the hand in the round, from 1."""
    hands: int
    dealt_at: datetime | None
    """Time at which the last of the four seats was taken for the first time; None before."""
    beside: tuple[PlayBeside, ...]
    """Hands of the round whose play is set aside, or whose result differs from the play."""
    disputed: tuple[int, ...]
    """Hands with a disputed result."""

    @property
    def since(self) -> datetime | None:
        """Time since which it waits for somebody, pauses taken off; None for nobody."""
        if self.hand is None:
            return None
        done = self.hand.acts[-1].at if self.hand.acts else None
        times = (done, self.hand.moved_at, self.dealt_at, self.match.waits_from)
        return max((one for one in times if one is not None), default=None)

    @property
    def in_play(self) -> bool:
        """Return whether the hand isn't over, and somebody may have seen its cards."""
        return self.begun and self.hand is not None and not self.hand.is_over

    def keeps(self, seat: Seat, phone: str) -> bool:
        """Return whether a free seat waits for another phone than this one: while a hand is played,
        for the phone that left it, unless a referee allowed another one."""
        last = self.last.get(seat)
        if last is None or last.phone == phone or last.another_allowed:
            return False
        return self.in_play

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Seats that no phone holds."""
        return tuple(seat for seat in Seat if seat not in self.seats)


@dataclass(frozen=True, slots=True, repr=False)
class _Known:
    """Results and play of the hands of a match, by their numbers."""

    results: Mapping[int, Result]
    """Newest versions of the hands' results, with their confirmations."""
    plays: Mapping[int, HandInPlay]
    disputed: frozenset[int]


@sensitive_variables()
def match_now(match: Match) -> MatchNow:
    """Return the state of the match; 7 queries at most. Reads its round, stage and table."""
    taken = list(SeatTaken.objects.filter(match=match))
    seats = {Seat(one.seat): one for one in taken if one.freed_at is None}
    begun = any(one.saw_cards for one in taken)
    numbers = numbers_of(match.round) if is_on_phones(match) else ()
    known = _known(match) if numbers else _Known({}, {}, frozenset())
    hand = _hand_now(match, numbers, known) if numbers else None
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
        beside=plays_beside(known.plays.values(), known.results.values()),
        disputed=tuple(sorted(known.disputed)),
    )


def _known(match: Match) -> _Known:
    current = Result.objects.filter(match=match, is_current=True)
    results = {one.deal: one for one in current.prefetch_related("confirmations")}
    waiting = CorrectionRequest.objects.filter(match=match, decision="")
    asked = set(waiting.values_list("deal", flat=True))
    return _Known(
        results,
        {one.deal: one for one in HandInPlay.objects.filter(match=match).order_by("deal")},
        frozenset(deal for deal in asked if standing(results.get(deal)) is not None),
    )


def _dealt_at(taken: Iterable[SeatTaken]) -> datetime | None:
    first: dict[str, datetime] = {}
    for one in taken:
        first[one.seat] = min(one.taken_at, first.get(one.seat, one.taken_at))
    return max(first.values()) if len(first) == len(Seat) else None


def _number_now(match: Match, numbers: Sequence[int], known: _Known) -> int | None:
    """Return the hand that it is at; None when all have their results."""
    settled = {number for number, one in known.results.items() if _is_settled(one)}
    settled |= known.disputed | cancelled_hands(match.round.stage.championship)
    return next((number for number in numbers if number not in settled), None)


def _is_settled(result: Result) -> bool:
    """Return whether a result is a referee's, or both sides have said that it is right: on phones
    they must, whatever confirmation the championship asks for."""
    said = [one.by for one in result.confirmations.all()]
    rule = ConfirmationRule.OTHER_SIDE
    return standing(result) is not None and is_settled(rule, result.entered_side, said)


@sensitive_variables()
def _hand_now(match: Match, numbers: Sequence[int], known: _Known) -> HandNow | None:
    """Return the hand that a match is at; None when all have their results, and without cards."""
    number = _number_now(match, numbers, known)
    if number is None:
        return None
    dealt = next(iter(dealt_hands(match.round.stage.championship, [number])), None)
    if dealt is None:
        return None
    stored = known.plays.get(number)
    rows = tuple(stored.acts.order_by("number")) if stored else ()
    table = table_of(match, dealt, stored, rows)
    current = known.results.get(number)
    stands = standing(current)
    is_aside = stored is not None and stored.set_aside_at is not None
    content = None if is_aside else content_of_table(table)
    agreed = sides_agreed(stands) if stands else frozenset[Side]()
    said = [at for one in known.results.values() for at in _said_at(one)]
    moved_at = max(said, default=match.round.opened_at)
    return HandNow(dealt, table, stored, rows, current, content, agreed, moved_at)


def _said_at(result: Result) -> list[datetime]:
    """Return the times of the entry and confirmations of a result that was read with these."""
    return [result.entered_at, *(one.at for one in result.confirmations.all())]


def sides_agreed(result: Result) -> frozenset[Side]:
    """Return the sides that have entered or confirmed a result; 1 query, or none if it was read
    with its confirmations."""
    said = {result.entered_side, *(one.by for one in result.confirmations.all())}
    return frozenset(side for side in Side if side.value in said)


@sensitive_variables()
def table_of(
    match: Match, dealt: DealtHand, stored: HandInPlay | None, rows: Collection[PlayAct]
) -> Table:
    """Return the table after these acts. Raises `ActError` or `ActFormatError`."""
    variant = PlayVariant(stored.variant if stored else match.round.stage.settings.play_variant)
    return Table.replay(dealt.deal, dealt.dealer, map(act_of, rows), TableRules(variant))


def content_of_table(table: Table) -> ResultInput | None:
    """Return the result of the play; None while it isn't over, and without points."""
    ending = table.public.ending
    if ending is None or ending.sides is None:
        return None
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=ending.sides[Side.NS],
        announcement=table.public.announcement,
    )


def made_columns(table: Table | None) -> dict[str, Any]:
    """Return the outcome of a hand's acts, by the columns of its row; None: nobody has acted."""
    ending = table.public.ending if table else None
    said = ((content_of_table(table) if table else None) or BLANK).as_columns()
    return {
        "ended": ending.by.value if ending else "",
        **{name: said[name] for name in ("ns_points", "trump", "double")},
    }


def _step_without(match: Match, numbers: Sequence[int]) -> Step:
    """Return the step of a match without a hand."""
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
