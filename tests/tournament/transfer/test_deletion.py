"""Deleting what nobody will miss: nothing of it is left but a line in the installation's log."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day, make_day
from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    make_scheduled,
    make_user,
    organiser_of,
)
from tests.tournament.integrity.full_day import full_day
from tests.tournament.rehearsal.rehearsed import played
from tests.tournament.visitors import undone
from tournament.contestants.services.register import add_contestant
from tournament.core.errors import NotNow
from tournament.deals.services.accesses import record_hand_printing
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import championship_checks, installation_log
from tournament.models import (
    AuditEvent,
    Championship,
    Contestant,
    InstallationAction,
    InstallationEvent,
    Result,
)
from tournament.rounds.services.lifecycle import open_round, take_back_opening
from tournament.transfer.deletion import Deletable, delete_championship, why_deletable
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db


def copy_of(championship: Championship) -> Championship:
    """Import the championship once more, from its file."""
    actor = actor_of(championship)
    file = export_championship(actor=actor, championship=championship, reason="a copy")
    user = make_user()
    return import_championship(
        actor=actor, file=BytesIO(file.content), slug="a-copy", organiser=user
    )


@pytest.fixture(scope="class")
def original(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    with django_db_blocker.unblock(), undone():
        yield full_day()


def rows() -> dict[str, int]:
    """How many rows each table of the site has."""
    models = apps.get_app_config("tournament").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


def test_one_that_never_began_goes_with_its_record() -> None:
    other = make_championship("Other")
    championship = make_scheduled()
    actor = actor_of(championship)
    make_deals(actor=actor, championship=championship)
    record_hand_printing(actor=actor, championship=championship, rounds=(1,), reason="packs")
    head = championship.events.order_by("-sequence")[0]
    assert why_deletable(championship) is Deletable.NEVER_BEGAN
    delete_championship(actor=actor, championship=championship)
    assert list(Championship.objects.all()) == [other]
    assert set(AuditEvent.objects.values_list("championship", flat=True)) == {other.pk}
    assert not Contestant.objects.exists()
    told = InstallationEvent.objects.get(action=InstallationAction.CHAMPIONSHIP_DELETED)
    assert (told.actor, told.target) == (actor.name, championship.slug)
    assert told.after == {
        "id": championship.pk,
        "name": championship.name,
        "why": "never-began",
        "events": head.sequence,
        "head": head.hash,
    }
    assert installation_log()[1] == []
    assert [one for check in championship_checks(other) for one in check.faults] == []


class TestCopyOfAFullDay:
    def test_it_goes_whole_and_the_original_stays_as_it_is(self, original: Championship) -> None:
        original = Championship.objects.get(pk=original.pk)
        before = rows()
        copy = copy_of(original)
        assert why_deletable(copy) is Deletable.COPY
        assert why_deletable(original) is None
        delete_championship(actor=actor_of(original), championship=copy)
        # The export, the import and the deletion are in the log; somebody got an account for it.
        assert rows() == {
            **before,
            "InstallationEvent": before["InstallationEvent"] + 3,
            "User": before["User"] + 1,
        }
        assert [one for check in championship_checks(original) for one in check.faults] == []

    def test_it_stays_once_something_happened_in_it(self, original: Championship) -> None:
        copy = copy_of(original)
        actor = actor_of(copy)
        open_round(actor=actor, round=copy.rounds.get(number=5))
        assert why_deletable(copy) is None


def test_a_rehearsal_goes_though_it_was_played() -> None:
    championship = played().championship
    assert Result.objects.exists()
    assert why_deletable(championship) is Deletable.REHEARSAL
    delete_championship(actor=actor_of(championship), championship=championship)
    assert not Championship.objects.exists()
    assert not Result.objects.exists()


def test_what_was_played_stays_even_if_its_opening_was_taken_back() -> None:
    day = make_day()
    opened = day.open(1)
    take_back_opening(actor=day.acting, round=opened, reason="too early")
    assert why_deletable(day.championship) is None
    with pytest.raises(NotNow):
        delete_championship(actor=day.acting_organiser, championship=day.championship)
    assert Championship.objects.exists()
    assert not InstallationEvent.objects.exists()


def test_what_comes_after_it_is_refused_with_a_sentence() -> None:
    championship = make_championship()
    actor = actor_of(championship)
    delete_championship(actor=actor, championship=championship)
    with pytest.raises(NotNow, match="deleted meanwhile"):
        delete_championship(actor=actor, championship=championship)
    with pytest.raises(NotNow, match="deleted meanwhile"):
        add_contestant(actor=actor, championship=championship, players=("Anna", "Blai"))


def test_the_database_lets_no_other_record_go() -> None:
    gone, stays = make_championship("Gone"), make_championship("Stays")
    delete_championship(actor=actor_of(gone), championship=gone)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEvent.objects.filter(championship=stays).delete()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        InstallationEvent.objects.all().delete()


class TestPage:
    url = "/c/day/manage/delete/"

    @pytest.fixture
    def day(self) -> Day:
        return make_day()

    def test_it_says_what_goes_and_that_it_cannot_be_undone(self, day: Day) -> None:
        client = english_client(day.organiser)
        page = " ".join(client.get(self.url).content.decode().split())
        assert "No round of it has ever been opened." in page
        assert f"Its register ({len(day.contestants)}), rounds (3)" in page
        assert "It can't be undone." in page
        assert Championship.objects.exists()
        answer = client.post(self.url)
        assert answer["Location"] == "/"
        assert not Championship.objects.exists()
        assert "is deleted" in client.get("/").content.decode()
        assert client.get(self.url).status_code == 404
        assert Client().get("/c/day/").status_code == 404

    def test_what_was_played_has_no_button(self, day: Day) -> None:
        day.open(1)
        client = english_client(day.organiser)
        page = client.get(self.url).content.decode()
        assert "can be archived, but not deleted" in page
        assert "for good" not in page
        assert client.post(self.url)["Location"] == self.url
        assert Championship.objects.exists()


def test_nobody_but_organisers(client: Client) -> None:
    championship = make_scheduled(name="Copa")
    url = f"/c/{championship.slug}/manage/delete/"
    assert client.post(url).status_code == 302
    assert english_client(make_user()).post(url).status_code == 403
    assert Championship.objects.exists()
    assert english_client(organiser_of(championship)).post(url).status_code == 302
    assert not Championship.objects.exists()


def test_it_is_offered_only_where_it_can_be_done() -> None:
    day = make_day()
    client = english_client(day.organiser)
    assert "Delete it…" in client.get(f"/c/{day.slug}/manage/end/").content.decode()
    open_round(actor=day.acting, round=day.round(1))
    assert "Delete it…" not in client.get(f"/c/{day.slug}/manage/end/").content.decode()
