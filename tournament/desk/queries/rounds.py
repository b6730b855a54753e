"""A round at the referee's desk: what every table still owes, and what needs a referee.

Everything is read once for all tables and compared in memory, so that a hundred tables cost as many
queries as six.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tournament.core.permissions import Access
from tournament.core.stages import begun_rounds
from tournament.correction_requests.queries import CorrectionRequestView, open_correction_requests
from tournament.desk.queries.hands import DeskHand, DeskTable, Mark, desk_hand
from tournament.inbox.queries import changeable_results, waiting_count
from tournament.models import (
    Championship,
    ConfirmationRule,
    HandInPlay,
    Match,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
    Stage,
)
from tournament.referee_calls.queries import WaitingCall, waiting_calls
from tournament.results.confirmations import Owed
from tournament.results.doubts import doubts_in
from tournament.results.kinds.kinds import content_of, kind_of, numbers_of
from tournament.results.played_hands import is_bound
from tournament.results.postponed import is_put_off
from tournament.results.queries import cancelled_hands, is_cancelled, matches_of, owed_numbers
from tournament.rounds.queries import BLOCKING_KINDS
from tournament.stages.formats import format_of
from tournament.standings.contestants import contestant_refs, refs_of_sides

FEW_TABLES = 20
"""Most tables that have room for large tiles."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A round at the desk: `tables`, the most urgent first, and those that are `done`."""

    round: Round
    confirmation: ConfirmationRule
    tables: tuple[DeskTable, ...]
    done: tuple[DeskTable, ...]
    requests: tuple[CorrectionRequestView, ...]
    """Requests about rounds that are not open, this one included."""
    calls: tuple[WaitingCall, ...]
    """Tables that call a referee, in any round."""
    other_open: tuple[int, ...]
    """Numbers of the other open rounds."""

    def seen_by(self, access: Access) -> Desk:
        """Return the desk as an account that plays sees it: with the marks of all hands, but no
        result of other tables."""

        def table_seen(table: DeskTable) -> DeskTable:
            if not access.hides(self.round.number, table.number):
                return table
            return replace(table, hands=tuple(one.seen_by(access.acting) for one in table.hands))

        return replace(
            self,
            tables=tuple(map(table_seen, self.tables)),
            done=tuple(map(table_seen, self.done)),
        )

    @property
    def all_tables(self) -> tuple[DeskTable, ...]:
        return self.tables + self.done

    def table(self, number: int) -> DeskTable | None:
        """Return the table of that number, or None if it plays no match of the round."""
        return next((one for one in self.all_tables if one.number == number), None)

    def _hands(self) -> Iterable[DeskHand]:
        """Return the hands of all tables without those that count for nobody."""
        hands = (hand for table in self.all_tables for hand in table.hands)
        return (hand for hand in hands if not hand.cancelled)

    def _correction_requests(self) -> Iterable[CorrectionRequestView]:
        return (one for table in self.all_tables for one in table.correction_requests)

    @property
    def hands(self) -> int:
        return sum(1 for _hand in self._hands())

    @property
    def entered(self) -> int:
        return sum(hand.entry is not None for hand in self._hands())

    @property
    def unconfirmed(self) -> int:
        """Return the number of undisputed hands that wait for a confirmation."""
        return sum(hand.waits and not hand.correction_requests for hand in self._hands())

    @property
    def disputed(self) -> int:
        return sum(
            bool(hand.correction_requests) for table in self.all_tables for hand in table.hands
        )

    @property
    def unlikely(self) -> int:
        """Return the number of undisputed hands that are unlikely."""
        return sum(bool(hand.doubts) and not hand.correction_requests for hand in self._hands())

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return the marks to explain: the one of cancelled hands only beside such a hand."""
        cancelled = any(hand.cancelled for table in self.all_tables for hand in table.hands)
        return tuple(mark for mark in Mark if cancelled or mark is not Mark.CANCELLED)

    @property
    def is_crowded(self) -> bool:
        """Return whether the tiles have to be small for all tables to be seen at once."""
        return len(self.all_tables) > FEW_TABLES

    @property
    def is_ready(self) -> bool:
        """Return whether nothing is in the way of closing the round. Unlikely results may stand."""
        blocked = any(one.kind in BLOCKING_KINDS for one in self._correction_requests())
        waiting = any(hand.waits for hand in self._hands())  # with the disputed ones
        return self.entered == self.hands and not (waiting or blocked)

    @property
    def correction_requests(self) -> tuple[CorrectionRequestView, ...]:
        """Return the claims about the round while it is open, the longest waiting first."""
        if self.round.status != RoundStatus.OPEN:
            return ()
        return tuple(sorted(self._correction_requests(), key=lambda one: (one.at, one.number)))

    @property
    def waiting(self) -> int:
        """Return how many correction requests the desk shows."""
        return len(self.correction_requests) + len(self.requests)

    @property
    def doubtful(self) -> tuple[tuple[DeskTable, DeskHand], ...]:
        """Return the undisputed unlikely hands, by table."""
        tables = sorted(self.tables, key=lambda table: table.number)
        return tuple(
            (table, hand) for table in tables for hand in table.hands if hand.mark is Mark.UNLIKELY
        )

    @property
    def confirmations_owed(self) -> tuple[DeskTable, ...]:
        """Return the tables with results that only a referee still has to confirm."""
        waiting = (table for table in self.tables if _owing_referees(table))
        return tuple(sorted(waiting, key=lambda table: table.number))

    @property
    def calling(self) -> frozenset[int]:
        """Return the numbers of the tables that call a referee."""
        return frozenset(call.table_number for call in self.calls)

    @property
    def alerts(self) -> str:
        """Return what needs a referee, a word each: a new word is worth a sound."""
        asked = (*self.correction_requests, *self.requests)
        words = [f"correction-request-{one.number}" for one in asked]
        owed = [
            (table, hand) for table in self.confirmations_owed for hand in _owing_referees(table)
        ]
        for table, hand in dict.fromkeys([*self.doubtful, *owed]):
            words.append(f"confirm-{table.number}-{hand.deal}-{hand.version}")
        words += [f"call-{call.number}" for call in self.calls]
        return " ".join(words)


def _owing_referees(table: DeskTable) -> tuple[DeskHand, ...]:
    return tuple(hand for hand in table.hands if hand.owes is Owed.REFEREES)


def desk_round(championship: Championship) -> Round | None:
    """Return the round with which the desk opens; 2 queries.

    It is the open one with the highest number; without one, the last that a request is about, or
    that was closed; None before play.
    """
    rounds = {one.number: one for one in championship.rounds.exclude(status=RoundStatus.PLANNED)}
    open_ones = [number for number, one in rounds.items() if one.status == RoundStatus.OPEN]
    if open_ones:
        return rounds[max(open_ones)]
    requested = championship.rounds.filter(matches__correction_requests__decision="").values_list(
        "number", flat=True
    )
    return rounds.get(max([n for n in requested if n in rounds] or rounds, default=0))


def desk_of(round: Round) -> Desk:
    """Return a round at the desk; 14 queries at most if its championship is loaded."""
    championship = round.stage.championship
    confirmation = ConfirmationRule(championship.confirmation)
    rounds = {one.number: one for one in championship.rounds.all()}
    played = matches_of(championship).filter(round=round).select_related("table")
    matches = list(played.prefetch_related("seats").order_by("table__number"))
    results = _current_results(round)
    cancelled = cancelled_hands(championship)
    compared = {
        place: one for place, one in results.items() if not is_cancelled(round, place[1], cancelled)
    }
    doubts = doubts_in(
        kind_of(round.stage),
        {place: content_of(one) for place, one in compared.items()},
        among={place for place, one in compared.items() if one.entered_side and not _is_seen(one)},
    )
    # Read once, after the hands that name them: a late pair may join meanwhile.
    read_contestants = cache(lambda: contestant_refs(championship))
    requests = open_correction_requests(championship, read_contestants)
    about: dict[tuple[int, int], list[CorrectionRequestView]] = defaultdict(list)
    for one in requests:
        if one.round == round.number:
            about[one.match_id, one.deal].append(one)
    contestants, numbers = read_contestants(), numbers_of(round)
    deals_hands = format_of(round.stage).deals
    on_phones = HandInPlay.objects.filter(match__round=round) if deals_hands else ()
    plays = {(one.match_id, one.deal): one for one in on_phones}
    for match in matches:
        match.round = round
    tables = [
        DeskTable(
            match_id=match.pk,
            number=match.table.number,
            name=match.table.shown_name,
            pairs=refs_of_sides(match.side_ids, contestants),
            hands=tuple(
                desk_hand(
                    round,
                    deal,
                    results.get((match.pk, deal)),
                    confirmation,
                    doubts.get((match.pk, deal), ()),
                    tuple(about[match.pk, deal]),
                    cancelled=is_cancelled(round, deal, cancelled),
                    postponed=is_put_off(match),
                    play=plays.get((match.pk, deal)),
                    bound=deals_hands and is_bound(match, plays.get((match.pk, deal))),
                )
                for deal in numbers
            ),
        )
        for match in matches
    ]
    return Desk(
        round=round,
        confirmation=confirmation,
        tables=tuple(sorted((one for one in tables if not one.is_done), key=_slowest_first)),
        done=tuple(one for one in tables if one.is_done),
        requests=tuple(one for one in requests if rounds[one.round].status != RoundStatus.OPEN),
        calls=waiting_calls(championship),
        other_open=tuple(
            number
            for number, one in sorted(rounds.items())
            if one.status == RoundStatus.OPEN and number != round.number
        ),
    )


def _current_results(round: Round) -> dict[tuple[int, int], Result]:
    """Return the current results by match and deal."""
    current = Result.objects.filter(match__round=round, match__cancelled=False, is_current=True)
    return {(one.match_id, one.deal): one for one in current.prefetch_related("confirmations")}


def _is_seen(result: Result) -> bool:
    """Return whether a referee has confirmed this version; reads its confirmations."""
    return any(one.by == ResultConfirmation.By.REFEREE for one in result.confirmations.all())


def _slowest_first(table: DeskTable) -> tuple[int, bool, float, int]:
    """Return the sort key: most hands missing first, then the longest silent."""
    last = table.last_entry
    return -table.missing, last is not None, last.timestamp() if last else 0, table.number


@dataclass(frozen=True, slots=True)
class DayNow:
    """The current round, how many of its hands are entered, and how many things wait.

    `round` is the open one with the highest number, without one the last that was closed; None
    before play and after the end.
    """

    round: int | None
    is_open: bool
    entered: int
    hands: int
    waiting: int


def day_now(championship: Championship, stages: Sequence[Stage]) -> DayNow:
    """Return how far the day is; 5 queries while a round is open, at most 4 otherwise."""
    begun = begun_rounds(stages)
    if not begun:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=0)
    cancelled = cancelled_hands(championship)
    results = changeable_results(begun, cancelled)
    waiting = waiting_count(championship, results)
    if championship.ended_at is not None:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=waiting)
    open_ones = [one for one in begun if one.status == RoundStatus.OPEN]
    if not open_ones:
        return DayNow(begun[-1].number, is_open=False, entered=0, hands=0, waiting=waiting)
    round = open_ones[-1]
    owed = owed_numbers(round, cancelled)
    return DayNow(
        round.number,
        is_open=True,
        entered=sum(one.round.pk == round.pk and one.place[1] in owed for one in results),
        hands=Match.objects.filter(round=round, cancelled=False).count() * len(owed),
        waiting=waiting,
    )
