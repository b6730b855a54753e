"""Content of a table's page: its open rounds, its pairs, and the progress of its hands.

It shows this table only, and never a final score: before a round is closed nobody at a table learns
the results of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.game.seats import Party, Seat, Side
from tournament.links.queries import phones_opened
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    ConfirmationRule,
    Contestant,
    CorrectionRequest,
    Match,
    MatchQuerySet,
    Outcome,
    Player,
    Result,
    ResultConfirmation,
    RoundStatus,
    Sitting,
)
from tournament.phones.reach import Reach, Sender, reaches
from tournament.referee_calls.queries import CALLS, WaitingCall, call_of_table
from tournament.results.confirmations import is_after_publication, is_settled
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.kinds import content_of, kind_of, kind_of_match, numbers_of
from tournament.results.own_slips import slip_until
from tournament.results.played_hands import is_on_phones
from tournament.results.postponed import is_put_off, to_be_settled
from tournament.results.queries import cancelled_hands, is_cancelled, standing
from tournament.stages.parties import parties_of
from tournament.standings.contestants import names_text

_OF_A_TABLE = (
    Action.RESULT_ENTERED,
    Action.RESULT_CHANGED,
    Action.RESULT_CONFIRMED,
    Action.RESULT_QUESTIONED,
    Action.CORRECTION_REQUEST_MADE,
    Action.CORRECTION_REQUEST_ANSWERED,
    Action.CORRECTION_REQUEST_DECIDED,
    Action.PHONE_AT_TABLE,
    Action.PHONE_ALLOWED,
    Action.SEAT_TAKEN,
    Action.SEAT_FREED,
    Action.SEAT_ALLOWED,
    Action.HAND_PLAYED,
    Action.CARD_TAKEN_BACK,
    Action.HAND_ENDED,
    Action.PLAY_SET_ASIDE,
    Action.PLAY_COUNTS,
    Action.SEATS_EXCHANGED,
    Action.TABLE_PAUSED,
    Action.TABLE_WENT_ON,
    Action.TABLE_TO_PACKS,
    Action.TABLE_TO_PHONES,
    *CALLS,
)
"""Acts that concern one table, or a hand there, and no other table: most acts of a day."""


class HandState(StrEnum):
    MISSING = "missing"
    ENTERED = "entered"
    """Entered by one of the pairs, or for the whole table, and not confirmed by anybody else."""
    CONFIRMED = "confirmed"
    """Confirmed by the other pair or a referee."""
    REFEREE = "referee"
    """Entered by a referee."""
    REQUESTED = "requested"
    """A correction request waits for a referee."""
    CANCELLED = "cancelled"
    """Cancelled by a referee for all tables: nobody asks for its result."""


@dataclass(frozen=True, slots=True)
class CorrectionRequestSaid:
    """Request of a pair; `content` is None where it only says that the result is wrong."""

    side: Party
    content: Content | None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at the table. `content` is None while it has no result."""

    deal: int
    dealer: Seat | None
    version: int
    """Number of the newest version, also of a result that was taken back; 0 for none."""
    content: Content | None
    entered_side: str
    """"NS" or "EW", where everybody plays alone a seat; "" for a referee."""
    confirmations: frozenset[str]
    correction_requests: tuple[CorrectionRequestSaid, ...]
    cancelled: bool
    confirmation: ConfirmationRule
    """Rule for confirmations of the result: a referee's where it was entered after publication."""
    settled: bool
    """True where nobody at the table has anything to do with it any more."""
    undo_until: datetime | None
    """Time until which its author can undo it from this phone; None where that is impossible."""
    spoken: Party | None
    """Party for which this phone has spoken about it: it speaks for nobody else."""
    is_kept_back: bool
    """True where a referee has entered it, and this phone has no more than the table's code and has
    said nothing about it: its page doesn't show it."""

    @property
    def state(self) -> HandState:
        if self.cancelled:
            return HandState.CANCELLED
        if self.correction_requests:
            return HandState.REQUESTED
        if self.content is None:
            return HandState.MISSING
        if not self.entered_side:
            return HandState.REFEREE
        others = self.confirmations - {self.entered_side, ResultConfirmation.By.TABLE}
        return HandState.CONFIRMED if others else HandState.ENTERED


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair, two partners, or a player alone at the table. `seated` are their seats, if known."""

    numbers: tuple[int, ...]
    title: int | str
    """Name of the pair in sentences: its number, or the players' names."""
    name: str
    players: tuple[str, ...]
    seated: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class TableMatch:
    """Match that a table's page shows."""

    id: int
    round: int
    ends_at: datetime | None
    seconds_left: int | None
    pairs: Mapping[Party, Pair]
    kind: ResultKind[Any]
    hands: tuple[Hand, ...]
    confirmation: ConfirmationRule
    """Rule for confirmations of entries from now on."""
    reach: Reach
    """Rights of the phone that asks; hands have no results where it sees none."""
    phones: Mapping[Party, int]
    """Number of phones that were opened with the table's code, by the side that holds them."""
    played: str
    """Sentence about who enters its results where it is played on phones; "" for these phones."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table and the match on its page; None where none of its rounds is open to the phone."""

    number: int
    name: str
    open_rounds: tuple[int, ...]
    match: TableMatch | None
    elsewhere: Reach | None
    """Reason why the match that is played at the table is not shown, if so."""
    call: WaitingCall | None
    """Call of the table that waits for a referee."""
    caller: int | str
    """Caller, as `caller_of` returns it; "" without a call."""


