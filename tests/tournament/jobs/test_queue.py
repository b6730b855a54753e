"""Asking for a job, doing it, and what is left when a worker dies."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import Storage
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from tests.tournament.factories import actor_of, make_championship
from tests.tournament.made_bytes import made_bytes
from tournament.core.errors import UserError
from tournament.jobs.made_files import made_files, remove_old_files
from tournament.jobs.queries import job_view
from tournament.jobs.services import (
    MOST_ATTEMPTS,
    SILENT,
    TakenAway,
    end_job,
    report_progress,
    request_job,
    take_job,
)
from tournament.jobs.worker import Made, Progress, Worker
from tournament.models import Championship, Job

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def championship() -> Championship:
    return make_championship()


def ask(championship: Championship, what: str = "slips", language: str = "ca") -> Job:
    return request_job(
        actor=actor_of(championship),
        owner=championship,
        kind=Job.Kind.PAPERS,
        arguments={"what": what},
        language=language,
    )


class TestAsking:
    def test_the_same_asked_for_twice_is_one_job(self, championship: Championship) -> None:
        assert ask(championship) == ask(championship)
        assert ask(championship) != ask(championship, "guide cards")
        assert ask(championship) != ask(championship, language="es")

    def test_what_was_made_before_is_made_again(self, championship: Championship) -> None:
        first = ask(championship)
        taken = take_job(worker="a")
        assert taken == first
        assert ask(championship) == first
        end_job(job=taken)
        assert ask(championship) != first


class TestTaking:
    def test_the_oldest_first_and_each_once(self, championship: Championship) -> None:
        jobs = [ask(championship, what) for what in ("a", "b")]
        assert [take_job(worker=name) for name in ("x", "y", "z")] == [*jobs, None]

    def test_a_job_whose_worker_died_is_done_again(self, championship: Championship) -> None:
        ask(championship)
        lost = take_job(worker="dead")
        assert lost is not None
        assert take_job(worker="other") is None
        Job.objects.update(beat_at=timezone.now() - SILENT - timedelta(seconds=1))
        again = take_job(worker="other")
        assert again == lost
        with pytest.raises(TakenAway):
            report_progress(job=lost, done=1, of=2)
        with pytest.raises(TakenAway):
            end_job(job=lost)
        end_job(job=again)

    def test_one_whose_workers_die_each_time_is_given_up(self, championship: Championship) -> None:
        deadly, harmless = ask(championship, "deadly"), ask(championship, "harmless", "en")
        for _attempt in range(MOST_ATTEMPTS):
            assert take_job(worker="doomed") == deadly
            Job.objects.filter(pk=deadly.pk).update(
                beat_at=timezone.now() - SILENT - timedelta(seconds=1)
            )
        assert take_job(worker="next") == harmless
        deadly.refresh_from_db()
        assert deadly.state == Job.State.FAILED
        assert deadly.fault

    def test_one_that_says_it_is_at_it_keeps_it(self, championship: Championship) -> None:
        ask(championship)
        job = take_job(worker="slow")
        assert job is not None
        Job.objects.update(beat_at=timezone.now() - SILENT - timedelta(seconds=1))
        report_progress(job=job, done=3, of=12)
        assert take_job(worker="other") is None
        shown = job_view(championship, job.pk)
        assert shown is not None
        assert (shown.done, shown.of, shown.percent) == (3, 12, 25)


def made(job: Job, _progress: Progress) -> Made:
    return Made(job.arguments["what"].encode(), "slips.pdf", "application/pdf")


FOLDER = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
DATABASE = {"BACKEND": "tournament.jobs.made_files.DatabaseStorage"}


@pytest.fixture(params=["folder", "database"])
def files(request: pytest.FixtureRequest, tmp_path: Path, settings: Settings) -> Storage:
    """The files that jobs make, in each of the places where a site may keep them."""
    folder = {**FOLDER, "OPTIONS": {"location": tmp_path / "made"}}
    kept = folder if request.param == "folder" else DATABASE
    settings.STORAGES = {**settings.STORAGES, "made": kept}
    return made_files()


@pytest.mark.usefixtures("files")
class TestFiles:
    def test_what_was_made_can_be_fetched(self, championship: Championship) -> None:
        job = ask(championship)
        Worker({Job.Kind.PAPERS: made}).work_once()
        job.refresh_from_db()
        assert made_bytes(job.file) == b"slips"

    def test_they_go_after_a_day(self, championship: Championship, files: Storage) -> None:
        assert remove_old_files() == 0
        job = ask(championship)
        Worker({Job.Kind.PAPERS: made}).work_once()
        job.refresh_from_db()
        written = files.get_modified_time(job.file)
        assert remove_old_files(written + timedelta(hours=23)) == 0
        assert files.exists(job.file)
        assert remove_old_files(written + timedelta(hours=25)) == 1
        assert not files.exists(job.file)
        with pytest.raises(FileNotFoundError):
            files.open(job.file)

    def test_one_that_another_worker_removes_is_in_nobodys_way(
        self, files: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(type(files), "listdir", lambda _self, _path: ([], ["gone"]))
        assert remove_old_files() == 0

    def test_one_that_is_too_large_is_refused_with_its_size(
        self, championship: Championship, files: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tournament.jobs.made_files.LARGEST", 3_000_000)
        job = ask(championship, "x" * 4_000_000, "en")
        Worker({Job.Kind.PAPERS: made}).work_once()
        job.refresh_from_db()
        assert (job.state, job.file) == (Job.State.FAILED, "")
        assert job.fault == "The file would have 4 MB, and 3 are the most. Ask for a part of it."
        assert remove_old_files(timezone.now() + timedelta(days=2)) == 0


class TestWorker:
    def test_it_makes_what_was_asked_for(self, championship: Championship) -> None:
        job = ask(championship)
        worker = Worker({Job.Kind.PAPERS: made})
        assert worker.work_once()
        assert not worker.work_once()
        job.refresh_from_db()
        assert job.state == Job.State.DONE

    def test_what_goes_wrong_is_said_and_ends_nothing(self, championship: Championship) -> None:
        def refuse(_job: Job, _progress: Progress) -> None:
            raise UserError("The round is not closed yet.")

        def break_down(_job: Job, _progress: Progress) -> None:
            raise ZeroDivisionError

        first, second = ask(championship), ask(championship, language="en")
        Worker({Job.Kind.PAPERS: refuse}).work_once()
        worker = Worker({Job.Kind.PAPERS: break_down})
        assert worker.work_once()
        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.state, first.fault) == (Job.State.FAILED, "The round is not closed yet.")
        assert (second.state, second.fault) == (
            Job.State.FAILED,
            "This could not be made. The program's log says why.",
        )

    @pytest.mark.parametrize("step", ["take_job", "end_job"])
    def test_a_database_that_does_not_answer_for_a_moment_ends_nothing(
        self, championship: Championship, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        def no_answer(**_values: object) -> None:
            raise OperationalError("the server closed the connection")

        job, worker = ask(championship), Worker({Job.Kind.PAPERS: made})
        with monkeypatch.context() as patch:
            patch.setattr(f"tournament.jobs.worker.{step}", no_answer)
            assert not worker.work_once()
        Job.objects.update(beat_at=timezone.now() - SILENT - timedelta(seconds=1))
        assert worker.work_once()
        job.refresh_from_db()
        assert job.state == Job.State.DONE
