"""The page of a job: from waiting to the file, and when the file is gone."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    make_referee,
    organiser_of,
)
from tournament.jobs.made_files import made_files
from tournament.jobs.services import request_job
from tournament.jobs.worker import Made, Progress, Worker
from tournament.models import Championship, Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return make_championship()


@pytest.fixture
def organiser(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def ask(championship: Championship, *, organisers_only: bool = False) -> Job:
    return request_job(
        actor=actor_of(championship),
        owner=championship,
        kind=Job.Kind.PAPERS,
        arguments={},
        language="en",
        organisers_only=organisers_only,
    )


def slips(_job: Job, _progress: Progress) -> Made:
    return Made(b"%PDF", "slips.pdf", "application/pdf")


def address(job: Job) -> str:
    assert job.championship is not None
    return f"/c/{job.championship.slug}/manage/jobs/{job.pk}/"


def test_it_waits_and_then_the_file_is_there(organiser: Client, championship: Championship) -> None:
    job = ask(championship)
    page = organiser.get(address(job)).content.decode()
    assert "It is the next to be made." in page
    assert page.count('hx-trigger="every') == 2
    assert organiser.get(f"{address(job)}file/").status_code == 404
    Worker({Job.Kind.PAPERS: slips}).work_once()
    page = organiser.get(address(job)).content.decode()
    assert "Download slips.pdf" in page
    assert page.count('hx-trigger="every') == 1, "that of the bar"
    answer = organiser.get(f"{address(job)}file/")
    assert b"".join(answer.streaming_content) == b"%PDF"  # type: ignore[attr-defined]
    assert answer["Content-Disposition"] == 'attachment; filename="slips.pdf"'
    assert "no-store" in answer["Cache-Control"]


def test_a_file_that_was_removed_is_said_so(organiser: Client, championship: Championship) -> None:
    job = ask(championship)
    Worker({Job.Kind.PAPERS: slips}).work_once()
    job.refresh_from_db()
    made_files().delete(job.file)
    answer = organiser.get(f"{address(job)}file/")
    assert answer.status_code == 404
    assert "Make it again" in answer.content.decode()


def test_another_championships_job_is_not_here(organiser: Client) -> None:
    other = make_championship("Another")
    job = ask(other)
    mine = Championship.objects.exclude(pk=other.pk).get()
    assert organiser.get(f"/c/{mine.slug}/manage/jobs/{job.pk}/").status_code == 404


def test_what_is_for_organisers_alone_is_shown_to_no_referee(
    organiser: Client, championship: Championship
) -> None:
    referee = english_client(make_referee(championship))
    secret, open_to_both = ask(championship, organisers_only=True), ask(championship)
    for _job in (secret, open_to_both):
        Worker({Job.Kind.PAPERS: slips}).work_once()

    for path in ("", "file/"):
        assert referee.get(f"{address(secret)}{path}").status_code == 403
    assert organiser.get(address(secret)).status_code == 200
    assert referee.get(address(open_to_both)).status_code == 200
    for who, job in ((organiser, secret), (referee, open_to_both)):
        answer = who.get(f"{address(job)}file/")
        assert b"".join(answer.streaming_content) == b"%PDF"  # type: ignore[attr-defined]


class TestList:
    """The latest, below the papers that are asked for."""

    def names(self, client: Client, championship: Championship, **query: str) -> list[str]:
        answer = client.get(f"/c/{championship.slug}/manage/papers/", query)
        assert answer.status_code == 200
        return re.findall(r'/manage/jobs/\d+/">([^<]+)</a>', answer.content.decode())

    def test_newest_first_or_sorted(self, organiser: Client, championship: Championship) -> None:
        for name in ("b.pdf", "Ç.pdf", "a.pdf"):
            Job.objects.filter(pk=ask(championship).pk).update(
                state=Job.State.DONE, file_name=name, file="x"
            )
        ask(championship)
        assert self.names(organiser, championship) == ["papers", "a.pdf", "Ç.pdf", "b.pdf"]
        by_name = self.names(organiser, championship, sort="file")
        assert by_name == ["a.pdf", "b.pdf", "Ç.pdf", "papers"]
        by_state = self.names(organiser, championship, sort="-state")
        assert by_state == ["papers", "a.pdf", "Ç.pdf", "b.pdf"]

    @pytest.mark.parametrize("asked", ["", "x", "-", "file,who", "a\0b"])
    def test_an_order_that_there_is_not(
        self, organiser: Client, championship: Championship, asked: str
    ) -> None:
        ask(championship)
        assert self.names(organiser, championship, sort=asked, page="9") == ["papers"]

    def test_links_lead_back_to_it(self, organiser: Client, championship: Championship) -> None:
        address = f"/c/{championship.slug}/manage/papers/"
        assert "#made" not in organiser.get(address).content.decode()
        ask(championship)
        page = organiser.get(address).content.decode()
        assert 'href="?sort=when#made"' in page
        assert 'id="made"' in page