def open_matches(sender: Sender) -> MatchQuerySet:
    """Return the matches of the sender's table in rounds that are being played, the lowest first.

    Without the table's code only those of its pairs; also their postponed matches of closed rounds,
    until the result is settled.
    """
    own = opened_matches(sender)
    awaited = own.filter(pk__in=to_be_settled(sender.championship).values("pk"))
    played_now = _opened(sender) if sender.has_code else own
    return _opened(sender).filter(
        Q(pk__in=awaited.values("pk")) | Q(pk__in=played_now.filter(_PLAYED_NOW).values("pk"))
    )


_PLAYED_NOW = Q(round__status=RoundStatus.OPEN, round__handed_in_at=None)


def opened_matches(sender: Sender) -> MatchQuerySet:
    """Return the matches of the sender's pairs at its table, in rounds that were opened."""
    return _opened(sender).filter(seats__contestant__number__in=sender.pairs).distinct()


def _opened(sender: Sender) -> MatchQuerySet:
    matches = Match.objects.filter(
        round__championship=sender.championship, table__number=sender.table, cancelled=False
    )
    return matches.exclude(round__status=RoundStatus.PLANNED).order_by("round__number")


def table_version(championship: Championship, table: int) -> str:
    """Return a text that changes whenever anything on the table's page does; 1 query.

    Acts about hands of other tables don't change it.
    """
    events = AuditEvent.objects.filter(championship=championship)
    told = events.filter(~Q(action__in=_OF_A_TABLE) | Q(table=table)).order_by("-sequence")
    return str(told.values_list("sequence", flat=True).first() or 0)


def table_page(sender: Sender, name: str, *, wanted: int | None = None) -> TablePage:
    """Return the sender's table with the match of the open round `wanted`, or else of the first
    with something to do, or else of the last open one; 11 queries at most without pairs, 12 with
    them.

    The matches are those of `open_matches` in which the sender has a say (`reaches`).
    """
    championship, number = sender.championship, sender.table
    confirmation = ConfirmationRule(championship.confirmation)
    found = tuple(
        open_matches(sender)
        .select_related("round__stage", "table")
        .prefetch_related("round__round_deals")
        .with_pairs()
    )
    for match in found:
        match.round.championship = match.round.stage.championship = championship
    reach = reaches(sender, found)
    matches = [match for match in found if reach[match.pk].parties]
    seen = [match for match in matches if reach[match.pk].sees]
    results = {
        (result.match_id, result.deal): result
        for result in Result.objects.filter(match__in=seen, is_current=True).prefetch_related(
            "confirmations"
        )
    }
    correction_requests = _correction_requests_of(seen)
    cancelled = cancelled_hands(championship)
    hands = {
        match: tuple(
            _hand(
                deal,
                kind_of(match.round.stage).dealer(deal),
                results.get((match.pk, deal)),
                correction_requests.get((match.pk, deal), ()),
                _confirmation_for(match, results.get((match.pk, deal)), confirmation),
                cancelled=is_cancelled(match.round, deal, cancelled),
                undo_until=_undo_until(
                    match,
                    results.get((match.pk, deal)),
                    disputed=(match.pk, deal) in correction_requests,
                    sender=sender,
                    by_code=reach[match.pk].by_code,
                ),
                reach=reach[match.pk],
            )
            for deal in numbers_of(match.round)
        )
        for match in matches
    }
    shown = _shown_match(hands, wanted)
    call = call_of_table(championship, number)
    return TablePage(
        number=number,
        name=name,
        open_rounds=tuple(match.round.number for match in matches),
        match=_match(shown, hands[shown], confirmation, reach[shown.pk]) if shown else None,
        elsewhere=next((one for one in reach.values() if one.why_not), None),
        call=call,
        caller=caller_of(championship, call) if call else "",
    )


