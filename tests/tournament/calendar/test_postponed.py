"""A match of a league that is postponed: its round is closed without it, and it is played later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.game.seats import Sides
from tests.tournament.calendar.test_calendar import give_days
from tests.tournament.core.kept_pages import keep_pages
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.links.addresses import link_address
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import new_key
from tests.tournament.there_and_back import twin_of
from tests.tournament.transfer.refusals import forge
from tests.tournament.verified import faults
from tests.tournament.visitors import HALL
from tournament.calendar.queries import calendar, reserve_days
from tournament.calendar.services import move_match_back, postpone_match, set_reserve_days
from tournament.championships.day_settings import change_day
from tournament.championships.queries import progress
from tournament.championships.services.end import end_championship
from tournament.championships.stage_queries import why_not_added
from tournament.core.errors import NotNow, UserError
from tournament.correction_requests.queries import open_correction_requests
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.inbox.queries import waiting_things
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship, ConfirmationRule, Match, Outcome, Result, Round, Stage
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result, is_provisional, refuse_unless_open
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.league import LEAGUE
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LATER = date(2026, 12, 20)


def a_championship() -> Championship:
    """Four pairs, each once against each, with days; the first of three rounds is open."""
    championship = make_championship("Lliga", format=LEAGUE)
    add_contestants(championship, 4)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=3)
    publish_schedule(actor=actor, stage=stage_of(championship))
    give_days(championship)
    open_round(actor=actor, round=round_of(championship, 1))
    return championship


championship_once = made_once(a_championship)
championship = own_copy("championship_once")


def round_of(championship: Championship, number: int) -> Round:
    return Round.objects.select_related("stage__championship").get(
        championship=championship, number=number
    )


def match_of(championship: Championship, number: int = 1, table: int = 1) -> Match:
    return Match.objects.select_related("round__stage__championship", "table").get(
        round__championship=championship, round__number=number, table__number=table
    )


def enter(championship: Championship, match: Match, ns: int = 100, ew: int = 50) -> None:
    entry = GameInput(outcome=Outcome.PLAYED, points=Sides(ns, ew))
    enter_result(actor=actor_of(championship), match=match, deal=1, entry=entry, based_on=0)


def postpone(championship: Championship, match: Match | None = None, day: date = LATER) -> None:
    match = match or match_of(championship)
    postpone_match(actor=actor_of(championship), match=match, day=day, reason="Flu")


def close_without(championship: Championship) -> None:
    """The first round, with one match postponed and the other one played."""
    postpone(championship)
    enter(championship, match_of(championship, table=2))
    close_round(actor=actor_of(championship), round=round_of(championship, 1))


def phone_of(championship: Championship, number: int) -> Client:
    """A phone that has opened the link of a pair."""
    client = Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]
    pair = championship.contestants.get(number=number)
    place = Place(PlaceKind.PAIR, number, pair.link_number)
    assert client.get(link_address(championship, place)).status_code == 302
    return client


def scan_table(championship: Championship, client: Client, number: int = 1) -> Client:
    """Let a phone open a table's code, too."""
    table = championship.tables.get(number=number)
    place = Place(PlaceKind.TABLE, number, table.link_number)
    assert client.get(link_address(championship, place)).status_code == 302
    return client


def send(client: Client, match: Match, what: str, side: str, **said: Any) -> Any:
    championship = match.round.stage.championship
    address = reverse(f"phones:{what}", args=[championship.slug, match.table.number])
    body = {"key": new_key(), "match": match.pk, "hand": 1, "side": side, **said}
    return client.post(address, body, content_type="application/json").json()


@contextmanager
def time_machine(moment: datetime) -> Iterator[None]:
    """Let it be just after a moment."""
    with patch("django.utils.timezone.now", lambda: moment + timedelta(seconds=1)):
        yield


GAME = {"based_on": 0, "asked": False, "late": False, "ns": 103, "ew": 60, "sheet": ""}


