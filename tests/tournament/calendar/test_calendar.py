"""A league: rounds on days of their own, at home and away."""

from __future__ import annotations

import json
import re
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.transfer.refusals import forge
from tests.tournament.verified import faults
from tournament.calendar.queries import Days, calendar, days_in_turn
from tournament.calendar.services import set_days
from tournament.core.errors import NotNow, UserError
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import AuditEvent, Championship, Round
from tournament.phones.pair_queries import pair_page
from tournament.rounds.services.lifecycle import open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.stages.league import LEAGUE
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db

MONDAY = date(2026, 10, 5)
WEEKS = days_in_turn(MONDAY, rounds=6, every=7, lasting=5)


def a_championship() -> Championship:
    """Four pairs at home and away in six rounds; nothing is played, and no day is set."""
    championship = make_championship("Lliga", format=LEAGUE)
    add_contestants(championship, 4)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship))
    publish_schedule(actor=actor, stage=stage_of(championship))
    return championship


championship_once = made_once(a_championship)
championship = own_copy("championship_once")


@pytest.fixture
def client(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def give_days(championship: Championship) -> None:
    set_days(
        actor=actor_of(championship),
        stage=stage_of(championship),
        days=dict(enumerate(WEEKS, start=1)),
    )


def page_of(championship: Championship, name: str = "days") -> str:
    return reverse(f"calendar:{name}", args=[championship.slug])


def met(championship: Championship) -> list[tuple[int, int]]:
    return [
        (match.home.number, match.away.number)
        for one in calendar(stage_of(championship))
        for match in one.matches
    ]


def test_everybody_is_at_home_against_everybody(championship: Championship) -> None:
    pairs = range(1, 5)
    assert sorted(met(championship)) == [(a, b) for a in pairs for b in pairs if a != b]
    assert faults(championship) == []


def test_a_single_round_has_half_the_rounds(championship: Championship) -> None:
    make_schedule(actor=actor_of(championship), stage=stage_of(championship), rounds=3)
    assert len({frozenset(one) for one in met(championship)}) == 6
    assert faults(championship) == []


def test_rounds_have_the_days_that_are_given(championship: Championship) -> None:
    give_days(championship)
    known = [one.days for one in calendar(stage_of(championship))]
    assert known[0] == Days(MONDAY, date(2026, 10, 9))
    assert known[5] == Days(date(2026, 11, 9), date(2026, 11, 13))
    assert last_actions(championship) == ["days-set"]
    assert faults(championship) == []


def test_the_same_days_change_nothing_and_one_changes_alone(championship: Championship) -> None:
    give_days(championship)
    events = championship.events.count()
    give_days(championship)
    assert championship.events.count() == events
    set_days(
        actor=actor_of(championship),
        stage=stage_of(championship),
        days={2: None, 3: WEEKS[2]},
    )
    told = AuditEvent.objects.filter(championship=championship).latest("sequence")
    assert told.before == {"days": {"2": WEEKS[1].as_recorded()}}
    assert [one.days is None for one in calendar(stage_of(championship))].count(True) == 1
    assert faults(championship) == []


def test_days_behind_the_back_are_noticed(championship: Championship) -> None:
    give_days(championship)
    championship.rounds.filter(number=3).update(last_day=date(2026, 12, 24))
    assert len(faults(championship)) == 1


def test_a_round_does_not_end_before_it_begins(championship: Championship) -> None:
    days = {2: Days(date(2026, 10, 9), MONDAY)}
    with pytest.raises(UserError, match="before the first one") as refused:
        set_days(actor=actor_of(championship), stage=stage_of(championship), days=days)
    assert refused.value.field == "last_2"


def test_other_formats_have_no_days() -> None:
    other = make_championship("Other")
    add_contestants(other, 4)
    make_schedule(actor=actor_of(other), stage=stage_of(other))
    with pytest.raises(NotNow, match="no days of their own"):
        set_days(actor=actor_of(other), stage=stage_of(other), days={1: WEEKS[0]})


def test_a_schedule_that_is_made_again_keeps_the_days_of_its_rounds(
    championship: Championship, client: Client
) -> None:
    give_days(championship)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=3)
    assert [one.days for one in calendar(stage)] == list(WEEKS[:3])
    assert faults(championship) == []
    listed = client.get(reverse("rounds:list", args=[championship.slug])).content.decode()
    assert "5 October – 9 October 2026" in " ".join(listed.split())
    told = client.get(reverse("schedule:remove", args=[championship.slug])).content.decode()
    assert "The days of its rounds are deleted too." in told
    remove_schedule(actor=actor, stage=stage)
    make_schedule(actor=actor, stage=stage)
    assert not any(one.days for one in calendar(stage))
    assert faults(championship) == []


