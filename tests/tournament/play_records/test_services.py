"""Keeping a record version by version, undoing, and attaching it to what a ruling made."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.duplicate.scores import Infraction
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play_records.played import TRUMP, line_of_play, rebuild, write
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, AttachedPlay, AuditEvent, Match, Outcome, PlayRecord, Result
from tournament.models.places import HandPlace
from tournament.play_records.edits import choose_trump, lay, remove_card, start_over
from tournament.play_records.play import columns_of, digest_of, play_of
from tournament.play_records.queries import kept_record, the_hand
from tournament.play_records.services import attach_play, change_play, redo_play, undo_play
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result

pytestmark = pytest.mark.django_db

LINE = line_of_play()


def a_day() -> Day:
    """Round 1 is open, nothing entered."""
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def stands(day: Day) -> PlayRecord:
    record = PlayRecord.objects.order_by("version").last()
    assert record is not None
    return record


def undo(day: Day, *, based_on: int | None = None) -> PlayRecord:
    version = stands(day).version if based_on is None else based_on
    return undo_play(actor=day.acting, match=day.match(1, 1), deal=1, based_on=version)


def redo(day: Day, *, based_on: int | None = None) -> PlayRecord:
    version = stands(day).version if based_on is None else based_on
    return redo_play(actor=day.acting, match=day.match(1, 1), deal=1, based_on=version)


def ruled(day: Day) -> Result:
    return enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=ResultInput(outcome=Outcome.PLAYED, infraction=Infraction.NS, note="revoked"),
        based_on=0,
    )


class TestVersions:
    def test_every_change_is_one(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:4]))
        assert [one.plays for one in PlayRecord.objects.order_by("version")] == [
            "",
            " ".join(map(str, LINE[:3])),
            " ".join(map(str, LINE[:4])),
        ]
        assert stands(day).by == day.acting.name

    def test_the_first_begins_with_what_the_result_says(self, day: Day) -> None:
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=ResultInput(
                outcome=Outcome.PLAYED,
                ns_points=40,
                announcement=Announcement(Denomination.BOTIFARRA, Double.CONTRO),
            ),
            based_on=0,
        )
        hand = the_hand(day.championship, 1)
        assert hand is not None
        play = kept_record(day.match(1, 1), hand).play
        assert (play.trump, play.double) == (Denomination.BOTIFARRA, Double.CONTRO)

    def test_what_changes_nothing_is_none(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, choose_trump(TRUMP))
        assert stands(day).version == 2

    def test_no_event_tells_of_a_card(self, day: Day) -> None:
        events = AuditEvent.objects.count()
        rebuild(day, LINE)
        assert AuditEvent.objects.count() == events

    def test_of_two_referees_the_second_is_told(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        with pytest.raises(Conflict, match="referee has meanwhile continued"):
            change_play(
                actor=day.acting_organiser,
                match=day.match(1, 1),
                deal=1,
                change=lay(LINE[3:5]),
                based_on=1,
            )
        assert stands(day).version == 2

    def test_a_double_click_is_one_card(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        for _click in range(2):
            write(day, lay(LINE[3:4]), based_on=2)
        assert (stands(day).version, play_of(stands(day)).plays) == (3, LINE[:4])

    @pytest.mark.parametrize("based_on", [-1, 1, 99])
    def test_a_version_that_does_not_stand(self, day: Day, based_on: int) -> None:
        with pytest.raises(Conflict):
            write(day, choose_trump(TRUMP), based_on=based_on)

    def test_each_table_and_hand_has_its_own(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        rebuild(day, LINE[:5], table=2)
        rebuild(day, line_of_play(6, deal=2), deal=2)
        assert PlayRecord.objects.count() == 6


class TestUndoing:
    def test_as_many_steps_as_there_were(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:6]))
        write(day, remove_card(4))
        write(day, start_over)
        seen = [undo(day).plays for _step in range(5)]
        assert seen == [
            " ".join(map(str, LINE[:4])),
            " ".join(map(str, LINE[:6])),
            " ".join(map(str, LINE[:3])),
            "",
            "",
        ]
        assert stands(day).trump == ""
        with pytest.raises(NotNow, match="nothing to undo"):
            undo(day)

    def test_on_from_there(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:4]))
        undo(day)
        write(day, lay(LINE[3:5]))
        assert undo(day).plays == " ".join(map(str, LINE[:3]))
        assert undo(day).plays == ""

    def test_a_double_click_is_one_step(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:4]))
        for _click in range(2):
            undo(day, based_on=3)
        assert (stands(day).version, play_of(stands(day)).plays) == (4, LINE[:3])

    def test_nothing_was_done_yet(self, day: Day) -> None:
        with pytest.raises(NotNow, match="nothing to undo"):
            undo(day, based_on=0)

    def test_not_what_somebody_else_did_meanwhile(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        with pytest.raises(Conflict):
            undo(day, based_on=1)


class TestDoingAgain:
    def test_as_many_steps_as_were_undone(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:6]))
        write(day, start_over)
        for _step in range(3):
            undo(day)
        seen = [redo(day).plays for _step in range(2)]
        assert seen == [" ".join(map(str, LINE[:3])), " ".join(map(str, LINE[:6]))]
        assert undo(day).plays == " ".join(map(str, LINE[:3]))
        assert [redo(day).plays for _step in range(2)] == [" ".join(map(str, LINE[:6])), ""]
        with pytest.raises(NotNow, match="nothing to redo"):
            redo(day)
        assert undo(day).plays == " ".join(map(str, LINE[:6]))

    def test_the_first_step_of_all(self, day: Day) -> None:
        write(day, choose_trump(TRUMP))
        assert undo(day).trump == ""
        assert redo(day).trump == TRUMP
        assert undo(day).trump == ""

    def test_not_after_something_else_was_done(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        undo(day)
        write(day, lay(LINE[:1]))
        with pytest.raises(NotNow, match="nothing to redo"):
            redo(day)
        undo(day)
        assert redo(day).plays == str(LINE[0])

    def test_a_double_click_is_one_step(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        write(day, lay(LINE[3:4]))
        undo(day)
        undo(day)
        for _click in range(2):
            redo(day, based_on=5)
        assert (stands(day).version, play_of(stands(day)).plays) == (6, LINE[:3])

    def test_not_what_somebody_else_did_meanwhile(self, day: Day) -> None:
        rebuild(day, LINE[:3])
        undo(day)
        write(day, lay(LINE[:1]))
        with pytest.raises(Conflict):
            redo(day, based_on=3)


class TestWhen:
    def test_not_before_the_round_is_open(self, day: Day) -> None:
        with pytest.raises(NotNow, match="not open yet"):
            change_play(
                actor=day.acting,
                match=day.match(2, 1),
                deal=5,
                change=choose_trump(TRUMP),
                based_on=0,
            )

    def test_not_a_hand_of_another_round(self, day: Day) -> None:
        with pytest.raises(UserError, match="not played in round 1"):
            write(day, choose_trump(TRUMP), deal=5)

    def test_not_a_match_that_was_cancelled(self, day: Day) -> None:
        Match.objects.filter(pk=day.match(1, 1).pk).cancel()
        with pytest.raises(NotNow, match="cancelled"):
            write(day, choose_trump(TRUMP))

    def test_after_the_end_organisers_only(self, day: Day) -> None:
        day.championship.ended_at = timezone.now()
        day.championship.save()
        with pytest.raises(NotNow, match="only an organiser"):
            write(day, choose_trump(TRUMP))
        organiser = Actor.of_user(day.organiser, Authority.ORGANISER)
        assert change_play(
            actor=organiser,
            match=day.match(1, 1),
            deal=1,
            change=choose_trump(TRUMP),
            based_on=0,
        )

    def test_not_without_hands(self) -> None:
        day = make_day(slug="another", deals=False)
        day.stage.rounds.filter(number=1).update(status="open")
        with pytest.raises(NotNow, match="not made by this site"):
            write(day, choose_trump(TRUMP))

    def test_whoever_holds_a_link_rebuilds_nothing(self, day: Day) -> None:
        with pytest.raises(AssertionError):
            change_play(
                actor=Actor.of_table(1, Side.NS, 1),
                match=day.match(1, 1),
                deal=1,
                change=choose_trump(TRUMP),
                based_on=0,
            )


class TestAttaching:
    def test_a_copy_that_stays_when_the_record_goes_on(self, day: Day) -> None:
        rebuild(day, LINE[:9])
        attached = attach_play(actor=day.acting, result=ruled(day), version=2)
        write(day, lay(LINE[9:12]))
        kept = AttachedPlay.objects.get()
        assert (kept.pk, play_of(kept).plays) == (attached.pk, LINE[:9])
        assert (kept.number, kept.variant, kept.by) == (1, "obligada", day.acting.name)

    def test_the_record_of_the_championship_has_its_digest_and_no_card(self, day: Day) -> None:
        rebuild(day, LINE[:9])
        attached = attach_play(actor=day.acting, result=ruled(day), version=2)
        event = day.championship.events.last()
        assert event is not None
        assert event.action == Action.PLAY_ATTACHED
        assert event.place == HandPlace(1, 1, 1)
        assert event.after == {
            "version": 1,
            "play": 1,
            "cards": 9,
            "digest": digest_of(
                columns_of(play_of(attached)), variant="obligada", nonce=attached.nonce
            ),
        }

    def test_twice_is_once_and_another_is_another(self, day: Day) -> None:
        rebuild(day, LINE[:9])
        result = ruled(day)
        for _click in range(2):
            attach_play(actor=day.acting, result=result, version=2)
        write(day, lay(LINE[9:12]))
        second = attach_play(actor=day.acting, result=result, version=3)
        assert (second.number, AttachedPlay.objects.count()) == (2, 2)

    def test_not_one_that_has_changed_meanwhile(self, day: Day) -> None:
        rebuild(day, LINE[:9])
        with pytest.raises(Conflict):
            attach_play(actor=day.acting, result=ruled(day), version=1)

    def test_not_one_without_cards(self, day: Day) -> None:
        write(day, choose_trump(TRUMP))
        with pytest.raises(UserError, match="no cards") as refusal:
            attach_play(actor=day.acting, result=ruled(day), version=1)
        assert refusal.value.field == "play"