def test_a_round_is_closed_without_it_and_the_next_ones_go_on(championship: Championship) -> None:
    enter(championship, match_of(championship, table=2))
    with pytest.raises(NotNow, match="Table 1 has no result"):
        close_round(actor=actor_of(championship), round=round_of(championship, 1))
    postpone(championship)
    assert last_actions(championship) == ["match-postponed"]
    open_round(actor=actor_of(championship), round=round_of(championship, 2))
    close_round(actor=actor_of(championship), round=round_of(championship, 1))
    view = standings_view(stage_of(championship))
    assert sorted(line.figures.wins + line.figures.losses for line in view.lines) == [0, 0, 1, 1]
    assert not any(line.figures.rests for line in view.lines)
    assert faults(championship) == []


def test_the_pairs_enter_it_by_their_links_and_it_counts_at_once(
    championship: Championship,
) -> None:
    close_without(championship)
    match = match_of(championship)
    ns, ew = match.pairs
    phone = phone_of(championship, ns.number)
    address = reverse("phones:pair", args=[championship.slug, ns.number])
    told = phone.get(address).content.decode()
    assert "Postponed matches" in told
    assert f"/table/{match.table.number}/?round=1" in told
    assert "no result yet" not in told
    assert send(phone, match, "entries", "NS", **GAME)["state"] == "stored"
    other = phone_of(championship, ew.number)
    assert send(other, match, "confirmations", "EW", version=1)["state"] == "confirmed"
    view = standings_view(stage_of(championship))
    assert sum(line.figures.wins for line in view.lines) == 2
    assert "Postponed matches" not in phone.get(address).content.decode()
    assert calendar(stage_of(championship))[0].matches[0].result == "103–60"
    assert faults(championship) == []


