"""Verifying finds looks, correction requests, rulings and times for corrections that are not as
recorded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scoring.duplicate.settings import Settings
from scoring.duplicate.tie_breaks import TieBreak
from tests.tournament.committed import committed
from tests.tournament.factories import actor_of, add_contestants, make_championship, stage_of
from tests.tournament.integrity.test_verification import faults, unguard
from tests.tournament.recorded_day import recorded_day, round_of
from tournament.championships.services.settings import change_settings
from tournament.core.actor import Actor
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import Subject
from tournament.models import (
    Action,
    AttachedPlay,
    AuditEvent,
    Championship,
    CorrectionRequest,
    Match,
    Outcome,
    PlayRecord,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    Ruling,
)
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture(scope="module", autouse=True)
def one_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One day for all tests of this module; what a test does to it is rolled back."""
    with committed(django_db_blocker, recorded_day):
        yield


def only(subject: Subject) -> str:
    """The one fault there is, and it is of that subject."""
    found = faults()
    assert found.keys() == {subject}
    (fault,) = found[subject]
    return fault


class TestAwards:
    def test_an_award_that_nobody_made(self) -> None:
        stays = Result.objects.filter(deal=8).exclude(
            match__seats__held="NS", match__seats__contestant__number=2
        )
        changed = stays.exclude(match__seats__held="EW", match__seats__contestant__number=2).first()
        assert changed
        Result.objects.filter(pk=changed.pk).update(award="NS")
        found = faults()
        (fault,) = found[Subject.RESULTS]
        assert "version 1): awarded average is “for NS”, the record says “”." in fault
        assert found.keys() == {Subject.RESULTS}

    def test_who_entered_a_result(self) -> None:
        Result.objects.filter(deal=5, match__table__number=1).update(entered_side="EW")
        assert "entered by the side is “EW”, the record says “NS”" in only(Subject.RESULTS)


class TestConfirmations:
    def test_a_confirmation_that_nobody_gave(self) -> None:
        result = Result.objects.get(deal=6, match__table__number=3)
        ResultConfirmation.objects.create(result=result, by="referee", actor="Nobody")
        assert only(Subject.DECISIONS) == (
            "confirmation (round 2, table 3, hand 6, version 1, referee): "
            "stored, but the record doesn't tell of it."
        )

    def test_a_confirmation_that_is_missing(self) -> None:
        ResultConfirmation.objects.get(result__deal=5, result__match__table__number=2).delete()
        assert only(Subject.DECISIONS) == (
            "confirmation (round 2, table 2, hand 5, version 1, EW): "
            "not stored, but the record tells of it."
        )


class TestCorrectionRequests:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ({"said": None}, "asked for is “”"),
            ({"words": "nothing"}, "in words is “nothing”, the record says “it was something"),
            ({"side": "EW"}, "side is “EW”, the record says “NS”"),
            ({"deal": 7}, "hand is “7”, the record says “6”"),
            ({"based_on": 0}, "about version is “0”, the record says “1”"),
            ({"actor": "Nobody"}, "by is “Nobody”"),
            ({"answer": "refused"}, "opponents is “the opponents do not agree”"),
            ({"answered_by": ""}, "answered by is “”"),
            ({"decision": "refused"}, "decision is “result stands”, the record says “result chang"),
            ({"decided_by": "Nobody"}, "decided by is “Nobody”"),
            ({"decision_reason": "none"}, "reason of the decision is “none”"),
        ],
    )
    def test_a_correction_request_that_was_changed(
        self, content: dict[str, object], said: str
    ) -> None:
        CorrectionRequest.objects.filter(number=1).update(**content)
        fault = only(Subject.DECISIONS)
        assert fault.startswith("correction request 1 (round 2, table 1): ")
        assert said in fault

    def test_a_correction_request_that_is_gone(self) -> None:
        CorrectionRequest.objects.filter(number=3).delete()
        assert only(Subject.DECISIONS) == (
            "correction request 3 (round 2, table 1): not stored, but the record tells of it."
        )

    def test_a_correction_request_that_nobody_made(self) -> None:
        match = Match.objects.filter(round__number=1).first()
        assert match
        CorrectionRequest.objects.create(
            match=match, deal=1, number=2, kind="correction", side="NS", based_on=1
        )
        assert only(Subject.DECISIONS) == (
            "correction request 2 (round 1, table 1): stored, but the record doesn't tell of it."
        )

    def test_two_of_one_number(self) -> None:
        again = CorrectionRequest.objects.get(number=3)
        again.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save()

    def test_a_decision_that_nobody_took(self) -> None:
        CorrectionRequest.objects.filter(number=3).update(
            decision="refused", decided_at=timezone.now(), decided_by="me", decision_reason="so"
        )
        assert "decision is “result stands”, the record says “”" in only(Subject.DECISIONS)


