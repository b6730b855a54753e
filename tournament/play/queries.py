"""Knowledge of one seat, the seats that a pair may take, and the state of each table of a round.

The knowledge of a seat is made from the facts that it has been told (`scoring.play.knowledge`),
never by hiding parts of the whole. The state of a table for referees names no card.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.db.models import Max
from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat, Side, Sides
from scoring.play.acts import EndHand, TakeBack
from scoring.play.calls import Phase
from scoring.play.views import SeatView
from tournament.core.live import version_of
from tournament.models import Championship, Match, PlayAct, Round, RoundStatus, SeatTaken
from tournament.play.match_cache import KeptMatch
from tournament.play.match_now import MatchNow, Step, match_now
from tournament.referee_calls.queries import WaitingCall
from tournament.results.kinds.dealt_hand import DEALT_HAND, ResultInput
from tournament.results.played_hands import PlayBeside, is_on_phones
from tournament.standings.contestants import ContestantRef, contestant_refs


@dataclass(frozen=True, slots=True, repr=False)
class SeatNow:
    """Knowledge of one seat about its match. Its `repr` shows no cards."""

    seat: Seat
    round: int
    table: int
    table_name: str
    step: Step
    deal: int
    """Number of the hand; 0 where there is none."""
    place: int
    """Place of the hand in the round, from 1."""
    hands: int
    """Number of hands of the round."""
    missing: tuple[Seat, ...]
    """Seats that no phone holds."""
    next_number: int
    """Number of the seat's next act, among its own in the hand."""
    view: SeatView | None
    """Table from the seat; None before cards are shown, and without a hand."""
    content: ResultInput | None
    """Result that waits for a side's word."""
    agreed: frozenset[Side]
    """Sides that have said that it is right."""
    agree_after: int | None
    """Seconds after which a phone says by itself that a result is right; None for never, as for one
    that the players' acts didn't make."""
    beside: tuple[PlayBeside, ...]
    """Hands of the round whose result differs from the play, the last decided last."""
    disputed: tuple[int, ...]
    """Hands about which a referee is to decide."""
    call: WaitingCall | None
    """Call of its table that waits for a referee."""
    ends_at: datetime | None
    """End of the round's countdown; None without one, and while it is paused."""
    seconds_left: int | None
    """Seconds left when it was paused; None while it runs."""

    @property
    def side(self) -> Side:
        return self.seat.side

    @property
    def has_clock(self) -> bool:
        """Return whether its round is being played here against a countdown, running or paused."""
        runs = self.ends_at is not None or self.seconds_left is not None
        return runs and self.step is not Step.AWAY

    @property
    def agreement(self) -> str:
        """JSON by which a side says that the result is right; "" without one."""
        said = DEALT_HAND.for_table(self.content) if self.content else None
        return json.dumps({"hand": self.deal, **said}) if said else ""

    @property
    def must_agree(self) -> bool:
        """Return whether its side hasn't said yet that the result is right."""
        return self.step is Step.RESULT and self.side not in self.agreed


@sensitive_variables()
def seat_view(kept: KeptMatch, seat: Seat) -> SeatNow:
    """Return the knowledge of that seat about its match; no query.

    The caller checks that the phone holds the seat.
    """
    now = kept.now
    match, hand = now.match, now.hand
    view = kept.view(seat)
    if view and now.step is Step.PAUSED:
        view = replace(view, turn=(), may=(), legal=())
    return SeatNow(
        seat=seat,
        round=match.round.number,
        table=match.table.number,
        table_name=match.table.shown_name,
        step=now.step,
        deal=hand.number if hand else 0,
        place=now.place,
        hands=now.hands,
        missing=now.missing,
        next_number=hand.next_number(seat) if hand else 1,
        view=view,
        content=hand.content if hand else None,
        agreed=hand.agreed if hand else frozenset(),
        agree_after=match.round.stage.agree_after if hand and hand.is_agreed_by_time else None,
        beside=tuple(sorted(now.beside, key=lambda one: one.at)),
        disputed=now.disputed,
        call=kept.call,
        ends_at=match.round.ends_at,
        seconds_left=match.round.seconds_left,
    )


class SeatState(StrEnum):
    """State of a seat for a phone that may want to take it."""

    FREE = "free"
    OWN = "own"
    """The phone that asks holds the seat."""
    TAKEN = "taken"
    """Another phone holds the seat."""
    KEPT = "kept"
    """The seat is free, and waits for the phone that left it until the hand is over."""


@dataclass(frozen=True, slots=True)
class PairSeats:
    """A match of a pair that is played on phones now, and its two seats."""

    round: int
    table: int
    table_name: str
    side: Side
    opponents: ContestantRef
    seats: tuple[tuple[Seat, SeatState], ...]
    elsewhere: tuple[int, Seat] | None
    """Table and seat that this phone holds in the round, where it is another match."""


def seats_of_pair(championship: Championship, number: int, phone: str) -> tuple[PairSeats, ...]:
    """Return the matches of the pair with that number on phones now, in order of the rounds.

    3 queries, and 9 at most for each such match.
    """
    matches = Match.objects.filter(
        round__championship=championship,
        round__status=RoundStatus.OPEN,
        seats__contestant__number=number,
        cancelled=False,
    ).select_related("round__stage__championship", "table")
    refs = {ref.number: ref for ref in contestant_refs(championship).values()}
    return tuple(
        _pair_seats(match, number, phone, refs)
        for match in matches.with_pairs().order_by("round__number")
        if is_on_phones(match)
    )