class TestTheWordOfOnePair:
    """A postponed match that one pair alone has entered."""

    def entered(self, championship: Championship, minutes: int = 30) -> tuple[Client, Client]:
        """The phones of the pair that has entered it and of the other one."""
        rule = ConfirmationRule(championship.confirmation)
        for minutes_now in (0, minutes):
            change_day(
                actor=actor_of(championship),
                championship=championship,
                confirmation=rule,
                round_minutes=None,
                correction_minutes=minutes_now,
            )
            if not minutes_now:
                close_without(championship)
        match = match_of(championship)
        one, other = (phone_of(championship, pair.number) for pair in match.pairs)
        assert send(one, match, "entries", "NS", **GAME)["state"] == "stored"
        return one, other

    def page(self, championship: Championship, client: Client, side: int = 1) -> str:
        pair = list(match_of(championship).pairs)[side]
        address = reverse("phones:pair", args=[championship.slug, pair.number])
        return client.get(address).content.decode()

    def waiting(self, championship: Championship) -> list[int]:
        stages = (stage_of(championship),)
        return [one[0].round for one in waiting_things(championship, stages).unconfirmed]

    def test_the_other_pair_and_the_referees_are_told(
        self, championship: Championship, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keep_pages(monkeypatch)  # so that a page that is told again what it was told fails
        _one, other = self.entered(championship)
        told = self.page(championship, other)
        assert "Postponed matches" in told
        assert "Is the result right?" in told
        assert "provisional until" in told
        assert self.waiting(championship) == [1]
        inbox = english_client(organiser_of(championship)).get(
            reverse("inbox:inbox", args=[championship.slug])
        )
        assert "Table 1" in inbox.content.decode()
        assert send(other, match_of(championship), "confirmations", "EW", version=1) == {
            "state": "confirmed",
            "version": 1,
        }
        assert "Postponed matches" not in self.page(championship, other)
        assert self.waiting(championship) == []
        assert faults(championship) == []

    def test_its_time_for_corrections_begins_with_its_entry(
        self, championship: Championship
    ) -> None:
        _one, other = self.entered(championship)
        match = match_of(championship)
        result = Result.objects.get(match=match, is_current=True)
        assert result.corrections_until is not None
        assert abs(result.corrections_until - result.entered_at - timedelta(minutes=30)) < (
            timedelta(seconds=5)
        )
        assert match.round.corrections_until is None
        assert standings_view(stage_of(championship)).corrections_until == result.corrections_until
        assert progress(stage_of(championship)).corrections_until == result.corrections_until
        assert not is_provisional(match_of(championship, table=2))
        send(other, match, "confirmations", "EW", version=1)
        asked = reverse("phones:correction", args=[championship.slug, match.pairs.ew.number, 1, 1])
        assert 'name="words"' in other.get(asked).content.decode()
        with time_machine(result.corrections_until):
            assert 'name="words"' not in other.get(asked).content.decode()
            assert standings_view(stage_of(championship)).corrections_until is None
            with pytest.raises(NotNow, match="only an organiser"):
                refuse_unless_open(match_of(championship), 1)

    def test_it_can_be_called_wrong(self, championship: Championship) -> None:
        _one, other = self.entered(championship)
        answer = send(other, match_of(championship), "objections", "EW", version=1, entry=None)
        assert answer["state"] == "referee", answer
        (asked,) = open_correction_requests(championship)
        assert not asked.is_final
        assert self.waiting(championship) == [], "disputed, it waits once"

    @pytest.mark.parametrize(
        ("rule", "waits"),
        [
            (ConfirmationRule.NONE, [True, False, False]),
            (ConfirmationRule.OTHER_SIDE, [True, True, False]),
            (ConfirmationRule.REFEREE, [True, True, True]),
        ],
    )
    def test_it_waits_as_the_championship_asks(
        self, championship: Championship, rule: ConfirmationRule, waits: list[bool]
    ) -> None:
        championship.confirmation = rule
        _one, other = self.entered(championship)
        championship.refresh_from_db()
        result = Result.objects.get(match=match_of(championship), is_current=True)
        assert result.corrections_until is not None
        found = [bool(self.waiting(championship))]
        with time_machine(result.corrections_until):
            found.append(bool(self.waiting(championship)))
        send(other, match_of(championship), "confirmations", "EW", version=1)
        found.append(bool(self.waiting(championship)))
        assert found == waits

    def test_the_league_does_not_end_before_it_is_confirmed(
        self, championship: Championship
    ) -> None:
        _one, other = self.entered(championship)
        actor = actor_of(championship)
        for number in (2, 3):
            open_round(actor=actor, round=round_of(championship, number))
            for table in (1, 2):
                enter(championship, match_of(championship, number, table))
            close_round(actor=actor, round=round_of(championship, number))
        with pytest.raises(NotNow, match="has not been confirmed"):
            end_championship(actor=actor, championship=championship)
        end = reverse("championships:end", args=[championship.slug])
        told = english_client(organiser_of(championship)).get(end).content.decode()
        assert "has not been confirmed" in told
        send(other, match_of(championship), "confirmations", "EW", version=1)
        end_championship(actor=actor, championship=championship)
        assert faults(championship) == []

    def test_its_time_goes_along_in_a_file_and_is_verified(
        self, championship: Championship
    ) -> None:
        self.entered(championship)
        again = twin_of(championship)
        kept = Result.objects.get(match=match_of(again), is_current=True)
        assert kept.corrections_until is not None
        Result.objects.filter(pk=kept.pk).update(corrections_until=None)
        assert len(faults(again)) == 1


def test_another_match_of_a_closed_round_stays_closed(championship: Championship) -> None:
    close_without(championship)
    match = match_of(championship, table=2)
    phone = phone_of(championship, match.pairs.ns.number)
    said = {**GAME, "based_on": 1}
    assert send(phone, match, "entries", "NS", **said)["state"] == "referee"
    assert Result.objects.get(match=match, is_current=True).version == 1


def test_the_page_of_a_table_shows_it_to_its_pairs_alone(championship: Championship) -> None:
    close_without(championship)
    match = match_of(championship)
    phone = phone_of(championship, match.pairs.ew.number)
    address = reverse("phones:state", args=[championship.slug, match.table.number])
    assert phone.get(address).json()["rounds"] == [1]
    open_round(actor=actor_of(championship), round=round_of(championship, 2))
    stranger = match_of(championship, 2, match.table.number).pairs
    others = [one for one in stranger if one not in list(match.pairs)]
    assert phone_of(championship, others[0].number).get(address).json()["rounds"] == [2]


def test_a_tables_code_speaks_for_nobody_there(championship: Championship) -> None:
    """Whoever plays with a table's card in their pocket would be both pairs in two windows."""
    close_without(championship)
    match = match_of(championship)
    window = scan_table(championship, Client(headers={"accept-language": "en"}, **HALL))  # type: ignore[arg-type]
    for side in ("NS", "EW"):
        assert "by their own links" in send(window, match, "entries", side, **GAME)["error"]
    phone = phone_of(championship, match.pairs.ns.number)
    assert send(phone, match, "entries", "NS", **GAME)["state"] == "stored"
    said = {"version": 1}
    assert "by their own links" in send(window, match, "confirmations", "EW", **said)["error"]
    assert "by their own links" in send(window, match, "undo", "NS", **said)["error"]
    objection = {**said, "entry": None}
    assert "by their own links" in send(window, match, "objections", "EW", **objection)["error"]
    reopen_round(
        actor=actor_of(championship), round=round_of(championship, 1), reason="a wrong figure"
    )
    assert "by their own links" in send(window, match, "confirmations", "EW", **said)["error"]
    assert not Result.objects.get(match=match).confirmations.exists()


def test_nothing_there_is_agreed_by_a_tables_code(championship: Championship) -> None:
    """Not where one phone enters for the whole table, either."""
    change_day(
        actor=actor_of(championship),
        championship=championship,
        confirmation=ConfirmationRule.TABLE,
        round_minutes=None,
        correction_minutes=30,
    )
    close_without(championship)
    match = match_of(championship)
    phone = scan_table(championship, phone_of(championship, match.pairs.ns.number))
    assert send(phone, match, "entries", "NS", **GAME)["state"] == "stored"
    entered = Result.objects.get(match=match)
    assert not entered.confirmations.exists()
    assert entered.entered_table is None
    other = phone_of(championship, match.pairs.ew.number)
    assert send(other, match, "confirmations", "EW", version=1)["state"] == "confirmed"
    assert faults(championship) == []


def test_it_is_moved_back_while_the_round_is_open(championship: Championship) -> None:
    postpone(championship)
    events = championship.events.count()
    postpone(championship)
    assert championship.events.count() == events, "postponed twice, postponed once"
    actor = actor_of(championship)
    move_match_back(actor=actor, match=match_of(championship), reason="They can come")
    move_match_back(actor=actor, match=match_of(championship), reason="They can come")
    assert championship.events.count() == events + 1
    assert match_of(championship).postponed_to is None
    assert faults(championship) == []
    close_without(championship)
    with pytest.raises(NotNow, match="closed without this match"):
        move_match_back(actor=actor, match=match_of(championship), reason="They can come")
    postpone(championship, day=date(2027, 1, 3))
    assert faults(championship) == []


def test_what_can_not_be_postponed(championship: Championship) -> None:
    enter(championship, match_of(championship))
    with pytest.raises(NotNow, match="has a result"):
        postpone(championship)
    with pytest.raises(UserError):
        postpone_match(
            actor=actor_of(championship),
            match=match_of(championship, table=2),
            day=LATER,
            reason="",
        )
    other = make_championship("Other")
    add_contestants(other, 4)
    make_schedule(actor=actor_of(other), stage=stage_of(other))
    with pytest.raises(NotNow, match="no days of their own"):
        postpone(other, match_of(other))


def test_the_league_does_not_end_before_it_is_played(championship: Championship) -> None:
    close_without(championship)
    with pytest.raises(NotNow, match="in round 1 was postponed"):
        end_championship(actor=actor_of(championship), championship=championship, reason="it snows")
    for number in (2, 3):
        open_round(actor=actor_of(championship), round=round_of(championship, number))
        for table in (1, 2):
            enter(championship, match_of(championship, number, table))
        close_round(actor=actor_of(championship), round=round_of(championship, number))
    assert "was postponed" in why_not_added(stage_of(championship))
    enter(championship, match_of(championship))
    assert why_not_added(stage_of(championship)) == ""
    end_championship(actor=actor_of(championship), championship=championship)
    assert faults(championship) == []


def test_a_day_behind_the_back_is_noticed(championship: Championship) -> None:
    postpone(championship)
    Match.objects.filter(postponed_to=LATER).update(postponed_to=date(2027, 2, 2))
    (fault,) = faults(championship)
    assert "2 February 2027" in fault
    assert "20 December 2026" in fault


def test_days_in_reserve_and_postponed_matches_go_along_in_a_file(
    championship: Championship,
) -> None:
    actor = actor_of(championship)
    set_reserve_days(
        actor=actor, stage=stage_of(championship), days=[LATER, date(2026, 12, 13), LATER]
    )
    close_without(championship)
    content = export_championship(actor=actor, championship=championship).content
    again = import_championship(actor=actor, file=BytesIO(content), slug="again")
    kept = reserve_days(stage_of(again))
    assert [one.first for one in kept] == [date(2026, 12, 13), LATER]
    assert match_of(again).postponed_to == LATER
    assert faults(again) == []
    wrong = json.loads(content)
    forge(wrong, Stage, reserve_days=["2026-13-13"])
    with pytest.raises(UserError, match="reserve_days"):
        import_championship(actor=actor, file=BytesIO(json.dumps(wrong).encode()), slug="wrong")


def test_days_in_reserve_behind_the_back_are_noticed(championship: Championship) -> None:
    actor = actor_of(championship)
    set_reserve_days(actor=actor, stage=stage_of(championship), days=[LATER])
    events = championship.events.count()
    set_reserve_days(actor=actor, stage=stage_of(championship), days=[LATER])
    assert championship.events.count() == events
    assert faults(championship) == []
    championship.stages.update(reserve_days=["2027-01-01"])
    assert len(faults(championship)) == 1


def test_the_pages_postpone_move_back_and_keep_days_free(championship: Championship) -> None:
    client = english_client(organiser_of(championship))
    reserve = reverse("calendar:reserve", args=[championship.slug])
    assert client.post(reserve, {"day_1": "2026-12-20", "day_2": ""}).status_code == 302
    assert client.post(reserve, {"day_1": "never"}).status_code == 422
    public = reverse("calendar:calendar", args=[championship.slug])
    page = reverse("calendar:postpone", args=[championship.slug, 1, 1])
    assert page in client.get(public).content.decode()
    assert page not in english_client().get(public).content.decode()
    assert "Reserve days: 20 December 2026." in client.get(page).content.decode()
    assert client.post(page, {"day": "", "reason": "Flu"}).status_code == 422
    assert client.post(page, {"day": "2026-12-20", "reason": "Flu"}).status_code == 302
    told = english_client().get(public).content.decode()
    assert "postponed to 20 December 2026" in " ".join(told.split())
    assert "Days for postponed matches:" in told
    stages = (stage_of(championship),)
    request = PaperRequest(stages, (), timezone.now(), "http://x", known_of(stages))
    paper = text_of(bind_papers(request, [PAPERS["calendar"]]).content)
    assert "postponed to 20 December 2026" in paper
    back = {"day": "", "reason": "They can come", "back": "1"}
    assert client.post(page, back).status_code == 302
    assert match_of(championship).postponed_to is None


def test_pages_of_a_closed_round_say_that_there_is_no_result_yet(
    championship: Championship,
) -> None:
    close_without(championship)
    client = english_client(organiser_of(championship))
    for name, arguments in (
        ("standings:round", [1]),
        ("standings:standings", []),
        ("standings:pair_sheet", [1]),
        ("rounds:round", [1]),
        ("rounds:list", []),
        ("desk:round", [1]),
        ("public:pairings", [1]),
        ("championships:start", []),
        ("championships:end", []),
        ("exports:papers", []),
    ):
        answer = client.get(reverse(name, args=[championship.slug, *arguments]))
        assert answer.status_code == 200, name
    page = client.get(reverse("standings:round", args=[championship.slug, 1])).content.decode()
    assert "no result yet" in page
