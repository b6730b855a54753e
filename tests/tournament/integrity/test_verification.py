"""Verifying finds what was changed behind the program's back, says where, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from scoring.dealing.deal_set import commitment, deal_hashes
from scoring.duplicate.methods import Method
from scoring.duplicate.settings import AverageOf, Settings
from tests.tournament.committed import committed
from tests.tournament.factories import (
    actor_of,
    make_championship,
    put_settings,
    stage_of,
    turn_round,
)
from tests.tournament.needles import needles_of
from tests.tournament.recorded_day import recorded_day, round_of
from tournament.accounts.services import create_account
from tournament.championships.services.end import end_championship
from tournament.championships.services.settings import change_settings
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.correction_requests.services import decide_correction_request
from tournament.integrity.checks import Subject
from tournament.integrity.verification import verify
from tournament.migrations._append_only import INSTALLATION_LOG, RECORD, without_guards
from tournament.models import (
    AuditEvent,
    Championship,
    CorrectionRequest,
    DealSet,
    HandAccess,
    InstallationEvent,
    Match,
    Player,
    Result,
)
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.long, pytest.mark.promise]


@pytest.fixture(scope="module", autouse=True)
def one_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One day for all tests of this module; what a test does to it is rolled back."""
    with committed(django_db_blocker, recorded_day):
        yield


@pytest.fixture
def championship() -> Championship:
    return Championship.objects.get(slug="day")


MADE = [subject for subject in Subject if subject is not Subject.HEAD]
"""The checks that are made where no head is asked for."""
Found = dict[Subject, Sequence[str]]


def faults(slug: str = "") -> Found:
    """By what was checked, the faults; only what has any."""
    return {check.subject: check.faults for check in verify(slug) if check.faults}


def unguard(log: str = RECORD) -> None:
    """Take the triggers away, as somebody would who wants to change the record."""
    execute(*without_guards(connection.vendor, log))


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


class TestWhole:
    def test_a_day_with_everything_that_can_happen(self, championship: Championship) -> None:
        checks = list(verify())
        assert [check.subject for check in checks] == list(MADE)
        assert {check.subject: check.faults for check in checks if check.faults} == {}
        seen = {check.subject: check.seen for check in checks}
        assert seen[Subject.RESULTS] == "46 rows"
        last = championship.events.order_by("-sequence").first()
        assert last
        assert last.hash[:16] in seen[Subject.RECORD]

    def test_an_empty_championship_beside_it(self) -> None:
        make_championship("Empty")
        assert faults() == {}
        championships = Championship.objects.count()
        assert len(list(verify())) == 2 + championships * (len(MADE) - 2)
        assert {check.championship for check in verify("empty")} == {"", "empty"}

    def test_an_ended_one(self, championship: Championship) -> None:
        actor = actor_of(championship)
        close_round(actor=actor, round=round_of(championship, 3))
        decide_correction_request(
            actor=actor,
            correction_request=CorrectionRequest.objects.get(number=3),
            entry=None,
            reason="no",
        )
        end_championship(actor=actor, championship=championship, reason="the light went out")
        assert faults() == {}

    @pytest.mark.parametrize("method", Method)
    def test_one_that_is_scored_by_another_method(
        self, championship: Championship, method: Method
    ) -> None:
        change_settings(
            actor=actor_of(championship),
            stage=stage_of(championship),
            settings=Settings(method=method),
            reason="all agreed",
        )
        assert faults() == {}
        other = Method.MIN_MAX if method is Method.MEAN else Method.MEAN
        put_settings(stage_of(championship), method=other)
        found = faults()
        assert set(found) == {Subject.ROUNDS}
        assert any("how a hand is scored" in fault for fault in found[Subject.ROUNDS])

    def test_nothing_is_written(self) -> None:
        with CaptureQueriesContext(connection) as queries:
            list(verify())
        assert {query["sql"].split()[0] for query in queries} <= {
            "SELECT",
            "PRAGMA",
            "SAVEPOINT",
            "RELEASE",
        }

    def test_an_unknown_championship(self) -> None:
        with pytest.raises(UserError, match="no championship “nothing”"):
            list(verify("nothing"))


