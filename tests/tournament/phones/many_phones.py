"""Many phones at once, on a real database: run by test_many_phones in a process of its own.

Each of five tables has two phones; both send every hand of the round, twice and in no order,
as if answers had been lost. `main` prints one JSON object.
"""

from __future__ import annotations

import json
import random
import sys
import threading
from collections import Counter
from collections.abc import Callable

from django.db import connection

from tests.own_process import begin_with_new_database
from tests.tournament.day import Day, make_day
from tests.tournament.phones.phone import Phone, entry
from tests.tournament.results.many_at_once import chain_is_whole, points_of
from tournament.models import AuditEvent, CorrectionRequest, Delivery, Result, ResultConfirmation

CONTESTANTS = 10
TABLES = CONTESTANTS // 2
TIMES = 2
"""How often a phone sends the same."""
SIDES = ("NS", "EW")


def at_once(works: list[Callable[[], list[str]]]) -> Counter[str]:
    """What all of them answer, each in a thread of its own, begun at the same moment."""
    begin = threading.Barrier(len(works))
    answers: list[str] = []

    def run(work: Callable[[], list[str]]) -> None:
        begin.wait()
        try:
            answers.extend(work())
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answers)


def enter_all(phone: Phone, table: int, side: str, *, apart: int) -> Callable[[], list[str]]:
    """Work that enters the round's hands; `apart` is by how much EW's points are others than NS's.

    The answers are told only where a phone got another one for the same thing sent again.
    """
    match = phone.day.match(1, table)
    points = {deal: points_of(deal) + (apart if side == "EW" else 0) for deal in match.round.deals}
    said = [entry(match, deal, side, points[deal], late=True) for deal in match.round.deals]
    sent = said * TIMES
    random.Random(f"{table} {side}").shuffle(sent)

    def work() -> list[str]:
        first: dict[str, str] = {}
        for one in sent:
            answer = phone.send("entries", one, table=table)
            text = f"{answer.status_code} {answer.content.decode()}"
            if first.setdefault(one["key"], text) != text:
                return [f"{first[one['key']]}, then {text}"]
        return [json.loads(text.partition(" ")[2])["state"] for text in first.values()]

    return work


def round_of(slug: str, *, apart: int) -> dict[str, object]:
    """What became of a round that both phones of every table entered."""
    day: Day = make_day(contestants=CONTESTANTS, slug=slug)
    day.open(1)
    here = {"match__round__stage": day.stage}
    answers = at_once(
        [
            enter_all(Phone.at_table(day, table), table, side, apart=apart)
            for table in range(1, TABLES + 1)
            for side in SIDES
        ]
    )
    events = AuditEvent.objects.filter(championship=day.championship)
    return {
        "answers": answers,
        "results": Result.objects.filter(**here).count(),
        "confirmations": ResultConfirmation.objects.filter(
            result__match__round__stage=day.stage
        ).count(),
        "correction_requests": CorrectionRequest.objects.filter(**here).count(),
        "deliveries": Delivery.objects.filter(championship=day.championship).count(),
        "entered": events.filter(action="result-entered").count(),
        "chain": chain_is_whole(day),
    }


def main() -> None:
    begin_with_new_database()
    found = {"agree": round_of("agree", apart=0), "differ": round_of("differ", apart=1)}
    json.dump({"vendor": connection.vendor, **found}, sys.stdout)
