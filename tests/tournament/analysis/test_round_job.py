"""The worker's part: when rounds are analysed, and what is left when it is interrupted."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.db import IntegrityError, transaction

from scoring import solver
from scoring.game.announcements import Denomination
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval
from tests.tournament.day import Day, make_day
from tests.tournament.factories import actor_of, put_settings
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.recorded_day import recorded_day
from tournament.analysis import round_job
from tournament.analysis.best_play import Step, read_line
from tournament.analysis.queries import hand_worth, progress_of_rounds
from tournament.analysis.round_job import Analyser, make_analysis
from tournament.analysis.services import (
    queue_analysis,
    queue_missing,
    queue_missing_everywhere,
    store_line,
    store_value,
)
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.jobs.services import request_job, take_job
from tournament.jobs.worker import LetOthersGoFirst, Worker
from tournament.models import HandAnalysis, Job
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PARTS = 2 * 4 * 5
"""Parts of the job of a round: values and best play, of four hands with five denominations each."""


class Fake:
    """Knows at once what hands are worth; as often as it is asked, so often does it say so."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, Denomination]] = []
        self.dies_after = PARTS + 1

    def __call__(self, *_variant: object) -> Fake:
        return self

    def _ask(self, what: str, hand: DealtHand, trump: Denomination) -> None:
        if len(self.asked) == self.dies_after:
            raise KeyboardInterrupt  # nothing that a worker catches
        self.asked.append((what, hand.number, trump))

    def value(self, hand: DealtHand, trump: Denomination) -> Interval:
        self._ask("value", hand, trump)
        return Interval(40 + hand.number, 40 + hand.number)

    def line(self, hand: DealtHand, trump: Denomination) -> tuple[Step, ...]:
        self._ask("line", hand, trump)
        card = hand.deal.hand(hand.dealer.right)[0]
        return (Step(card, {card: Interval(41, 44)}),)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    fake = Fake()
    monkeypatch.setattr(round_job, "Analyser", fake)
    return fake


def a_day() -> Day:
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def jobs() -> list[Job]:
    return list(Job.objects.filter(kind=Job.Kind.ANALYSIS).order_by("pk"))


def worker() -> Worker:
    return Worker({Job.Kind.ANALYSIS: make_analysis, Job.Kind.PAPERS: lambda _job, _say: None})


class TestQueue:
    def test_closing_a_round_asks_for_its_analysis_and_nothing_before_does(self, day: Day) -> None:
        assert not jobs()
        close_round(actor=day.acting, round=day.round(1))
        (job,) = jobs()
        assert job.arguments == {"round": 1}
        assert job.state == Job.State.WAITING
        assert not HandAnalysis.objects.exists()

    def test_a_closing_that_fails_asks_for_nothing(self, day: Day) -> None:
        with transaction.atomic():
            close_round(actor=day.acting, round=day.round(1))
            transaction.set_rollback(True)
        assert not jobs()

    def test_closing_again_does_nothing_twice(self, day: Day, fake: Fake) -> None:
        close_round(actor=day.acting, round=day.round(1))
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        close_round(actor=day.acting, round=day.round(1))
        assert len(jobs()) == 1
        assert worker().work_once()
        reopen_round(actor=day.acting, round=day.round(1), reason="another one")
        close_round(actor=day.acting, round=day.round(1))
        assert worker().work_once()
        assert len(fake.asked) == PARTS

    def test_without_numba_nothing_is_asked_for(
        self, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver, "find_spec", lambda _name: None)
        close_round(actor=day.acting, round=day.round(1))
        assert not jobs()
        assert queue_missing_everywhere(actor=day.acting) == 0

    def test_what_is_missing_is_asked_for_again(self, day: Day, fake: Fake) -> None:
        """As after a championship was taken in from elsewhere, or numba installed."""
        assert queue_missing_everywhere(actor=day.acting) == 0  # round 1 is open
        close_round(actor=day.acting, round=day.round(1))
        Job.objects.all().delete()
        assert queue_missing_everywhere(actor=day.acting) == 1
        assert queue_missing(actor=day.acting, stage=day.stage) == 1
        assert len(jobs()) == 1
        assert worker().work_once()
        assert queue_missing(actor=day.acting, stage=day.stage) == 0

    def test_papers_go_first(self, day: Day, fake: Fake) -> None:
        close_round(actor=day.acting, round=day.round(1))
        papers = _ask_for_papers(day)
        taken = take_job(worker="a")
        assert taken == papers

    def test_a_job_for_a_round_that_is_not_public_does_nothing(self, day: Day, fake: Fake) -> None:
        for number in (1, 2, 99):
            request_job(
                actor=day.acting,
                owner=day.championship,
                kind=Job.Kind.ANALYSIS,
                arguments={"round": number},
                language="ca",
            )
            assert worker().work_once()
        assert not fake.asked
        assert {job.state for job in jobs()} == {Job.State.DONE}


def _ask_for_papers(day: Day) -> Job:
    return request_job(
        actor=day.acting,
        owner=day.championship,
        kind=Job.Kind.PAPERS,
        arguments={},
        language="ca",
    )