class TestInstallation:
    """The log of what concerns no championship alone."""

    def test_a_whole_one(self) -> None:
        for name in ("anna", "pere"):
            create_account(actor=Actor("root"), username=name, full_name="")
        assert faults() == {}
        seen = {check.subject: check.seen for check in verify()}
        last = InstallationEvent.objects.get(sequence=2)
        assert seen[Subject.INSTALLATION] == f"2 events, the last {last.hash[:16]}"

    @pytest.mark.parametrize(
        ("what", "broken"),
        [({"actor": "Nobody"}, 2), ({"after": {"looks_after": True}}, 2), ({"sequence": 9}, 9)],
    )
    def test_a_changed_event(self, what: dict[str, object], broken: int) -> None:
        for name in ("anna", "pere", "roser"):
            create_account(actor=Actor("root"), username=name, full_name="")
        unguard(INSTALLATION_LOG)
        InstallationEvent.objects.filter(sequence=2).update(**what)
        found = faults()
        (fault,) = found[Subject.INSTALLATION]
        assert f"broken at event {3 if broken == 9 else broken}" in fault
        assert found.keys() == {Subject.INSTALLATION, Subject.DATABASE}  # its guard is gone


class TestResults:
    def test_other_points(self) -> None:
        changed = Result.objects.get(deal=5, match__table__number=2)
        Result.objects.filter(pk=changed.pk).update(ns_points=72)
        found = faults()
        assert found[Subject.RESULTS] == (
            "result (round 2, table 2, hand 5, version 1): "
            f"points of NS is “72”, the record says “{changed.ns_points}”.",
        )
        assert found.keys() == {Subject.RESULTS}

    def test_other_points_of_an_old_version(self) -> None:
        Result.objects.filter(deal=4, match__table__number=3, version=1).update(ns_points=3)
        assert faults().keys() == {Subject.RESULTS}

    def test_other_people(self) -> None:
        Result.objects.filter(version=2, deal=4).update(entered_by="Nobody", change_reason="none")
        (fault,) = faults()[Subject.RESULTS]
        assert "version 2): entered by is “Nobody”" in fault
        assert "reason is “none”" in fault
        assert "read from the slip" in fault

    @pytest.mark.parametrize(
        ("version", "said"),
        [
            (1, "of the versions 2 one is missing or there twice"),
            (2, "the current version is –, but the newest is 1"),
        ],
    )
    def test_a_version_is_gone(self, version: int, said: str) -> None:
        Result.objects.filter(match__table__number=3, deal=4, version=version).delete()
        assert faults()[Subject.RESULTS] == (
            f"result (round 1, table 3, hand 4, version {version}): "
            "not stored, but the record tells of it.",
            f"round 1, table 3, hand 4: {said}.",
        )

    def test_an_old_version_is_current(self) -> None:
        hand = Result.objects.filter(match__table__number=3, deal=4)
        hand.filter(version=2).update(is_current=False)
        hand.filter(version=1).update(is_current=True)
        found = faults()
        assert found[Subject.RESULTS][-1] == (
            "round 1, table 3, hand 4: the current version is 1, but the newest is 2."
        )
        assert found.keys() == {Subject.RESULTS}

    def test_what_was_never_entered(self, championship: Championship) -> None:
        match = Match.objects.filter(round=round_of(championship, 5)).first()
        assert match
        Result.objects.create(match=match, deal=17, version=1, outcome="played", ns_points=40)
        (fault,) = faults()[Subject.RESULTS]
        assert fault.endswith("hand 17, version 1): stored, but the record doesn't tell of it.")

    def test_rubbish_is_a_fault_and_no_crash(self) -> None:
        Result.objects.filter(deal=5, match__table__number=2).update(trump="hearts")
        found = faults()
        assert "trumps is “hearts”" in found[Subject.RESULTS][0]
        assert found.keys() == {Subject.RESULTS}


class TestRecord:
    def test_a_changed_event(self) -> None:
        unguard()
        AuditEvent.objects.filter(sequence=5).update(actor="Somebody else")
        found = faults()
        assert "broken at event 5" in found[Subject.RECORD][0]
        assert "(trigger)" in found[Subject.DATABASE][0]
        assert found.keys() == {Subject.RECORD, Subject.DATABASE}

    def test_the_last_events_are_cut_off(self, championship: Championship) -> None:
        unguard()
        AuditEvent.objects.filter(sequence__gt=championship.events.count() - 4).delete()
        found = faults()
        assert Subject.RECORD not in found  # what is left of the chain is whole
        assert len(found[Subject.RESULTS]) == 2

    def test_without_events(self) -> None:
        unguard()
        AuditEvent.objects.all().delete()
        assert faults()[Subject.RECORD] == ("The record is empty.",)

    def test_an_event_that_this_program_never_wrote(self) -> None:
        unguard()
        AuditEvent.objects.filter(action="round-opened").update(round=None, contestant=1)
        assert faults()[Subject.RECORD] == (
            "This can't be read: ValueError: ContestantPlace(contestant=1) is no RoundPlace",
        )

    def test_an_unguarded_record(self) -> None:
        unguard()
        assert faults().keys() == {Subject.DATABASE}


