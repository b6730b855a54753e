"""What is cut off at the end of a record or of the installation's log is missed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

from tests.tournament.committed import committed
from tests.tournament.factories import actor_of, english_client
from tests.tournament.integrity.test_verification import faults, unguard
from tests.tournament.pdf_text import texts_of_pages
from tests.tournament.recorded_day import play, recorded_day, round_of
from tournament.accounts.services import create_account, deactivate_account
from tournament.audit.queries.heads import HEAD_LENGTH, closing_head
from tournament.championships.services.details import change_details
from tournament.core.actor import Actor
from tournament.integrity.checks import Check, Subject
from tournament.integrity.verification import verify
from tournament.migrations._append_only import INSTALLATION_LOG
from tournament.models import Action, AuditEvent, Championship, InstallationEvent, Result, User
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


@pytest.fixture(scope="module", autouse=True)
def one_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with committed(django_db_blocker, recorded_day):
        yield


@pytest.fixture
def championship() -> Championship:
    return Championship.objects.get(slug="day")


def head_check(head: str, slug: str = "") -> Check:
    return next(one for one in verify(slug, [head]) if one.subject is Subject.HEAD)


def cut_since(championship: Championship, sequence: int) -> None:
    unguard()
    AuditEvent.objects.filter(championship=championship, sequence__gte=sequence).delete()


class TestHeads:
    def test_one_of_a_closed_round_is_found_whatever_comes_after(
        self, championship: Championship
    ) -> None:
        head = closing_head(championship, [2])
        closing = AuditEvent.objects.get(action=Action.ROUND_CLOSED, round=2)
        assert head == closing.hash[:HEAD_LENGTH]
        check = head_check(head, "day")
        assert check.faults == ()
        assert check.seen.startswith(f"{head}: event {closing.sequence} of Day, round closed, ")
        assert head_check(f"  {head[:4].upper()} {head[4:]}").faults == ()

    def test_a_round_that_was_closed_again_has_another(self, championship: Championship) -> None:
        actor, before = actor_of(championship), closing_head(championship, [2])
        reopen_round(actor=actor, round=round_of(championship, 2), reason="a slip")
        close_round(actor=actor, round=round_of(championship, 2))
        assert closing_head(championship, [2]) != before
        assert head_check(before).faults == ()

    def test_the_last_acts_are_cut_off_with_their_rows(self, championship: Championship) -> None:
        """Nothing else could tell: what is left of the record is whole, and agrees."""
        actor = actor_of(championship)
        change_details(
            actor=actor,
            championship=championship,
            name="Day",
            place="Reus",
            date=championship.date,
        )
        last = AuditEvent.objects.filter(championship=championship).latest("sequence")
        cut_since(championship, last.sequence)
        Championship.objects.filter(pk=championship.pk).update(place="Valls")
        assert faults("day").keys() == {Subject.DATABASE}  # the triggers are gone
        assert "cut short or replaced" in head_check(last.hash[:HEAD_LENGTH], "day").faults[0]

    def test_of_another_championship(self, championship: Championship) -> None:
        other = recorded_day("Other")
        head = closing_head(other, [1])
        assert head_check(head).faults == ()
        assert len(head_check(head, "day").faults) == 1

    @pytest.mark.parametrize("typed", ["", "3f2", "zzzzzzzz", "0" * 65, "3f2a-91bc-04de"])
    def test_what_is_no_head(self, typed: str) -> None:
        with pytest.raises(CommandError, match="is no head of a record"):
            call_command("verify", head=[typed], stdout=StringIO())

    def test_the_command(self, championship: Championship) -> None:
        good, bad = closing_head(championship, [1]), "0123456789ab"
        out = StringIO()
        call_command("verify", head=[good], as_json=True, stdout=out)
        assert json.loads(out.getvalue())["whole"] is True
        out = StringIO()
        with pytest.raises(SystemExit) as ended:
            call_command("verify", championship="day", head=[good, bad], as_json=True, stdout=out)
        assert ended.value.code == 1
        heads = [
            one for one in json.loads(out.getvalue())["checks"] if one["check"] == Subject.HEAD
        ]
        assert [len(one["faults"]) for one in heads] == [0, 1]


class TestWhereTheyStand:
    def test_pages_of_closed_rounds(self, championship: Championship) -> None:
        head = closing_head(championship, [1, 2])
        assert head == closing_head(championship, [2])
        client = english_client()
        for page in ("standings/", "rounds/2/", "hands/6/", "pairs/3/"):
            assert f"Record {head}" in client.get(f"/c/day/{page}").content.decode(), page
        earlier = closing_head(championship, [1])
        assert f"Record {earlier}" in client.get("/c/day/rounds/1/").content.decode()

    def test_not_on_those_of_an_open_one(self, championship: Championship) -> None:
        referee = english_client(User.objects.get(memberships__role="organiser"))
        page = referee.get("/c/day/rounds/3/")
        assert page.status_code == 200
        assert "Record " not in page.content.decode()

    @pytest.mark.parametrize(
        ("paper", "rounds"),
        [("standings.pdf", [1, 2]), ("rounds/1/hand-sheets.pdf", [1])],
    )
    def test_papers(self, championship: Championship, paper: str, rounds: list[int]) -> None:
        answer = english_client().get(f"/c/day/export/{paper}")
        assert answer.status_code == 200
        assert f"Record {closing_head(championship, rounds)}" in "".join(
            texts_of_pages(answer.content)
        )

    def test_a_pages_head_follows_a_new_round(self, championship: Championship) -> None:
        close_round(actor=actor_of(championship), round=round_of(championship, 3))
        page = english_client().get("/c/day/standings/").content.decode()
        assert f"Record {closing_head(championship, [3])}" in page
        assert Result.objects.filter(match__round__number=3).exists()


class TestInstallationLog:
    """Accounts made and closed are anchored in what championships record afterwards."""

    def anchored(self, championship: Championship) -> None:
        for name in ("anna", "pere"):
            create_account(actor=Actor("root"), username=name, full_name="")
        play(championship, 4)
        assert faults() == {}

    def test_each_event_names_its_newest(self, championship: Championship) -> None:
        self.anchored(championship)
        newest = InstallationEvent.objects.latest("sequence")
        last = AuditEvent.objects.filter(championship=championship).latest("sequence")
        assert last.installation_head == newest.hash
        first = AuditEvent.objects.get(championship=championship, sequence=1)
        assert first.installation_head == ""

    def test_its_last_event_is_cut_off(self, championship: Championship) -> None:
        self.anchored(championship)
        unguard(INSTALLATION_LOG)
        InstallationEvent.objects.filter(sequence=2).delete()
        found = faults()
        assert found.keys() == {Subject.RECORD, Subject.DATABASE}
        (fault,) = found[Subject.RECORD]
        assert "that log was changed or cut short" in fault

    def test_what_was_cut_off_before_anything_was_recorded_is_on_no_paper(
        self, championship: Championship
    ) -> None:
        """The last moment is never anchored; the next act of any championship does it."""
        self.anchored(championship)
        create_account(actor=Actor("root"), username="late", full_name="")
        unguard(INSTALLATION_LOG)
        InstallationEvent.objects.filter(sequence=3).delete()
        User.objects.filter(username="late").delete()
        assert faults().keys() == {Subject.DATABASE}


class TestAccounts:
    """Who looks after the installation may do everything in every championship."""

    def test_as_the_log_tells(self) -> None:
        keeper, _password = create_account(
            actor=Actor("root"), username="keeper", full_name="", may_make_accounts=True
        )
        create_account(actor=Actor("root"), username="second", full_name="", may_make_accounts=True)
        deactivate_account(actor=Actor("root"), user=keeper)
        assert faults() == {}

    def test_whoever_makes_themselves_an_administrator(self) -> None:
        anna, _password = create_account(actor=Actor("root"), username="anna", full_name="")
        User.objects.filter(pk=anna.pk).update(is_superuser=True)
        assert faults() == {
            Subject.INSTALLATION: ("anna: administrator of the site is “yes”, the log says “no”.",)
        }

    def test_whoever_opens_a_closed_account(self) -> None:
        anna, _password = create_account(actor=Actor("root"), username="anna", full_name="")
        deactivate_account(actor=Actor("root"), user=anna)
        User.objects.filter(pk=anna.pk).update(is_active=True)
        assert faults() == {Subject.INSTALLATION: ("anna: active is “yes”, the log says “no”.",)}
