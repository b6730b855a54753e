"""What an account that plays does as a referee at its own table: allowed, and told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.tournament.day import Day, make_day
from tests.tournament.exports.reading import page_texts
from tests.tournament.factories import english_client
from tests.tournament.phones.phone import Phone
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.looks.services import note_playing
from tournament.models import Action, AuditEvent, Stage
from tournament.models.places import ContestantRulingPlace, HandRulingPlace

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    """The referee plays as a pair of table 1 in round 1."""
    day = make_day()
    day.open(1)
    note_playing(
        actor=day.acting_organiser,
        championship=day.championship,
        user=day.referee,
        contestant=day.match(1, 1).pairs.ns.number,
    )
    return day


@pytest.fixture
def client(day: Day) -> Client:
    return english_client(day.referee)


def enter(client: Client, table: int, deal: int, points: int, **more: str) -> None:
    path = f"/c/day/manage/rounds/1/tables/{table}/hands/{deal}/"
    form = {"outcome": "played", "ns_points": str(points), "based_on": "0", **more}
    answer = client.post(path, form)
    assert answer.status_code == 302, answer.content.decode()


def own() -> list[tuple[str, int | None]]:
    events = AuditEvent.objects.filter(own_table=True).order_by("sequence")
    return [(one.action, one.table) for one in events]


def text(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_entering_changing_and_confirming_are_marked_and_nothing_elsewhere(
    day: Day, client: Client
) -> None:
    enter(client, 1, 1, 40)
    enter(client, 2, 1, 41)
    Phone.of_pair(day, day.match(1, 1).pairs.ew.number).enter(day.match(1, 1), 2, "EW", 30)
    path = "/c/day/manage/desk/1/tables/1/confirm/"
    assert client.post(path, {"hand": "2:1"}).status_code == 302
    assert own() == [("result-entered", 1), ("result-confirmed", 1)]
    # Neither the pair's own link nor another referee acts for oneself.
    enter(english_client(day.organiser), 1, 3, 42)
    assert len(own()) == 2


def test_a_ruling_on_the_own_pair_is_marked(day: Day, client: Client) -> None:
    actor = Actor.of_user(day.referee, plays_as=(1,))
    for place in (
        *(ContestantRulingPlace(1, 9), ContestantRulingPlace(3, 9)),
        HandRulingPlace(1, 1, 9),
    ):
        record_event(
            championship=day.championship, actor=actor, action=Action.RULING_MADE, place=place
        )
    events = AuditEvent.objects.filter(action="ruling-made", ruling=9).order_by("sequence")
    assert [one.own_table for one in events] == [True, False, False]


def test_the_desk_the_record_and_the_paper_tell(day: Day, client: Client) -> None:
    organiser = english_client(day.organiser)
    assert "By accounts that play" not in text(organiser, "/c/day/manage/desk/1/")
    enter(client, 1, 1, 40)
    client.post("/c/day/manage/playing/look/", {"place": "1-2", "reason": "a dispute"})
    desk = text(organiser, "/c/day/manage/desk/1/")
    assert "By accounts that play" in desk
    assert "day-referee: result entered, at the own table, round 1, table 1, hand 1" in desk
    assert "a dispute" in desk
    assert "result entered, at the own table" in text(organiser, "/c/day/manage/record/")
    stages = tuple(Stage.objects.filter(championship=day.championship))
    request = PaperRequest(stages, (), timezone.now(), "", known_of(stages))
    with translation.override("en"):
        paper = page_texts(bind_papers(request, [PAPERS["official-record"]]).content)
    told = " ".join(" ".join(paper).split())
    assert "By accounts that play" in told
    assert "result entered, at the own table, round 1, table 1, hand 1" in told
