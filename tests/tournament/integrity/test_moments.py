"""Whoever forges the record itself, so that its rows agree with the tables, is found where a draw
or a choice doesn't come from what was known then."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.tournament.committed import committed
from tournament.integrity.moments import moment_faults
from tournament.models import Action, AuditEvent, Entrant, GroupMember, MatchSeat, Result
from tournament.models.recorder import Shape

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def two_championships(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with committed(django_db_blocker, _simulate):
        yield


def _simulate() -> None:
    for slug, format, pairs in (
        ("swiss", "duplicate-swiss", "6"),
        ("final", "groups-and-final", "8"),
    ):
        call_command(
            "simulate",
            slug,
            *("--format", format, "--pairs", pairs, "--seed", "7", "--organiser", "anna"),
            stdout=StringIO(),
        )


def events_of(slug: str) -> list[AuditEvent]:
    found = list(AuditEvent.objects.filter(championship__slug=slug).order_by("sequence"))
    assert list(moment_faults(found, None)) == []
    return found


def the(events: list[AuditEvent], action: Action, **where: Any) -> Any:
    """The last event of an action."""
    found = [one for one in events if one.action == action]
    return next(
        one for one in reversed(found) if all(getattr(one, n) == v for n, v in where.items())
    )


def columns_of(model: Any, event: Any) -> list[dict[str, Any]]:
    """Rows of a model in an event, by the names of their columns."""
    return [
        dict(zip(Shape.of(model).columns, row, strict=True))
        for row in event.rows["rows"][model.__name__]
    ]


def put(model: Any, event: Any, rows: list[dict[str, Any]]) -> None:
    event.rows["rows"][model.__name__] = [[*one.values()] for one in rows]


def exchanged(rows: list[dict[str, Any]], column: str) -> list[dict[str, Any]]:
    """Rows of which the first and the last have each other's value."""
    first, last = rows[0], rows[-1]
    first[column], last[column] = last[column], first[column]
    return rows


def test_pairs_that_a_draw_did_not_give() -> None:
    events = events_of("swiss")
    drawn = the(events, Action.ROUND_PAIRED, round=2)
    put(MatchSeat, drawn, exchanged(columns_of(MatchSeat, drawn), "contestant__number"))
    assert "round 2: drawn again, the lots give other opponents." in moment_faults(events, None)


def test_scores_that_nobody_had() -> None:
    events = events_of("swiss")
    drawn = the(events, Action.ROUND_PAIRED, round=2)
    drawn.after["scores"] = dict.fromkeys(drawn.after["scores"], "0")
    assert list(moment_faults(events, None)) == [
        "round 2: drawn again, the lots give other opponents."
    ]


def test_pairs_that_change_places_in_a_result() -> None:
    events = events_of("swiss")
    drawn, entered = the(events, Action.ROUND_PAIRED, round=2), events[-1]
    entered = the(events, Action.RESULT_ENTERED, round=3)
    assert columns_of(Result, entered)
    put(MatchSeat, entered, exchanged(columns_of(MatchSeat, drawn), "contestant__number"))
    assert "round 2: the matches are not those that the record says were drawn." in moment_faults(
        events, None
    )


def test_entrants_whom_the_event_does_not_tell() -> None:
    events = events_of("final")
    added = the(events, Action.STAGE_ADDED)
    put(Entrant, added, exchanged(columns_of(Entrant, added), "seed"))
    assert "Stage 2: the pairs are not in the order of the standings." in moment_faults(
        events, None
    )


def test_groups_which_the_event_does_not_tell() -> None:
    events = events_of("final")
    drawn = the(events, Action.GROUPS_DRAWN)
    put(GroupMember, drawn, exchanged(columns_of(GroupMember, drawn), "group"))
    assert "Stage 1: drawn again, the groups are others." in moment_faults(events, None)


def test_a_result_that_would_have_let_others_go_on() -> None:
    events = events_of("final")
    added = the(events, Action.STAGE_ADDED)
    for event in events[: events.index(added)]:
        if event.action == Action.RESULT_ENTERED:
            rows = columns_of(Result, event)
            put(Result, event, [{**one, "ns_points": 72 - (one["ns_points"] or 0)} for one in rows])
    assert any("Stage 2" in one or "carried" in one for one in moment_faults(events, None))