class TestRulings:
    @pytest.mark.parametrize(
        ("number", "content", "said"),
        [
            (1, {"deal": 4}, "ruling 1: hand is “4”, the record says “3”."),
            (2, {"hundredths": 5}, "hundredths of a point is “5”, the record says “50”"),
            (3, {"reason": "none"}, "ruling 3: reason is “none”, the record says “late too”."),
            (3, {"actor": "Nobody"}, "ruling 3: by is “Nobody”"),
            (4, {"withdrawn_by": "me"}, "ruling 4: withdrawn by is “me”"),
            (4, {"withdrawal_reason": "x"}, "ruling 4: reason of the withdrawal is “x”"),
            (
                5,
                {"withdrawn_at": None},
                "ruling 5: withdrawn at is “”, the record says “",
            ),
        ],
    )
    def test_a_ruling_that_was_changed(
        self, number: int, content: dict[str, object], said: str
    ) -> None:
        Ruling.objects.filter(number=number).update(**content)
        found = faults()
        assert said in found[Subject.DECISIONS][0]
        assert found.keys() == {Subject.DECISIONS}

    def test_points_of_another_pair(self, championship: Championship) -> None:
        other = championship.contestants.get(number=5)
        Ruling.objects.filter(number=2).update(contestant=other)
        found = faults()
        assert found[Subject.DECISIONS] == ("ruling 2: pair is “5”, the record says “3”.",)
        assert found.keys() == {Subject.DECISIONS}

    def test_rulings_that_are_gone_or_nobody_made(self, championship: Championship) -> None:
        Ruling.objects.filter(number=5).delete()
        Ruling.objects.create(
            championship=championship, number=6, kind="hand-cancelled", deal=9, reason="none"
        )
        assert faults()[Subject.DECISIONS] == (
            "ruling 5: not stored, but the record tells of it.",
            "ruling 6: stored, but the record doesn't tell of it.",
        )


class TestPlays:
    DIFFERENT = "round 1, table 1, hand 1: record of play 1 of version 1 is a different one."
    IMPOSSIBLE = "round 1, table 1, hand 1: the record of play doesn't fit this hand's cards."
    GONE = (
        "record of play 1 (round 1, table 1, hand 1, version 1): "
        "not stored, but the record tells of it."
    )
    NEW = (
        "record of play 2 (round 1, table 1, hand 1, version 1): "
        "stored, but the record doesn't tell of it."
    )

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ({"double": "contro"}, (DIFFERENT,)),
            ({"variant": "lliure"}, (DIFFERENT,)),
            ({"nonce": "0" * 32}, (DIFFERENT,)),
            ({"plays": "9O 9O"}, (DIFFERENT, IMPOSSIBLE)),
            ({"number": 2}, (GONE, NEW)),
        ],
    )
    def test_what_a_ruling_rests_on_was_changed(
        self, content: dict[str, object], said: tuple[str, ...]
    ) -> None:
        AttachedPlay.objects.update(**content)
        assert faults() == {Subject.DECISIONS: said}

    def test_it_is_gone(self) -> None:
        AttachedPlay.objects.all().delete()
        assert only(Subject.DECISIONS) == self.GONE

    def test_another_hands_cards(self) -> None:
        PlayRecord.objects.filter(deal=1, version=3).update(deal=4)
        assert only(Subject.DECISIONS) == (
            "round 1, table 1, hand 4: the record of play doesn't fit this hand's cards."
        )