def _correction_requests_of(
    matches: Collection[Match],
) -> dict[tuple[int, int], list[CorrectionRequestSaid]]:
    """Return the undecided correction requests, by match and deal."""
    found: dict[tuple[int, int], list[CorrectionRequestSaid]] = {}
    waiting = CorrectionRequest.objects.filter(match__in=matches, decision="")
    for one in waiting.select_related("match__round__stage"):
        kind = kind_of(one.match.round.stage)
        said = CorrectionRequestSaid(one.party, kind.read(one.said) if one.said else None)
        found.setdefault((one.match_id, one.deal), []).append(said)
    return found


def _shown_match(hands: dict[Match, tuple[Hand, ...]], wanted: int | None) -> Match | None:
    """Return the match of round `wanted`, or the first with something to do, or the last."""
    of_round = (match for match in hands if match.round.number == wanted)
    to_do = (match for match, own in hands.items() if not all(hand.settled for hand in own))
    return next(of_round, None) or next(to_do, None) or next(reversed(hands), None)


def caller_of(championship: Championship, call: WaitingCall) -> int | str:
    """Return the caller of the referee, as `Pair.title`; 3 queries where they are players."""
    if not championship.of_players:
        return call.contestant
    one = championship.contestants.get(number=call.contestant)
    if isinstance(call.side, Seat):
        return one.shown_name
    match = Match.objects.filter(
        round__championship=championship,
        round__number=call.round,
        table__number=call.table_number,
        cancelled=False,
    ).first()
    own = match.sides[call.side] if match else (one,)
    return names_text((one.shown_name for one in own), alone=False)


def _rule_for(confirmation: ConfirmationRule, *, by_code: bool) -> ConfirmationRule:
    """Return the rule for confirmations of an entry with the table's code, or of another one."""
    if confirmation is ConfirmationRule.TABLE and not by_code:
        return ConfirmationRule.OTHER_SIDE
    return confirmation


def _confirmation_for(
    match: Match, result: Result | None, confirmation: ConfirmationRule
) -> ConfirmationRule:
    """Return the rule for confirmations of a version; without one, of a new entry for the hand."""
    postponed = is_put_off(match)
    late = match.round.public_since is not None and not postponed
    if result is not None:
        late = is_after_publication(result.entered_at, match.round, postponed=postponed)
        said = {one.by for one in result.confirmations.all()}
        agreed = ResultConfirmation.By.TABLE in said
        if agreed and confirmation is ConfirmationRule.OTHER_SIDE:
            confirmation = ConfirmationRule.TABLE
        confirmation = _rule_for(confirmation, by_code=agreed)
    return ConfirmationRule.REFEREE if late else confirmation


def _undo_until(
    match: Match,
    result: Result | None,
    *,
    disputed: bool,
    sender: Sender,
    by_code: bool,
) -> datetime | None:
    """Return the time until which a result can be undone by the link that shows this page: the
    table's where that counts, or one of the sender's pairs."""
    if result is None or result.outcome == Outcome.BLANK or match.round.public_since is not None:
        return None
    if result.entered_contestant is None:
        return None
    if by_code:
        is_own = result.entered_table is not None
    else:
        is_own = result.entered_table is None and result.entered_contestant in sender.pairs
    return slip_until(result, result.entered, disputed=disputed) if is_own else None


