"""The worker and the real solver: a round from its closing to its last line.

The only test of this that commits, so in a module of its own: others share their rows.
"""

from __future__ import annotations

import pytest

from scoring.game.announcements import Denomination
from tests.tournament.day import make_day
from tournament.analysis import round_job
from tournament.analysis.queries import hand_worth, progress_of_rounds
from tournament.analysis.round_job import Analyser, make_analysis
from tournament.jobs.worker import Worker
from tournament.models import Job
from tournament.rounds.services.lifecycle import close_round


@pytest.mark.long
@pytest.mark.django_db(transaction=True)  # the worker's other thread says that it is at it
def test_a_round_from_closing_to_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a limit that makes it quick; the values are bounds all the same."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    monkeypatch.setattr(round_job, "Analyser", lambda variant: Analyser(variant, limit=200))
    assert Worker({Job.Kind.ANALYSIS: make_analysis}).work_once()
    (job,) = Job.objects.filter(kind=Job.Kind.ANALYSIS)
    assert (job.state, job.fault) == (Job.State.DONE, "")
    (progress,) = progress_of_rounds(day.stage)
    assert progress.is_complete
    known = {1: 18, 2: 9}  # by cups, as an unlimited solver finds
    for deal, points in known.items():
        found = hand_worth(day.stage, deal).points[Denomination.COPES]
        assert found.low <= points <= found.high
