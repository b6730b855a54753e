"""Entering, changing and taking back results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from tests.tournament.day import Day, after_two_minutes, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    Match,
    NotPlayedReason,
    Outcome,
    Result,
    ResultConfirmation,
    Round,
)
from tournament.models.places import HandPlace
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PLAYED = ResultInput(outcome=Outcome.PLAYED, ns_points=40)
BOTIFARRA = Announcement(Denomination.BOTIFARRA, Double.CONTRO)


def a_day() -> Day:
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def enter(
    day: Day, entry: ResultInput, *, based_on: int = 0, reason: str = "", deal: int = 1
) -> Result:
    return enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=deal,
        entry=entry,
        based_on=based_on,
        reason=reason,
    )


def versions() -> list[tuple[int, bool]]:
    return list(Result.objects.values_list("version", "is_current"))


class TestFirstEntry:
    @pytest.mark.parametrize(
        "entry",
        [
            PLAYED,
            replace(PLAYED, ns_points=0),
            replace(PLAYED, ns_points=72),
            replace(PLAYED, announcement=BOTIFARRA),
            replace(PLAYED, announcement=Announcement(Denomination.COPES, Double.RECONTRO)),
            replace(PLAYED, infraction=Infraction.EW, note="West did not follow suit"),
            ResultInput(Outcome.PLAYED, infraction=Infraction.BOTH),
            ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME),
            ResultInput(
                Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.OTHER, note="power cut"
            ),
        ],
    )
    def test_is_stored_as_it_was_said(self, day: Day, entry: ResultInput) -> None:
        result = enter(day, entry)
        result.refresh_from_db()
        assert content_of(result) == entry
        assert (result.version, result.is_current, result.entered_by) == (1, True, day.acting.name)
        event = AuditEvent.objects.get(action=Action.RESULT_ENTERED)
        assert (event.place, event.before) == (HandPlace(1, 1, 1), None)
        assert event.after
        assert event.after["ns_points"] == entry.ns_points

    @pytest.mark.parametrize(
        ("entry", "field"),
        [
            (replace(PLAYED, ns_points=None), "ns_points"),
            (replace(PLAYED, ns_points=73), "ns_points"),
            (replace(PLAYED, ns_points=-1), "ns_points"),
            (replace(PLAYED, not_played_reason=NotPlayedReason.TIME), "not_played_reason"),
            (ResultInput(Outcome.NOT_PLAYED), "not_played_reason"),
            (ResultInput(Outcome.NOT_PLAYED, not_played_reason="bored"), "not_played_reason"),
            (
                ResultInput(Outcome.NOT_PLAYED, 40, not_played_reason=NotPlayedReason.TIME),
                "not_played_reason",
            ),
            (
                ResultInput(
                    Outcome.NOT_PLAYED,
                    infraction=Infraction.NS,
                    not_played_reason=NotPlayedReason.TIME,
                ),
                "not_played_reason",
            ),
            (
                ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.OTHER, note=" "),
                "note",
            ),
            (replace(PLAYED, note="x" * 501), "note"),
            (replace(PLAYED, note="\x00"), "note"),
        ],
    )
    def test_refuses_what_can_not_be(self, day: Day, entry: ResultInput, field: str) -> None:
        with pytest.raises(UserError) as caught:
            enter(day, entry)
        assert caught.value.field == field
        assert versions() == []
        assert not AuditEvent.objects.filter(action=Action.RESULT_ENTERED).exists()

    def test_an_unplayed_hand_has_no_announcements(self, day: Day) -> None:
        entry = ResultInput(
            Outcome.NOT_PLAYED, announcement=BOTIFARRA, not_played_reason=NotPlayedReason.TIME
        )
        assert content_of(enter(day, entry)).announcement == Announcement()

    def test_only_hands_of_the_round(self, day: Day) -> None:
        for deal in (0, 5):
            with pytest.raises(UserError):
                enter(day, PLAYED, deal=deal)

    def test_not_for_a_cancelled_match(self, day: Day) -> None:
        Match.objects.filter(pk=day.match(1, 1).pk).cancel()
        with pytest.raises(NotNow):
            enter(day, PLAYED)

    def test_not_before_the_round_opens(self, day: Day) -> None:
        with pytest.raises(NotNow):
            enter_result(actor=day.acting, match=day.match(2, 1), deal=5, entry=PLAYED, based_on=0)


def changed_by(day: Day, authority: Authority) -> Result:
    """Somebody of that authority changes what stands for hand 1 at table 1."""
    return enter_result(
        actor=replace(day.acting, authority=authority),
        match=day.match(1, 1),
        deal=1,
        entry=PLAYED,
        based_on=1,
        reason="miswritten",
        side=Side.NS if authority is Authority.PLACE else None,
    )


class TestAfterTheRoundWasClosed:
    """Referees while results are provisional, organisers always, tables never."""

    @pytest.fixture
    def closed(self, day: Day) -> Day:
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        return day

    def test_referees_and_organisers_while_results_are_provisional(self, closed: Day) -> None:
        assert changed_by(closed, Authority.REFEREE).version == 2
        with pytest.raises(NotNow):
            changed_by(closed, Authority.PLACE)

    def test_only_organisers_once_the_time_for_corrections_is_over(self, closed: Day) -> None:
        Round.objects.filter(number=1).update(corrections_until=timezone.now())
        for authority in (Authority.PLACE, Authority.REFEREE):
            with pytest.raises(NotNow):
                changed_by(closed, authority)
        assert changed_by(closed, Authority.ORGANISER).version == 2

    def test_only_organisers_after_the_end(self, closed: Day) -> None:
        Championship.objects.update(ended_at=timezone.now())
        for authority in (Authority.PLACE, Authority.REFEREE):
            with pytest.raises(NotNow):
                changed_by(closed, authority)
        assert changed_by(closed, Authority.ORGANISER).version == 2

    def test_nobody_without_a_reason(self, closed: Day) -> None:
        with pytest.raises(UserError):
            enter_result(
                actor=replace(closed.acting, authority=Authority.ORGANISER),
                match=closed.match(1, 1),
                deal=1,
                entry=PLAYED,
                based_on=1,
            )


class TestVersions:
    def test_a_change_is_a_new_version_with_its_reason(self, day: Day) -> None:
        enter(day, PLAYED)
        changed = enter(day, replace(PLAYED, ns_points=32), based_on=1, reason="sides swapped")
        assert changed.change_reason == "sides swapped"
        assert versions() == [(1, False), (2, True)]
        event = AuditEvent.objects.get(action=Action.RESULT_CHANGED)
        assert event.before
        assert event.before["ns_points"] == 40
        assert event.after
        assert event.after["ns_points"] == 32
        assert event.reason == "sides swapped"

    def test_a_change_without_a_reason_is_refused(self, day: Day) -> None:
        enter(day, PLAYED)
        after_two_minutes()
        with pytest.raises(UserError) as caught:
            enter(day, replace(PLAYED, ns_points=32), based_on=1)
        assert caught.value.field == "reason"
        assert versions() == [(1, True)]

    def test_the_same_form_sent_twice_counts_once(self, day: Day) -> None:
        assert enter(day, PLAYED) == enter(day, PLAYED)
        changed = replace(PLAYED, ns_points=32)
        first = enter(day, changed, based_on=1, reason="why")
        assert enter(day, changed, based_on=1, reason="why") == first
        assert versions() == [(1, False), (2, True)]

    def test_a_form_sent_without_a_change_adds_nothing(self, day: Day) -> None:
        enter(day, PLAYED)
        assert enter(day, PLAYED, based_on=1).version == 1
        assert versions() == [(1, True)]

    @pytest.mark.parametrize("second", [PLAYED, replace(PLAYED, ns_points=41)])
    def test_the_second_of_two_referees_is_told(self, day: Day, second: ResultInput) -> None:
        enter(day, PLAYED)
        with pytest.raises(Conflict):
            enter_result(
                actor=day.acting_organiser,
                match=day.match(1, 1),
                deal=1,
                entry=second,
                based_on=0,
            )
        assert versions() == [(1, True)]

    def test_a_version_that_never_was_is_a_conflict(self, day: Day) -> None:
        for based_on in (1, 7, -1):
            with pytest.raises(Conflict):
                enter(day, PLAYED, based_on=based_on, reason="why")

    def test_an_old_form_sent_after_two_changes_is_a_conflict(self, day: Day) -> None:
        enter(day, PLAYED)
        enter(day, replace(PLAYED, ns_points=32), based_on=1, reason="why")
        enter(day, PLAYED, based_on=2, reason="it was right before")
        with pytest.raises(Conflict):
            enter(day, PLAYED)

    def test_taking_back_and_entering_anew(self, day: Day) -> None:
        with pytest.raises(NotNow):
            enter(day, BLANK)
        enter(day, PLAYED)
        with pytest.raises(UserError):
            enter(day, BLANK, based_on=1)
        assert enter(day, BLANK, based_on=1, reason="wrong table").version == 2
        assert enter(day, BLANK, based_on=1, reason="wrong table").version == 2
        assert enter(day, PLAYED, based_on=2, reason="right table now").version == 3
        assert versions() == [(1, False), (2, False), (3, True)]


def test_a_referee_who_enters_what_a_table_entered_has_looked_at_it(day: Day) -> None:
    day.enter_at_table(1, 1, 1, 40, side=Side.NS)
    result = enter(day, ResultInput(outcome=Outcome.PLAYED, ns_points=40), based_on=1)
    assert (result.version, result.entered_side) == (1, "NS")
    assert [confirmation.by for confirmation in result.confirmations.all()] == ["referee"]
    enter(day, ResultInput(outcome=Outcome.PLAYED, ns_points=40), based_on=1)
    assert result.confirmations.count() == 1


class TestWhatAPlaceMay:
    """The link of a table or a pair gives the say of a pair, whoever calls the service."""

    @pytest.mark.parametrize(
        ("side", "entry"),
        [
            (None, PLAYED),
            (Side.NS, replace(PLAYED, infraction=Infraction.EW)),
            (Side.NS, replace(PLAYED, award=Award.NS)),
            (Side.NS, ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME)),
            (Side.NS, BLANK),
        ],
    )
    def test_no_referees_entry(self, day: Day, side: Side | None, entry: ResultInput) -> None:
        with pytest.raises(AssertionError, match="a place"):
            enter_result(
                actor=Actor.of_table(1, Side.NS, 1),
                match=day.match(1, 1),
                deal=1,
                entry=entry,
                based_on=0,
                side=side,
            )
        assert versions() == []

    def test_no_referees_look(self, day: Day) -> None:
        day.enter_at_table(1, 1, 1, 40)
        with pytest.raises(AssertionError, match="a place"):
            confirm_result(
                actor=Actor.of_pair(4),
                match=day.match(1, 1),
                deal=1,
                version=1,
                by=ResultConfirmation.By.REFEREE,
            )
        assert not ResultConfirmation.objects.exists()
