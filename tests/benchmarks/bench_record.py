"""How long a record of 20,000 events keeps its pages, and the explanation of a score, waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.benchmarks.large import large_championship
from tournament.audit.chain import event_hash
from tournament.models import Action, AuditEvent, Result, Stage, User
from tournament.results.entry import content_of, said_of

TEAMS, ROUNDS = 80, 62


def cases() -> Iterable[tuple[str, Callable[[], None], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    stage = large_championship(TEAMS, ROUNDS, slug="recorded")
    count = len(AuditEvent.objects.bulk_create(_events(stage), batch_size=500))
    size = f"{count} events"
    client = Client()
    client.force_login(User.objects.create(username="keeper", is_superuser=True, password="!"))
    page = f"/c/{stage.championship.slug}/manage/record"

    def first() -> None:
        cache.clear()
        _get(client, f"{page}/")

    _get(client, f"{page}/")
    yield f"record, the whole chain checked, {size}", first, 1
    for name, path in (
        ("record, checked before", "/"),
        ("record, oldest page", "/?page=200"),
        ("record of a pair", "/?pair=7"),
        ("record, looked through for words", "/?text=bastos"),
        ("record.csv", ".csv"),
    ):
        yield f"{name}, {size}", partial(_get, client, f"{page}{path}"), 1
    score = f"/c/{stage.championship.slug}/hands/9/pairs/7/"
    tables = f"{TEAMS // 2} tables"
    yield f"a score explained, {tables}, {size}", partial(_get, Client(), score), 1
    yield f"a score explained to referees, {tables}, {size}", partial(_get, client, score), 1


def _get(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200, path
    response.getvalue()


def _events(stage: Stage) -> Iterator[AuditEvent]:
    """Each result entered at its table and confirmed, and each round closed after its own."""
    previous = ""
    for sequence, act in enumerate(_acts(stage), start=1):
        content: dict[str, Any] = {
            "before": None,
            "reason": "",
            **act,
            "sequence": sequence,
            "at": timezone.now(),
            "previous_hash": previous,
        }
        previous = event_hash(championship_id=stage.championship.chained_as, **content)
        yield AuditEvent(championship=stage.championship, hash=previous, **content)


def _acts(stage: Stage) -> Iterator[dict[str, Any]]:
    results = Result.objects.filter(match__round__stage=stage)
    results = results.select_related("match__round", "match__table", "match__ns")
    last = None
    for result in results.order_by("match__round__number", "deal", "match__table__number"):
        round, table = result.match.round.number, result.match.table.number
        if last not in (None, round):
            yield {
                "actor": "Referee (referee)",
                "action": Action.ROUND_CLOSED.value,
                "target": f"round {last}",
                "after": {},
            }
        last = round
        place = {
            "actor": f"table {table} NS pair {result.match.ns.number}",
            "target": f"round {round} table {table} hand {result.deal}",
        }
        said = {"version": 1, **said_of(content_of(result)), "entered_side": "NS"}
        yield {**place, "action": Action.RESULT_ENTERED.value, "after": said}
        yield {
            **place,
            "action": Action.RESULT_CONFIRMED.value,
            "after": {"version": 1, "by": "EW"},
        }