def test_days_go_along_in_a_file(championship: Championship) -> None:
    give_days(championship)
    actor = actor_of(championship)
    content = export_championship(actor=actor, championship=championship).content
    again = import_championship(actor=actor, file=BytesIO(content), slug="again")
    known = [one.days for one in calendar(stage_of(again))]
    assert known == list(WEEKS)
    assert faults(again) == []
    wrong = json.loads(content)
    forge(wrong, Round, (1,), last_day="2026-10-01")
    with pytest.raises(UserError, match="a_round_ends_after_it_begins"):
        import_championship(actor=actor, file=BytesIO(json.dumps(wrong).encode()), slug="wrong")


def test_the_page_gives_days_in_turn_and_one_by_one(
    championship: Championship, client: Client
) -> None:
    path = page_of(championship)
    assert client.get(path).status_code == 200
    sent = {"first": "2026-10-05", "every": "7", "lasting": "5"}
    assert client.post(page_of(championship, "in_turn"), sent).status_code == 302
    assert [one.days for one in calendar(stage_of(championship))] == list(WEEKS)
    days = {
        f"{name}_{number}": getattr(one, name).isoformat()
        for number, one in enumerate(WEEKS, start=1)
        for name in ("first", "last")
    }
    assert client.post(path, days | {"first_2": "2026-10-20", "last_2": ""}).status_code == 302
    assert calendar(stage_of(championship))[1].days == Days(date(2026, 10, 20), date(2026, 10, 20))
    wrong = client.post(path, days | {"first_2": "", "last_3": "2026-10-01"})
    assert wrong.status_code == 422
    assert set(wrong.context["days"].errors) == {"first_2", "last_3"}
    assert client.post(page_of(championship, "in_turn"), {"first": "x"}).status_code == 422


def test_rounds_that_are_open_keep_their_days_when_all_get_others(
    championship: Championship, client: Client
) -> None:
    give_days(championship)
    open_round(actor=actor_of(championship), round=Round.objects.get(number=1))
    sent = {"first": "2027-01-04", "every": "14", "lasting": "1"}
    client.post(page_of(championship, "in_turn"), sent)
    known = [one.days for one in calendar(stage_of(championship))]
    assert known[:2] == [WEEKS[0], Days(date(2027, 1, 4), date(2027, 1, 4))]


def test_everybody_reads_when_and_where_matches_are_played(championship: Championship) -> None:
    give_days(championship)
    contestant = championship.contestants.get(number=1)
    contestant.club = "Penya Manilla"
    contestant.save()
    page = english_client().get(page_of(championship, "calendar")).content.decode()
    assert "5 October – 9 October 2026" in page
    assert "at Penya Manilla" in page
    schedule = english_client().get(reverse("public:schedule", args=[championship.slug]))
    assert page_of(championship, "calendar") in schedule.content.decode()


def test_a_pair_sees_when_and_where_it_plays_next(championship: Championship) -> None:
    give_days(championship)
    stage = stage_of(championship)
    now = pair_page([stage], stage, 4, published="").now
    assert now is not None
    assert now.days == WEEKS[0]
    assert now.at_home is False
    assert [one.at_home for one in pair_page([stage], stage, 4, published="").rounds] == [
        *(False, True, False),
        *(True, False, True),
    ]


def test_the_paper_has_all_rounds(championship: Championship) -> None:
    give_days(championship)
    stages = (stage_of(championship),)
    request = PaperRequest(stages, (), timezone.now(), "http://x", known_of(stages))
    text = text_of(bind_papers(request, [PAPERS["calendar"]]).content)
    assert text.count("Round ") == 6
    assert "Round 1 · 5 October – 9 October 2026" in text


def test_no_calendar_is_printed_where_no_league_is_played() -> None:
    other = make_championship("Other")
    stages = (stage_of(other),)
    request = PaperRequest(stages, (), timezone.now(), "http://x", known_of(stages))
    assert PAPERS["calendar"].missing(request)


def test_a_rest_counts_nothing() -> None:
    championship = make_championship("Lliga", format=LEAGUE)
    add_contestants(championship, 3)
    stage = stage_of(championship)
    assert stage.game_settings().rest.value == "nothing"


def test_bots_play_it_to_its_end() -> None:
    make_user("anna")
    out = StringIO()
    call_command(
        "simulate",
        "simulated",
        *("--format", "league-101", "--pairs", "5", "--rounds", "10", "--seed", "5", "--json"),
        *("--organiser", "anna", "--mistakes", "0.2", "--events"),
        stdout=out,
    )
    told = json.loads(out.getvalue())
    assert [one["closed"] for one in told["rounds"]] == [True] * 10
    championship = Championship.objects.get(slug="simulated")
    assert faults(championship) == []
    assert standings_view(stage_of(championship)).settled
    first = calendar(stage_of(championship))[0].matches[0].result
    assert re.fullmatch(r"\d+–\d+", first)
    page = english_client().get(page_of(championship, "calendar")).content.decode()
    assert first in page