class TestCalls:
    """The third of the four calls waits, with a referee on the way; the second was taken back."""

    @pytest.mark.parametrize(
        ("number", "content", "said"),
        [
            (1, {"side": "EW"}, "call 1: side is “EW”, the record says “NS”."),
            (1, {"actor_contestant": 7}, "call 1: by is “pair 7”"),
            (1, {"at": MIDNIGHT}, "call 1: at is “21 November 2026, "),
            (1, {"ended_at": MIDNIGHT}, "call 1: ended at is “21 November 2026, "),
            (2, {"outcome": "done"}, "call 2: outcome of the call is “a referee was there”"),
            (2, {"ended_contestant": 7}, "call 2: ended by is “"),
            (3, {"coming_at": MIDNIGHT}, "call 3: a referee on the way at is “21 November 2026, "),
            (3, {"coming_by": "nobody"}, "call 3: the referee on the way is “nobody”"),
            (4, {"round": 2}, "call 4: round is “2”, the record says “"),
            (4, {"number": 9}, None),
        ],
    )
    def test_it_was_changed(self, number: int, content: dict[str, Any], said: str | None) -> None:
        assert RefereeCall.objects.filter(number=number).update(**content) == 1
        if said is not None:
            assert only(Subject.DECISIONS).startswith(said)
        else:
            assert faults()[Subject.DECISIONS] == (
                "call 4: not stored, but the record tells of it.",
                "call 9: stored, but the record doesn't tell of it.",
            )


@pytest.fixture
def championship() -> Championship:
    return Championship.objects.get(slug="day")


class TestCourse:
    def test_a_longer_time_for_corrections(self) -> None:
        later = timezone.now() + timedelta(days=1)
        Round.objects.filter(number=2).update(corrections_until=later)
        assert only(Subject.ROUNDS).startswith("round 2: corrections until is “")

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ({"confirmation": "none"}, "confirmation is “"),
            ({"round_minutes": 40}, "minutes a round is “40”, the record says “50”."),
            ({"correction_minutes": 0}, "minutes for corrections is “0”, the record says “20”."),
        ],
    )
    def test_another_course_of_the_day(self, content: dict[str, object], said: str) -> None:
        Championship.objects.update(**content)
        assert only(Subject.ROUNDS).startswith(f"championship: {said}")


def test_a_drawn_tie_is_drawn_again_by_the_numbers_that_everybody_knows() -> None:
    championship = make_championship("Drawn")
    actor = actor_of(championship)
    add_contestants(championship, 4)
    make_schedule(actor=actor, stage=stage_of(championship))
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    change_settings(
        actor=actor,
        stage=stage_of(championship),
        settings=Settings(tie_breaks=(TieBreak.DRAW,)),
        draw_seed="a public text",
    )
    _play_level(championship, actor)
    championship.refresh_from_db()
    lines = standings_view(championship.stages.get()).lines
    assert len({line.rank for line in lines}) == 4
    assert faults() == {}


def _play_level(championship: Championship, actor: Actor) -> None:
    open_round(actor=actor, round=round_of(championship, 1))
    for match in Match.objects.filter(round=round_of(championship, 1)):
        for deal in round_of(championship, 1).deals:
            level = ResultInput(Outcome.PLAYED, 36)
            enter_result(actor=actor, match=match, deal=deal, entry=level, based_on=0)
    close_round(actor=actor, round=round_of(championship, 1))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"deal": None},
        {"rows": {"rows": {"Nothing": [[1]]}}},
        {"rows": {"rows": {"Result": [[1]]}}},
        {"rows": {"moved": {"Result": [[1]]}}},
        {"rows": {"gone": {"Result": [1]}}},
    ],
)
def test_an_event_that_this_program_never_wrote(spoilt: dict[str, object]) -> None:
    unguard()
    assert AuditEvent.objects.filter(action=Action.RESULT_CONFIRMED).update(**spoilt)
    assert faults()[Subject.RECORD][0].startswith("This can't be read: ")
