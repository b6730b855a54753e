"""Many referees at once, on a real database: run by test_many_at_once in a process of its own.

Threads need a database that several connections share, so a file (or, with DATABASE_URL, a server),
with the settings that a venue uses, and not the transaction that wraps an ordinary test. `main`
prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from collections.abc import Callable

from django.db import DatabaseError, connection, transaction
from django.test import Client

from tests.own_process import begin_with_new_database
from tests.tournament.day import Day, make_day
from tournament.audit.chain import event_hash
from tournament.models import AuditEvent, DealSet, Match, Outcome, Result, Sitting

THREADS = 32
CONTESTANTS = 16
ROUNDS = 2
"""The first is entered, a hand each thread; one hand of the second is fought over."""


def in_threads(work: Callable[[int], list[int]]) -> Counter[int]:
    """What `work` answers to each thread's number, all begun at the same moment."""
    begin = threading.Barrier(THREADS)
    answers: list[int] = []

    def run(number: int) -> None:
        begin.wait()
        try:
            answers.extend(work(number))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answers)


def enter(client: Client, day: Day, match: Match, deal: int, ns_points: int) -> int:
    """Post one first entry; the status that came back."""
    answer = client.post(
        f"/c/{day.slug}/manage/rounds/{match.round.number}/tables/{match.table.number}"
        f"/hands/{deal}/",
        {"ns_points": str(ns_points), "based_on": "0"},
    )
    return answer.status_code


def clients_of(day: Day) -> list[Client]:
    """A logged-in browser for each thread: organiser and referee by turns."""
    clients = [Client() for _ in range(THREADS)]
    for number, client in enumerate(clients):
        client.force_login(day.organiser if number % 2 else day.referee)
    return clients


def points_of(deal: int) -> int:
    """Points that no entry is asked about: ordinary, and not those of the hand before."""
    return 30 + deal % 8


def enter_different_hands(day: Day, clients: list[Client]) -> Counter[int]:
    """Each thread enters a hand of its own, and sends its form twice."""
    matches = list(
        Match.objects.filter(round__stage=day.stage, round__number__lt=ROUNDS)
        .select_related("round__stage", "table")
        .order_by("round__number", "table__number")
    )
    work = [(match, deal) for match in matches for deal in match.round.deals]

    def one(number: int) -> list[int]:
        return [
            enter(clients[number], day, match, deal, points_of(deal))
            for match, deal in work[number::THREADS]
            for _ in range(2)
        ]

    return in_threads(one)


def refused(statement: Callable[[], object]) -> bool:
    """Whether the database itself refuses a write."""
    try:
        with transaction.atomic():
            statement()
    except DatabaseError:
        return True
    return False


def constraints(day: Day) -> dict[str, bool]:
    """Writes past all services, and whether each was refused."""
    result = Result.objects.filter(is_current=True)[0]
    match, deal = result.match, result.deal
    event = AuditEvent.objects.filter(championship=day.championship)

    def add(**values: object) -> Callable[[], object]:
        blank = {"match": match, "deal": deal, "version": 9, "is_current": False}
        played = {"outcome": Outcome.PLAYED, "ns_points": 40, "change_reason": "x"}
        return lambda: Result.objects.create(**{**blank, **played, **values})

    return {
        "a version twice": refused(add(version=1)),
        "two current results": refused(add(is_current=True)),
        "73 points": refused(add(ns_points=73)),
        "neither points nor a rule-break": refused(add(ns_points=None)),
        "not played with points": refused(
            add(outcome=Outcome.NOT_PLAYED, not_played_reason="time")
        ),
        "another reason untold": refused(
            add(outcome=Outcome.NOT_PLAYED, ns_points=None, not_played_reason="other")
        ),
        "a change without a reason": refused(add(change_reason="")),
        "a commitment that is none": refused(
            lambda: DealSet.objects.create(
                championship=match.round.championship, deals=1, key=b"x" * 32, commitment="none"
            )
        ),
        "a player in two seats": refused(
            lambda: [
                Sitting.objects.create(
                    match=match, seat=seat, player=match.pairs.ns.players.all()[0]
                )
                for seat in ("N", "S")
            ]
        ),
        "a contestant against itself": refused(
            lambda: match.seats.filter(held="EW").update(contestant=match.pairs.ns)
        ),
        "a changed event": refused(lambda: event.update(actor="somebody else")),
        "a deleted event": refused(lambda: event.delete()),
    }


def chain_is_whole(day: Day) -> bool:
    """Whether the record has no gap and every hash covers its event and the one before."""
    previous = ""
    for expected, event in enumerate(
        AuditEvent.objects.filter(championship=day.championship).order_by("sequence"), start=1
    ):
        again = event_hash(
            championship_id=day.championship.pk, previous_hash=previous, **event.sealed()
        )
        if (event.sequence, event.previous_hash, event.hash) != (expected, previous, again):
            return False
        previous = event.hash
    return True


def main() -> None:
    begin_with_new_database()
    day = make_day(contestants=CONTESTANTS)
    for number in range(1, ROUNDS + 1):
        day.open(number)
    clients = clients_of(day)
    different = enter_different_hands(day, clients)
    stored = Result.objects.count()
    current = Result.objects.filter(is_current=True, version=1).count()
    fought_over = day.match(ROUNDS, 1)
    deal = fought_over.round.deals[0]
    same = in_threads(lambda number: [enter(clients[number], day, fought_over, deal, 20 + number)])
    json.dump(
        {
            "vendor": connection.vendor,
            "different": different,
            "stored": stored,
            "current": current,
            "same": same,
            "versions": Result.objects.filter(match=fought_over, deal=deal).count(),
            "events": AuditEvent.objects.filter(action="result-entered").count(),
            "chain": chain_is_whole(day),
            "refused": constraints(day),
        },
        sys.stdout,
    )
