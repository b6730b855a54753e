"""How long the site's pages of scores take with 200 pairs, through the whole of Django."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.test import Client

from tests.benchmarks.large import large_championship
from tournament.core.page_cache import SharedReads, pages, versions
from tournament.models import Stage
from tournament.standings.queries.scores import stage_scores
from tournament.standings.queries.table import standings_view

CONTESTANTS, ROUNDS = 200, 7


def cases() -> Iterable[tuple[str, Callable[[], None], int]]:
    """What is measured: a name, what to run, and how many units one run does."""
    stage = large_championship(CONTESTANTS, ROUNDS)
    stage = Stage.objects.select_related("championship").get(pk=stage.pk)
    size = f"{CONTESTANTS} pairs × {ROUNDS * stage.hands_per_match} hands"
    yield f"read and score all results, {size}", lambda: _ignore(stage_scores(stage)), 1
    yield f"read the standings, {size}", lambda: _ignore(standings_view(stage)), 1
    pages = (
        ("standings page", "standings/"),
        ("standings page, sorted by name", "standings/?sort=name"),
        ("page of a round", "rounds/3/"),
        ("page of a hand", "hands/9/"),
        ("page of a pair", "pairs/7/"),
        ("wall", "wall/"),
        ("standings.json", "standings.json"),
        ("results.json", "results.json"),
    )
    for name, path in pages:
        get = _get(f"/c/{stage.championship.slug}/{path}")
        yield f"{name}, {size}", _anew(get), 1
        yield f"{name}, kept, {size}", get, 1


def _ignore(_value: object) -> None:
    """A case returns nothing."""


def _get(path: str) -> Callable[[], None]:
    client = Client()

    def get() -> None:
        response = client.get(path)
        assert response.status_code == 200, path

    return get


def _anew(get: Callable[[], None]) -> Callable[[], None]:
    """As the first one of a process who asks after something has changed."""

    def get_anew() -> None:
        pages.forget()
        versions.forget()
        SharedReads.forget_all()
        get()

    return get_anew