def _pair_seats(
    match: Match, number: int, phone: str, refs: Mapping[int, ContestantRef]
) -> PairSeats:
    numbers = match.pairs.map(lambda pair: pair.number)
    side = numbers.side_of(number)
    held = SeatTaken.objects.filter(round=match.round, freed_at=None)
    now = match_now(match)
    own = held.filter(phone=phone).exclude(match=match) if phone else held.none()
    other = own.select_related("match__table").first()
    return PairSeats(
        round=match.round.number,
        table=match.table.number,
        table_name=match.table.shown_name,
        side=side,
        opponents=refs[numbers[side.opponents]],
        seats=tuple((seat, _seat_state(now, seat, phone)) for seat in Seat if seat.side is side),
        elsewhere=(other.match.table.number, Seat(other.seat)) if other else None,
    )


def _seat_state(now: MatchNow, seat: Seat, phone: str) -> SeatState:
    held = now.seats.get(seat)
    if held is None:
        return SeatState.KEPT if now.keeps(seat, phone) else SeatState.FREE
    return SeatState.OWN if held.phone == phone else SeatState.TAKEN


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """Time in which a phone held a seat, as referees read it: its own number stays secret."""

    phone: int
    """Number of the phone in the order in which they came to the table, from 1."""
    saw_cards: bool
    """True where cards had been shown at the table by then."""
    taken_at: datetime
    freed_at: datetime | None
    freed_by: str
    """Referee who freed it; "" where its own phone left it, or holds it still."""
    allowed: bool
    """True where a referee let another phone take the seat."""


def seats_held(match: Match) -> tuple[tuple[Seat, tuple[SeatHeld, ...]], ...]:
    """Return the phones that have held each seat of a table, in order; 1 query."""
    rows = list(SeatTaken.objects.filter(match=match))
    phones = {phone: place for place, phone in enumerate(dict.fromkeys(r.phone for r in rows), 1)}
    return tuple(
        (
            seat,
            tuple(
                SeatHeld(
                    phone=phones[row.phone],
                    saw_cards=row.saw_cards,
                    taken_at=row.taken_at,
                    freed_at=row.freed_at,
                    freed_by=row.freed_by,
                    allowed=row.another_allowed,
                )
                for row in rows
                if row.seat == seat
            ),
        )
        for seat in Seat
    )


@dataclass(frozen=True, slots=True)
class TableLine:
    """State of a table of a round, for its referees; it names no card."""

    table: int
    table_name: str
    pairs: Sides[int]
    step: Step
    deal: int
    place: int
    hands: int
    trick: int
    """Number of the trick, from 1; 0 while they speak, and when nothing is played."""
    seats: tuple[tuple[Seat, bool], ...]
    """Every seat, and whether a phone holds it."""
    turn: tuple[Seat, ...]
    """Seats that are waited for: those in play, and those of the sides that haven't agreed."""
    since: datetime | None
    """Time since which it waits, pauses taken off; or since which it is paused, or has packs. None
    where it waits for nobody."""
    can_take_back: bool
    """True where the last act was a card, which a referee can give back."""
    can_end: bool
    """True where a hand is in play, which a referee can end."""
    has_trump: bool
    """True where the trumps of the hand have been made."""
    acts: int
    """Number of acts."""
    beside: tuple[PlayBeside, ...]
    """Hands whose result differs from the play."""

    @property
    def taken(self) -> frozenset[Seat]:
        """Seats that a phone holds."""
        return frozenset(seat for seat, held in self.seats if held)


def tables_of(round: Round) -> tuple[TableLine, ...]:
    """Return the state of each table of a round; 2 queries, and those of `match_now` a table."""
    matches = Match.objects.filter(round=round, cancelled=False).with_pairs()
    matches = matches.select_related("round__stage__championship", "table")
    return tuple(map(table_line, matches.order_by("table__number")))


def phones_version(round: Round) -> str:
    """Return a text that changes whenever anything in `tables_of` does, and every minute, as pages
    tell how long somebody has been waited for; 2 queries."""
    acts = PlayAct.objects.filter(hand__match__round=round).aggregate(last=Max("pk"))
    minute = int(time.time() // 60)
    return f"{version_of(round.stage.championship)}-{acts['last'] or 0}-{minute}"


def table_line(match: Match) -> TableLine:
    """Return the state of the table of a match; as many queries as `match_now`."""
    now = match_now(match)
    hand = now.hand
    public = hand.table.public if hand else None
    trick = len(public.won) + 1 if public and public.phase in (Phase.CARDS, Phase.CLAIM) else 0
    return TableLine(
        table=match.table.number,
        table_name=match.table.shown_name,
        pairs=match.pairs.map(lambda pair: pair.number),
        step=now.step,
        deal=hand.number if hand else 0,
        place=now.place,
        hands=now.hands,
        trick=trick,
        seats=tuple((seat, seat in now.seats) for seat in Seat),
        turn=_waited_for(now),
        since=match.paused_since or match.packs_since or now.since,
        can_take_back=bool(
            hand and public and hand.stands is None and TakeBack in public.referee_may
        ),
        can_end=bool(
            hand and public and hand.stands is None and EndHand in public.referee_may and now.begun
        ),
        has_trump=bool(public and public.trump),
        acts=len(hand.acts) if hand else 0,
        beside=now.beside,
    )


def _waited_for(now: MatchNow) -> tuple[Seat, ...]:
    """Return the seats in turn, those that haven't agreed to a result, or the free ones."""
    hand = now.hand
    if hand and now.step is Step.PLAY:
        return hand.table.public.turn
    if hand and now.step is Step.RESULT:
        return tuple(seat for seat in Seat if seat.side not in hand.agreed)
    return now.missing if now.step is Step.SEATS else ()
