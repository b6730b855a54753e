"""The page where papers are asked for: what it offers to whom, and what comes of it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.benchmarks.large import large_championship
from tests.tournament.day import Day, make_day
from tests.tournament.exports.reading import text_of
from tests.tournament.exports.test_views import holds_hands_of, logged_in
from tests.tournament.factories import make_user
from tests.tournament.made_bytes import made_bytes
from tests.tournament.made_once import made_once, own_copy
from tournament.exports import paper_views
from tournament.jobs.worker import Worker
from tournament.management.worker_thread import HANDLERS
from tournament.models import Action, AuditEvent, HandAccess, Job
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Four pairs, three rounds: the first closed, the second open."""
    made = make_day(contestants=4)
    made.open(1)
    made.enter_whole_round(1)
    close_round(actor=made.acting, round=made.round(1))
    made.open(2)
    return made


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def new_day() -> Day:
    return make_day(contestants=4, slug="new")


@pytest.fixture
def many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every file were too long to be made at once."""
    monkeypatch.setattr(paper_views, "AT_ONCE", 0)


def address(day: Day) -> str:
    return f"/c/{day.slug}/manage/papers/"


def page(client: Client, day: Day) -> str:
    client.cookies["django_language"] = "en"
    return client.get(address(day)).content.decode()


def ask(client: Client, day: Day, **sent: object) -> HttpResponse:
    answer = client.post(address(day), {"language": "en", **sent})
    assert isinstance(answer, HttpResponse)
    return answer


def pdf_text(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return text_of(answer.content)


class TestWhatItOffers:
    def test_papers_that_cannot_be_made_yet_say_why(self, new_day: Day) -> None:
        shown = page(logged_in(new_day.organiser), new_day)
        assert "Results appear when the round is closed." in shown
        assert "No round has been closed yet." in shown

    def test_of_some_rounds_it_says_which(self, day: Day) -> None:
        shown = page(logged_in(day.organiser), day)
        assert "Rounds 2, 3: Results appear when the round is closed." in shown

    def test_buttons_for_the_next_round_the_last_one_and_the_day(self, day: Day) -> None:
        shown = page(logged_in(day.organiser), day)
        assert "Everything for round 2" in shown
        assert "Everything for round 1" in shown
        assert "Everything before the day" not in shown  # it has begun

    def test_before_play_there_is_a_button_for_the_day(self, new_day: Day) -> None:
        shown = page(logged_in(new_day.organiser), new_day)
        assert "Everything before the day" in shown
        assert "Everything for round 1" in shown

    def test_referees_see_what_referees_may_print(self, day: Day) -> None:
        shown = page(logged_in(day.referee), day)
        assert "Hand sheets" in shown
        assert "Cards for those who play" not in shown

    def test_it_costs_the_same_however_many_rounds(self) -> None:
        keeper = make_user("keeper", superuser=True)
        counts = []
        for rounds in (2, 11):
            stage = large_championship(12, rounds, slug=f"of-{rounds}")
            client = logged_in(keeper)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                client.get(f"/c/{stage.championship.slug}/manage/papers/")
            counts.append(len(queries))
        assert counts[0] == counts[1]


class TestAsking:
    def test_several_papers_come_as_one_file_in_the_language_asked_for(self, day: Day) -> None:
        client = logged_in(day.organiser)
        answer = ask(client, day, papers=["pairings", "hand-sheets"], rounds=[1], language="es")
        text = pdf_text(answer)
        assert "Emparejamientos" in text
        assert "Hojas de las manos" in text
        assert answer["Content-Language"] == "es"
        # Saved, so that the page with its choices stays where it is.
        assert answer["Content-Disposition"].startswith("attachment; ")

    def test_it_is_saved_so_that_the_page_stays_where_it_is(self, day: Day) -> None:
        answer = ask(logged_in(day.organiser), day, papers=["pairings"], rounds=[1])
        assert answer["Content-Disposition"].startswith("attachment; ")

    def test_all_rounds_are_those_of_which_there_is_something(self, day: Day) -> None:
        answer = ask(logged_in(day.organiser), day, papers=["pairings"], every_round="on")
        assert [f"Round {number}" in pdf_text(answer) for number in (1, 2, 3)] == [True] * 3
        answer = ask(logged_in(day.organiser), day, papers=["hand-sheets"], every_round="on")
        assert [f"Round {number}" in pdf_text(answer) for number in (1, 2, 3)] == [
            True,
            False,
            False,
        ]

    def test_a_bundle_has_what_its_round_has_by_now(self, day: Day) -> None:
        client = logged_in(day.organiser)
        closed = pdf_text(ask(client, day, bundle="round-1"))
        assert "Pairings" in closed
        assert "Hand sheets" in closed
        still_open = pdf_text(ask(client, day, bundle="round-2"))
        assert "Pairings" in still_open
        assert "Hand sheets" not in still_open

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"rounds": [1]}, "Choose at least one paper."),
            ({"papers": ["hand-sheets"]}, "Choose at least one round."),
            (
                {"papers": ["hand-sheets"], "rounds": [3]},
                "Results appear when the round is closed.",
            ),
        ],
    )
    def test_what_is_lacking_is_said(self, day: Day, sent: dict[str, object], said: str) -> None:
        client = logged_in(day.organiser)
        client.cookies["django_language"] = "en"
        answer = ask(client, day, **sent)
        assert answer.status_code == 422
        assert said in answer.content.decode()

    def test_a_refusal_speaks_the_visitors_language_not_the_papers(self, day: Day) -> None:
        client = logged_in(day.organiser)
        client.cookies["django_language"] = "en"
        sent: dict[str, object] = {"language": "ca", "papers": ["hand-sheets"], "rounds": [3]}
        refused = ask(client, day, **sent).content.decode()
        assert "Results appear when the round is closed." in refused
        assert "Els resultats hi són quan es tanca la ronda." not in refused

    def test_a_paper_of_the_championship_needs_no_round(self, day: Day) -> None:
        assert "Standings" in pdf_text(ask(logged_in(day.organiser), day, papers=["standings"]))

    def test_a_referee_cannot_ask_for_what_organisers_print(self, day: Day) -> None:
        answer = ask(logged_in(day.referee), day, papers=["pair-cards"])
        assert answer.status_code == 422


class TestSealedHands:
    def test_they_are_shown_and_saved_in_no_folder(self, day: Day) -> None:
        client = logged_in(day.organiser)
        answer = ask(client, day, papers=["hands"], rounds=[3], reason="Packs")
        assert holds_hands_of(pdf_text(answer), 3)
        assert answer["Content-Disposition"].startswith("inline; ")

    def test_printing_asks_why_and_is_recorded_before_the_file_is_made(self, day: Day) -> None:
        client = logged_in(day.organiser)
        asked = ask(client, day, papers=["hands", "pairings"], rounds=[1, 3])
        assert asked.status_code == 200
        assert "text/html" in asked["Content-Type"]
        assert not HandAccess.objects.exists()
        assert 'name="papers" value="hands"' in asked.content.decode()

        text = pdf_text(
            ask(client, day, papers=["hands", "pairings"], rounds=[1, 3], reason="Packs")
        )
        assert holds_hands_of(text, 3)
        confirmations = HandAccess.objects.values_list("round__number", "reason")
        assert list(confirmations) == [(3, "Packs")]
        event = AuditEvent.objects.filter(action=Action.HANDS_PRINTED).get()
        assert event.reason == "Packs"

    def test_hands_that_are_public_ask_nothing(self, day: Day) -> None:
        text = pdf_text(ask(logged_in(day.referee), day, papers=["hands"], rounds=[1]))
        assert holds_hands_of(text, 1)

    def test_without_a_reason_nothing_is_printed(self, day: Day) -> None:
        answer = ask(logged_in(day.organiser), day, papers=["hands"], rounds=[3], reason="")
        assert answer.status_code == 422
        assert not HandAccess.objects.exists()

    def test_referees_do_not_get_them(self, day: Day) -> None:
        answer = ask(logged_in(day.referee), day, papers=["hands"], rounds=[3], reason="I ask")
        assert answer.status_code == 422
        assert not HandAccess.objects.exists()

    def test_they_do_not_go_over_the_halls_network(self, day: Day) -> None:
        client = logged_in(day.organiser, host="192.168.1.5")
        answer = ask(client, day, papers=["hands"], rounds=[3], reason="Packs")
        assert answer.status_code == 422
        assert not HandAccess.objects.exists()

    @pytest.mark.usefixtures("many_pages")
    def test_they_never_go_into_the_queue(self, day: Day) -> None:
        client = logged_in(day.organiser)
        text = pdf_text(ask(client, day, papers=["hands"], rounds=[3], reason="Packs"))
        assert holds_hands_of(text, 3)
        assert not Job.objects.filter(kind=Job.Kind.PAPERS).exists()

    @pytest.mark.usefixtures("many_pages")
    def test_a_worker_refuses_them_whatever_stands_in_the_queue(self, day: Day) -> None:
        client = logged_in(day.organiser)
        ask(client, day, papers=["hands"], rounds=[1])
        job = Job.objects.get(kind=Job.Kind.PAPERS)
        job.arguments["rounds"] = [3]
        job.save()
        Worker(HANDLERS).work_once()
        job.refresh_from_db()
        assert job.state == Job.State.FAILED
        assert job.file == ""


@pytest.mark.usefixtures("many_pages")
class TestLongFiles:
    def test_a_long_file_is_made_by_the_worker(self, day: Day) -> None:
        client = logged_in(day.organiser)
        answer = ask(client, day, papers=["hand-sheets"], rounds=[1])
        job = Job.objects.get(kind=Job.Kind.PAPERS)
        assert answer["Location"] == f"/c/{day.slug}/manage/jobs/{job.pk}/"
        Worker(HANDLERS).work_once()
        job.refresh_from_db()
        assert job.state == Job.State.DONE
        assert job.file_name == f"Hand sheets – Round 1 – {day.championship.name}.pdf"
        assert "Hand sheets" in text_of(made_bytes(job.file))
        assert job.file_name in page(client, day)

    def test_a_double_click_is_one_job(self, day: Day) -> None:
        client = logged_in(day.organiser)
        for _click in range(2):
            ask(client, day, papers=["hand-sheets"], rounds=[1])
        assert Job.objects.filter(kind=Job.Kind.PAPERS).count() == 1

    def test_the_worker_tells_what_is_there_at_its_time(self, day: Day) -> None:
        ask(logged_in(day.organiser), day, papers=["standings"])
        day.enter_whole_round(2)
        close_round(actor=day.acting, round=day.round(2))
        Worker(HANDLERS).work_once()
        text = text_of(made_bytes(Job.objects.get(kind=Job.Kind.PAPERS).file))
        assert "After round 2" in text

    def test_what_organisers_alone_print_is_shown_to_them_alone(self, day: Day) -> None:
        ask(logged_in(day.organiser), day, papers=["pair-cards", "pairings"], rounds=[1])
        assert Job.objects.get(kind=Job.Kind.PAPERS).organisers_only
        assert "jobs/" not in page(logged_in(day.referee), day)
        assert "jobs/" in page(logged_in(day.organiser), day)

    def test_what_referees_may_print_is_theirs_too(self, day: Day) -> None:
        ask(logged_in(day.organiser), day, papers=["pairings"], rounds=[1])
        assert not Job.objects.get(kind=Job.Kind.PAPERS).organisers_only
        assert "jobs/" in page(logged_in(day.referee), day)
