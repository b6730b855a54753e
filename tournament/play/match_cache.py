"""Matches on phones as this process has last read them.

After a card four phones ask at once. A match is read anew when the record has something newer of
it; where only acts are new, they alone are read, and the table goes on from where it was. So
nothing that is kept can be out of date, in however many processes.

A kept match holds the cards of all four; `match_now` says who may be shown what.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.views.decorators.debug import sensitive_variables

from scoring.game.seats import Seat
from scoring.play.knowledge import Knowledge, facts_of
from scoring.play.table import Table
from scoring.play.views import SeatView, view_of
from tournament.models import HandInPlay, Match, PlayAct
from tournament.play.match_now import HandNow, MatchNow, match_now
from tournament.play.news import News, news_of
from tournament.play.stored_acts import act_of
from tournament.referee_calls.queries import WaitingCall, call_of_table

MOST = 512
"""Most matches; the least recently used go first."""
AT_ONCE = 32
"""Matches that are read at once: each by one thread, and others who ask for it wait."""


@dataclass(frozen=True, slots=True, repr=False)
class KeptMatch:
    """A match, as it was at the state `news`, or a moment later."""

    news: News
    now: MatchNow
    knowledge: Mapping[Seat, Knowledge]
    """Knowledge of each seat about the hand; none before cards are shown."""
    call: WaitingCall | None
    """Call of its table that waits for a referee."""
    _views: dict[Seat, SeatView] = field(default_factory=dict)

    def view(self, seat: Seat) -> SeatView | None:
        """Return the table from the seat; None before cards are shown, and without a hand."""
        if seat not in self.knowledge:
            return None
        if seat not in self._views:
            self._views[seat] = view_of(self.knowledge[seat])
        return self._views[seat]


class KeptMatches:
    """Matches that were asked for last, by their keys."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._reading = tuple(threading.Lock() for _ in range(AT_ONCE))
        self._kept: OrderedDict[int, KeptMatch] = OrderedDict()

    def at(self, news: News) -> KeptMatch:
        """Return the match at the state `news`, or a moment later.

        No query if it was asked for before, 1 after an act, and as many as `match_now` and 5 after
        anything else, once for all four who ask at once.

        Never call it after a write in a transaction: should that be undone, its data would be kept.
        """
        if (kept := self._known(news)) is not None:
            return kept
        with self._reading[news.match % AT_ONCE]:
            if (kept := self._known(news)) is not None:
                return kept  # somebody else at the table has asked
            with self._lock:
                before = self._kept.get(news.match)
            later = _with_later_acts(before, news) if before is not None else None
            kept = later or _read(news)
            self._keep(kept)
            return kept

    def _known(self, news: News) -> KeptMatch | None:
        with self._lock:
            kept = self._kept.get(news.match)
        is_new = kept is not None and kept.news.record == news.record
        return kept if kept is not None and is_new and kept.news.act >= news.act else None

    def grow(self, kept: KeptMatch, stored: HandInPlay, row: PlayAct) -> None:
        """Keep the match after a stored act, so that nobody reads it again.

        Call it only when the transaction is done, in which the championship was locked and `kept`
        was the newest.
        """
        assert kept.now.hand is not None
        table, knowledge = _played_on(kept.now.hand, kept.knowledge, [row])
        if table.public.ending is not None:
            return  # which is an event, too
        acts = (*kept.now.hand.acts, row)
        hand = replace(kept.now.hand, table=table, stored=stored, acts=acts)
        news = replace(kept.news, act=row.pk)
        self._keep(KeptMatch(news, replace(kept.now, hand=hand), knowledge, kept.call))

    def _keep(self, kept: KeptMatch) -> None:
        with self._lock:
            self._kept[kept.news.match] = kept
            self._kept.move_to_end(kept.news.match)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


kept_matches = KeptMatches()
"""Only `KeptMatches` of this process."""


def kept_match(match: Match) -> KeptMatch:
    """Return a match as it stands now; 1 query more than `KeptMatches.at`, and as careful."""
    return kept_matches.at(news_of(match))


@sensitive_variables()
def _read(news: News) -> KeptMatch:
    found = Match.objects.select_related("round__stage__championship", "table").with_pairs()
    match = found.get(pk=news.match)
    now = match_now(match)
    hand = now.hand
    return KeptMatch(
        news,
        now,
        {seat: hand.table.knowledge(seat) for seat in Seat} if hand and now.begun else {},
        call_of_table(match.round.stage.championship, match.table.number),
    )


@sensitive_variables()
def _with_later_acts(kept: KeptMatch, news: News) -> KeptMatch | None:
    """Return the kept match with the acts that came since; None where more has changed than that.

    The act that ends a hand is an event, too. Rows that are newer than the asked state are told
    apart by themselves.
    """
    hand = kept.now.hand
    if kept.news.record != news.record or hand is None or not hand.acts:
        return None
    later = PlayAct.objects.filter(hand__match=news.match, pk__gt=hand.acts[-1].pk)
    rows = list(later.order_by("number"))
    if any(row.hand_id != hand.acts[-1].hand_id for row in rows):
        return None
    table, knowledge = _played_on(hand, kept.knowledge, rows)
    if table.public.ending is not None:
        return None
    grown = replace(hand, table=table, acts=(*hand.acts, *rows))
    return KeptMatch(news, replace(kept.now, hand=grown), knowledge, kept.call)


def _played_on(
    hand: HandNow, knowledge: Mapping[Seat, Knowledge], rows: Iterable[PlayAct]
) -> tuple[Table, Mapping[Seat, Knowledge]]:
    table = hand.table
    for act in map(act_of, rows):
        before, table = table, table.after(act)
        told = {}
        for seat, knows in knowledge.items():
            for fact in facts_of(seat, table.deal, act, before.public, table.public):
                knows = knows.told(fact)
            told[seat] = knows
        knowledge = told
    return table, knowledge
