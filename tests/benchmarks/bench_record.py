"""How long a record of 20,000 events keeps its pages, and the explanation of a score, waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.game.seats import Side
from tests.benchmarks.large import large_championship
from tournament.audit.chain import event_hash
from tournament.core.actor import Actor
from tournament.models import Action, AuditEvent, Result, Stage, User
from tournament.models.places import HandPlace, RoundPlace, columns_of
from tournament.results.kinds.dealt_hand import content_of

CONTESTANTS, ROUNDS = 80, 62


def cases() -> Iterable[tuple[str, Callable[[], None], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    stage = large_championship(CONTESTANTS, ROUNDS, slug="recorded")
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
    tables = f"{CONTESTANTS // 2} tables"
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
        event = AuditEvent(
            championship=stage.championship,
            sequence=sequence,
            at=timezone.now(),
            previous_hash=previous,
            **act,
        )
        previous = event.hash = event_hash(
            championship_id=stage.championship.chained_as,
            previous_hash=previous,
            **event.sealed(),
        )
        yield event


def _acts(stage: Stage) -> Iterator[dict[str, Any]]:
    results = Result.objects.filter(match__round__stage=stage)
    results = results.select_related("match__round", "match__table").prefetch_related(
        "match__seats__contestant"
    )
    last = 0
    for result in results.order_by("match__round__number", "deal", "match__table__number"):
        round, table = result.match.round.number, result.match.table.number
        if last not in (0, round):
            yield {
                "actor": "Referee (referee)",
                "public_actor": "Referee",
                "action": Action.ROUND_CLOSED.value,
                **columns_of(RoundPlace(last)),
                "after": {},
            }
        last = round
        actor = Actor.of_table(table, Side.NS, result.match.pairs.ns.number)
        place = {
            "actor": actor.name,
            "public_actor": actor.name,
            "actor_contestant": actor.contestant,
            "actor_table": actor.table,
            "actor_side": Side.NS.value,
            **columns_of(HandPlace(round, table, result.deal)),
        }
        said = {"version": 1, **content_of(result).as_columns(), "entered_side": "NS"}
        yield {**place, "action": Action.RESULT_ENTERED.value, "after": said}
        yield {
            **place,
            "action": Action.RESULT_CONFIRMED.value,
            "after": {"version": 1, "by": "EW"},
        }
