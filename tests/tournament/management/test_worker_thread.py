"""The worker process: it lives as long as the server, is started again, and ends with it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.hall.site import PATIENCE, ROOT, Site, new_site
from tests.tournament.factories import actor_of, make_championship
from tournament.jobs.services import request_job, take_job
from tournament.management.supervisor import FIRST_PAUSE, LIVED_WELL
from tournament.management.worker_thread import HANDLERS, WorkerSupervisor
from tournament.models import Job

pytestmark = [pytest.mark.long, pytest.mark.promise]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with new_site(tmp_path) as site:
        yield site


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Return whether a process is there, and not only its name in the list of the dead."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def workers(site: Site) -> list[int]:
    """The worker processes that the server started."""
    assert site.process is not None
    children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
    found = []
    for thread in children.parent.parent.iterdir():
        found += [int(pid) for pid in (thread / "children").read_text().split()]
    return [pid for pid in found if is_running(pid) and b"\0work\0" in arguments_of(pid)]


def arguments_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")
def test_it_is_started_again_and_ends_with_the_server_however_that_ends(site: Site) -> None:
    site.start()
    wait_for(lambda: len(workers(site)) == 1)
    (first,) = workers(site)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: workers(site) not in ([], [first]))
    (second,) = workers(site)
    site.kill()
    wait_for(lambda: not is_running(second))
    site.start()
    wait_for(lambda: len(workers(site)) == 1)
    (third,) = workers(site)
    site.stop()
    assert not is_running(third)


def test_alone_it_ends_when_its_input_is_closed(site: Site) -> None:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "work", "--with-parent"],
        env=site.environment,
        stdin=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=PATIENCE) == 0


def jobs(site: Site) -> list[tuple[str, int, str]]:
    """State, attempts and worker of each job of the site."""
    with closing(sqlite3.connect(next(site.data.glob("*.sqlite3")))) as database:
        return database.execute("SELECT state, attempts, worker FROM tournament_job").fetchall()


@contextmanager
def endless_worker(site: Site) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is at a job which it never ends."""
    module = [sys.executable, "-m", "tests.tournament.management.endless", "endless"]
    environment = {**site.environment, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    with subprocess.Popen(module, env=environment, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            wait_for(lambda: jobs(site) == [("running", 1, "endless")])
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("told", ["the pipe is closed", "terminated", "Ctrl-C"])
def test_what_it_is_at_waits_for_the_next_one_when_it_is_told_to_stop(
    site: Site, told: str
) -> None:
    """The worker that is stopped does not end the job first, and the job does not count as one that
    kills workers."""
    with endless_worker(site) as process:
        assert process.stdin is not None
        if told == "the pipe is closed":
            process.stdin.close()
        else:
            process.send_signal(signal.SIGTERM if told == "terminated" else signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
    assert jobs(site) == [("waiting", 0, "")]


MADE_BY = {
    Job.Kind.PAPERS: "tournament.exports.jobs.make_papers",
    Job.Kind.WORKBOOK: "tournament.exports.jobs.make_workbook",
    Job.Kind.PLAYED: "tournament.play.written_hands.make_written_hands",
    Job.Kind.OVERALL: "tournament.exports.event_files.make_event_file",
    Job.Kind.ANALYSIS: "tournament.analysis.round_job.make_analysis",
}


@pytest.mark.parametrize("kind", Job.Kind)
def test_a_job_is_for_the_handler_of_its_kind(
    monkeypatch: pytest.MonkeyPatch, kind: Job.Kind
) -> None:
    done: list[Job] = []
    monkeypatch.setattr(MADE_BY[kind], lambda job, _progress: done.append(job))
    HANDLERS[kind](Job(kind=kind), lambda _done, _of: None)
    assert [job.kind for job in done] == [kind]


class FakeProcess:
    """A worker process that ends, or refuses to, as it is told."""

    def __init__(self, *, obeys: bool = True) -> None:
        self.ended: int | None = None
        self.stopped = False
        self.obeys = obeys

    def poll(self) -> int | None:
        return self.ended

    def stop(self) -> bool:
        self.stopped = True
        return self.obeys


class Starter:
    """Starts fake processes; raises what it is told to instead."""

    def __init__(self) -> None:
        self.fault: OSError | None = None
        self.started: list[FakeProcess] = []
        self.names: list[str] = []
        self.obeys = True

    def __call__(self, name: str) -> FakeProcess:
        if self.fault is not None:
            raise self.fault
        self.names.append(name)
        self.started.append(FakeProcess(obeys=self.obeys))
        return self.started[-1]


class TestKeeper:
    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def starter(self) -> Starter:
        return Starter()

    @pytest.fixture
    def supervisor(self, clock: Clock, starter: Starter) -> WorkerSupervisor:
        return WorkerSupervisor(clock=clock, start=starter)

    def test_what_can_not_be_started_is_tried_again(
        self,
        supervisor: WorkerSupervisor,
        starter: Starter,
        clock: Clock,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        starter.fault = OSError(12, "Cannot allocate memory")
        supervisor.check()
        assert "Cannot allocate memory" in caplog.text
        starter.fault = None
        supervisor.check()  # too early
        assert not starter.started
        clock.now += FIRST_PAUSE
        supervisor.check()
        assert len(starter.started) == 1

    def test_one_that_dies_at_once_is_started_less_and_less_often(
        self, supervisor: WorkerSupervisor, starter: Starter, clock: Clock
    ) -> None:
        pauses = []
        supervisor.check()
        for count in range(1, 7):
            starter.started[-1].ended = -9
            died = clock.now
            while len(starter.started) == count:
                supervisor.check()
                clock.now += 1
            pauses.append(clock.now - 1 - died)
        assert pauses == [5, 10, 20, 40, 60, 60]
        clock.now += LIVED_WELL
        starter.started[-1].ended = 1
        supervisor.check()
        clock.now += FIRST_PAUSE
        supervisor.check()
        assert len(starter.started) == 8
        assert len(set(starter.names)) == 8

    def test_one_that_lives_is_left_alone_and_stopped_at_the_end(
        self, supervisor: WorkerSupervisor, starter: Starter
    ) -> None:
        supervisor.check()
        supervisor.check()
        (process,) = starter.started
        supervisor.stop()
        assert process.stopped

    @pytest.mark.django_db
    @pytest.mark.parametrize(("obeys", "state"), [(True, "running"), (False, "waiting")])
    def test_what_one_was_at_that_had_to_be_ended_is_no_attempt(
        self, supervisor: WorkerSupervisor, starter: Starter, obeys: bool, state: str
    ) -> None:
        championship = make_championship()
        request_job(
            actor=actor_of(championship),
            owner=championship,
            kind=Job.Kind.PAPERS,
            arguments={},
            language="ca",
        )
        starter.obeys = obeys
        supervisor.check()
        take_job(worker=starter.names[0])
        supervisor.stop()
        job = Job.objects.get()
        assert (job.state, job.attempts) == (state, 0 if state == "waiting" else 1)


def test_it_stops_quietly_when_it_is_told_to(site: Site) -> None:
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "work", "--with-parent"],
        env=site.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        wait_for(lambda: (site.data / "botifarra.sqlite3-wal").exists())  # it is at work
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr is not None
        assert b"Fatal" not in process.stderr.read()