def _hand(
    deal: int,
    dealer: Seat | None,
    result: Result | None,
    correction_requests: Collection[CorrectionRequestSaid],
    confirmation: ConfirmationRule,
    *,
    cancelled: bool,
    undo_until: datetime | None,
    reach: Reach,
) -> Hand:
    stands = standing(result)
    confirmations = (
        frozenset(one.by for one in stands.confirmations.all()) if stands else frozenset()
    )
    entered_side = stands.entered_side if stands else ""
    # A table can't give a referee's confirmation.
    asked_of_table = (
        ConfirmationRule.OTHER_SIDE
        if confirmation in (ConfirmationRule.OTHER_SIDE, ConfirmationRule.TABLE)
        else ConfirmationRule.NONE
    )
    return Hand(
        deal=deal,
        dealer=dealer,
        version=result.version if result else 0,
        content=content_of(stands) if stands else None,
        entered_side=entered_side,
        confirmations=confirmations,
        correction_requests=tuple(correction_requests),
        cancelled=cancelled,
        undo_until=undo_until,
        spoken=reach.spoken.get(deal),
        is_kept_back=stands is not None
        and not (entered_side or reach.sits_here or deal in reach.spoken),
        confirmation=confirmation,
        settled=cancelled
        or bool(correction_requests)
        or (stands is not None and is_settled(asked_of_table, entered_side, confirmations)),
    )


def _match(
    match: Match, hands: tuple[Hand, ...], confirmation: ConfirmationRule, reach: Reach
) -> TableMatch:
    sides = match.sides
    players: dict[int, list[Player]] = {pair.pk: [] for side in sides for pair in side}
    for player in Player.objects.filter(contestant__in=players).order_by("position"):
        players[player.contestant_id].append(player)
    if match.round.championship.of_players:
        names = {pk: one.name for pk, (one,) in players.items()}
        partners = {
            party: _of_players(party, own, names) for party, own in parties_of(match).items()
        }
        return _table_match(match, hands, confirmation, partners, reach)
    noted = {
        Seat(sitting.seat): sitting.player.name
        for sitting in Sitting.objects.filter(match=match).select_related("player")
    }
    pairs: dict[Party, Pair] = {
        side: _pair(side, contestant, players[contestant.pk], noted)
        for side, (contestant,) in sides.items()
    }
    return _table_match(match, hands, confirmation, pairs, reach)


def _table_match(
    match: Match,
    hands: tuple[Hand, ...],
    confirmation: ConfirmationRule,
    pairs: Mapping[Party, Pair],
    reach: Reach,
) -> TableMatch:
    return TableMatch(
        id=match.pk,
        round=match.round.number,
        ends_at=match.round.ends_at,
        seconds_left=match.round.seconds_left,
        pairs=pairs,
        kind=kind_of_match(match),
        hands=hands,
        confirmation=_confirmation_for(match, None, _rule_for(confirmation, by_code=reach.by_code)),
        reach=reach,
        phones=Counter(one.held_by for one in phones_opened(match)),
        played=_(
            "This table plays on phones: what its four players play there is the result, and the "
            "seats' phones enter it. Your pair's page leads to your seat."
        )
        if is_on_phones(match)
        else "",
    )


def _of_players(party: Party, players: Sequence[Contestant], named: Mapping[int, str]) -> Pair:
    """Return the players of a side, each of whom holds a seat, or the one in a seat; `named` are
    all names, by id."""
    names = tuple(named[one.pk] for one in players)
    seats = [seat for seat in Seat if party in (seat, seat.side)]
    return Pair(
        numbers=tuple(one.number for one in players),
        title=names_text(names, alone=False),
        name=" + ".join(str(one.number) for one in players),
        players=names,
        seated=tuple(zip(seats, names)),
    )


def _pair(
    side: Side, contestant: Contestant, players: list[Player], noted: Mapping[Seat, str]
) -> Pair:
    pair = tuple(player.name for player in players if not player.is_substitute)
    return Pair(
        numbers=(contestant.number,),
        title=contestant.number,
        name=contestant.name or " – ".join(pair),
        players=pair,
        seated=tuple((seat, noted[seat]) for seat in Seat if seat.side is side and seat in noted),
    )