PLANTED_TRIGGER = {
    "sqlite": """CREATE TRIGGER planted AFTER INSERT ON tournament_result BEGIN
        UPDATE tournament_result SET ns_points = 72 WHERE id = NEW.id; END""",
    "postgresql": """CREATE FUNCTION planted() RETURNS trigger AS $$ BEGIN NEW.ns_points = 72;
        RETURN NEW; END $$ LANGUAGE plpgsql; CREATE TRIGGER planted BEFORE INSERT ON
        tournament_result FOR EACH ROW EXECUTE FUNCTION planted()""",
}


class TestStructure:
    """Nobody changes results by what is built into the database."""

    def test_a_planted_trigger(self) -> None:
        execute(PLANTED_TRIGGER[connection.vendor])
        (found,) = faults()[Subject.DATABASE]
        assert found == "The database has “planted” (trigger), which this program didn't make."

    def test_a_guard_that_guards_no_more(self) -> None:
        unguard()
        execute(
            "CREATE TRIGGER audit_event_is_never_changed BEFORE UPDATE ON tournament_auditevent"
            " BEGIN SELECT 1; END"
            if connection.vendor == "sqlite"
            else "CREATE FUNCTION idle() RETURNS trigger AS $$ BEGIN RETURN NEW; END $$"
            " LANGUAGE plpgsql; CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE"
            " ON tournament_auditevent FOR EACH ROW EXECUTE FUNCTION idle()"
        )
        assert any("is not what this program makes" in one for one in faults()[Subject.DATABASE])

    def test_a_view_beside_the_tables(self) -> None:
        execute("CREATE VIEW planted AS SELECT * FROM tournament_result")
        (found,) = faults()[Subject.DATABASE]
        assert "“planted” (view)" in found

    def test_two_results_may_be_current(self) -> None:
        execute("DROP INDEX one_current_result_per_hand")
        (found,) = faults()[Subject.DATABASE]
        assert found.startswith("The database lacks “one_current_result_per_hand”")

    def test_a_column_more(self) -> None:
        execute("ALTER TABLE tournament_result ADD COLUMN planted integer DEFAULT 72")
        (found,) = faults()[Subject.DATABASE]
        assert "“tournament_result” (table)" in found


class TestHands:
    def test_another_key(self) -> None:
        DealSet.objects.update(key=bytes(32))
        assert faults() == {
            Subject.HANDS: (
                "The commitment does not belong to the key: the hands are different ones.",
            )
        }

    def test_another_key_with_its_commitment(self) -> None:
        deals = DealSet.objects.get().deals
        DealSet.objects.update(key=bytes(32), commitment=commitment(deal_hashes(bytes(32), deals)))
        assert faults().keys() == {Subject.HANDS}
        row, fault = faults()[Subject.HANDS]
        assert row.startswith("deal set 1: commitment is “")
        assert fault == "The commitment is not the one that was recorded."

    def test_a_broken_key(self) -> None:
        DealSet.objects.update(key=b"short")
        assert faults().keys() == {Subject.HANDS}

    def test_another_salt(self) -> None:
        DealSet.objects.update(salt="mine", salt_fixed_at=None)
        (fault,) = faults()[Subject.HANDS]
        assert fault.startswith(
            "deal set 1: salt is “mine”, the record says “Grossa 12345”; "
            "salt fixed at is “”, the record says “"
        )

    @pytest.mark.parametrize(
        ("column", "value"), [("deals_before", 1), ("deals", 30), ("spares_used", 4)]
    )
    def test_another_count_of_a_deal_set(self, column: str, value: int) -> None:
        DealSet.objects.update(**{column: value})
        assert faults().keys() >= {Subject.HANDS}

    def test_hands_without_cards_that_their_set_has(self, championship: Championship) -> None:
        championship.round_deals.filter(number=9).update(deal_set=None, number_in_set=None)
        assert faults()[Subject.HANDS] == (
            "hand 9: deal set is “”, the record says “1”; "
            "number in the deal set is “”, the record says “9”.",
            "Hand 9 is not the deal of the key that the record says.",
        )

    def test_hands_that_are_gone(self, championship: Championship) -> None:
        championship.round_deals.update(deal_set=None, number_in_set=None)
        HandAccess.objects.all().delete()
        championship.deal_sets.all().delete()
        assert faults().keys() == {Subject.HANDS}

    @pytest.mark.parametrize("broken", [False, True])
    def test_neither_key_nor_hands_are_told(self, championship: Championship, broken: bool) -> None:
        hands = DealSet.objects.get()
        key = bytes(hands.key or b"")
        if broken:
            DealSet.objects.update(commitment="0" * 64, salt="other")
            Result.objects.update(trump="hearts")
        needles = needles_of(
            key, "Grossa 12345", {one: round_of(championship, one).deals for one in range(1, 8)}
        )
        out = StringIO()
        if broken:
            with pytest.raises(SystemExit):
                call_command("verify", stdout=out)
        else:
            call_command("verify", stdout=out)
        assert not needles.found_in(out.getvalue())


