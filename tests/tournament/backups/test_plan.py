"""The folder of the backups: named on the machine itself, shown with what lies in it."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.tournament.day import make_day
from tests.tournament.factories import english_client, make_championship, make_user, organiser_of
from tests.tournament.visitors import HALL, LAPTOP
from tournament.backups import plan
from tournament.backups.plan import back_up, backup_state, name_folder, stored_plan
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.models import BackupPlan, InstallationAction, InstallationEvent

pytestmark = pytest.mark.django_db

KEEPER = Actor("keeper")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    """A data folder of its own, so that nothing lies in it."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return tmp_path / "data"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def logged() -> list[tuple[str, object, object]]:
    return [(one.action, one.before, one.after) for one in InstallationEvent.objects.order_by("pk")]


class TestNaming:
    def test_it_is_kept_and_logged_once(self, stick: Path) -> None:
        for _twice in range(2):
            name_folder(actor=KEEPER, folder=f" {stick} ")
        assert stored_plan().folder == str(stick)
        assert logged() == [
            (InstallationAction.BACKUPS_CHANGED, {"folder": ""}, {"folder": str(stick)})
        ]
        name_folder(actor=KEEPER, folder="")
        assert backup_state().folder.name == "backups"

    @pytest.mark.parametrize(
        ("folder", "said"),
        [
            ("backups", "the full path"),
            ("{stick}/new", "make it first"),
            ("{stick}/a\0b", "not the name of a folder"),
            ("{stick}/\ud800", "not the name of a folder"),
            ("/" + "x" * 500, "can't be used"),
            ("/" + "x" * 1000, "not the name of a folder"),
            ("/proc", "/proc"),
        ],
    )
    def test_what_is_no_folder_to_write_into_is_refused(
        self, stick: Path, folder: str, said: str
    ) -> None:
        with pytest.raises(UserError, match=said) as refused:
            name_folder(actor=KEEPER, folder=folder.replace("{stick}", str(stick)))
        assert refused.value.field == "folder"
        assert logged() == []

    def test_the_fault_of_the_folder_before_is_forgotten(self, stick: Path) -> None:
        BackupPlan.objects.create(pk=1, last_fault="The disk is full.")
        name_folder(actor=KEEPER, folder=str(stick))
        assert stored_plan().last_fault == ""


@pytest.mark.sqlite
class TestBackingUp:
    def test_it_goes_where_the_plan_says(self, stick: Path) -> None:
        name_folder(actor=KEEPER, folder=str(stick))
        made = back_up()
        assert made.file.parent == stick
        state = backup_state()
        assert [(one.name, one.size) for one in state.backups] == [(made.file.name, made.size)]
        made_at = state.backups[0].made_at
        assert made_at is not None
        assert abs(made_at - timezone.now()) < timedelta(minutes=1)
        assert state.last_at is not None
        assert state.fault == ""

    def test_why_it_could_not_be_made_is_kept_with_when_the_last_one_was(self, stick: Path) -> None:
        name_folder(actor=KEEPER, folder=str(stick))
        back_up()
        last_at = stored_plan().last_at
        (stick / next(stick.iterdir()).name).unlink()
        stick.rmdir()
        with pytest.raises(UserError, match="plugged in"):
            back_up()
        plan = stored_plan()
        assert "plugged in" in plan.last_fault
        assert plan.last_at == last_at
        assert backup_state().backups == ()


def test_a_server_is_backed_up_by_its_own_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "database_file", lambda: None)
    page = english_client(make_user("keeper", superuser=True)).get("/installation/backups/")
    assert "pg_dump" in page.content.decode()


@pytest.mark.sqlite
class TestPage:
    url = "/installation/backups/"

    def test_naming_a_folder_makes_a_backup_there_at_once(self, stick: Path) -> None:
        client = english_client(make_user("keeper", superuser=True))
        page = client.post(self.url, {"folder": str(stick)}, follow=True, **LAPTOP)  # type: ignore[arg-type]
        (made,) = stick.iterdir()
        assert page.status_code == 200
        assert f"The backup is made: {made.name}" in page.content.decode()
        assert str(stick) in page.content.decode()

    def test_only_on_the_machine_itself(self, stick: Path) -> None:
        client = english_client(make_user("keeper", superuser=True))
        page = client.post(self.url, {"folder": str(stick)}, **HALL)  # type: ignore[arg-type]
        assert page.status_code == 403
        assert "only be set on the machine itself" in page.content.decode()
        assert not BackupPlan.objects.exists()

    def test_a_folder_that_is_none_is_refused_beside_the_field(self, stick: Path) -> None:
        client = english_client(make_user("keeper", superuser=True))
        page = client.post(self.url, {"folder": str(stick / "new")}, **LAPTOP)  # type: ignore[arg-type]
        assert page.status_code == 422
        assert "make it first" in page.content.decode()

    def test_one_now(self, data: Path) -> None:
        client = english_client(make_user("keeper", superuser=True))
        page = client.post(f"{self.url}now/", follow=True)
        assert "The backup is made" in page.content.decode()
        assert len(list((data / "backups").iterdir())) == 1

    def test_the_order_of_making_counts(self, data: Path) -> None:
        (data / "backups").mkdir()
        for number, time in ((1, "2026-03-01"), (2, "2031-03-01"), (3, "2026-03-02")):
            name = f"botifarra-{number:06}-{time}-120000-000000.sqlite3"
            (data / "backups" / name).touch()
        page = english_client(make_user("keeper", superuser=True)).get(self.url).content.decode()
        shown = re.findall(r"botifarra-\d{6}", page)
        assert shown == ["botifarra-000003", "botifarra-000002", "botifarra-000001"]

    def test_a_fault_is_told_here_and_where_organisers_begin(self) -> None:
        fault = "There is no folder /media/stick."
        BackupPlan.objects.create(pk=1, last_fault=fault)
        championship = make_championship()
        start = english_client(organiser_of(championship)).get(f"/c/{championship.slug}/manage/")
        here = english_client(make_user("keeper", superuser=True)).get(self.url)
        for page in (start, here):
            assert "The last backup could not be made." in page.content.decode()
            assert fault in page.content.decode()

    def test_a_fault_is_told_where_referees_are_all_day(
        self,
    ) -> None:
        day = make_day()
        day.open(1)
        client = english_client(day.referee)
        addresses = [f"/c/{day.championship.slug}/manage/{page}/" for page in ("rounds", "desk/1")]
        for address in addresses:
            assert "could not be made" not in client.get(address).content.decode()
        BackupPlan.objects.create(pk=1, last_fault="The disk is full.")
        for address in addresses:
            before, _main, _after = client.get(address).content.decode().partition('id="live"')
            assert before.count("The disk is full.") == 1