class TestInterrupted:
    def test_values_come_first_and_all_is_stored(self, day: Day, fake: Fake) -> None:
        close_round(actor=day.acting, round=day.round(1))
        assert worker().work_once()
        assert [what for what, _deal, _trump in fake.asked] == ["value"] * 20 + ["line"] * 20
        assert len(set(fake.asked)) == PARTS
        assert HandAnalysis.objects.filter(line__isnull=False).count() == 20
        (progress,) = progress_of_rounds(day.stage)
        assert progress.is_complete
        assert progress.percent == 100

    @pytest.mark.parametrize("after", [0, 1, 19, 20, 33, 39])
    def test_a_worker_that_dies_loses_only_what_it_was_at(
        self, day: Day, fake: Fake, after: int
    ) -> None:
        close_round(actor=day.acting, round=day.round(1))
        fake.dies_after = after
        with pytest.raises(KeyboardInterrupt):
            worker().work_once()
        (progress,) = progress_of_rounds(day.stage)
        assert progress.valued + progress.lines == after
        Job.objects.update(state=Job.State.WAITING)  # its silence was noticed
        fake.dies_after = PARTS + 1
        assert worker().work_once()
        assert len(fake.asked) == len(set(fake.asked)) == PARTS

    def test_a_round_steps_back_for_papers(
        self, day: Day, fake: Fake, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        close_round(actor=day.acting, round=day.round(1))
        said = fake.value

        def asked_meanwhile(hand: DealtHand, trump: Denomination) -> Interval:
            if len(fake.asked) == 5:
                _ask_for_papers(day)
            return said(hand, trump)

        monkeypatch.setattr(fake, "value", asked_meanwhile)
        one = worker()
        assert one.work_once()
        (job,) = jobs()
        assert (job.state, job.attempts, len(fake.asked)) == (Job.State.WAITING, 0, 6)
        assert one.work_once()
        assert Job.objects.get(kind=Job.Kind.PAPERS).state == Job.State.DONE
        assert len(fake.asked) == 6
        assert one.work_once()
        (job,) = jobs()
        assert (job.state, len(fake.asked)) == (Job.State.DONE, PARTS)

    def test_however_many_papers_are_asked_for_it_gets_on(self, day: Day, fake: Fake) -> None:
        close_round(actor=day.acting, round=day.round(1))
        (job,) = jobs()
        _ask_for_papers(day)
        for done in (1, 2, 3):
            with pytest.raises(LetOthersGoFirst):
                make_analysis(job, lambda _done, _of: None)
            assert len(fake.asked) == done


class TestStored:
    def test_bounds_are_what_they_say(self, day: Day) -> None:
        for low, high in ((44, 41), (0, 73), (-1, 4)):
            with pytest.raises(IntegrityError), transaction.atomic():
                HandAnalysis.objects.create(
                    stage=day.stage, deal=1, variant="obligada", trump="O", low=low, high=high
                )
        for wrong in ({"trump": "X"}, {"variant": "x"}, {"deal": 0}):
            with pytest.raises(IntegrityError), transaction.atomic():
                HandAnalysis.objects.create(
                    **{"stage": day.stage, "deal": 1, "variant": "obligada", "trump": "O"} | wrong,
                    low=1,
                    high=2,
                )

    def test_two_workers_at_once_store_one_row_and_narrow_it(self, day: Day) -> None:
        for low, high in ((40, 50), (38, 44), (40, 46)):
            store_value(stage=day.stage, deal=1, trump=Denomination.OROS, value=Interval(low, high))
        assert hand_worth(day.stage, 1).points == {Denomination.OROS: Interval(40, 44)}

    def test_analyses_are_of_the_championships_own_rules_of_play(self, day: Day) -> None:
        store_value(stage=day.stage, deal=1, trump=Denomination.OROS, value=Interval(40, 40))
        put_settings(day.stage, play_variant=PlayVariant.LLIURE)
        day.stage.championship.refresh_from_db()
        assert not hand_worth(day.stage, 1).points


class TestTheSolver:
    """What is stored is what the solver says."""

    def test_a_hand_of_the_published_vector(self, day: Day) -> None:
        hand = dealt_hands(day.championship, [2])[0]
        analyser = Analyser(day.stage.scoring_settings().play_variant)
        trump = Denomination.BOTIFARRA
        value, line = analyser.value(hand, trump), analyser.line(hand, trump)
        assert value.is_exact
        assert len(line) == 48
        position = Position.start(hand.deal, hand.dealer, trump)
        for step in line:
            assert step.values[step.card] == value
            position = position.play(step.card)
        assert position.points(hand.makers) == value.low

        store_value(stage=day.stage, deal=2, trump=trump, value=value)
        store_line(stage=day.stage, deal=2, trump=trump, line=line)
        assert read_line(HandAnalysis.objects.get().line) == line

    def test_a_limit_gives_an_interval_and_a_line_that_ends(self, day: Day) -> None:
        hand = dealt_hands(day.championship, [1])[0]
        variant = day.stage.scoring_settings().play_variant
        analyser = Analyser(variant, limit=100)
        value = analyser.value(hand, Denomination.COPES)
        assert 0 <= value.low < value.high <= 72
        assert len(analyser.line(hand, Denomination.COPES)) < 48


def test_a_round_without_hands_made_here_is_not_analysed() -> None:
    day = make_day(slug="another", deals=False)
    assert queue_analysis(actor=day.acting, round=day.round(1)) is None
    assert progress_of_rounds(day.stage) == ()


def test_what_is_taken_in_from_elsewhere_is_analysed_here() -> None:
    """Analyses are in no file: they are worked out again, of the rounds that were closed."""
    championship = recorded_day()
    actor, stage = actor_of(championship), championship.stages.get()
    store_value(stage=stage, deal=1, trump=Denomination.OROS, value=Interval(40, 40))
    file = export_championship(actor=actor, championship=championship)
    Job.objects.all().delete()
    taken_in = import_championship(actor=actor, file=BytesIO(file.content), slug="elsewhere")
    assert {job.championship for job in jobs()} == {taken_in}
    assert [job.arguments["round"] for job in jobs()] == [1, 2]
    assert not HandAnalysis.objects.filter(stage__championship=taken_in).exists()