class TestPairsAndMatches:
    def test_another_name(self) -> None:
        Player.objects.filter(name="Late").update(name="Early")
        assert faults() == {
            Subject.PAIRS: ("player 1 (pair 8): name is “Early”, the record says “Late”.",)
        }

    def test_a_pair_that_came_back(self, championship: Championship) -> None:
        championship.contestants.filter(number=2).update(withdrawn_from=None)
        assert "pair 2: withdrawn from round is “”" in faults()[Subject.PAIRS][0]

    def test_a_match_turned_round(self) -> None:
        turned = Match.objects.filter(round__number=1).first()
        assert turned
        turn_round(turned)
        assert faults()[Subject.PAIRS] == (
            "seat of a match (round 1, table 1, EW): pair is “2”, the record says “7”.",
            "seat of a match (round 1, table 1, NS): pair is “7”, the record says “2”.",
        )

    def test_a_late_pairs_match_turned_round(self) -> None:
        turned = Match.objects.filter(seats__held="NS", seats__contestant__number=8).first()
        assert turned
        turn_round(turned)
        assert len(faults()[Subject.PAIRS]) == 2

    def test_a_match_that_is_cancelled_no_more(self) -> None:
        revived = Match.objects.filter(cancelled=True).first()
        assert revived
        Match.objects.filter(pk=revived.pk).update(cancelled=False)
        (fault,) = faults()[Subject.PAIRS]
        assert fault.startswith(f"match (round {revived.round.number}, ")
        assert fault.endswith("cancelled is “no”, the record says “yes”.")


class TestCourse:
    def test_another_setting(self, championship: Championship) -> None:
        changed = {"average_of": AverageOf.ALL_OTHERS, "flat_score": Fraction(2)}
        put_settings(stage_of(championship), **changed)
        found = faults()
        assert found[Subject.ROUNDS] == (
            "stage 1: average after a rule-break is “of all other pairs, offenders included”, "
            "the record says “of the pairs that played the hand out”; "
            "flat hand is “2”, the record says “3/2”.",
        )

    def test_a_round_opened_behind_everybodys_back(self, championship: Championship) -> None:
        championship.stages.get().rounds.filter(number=2).update(status="open")
        found = faults()
        assert found[Subject.ROUNDS] == ("round 2: state is “open”, the record says “closed”.",)

    def test_an_end_that_nobody_decided(self, championship: Championship) -> None:
        Championship.objects.update(ended_at=championship.created_at)
        assert faults().keys() == {Subject.ROUNDS}

    def test_unpublished(self, championship: Championship) -> None:
        stage = stage_of(championship)
        stage.published_at = None
        stage.save()
        assert faults().keys() == {Subject.ROUNDS}


class TestCommand:
    def test_a_line_a_check_and_the_faults_below_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
        out = StringIO()
        call_command("verify", stdout=out)
        assert len(out.getvalue().splitlines()) == len(MADE) + 1
        Championship.objects.update(place="Reus")
        out = StringIO()
        with pytest.raises(SystemExit) as left:
            call_command("verify", championship="day", stdout=out)
        assert left.value.code == 1
        lines = out.getvalue().splitlines()
        at = lines.index("FAULT  day, settings and rounds: 9 rows")
        assert lines[at + 1] == "       – championship: place is “Reus”, the record says “Valls”."
        assert lines[-1] == "1 fault."

    def test_one_object_for_programs(self) -> None:
        Championship.objects.update(place="Reus")
        out = StringIO()
        with pytest.raises(SystemExit):
            call_command("verify", as_json=True, stdout=out)
        facts = json.loads(out.getvalue())
        assert facts["whole"] is False
        (wrong,) = [one for one in facts["checks"] if one["faults"]]
        assert (wrong["championship"], wrong["check"]) == ("day", "rounds")

    def test_an_unknown_championship_is_one_sentence(self) -> None:
        with pytest.raises(CommandError):
            call_command("verify", championship="nothing")
