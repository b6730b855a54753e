"""The overall standings of a large event on paper and as a workbook: made by the worker."""

from __future__ import annotations

from copy import deepcopy
from io import BytesIO

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.exports.reading import text_of
from tests.tournament.made_once import made_once
from tests.tournament.simultaneous.venues import Event, make_played_venues
from tournament.exports.event_files import make_event_file
from tournament.jobs.worker import Worker
from tournament.models import Job, Simultaneous, Stage

pytestmark = pytest.mark.django_db


event_once = made_once(make_played_venues)


@pytest.fixture
def event(event_once: Event, monkeypatch: pytest.MonkeyPatch) -> Event:
    """More than is ranked while somebody waits."""
    monkeypatch.setattr("tournament.exports.event_files.AT_ONCE", 7)
    return deepcopy(event_once)


def address(event: Event, name: str) -> str:
    return reverse(f"exports:event_standings_{name}", args=[event.simultaneous.slug])


def content(event: Event, name: str) -> bytes:
    """The file that was made, as a browser gets it."""
    answer = Client().get(address(event, name))
    assert answer["Content-Disposition"].startswith("attachment")
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def overall() -> QuerySet[Job]:
    """Beside the analyses that closing a round asks for."""
    return Job.objects.filter(kind=Job.Kind.OVERALL)


def work() -> None:
    assert Worker({Job.Kind.OVERALL: make_event_file}).work_once()


@pytest.mark.parametrize("name", ["pdf", "xlsx"])
def test_it_is_asked_for_once_and_then_the_file_is_there(event: Event, name: str) -> None:
    client = Client()
    asked = client.get(address(event, name))
    assert asked.status_code == 302
    assert Client().get(address(event, name)).url == asked.url  # type: ignore[attr-defined]
    job = overall().get()
    assert (job.championship, job.simultaneous) == (None, event.simultaneous)
    assert client.get(f"{asked.url}file/").status_code == 404  # type: ignore[attr-defined]
    work()
    page = client.get(asked.url)  # type: ignore[attr-defined]
    assert f"{asked.url}file/" in page.content.decode()  # type: ignore[attr-defined]
    assert content(event, name)
    assert overall().count() == 1


def test_the_files_say_what_the_page_says(event: Event) -> None:
    for name in ("pdf", "xlsx"):
        Client().get(address(event, name))
        work()
    assert "Seu 2" in text_of(content(event, "pdf"))
    first = load_workbook(BytesIO(content(event, "xlsx"))).worksheets[0]
    ranks = [row[0] for row in first.iter_rows(values_only=True) if isinstance(row[0], int)]
    assert len(ranks) == 8


def test_when_more_is_public_it_is_made_anew(event: Event) -> None:
    Client().get(address(event, "pdf"))
    work()
    for venue in (0, 1):
        event.play(venue, 2)
    assert Client().get(address(event, "pdf")).status_code == 302
    assert overall().count() == 2


def test_nobody_gets_it_of_an_event_that_is_not_public(event: Event) -> None:
    asked = Client().get(address(event, "pdf"))
    work()
    Stage.objects.update(published_at=None)
    for path in (address(event, "pdf"), asked.url, f"{asked.url}file/"):  # type: ignore[attr-defined]
        assert Client().get(path).status_code == 404


def test_jobs_of_others_are_not_shown(event: Event) -> None:
    other = Simultaneous.objects.create(
        name="Una altra", slug="una-altra", date="2026-11-21", rounds=2, hands_per_match=2
    )
    event.simultaneous.venues.filter(championship=event.championships[0]).update(simultaneous=other)
    job = Job.objects.create(
        simultaneous=other, kind=Job.Kind.OVERALL, arguments={}, digest="x", language="ca"
    )
    path = reverse("exports:event_job", args=[event.simultaneous.slug, job.pk])
    assert Client().get(path).status_code == 404
