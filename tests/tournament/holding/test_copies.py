"""Backups are whole or not there; what is restored has the same standings, exactly."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker, Settings

from tests.tournament.holding.kept_day import kept_day, standings_of
from tournament.core.errors import NotNow, UserError
from tournament.core.link_numbers import SKIPPED
from tournament.holding import files
from tournament.holding.backups import backups_in, make_backup
from tournament.holding.checks import Subject
from tournament.holding.restoring import prepared, what_is_there
from tournament.models import (
    Championship,
    DealSet,
    InstallationAction,
    InstallationEvent,
    LinkSecret,
)

pytestmark = pytest.mark.sqlite


def point_at(file: Path, patch: pytest.MonkeyPatch) -> None:
    """Let this process have its database in that file."""
    connection.close()
    patch.setitem(connection.settings_dict, "NAME", str(file))


@pytest.fixture(scope="module")
def played(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Path:
    """The database of a site that has been used."""
    file = tmp_path_factory.mktemp("played") / "botifarra.sqlite3"
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        point_at(file, patch)
        call_command("migrate", interactive=False, verbosity=0)
        kept_day()
        connection.close()
    return file


@pytest.fixture
def site(
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Path]:
    """A site of its own with that database, and an empty folder `stick` beside its data."""
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    file = tmp_path / "data" / "botifarra.sqlite3"
    file.parent.mkdir()
    (tmp_path / "stick").mkdir()
    shutil.copy(played, file)
    with django_db_blocker.unblock():
        point_at(file, monkeypatch)
        yield file
        connection.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "stick"


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


class TestBackup:
    def test_it_is_one_whole_file_for_its_owner_alone(self, site: Path, stick: Path) -> None:
        made = make_backup(stick)
        assert names(stick) == [made.file.name]
        assert (made.size, made.removed) == (made.file.stat().st_size, 0)
        assert made.file.stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(f"{made.file.as_uri()}?immutable=1", uri=True)) as copy:
            assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert copy.execute("SELECT name FROM tournament_championship").fetchall() == [("Day",)]

    def test_what_was_just_written_is_in_it_and_what_is_being_written_is_not(
        self, site: Path, stick: Path
    ) -> None:
        Championship.objects.update(place="Reus")  # lies in the log: the connection stays open
        with closing(sqlite3.connect(site)) as other:
            other.execute("UPDATE tournament_championship SET place = 'Falset'")
            made = make_backup(stick)
        with closing(sqlite3.connect(made.file)) as copy:
            assert copy.execute("SELECT place FROM tournament_championship").fetchall() == [
                ("Reus",)
            ]

    def test_the_newest_are_kept_and_nothing_else_is_touched(self, site: Path, stick: Path) -> None:
        others = ["botifarra-2020.sqlite3", "holiday.jpg", "botifarra.sqlite3", ".botifarra-1.part"]
        for name in others:
            (stick / name).touch()
        made = [make_backup(stick, keep=3).file for _turn in range(5)]
        assert backups_in(stick) == made[-3:]
        assert set(others) <= set(names(stick))
        assert make_backup(stick, keep=1).removed == 3

    def test_what_a_killed_backup_left_goes_after_an_hour(self, site: Path, stick: Path) -> None:
        left, growing = (
            stick / f".botifarra-2026-11-21-10000{digit}-000000.sqlite3.part" for digit in (0, 1)
        )
        left.touch()
        growing.touch()
        os.utime(left, (0, 0))
        make_backup(stick)
        assert not left.exists()
        assert growing.exists()

    def test_without_a_folder_it_lies_by_the_data(
        self, site: Path, tmp_path: Path, settings: Settings
    ) -> None:
        settings.DATA_DIR = tmp_path / "data"
        out = StringIO()
        call_command("backup", stdout=out)
        (made,) = backups_in(tmp_path / "data" / "backups")
        assert f"Backup: {made}" in out.getvalue()
        assert made.parent.stat().st_mode & 0o777 == 0o700

    def test_a_stick_that_is_not_there_is_not_made(self, site: Path, stick: Path) -> None:
        with pytest.raises(CommandError, match="Is the stick plugged in"):
            call_command("backup", str(stick / "sub"))
        assert names(stick) == []

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (OSError(28, "No space left on device"), "The disk is full"),
            (OSError(30, "Read-only file system"), "Nothing can be written"),
            (OSError(5, "Input/output error"), "can't be used: Input/output error"),
            (sqlite3.OperationalError("database or disk is full"), "The disk is full"),
            (sqlite3.OperationalError("disk I/O error"), "can't be used: disk I/O error"),
        ],
    )
    def test_when_the_folder_fails_the_old_ones_stay(
        self,
        site: Path,
        stick: Path,
        monkeypatch: pytest.MonkeyPatch,
        error: Exception,
        said: str,
    ) -> None:
        old = make_backup(stick, keep=1).file

        def fail(_path: Path) -> None:
            raise error

        monkeypatch.setattr(files, "flush", fail)
        with pytest.raises(UserError, match=said):
            make_backup(stick, keep=1)
        assert names(stick) == [old.name]

    def test_a_stick_that_is_really_full(self, site: Path, stick: Path) -> None:
        resource = pytest.importorskip("resource")
        old = make_backup(stick).file
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
        try:
            with pytest.raises(UserError) as refused:
                make_backup(stick)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert str(stick) in str(refused.value)
        assert names(stick) == [old.name]

    def test_a_damaged_database_makes_no_backup(self, site: Path, stick: Path) -> None:
        damage(site)
        with pytest.raises(UserError, match="damaged"):
            make_backup(stick)
        assert names(stick) == []

    def test_before_anything_was_entered(self, site: Path, stick: Path) -> None:
        site.unlink()
        with pytest.raises(NotNow, match="no database yet"):
            make_backup(stick)
        with pytest.raises(CommandError, match="no database yet"):
            call_command("verify")
        assert not site.exists()

    def test_a_database_without_tables_is_none(
        self, site: Path, stick: Path, tmp_path: Path
    ) -> None:
        connection.close()
        site.write_bytes(b"")
        with pytest.raises(NotNow, match="no database yet"):
            make_backup(stick)
        with pytest.raises(CommandError, match="no database yet"):
            call_command("verify")
        assert names(stick) == []

    def test_a_championship_goes_nowhere_and_comes_from_nowhere(
        self, site: Path, tmp_path: Path
    ) -> None:
        file = tmp_path / "day.json"
        Championship.objects.update(slug="day")
        call_command("export-championship", "day", str(file), stdout=StringIO())
        connection.close()
        files.remove_database(site)
        said = "no database in .*data yet: start `serve` once first"
        with pytest.raises(CommandError, match=said):
            call_command("export-championship", "day", str(tmp_path / "again.json"))
        with pytest.raises(CommandError, match=said):
            call_command("import-championship", str(file))
        assert names(site.parent) == []
        assert not (tmp_path / "again.json").exists()

    def test_a_server_has_its_own_program_for_it(
        self, stick: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection, "vendor", "postgresql")
        with pytest.raises(NotNow, match="pg_dump --format=custom"):
            make_backup(stick)
        with pytest.raises(NotNow, match="pg_restore --clean"), prepared(stick):
            pass


def damage(file: Path) -> None:
    """Overwrite the middle of a database."""
    with file.open("rb+") as content:
        content.seek(file.stat().st_size // 3)
        content.write(b"\xff" * (file.stat().st_size // 3))


def restore(file: Path, **options: bool) -> str:
    out = StringIO()
    call_command("restore", str(file), stdout=out, **options)
    return out.getvalue()


class TestRestore:
    def test_into_an_empty_site_without_a_question(self, site: Path, stick: Path) -> None:
        before = standings_of(Championship.objects.get())
        key = bytes(DealSet.objects.get().key)
        backup = make_backup(stick).file
        content = backup.read_bytes()
        connection.close()
        files.remove_database(site)
        printed = restore(backup)
        assert "All is well.\nThe site is restored." in printed
        assert "kept" not in printed
        assert standings_of(Championship.objects.get()) == before
        assert bytes(DealSet.objects.get().key) == key
        assert backup.read_bytes() == content
        assert {name for name in names(site.parent) if "restoring" in name} == set()

    def test_the_restored_site_knows_that_it_was(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        restore(backup, yes=True)
        restore(backup, yes=True)
        event = InstallationEvent.objects.get()
        assert event.action == InstallationAction.SITE_RESTORED
        assert (event.actor, event.target) == ("terminal", backup.name)
        assert event.after == {"faults": 0}
        # It leaves out the numbers of links that may have been given since.
        assert LinkSecret.objects.get().last_ended >= SKIPPED

    def test_one_that_is_refused_leaves_no_trace(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        backup = make_backup(stick).file
        with closing(sqlite3.connect(site)) as running:
            running.execute("SELECT * FROM tournament_championship").fetchall()
            with pytest.raises(CommandError, match="The site is running"):
                restore(backup, yes=True)
        assert not InstallationEvent.objects.exists()
        with closing(sqlite3.connect(backup)) as copy:
            found = copy.execute("SELECT count(*) FROM tournament_installationevent").fetchone()
        assert found == (0,)

    def test_into_a_site_that_was_only_started(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        connection.close()
        files.remove_database(site)
        call_command("migrate", interactive=False, verbosity=0)
        assert what_is_there() == ""
        assert "The site is restored." in restore(backup)

    def test_replacing_keeps_what_was_there(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        Championship.objects.update(name="Entered since")
        with pytest.raises(CommandError, match=r"1 championship: Entered since\. To replace"):
            restore(backup)
        assert Championship.objects.get().name == "Entered since"
        printed = restore(backup, yes=True)
        assert Championship.objects.get().name == "Day"
        kept = Path(printed.splitlines()[-1].removeprefix("What was there before is kept: "))
        assert kept.parent == site.parent
        with closing(sqlite3.connect(kept)) as old:
            found = old.execute("SELECT name FROM tournament_championship").fetchall()
        assert found == [("Entered since",)]

    @pytest.mark.parametrize("answer", ["yes", "no"])
    def test_somebody_at_the_terminal_is_asked(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, answer: str
    ) -> None:
        backup = make_backup(stick).file
        Championship.objects.update(name="Entered since")
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        monkeypatch.setattr("builtins.input", lambda _question: answer)
        if answer == "yes":
            restore(backup)
        else:
            with pytest.raises(CommandError, match="Nothing was changed"):
                restore(backup)
        now = "Day" if answer == "yes" else "Entered since"
        assert Championship.objects.get().name == now

    def test_a_damaged_site_is_replaced(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        connection.close()
        site.write_bytes(b"not a database " * 500)
        with pytest.raises(CommandError, match="a database that can't be read"):
            restore(backup)
        restore(backup, yes=True)
        assert Championship.objects.get().name == "Day"

    def test_not_while_the_site_is_running(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        with closing(sqlite3.connect(site)) as running:
            running.execute("SELECT * FROM tournament_championship").fetchall()
            with pytest.raises(CommandError, match="The site is running"):
                restore(backup, yes=True)
        assert [name for name in names(site.parent) if "replaced" in name] == []
        restore(backup, yes=True)

    @pytest.mark.parametrize("answer", ["", "no", "yes"])
    def test_a_backup_with_faults_is_restored_only_if_somebody_agrees(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, answer: str
    ) -> None:
        Championship.objects.update(place="Reus")
        backup = make_backup(stick).file
        connection.close()
        files.remove_database(site)
        monkeypatch.setattr("sys.stdin.isatty", lambda: bool(answer))
        monkeypatch.setattr("builtins.input", lambda _question: answer)
        if answer == "yes":
            with pytest.raises(SystemExit):
                restore(backup)
        else:
            said = "Nothing was changed" if answer else "has faults. To restore .* --anyway"
            with pytest.raises(CommandError, match=said):
                restore(backup, yes=True)
        connection.close()
        assert site.exists() == (answer == "yes")

    def test_a_backup_with_faults_is_restored_and_they_are_told(
        self, site: Path, stick: Path
    ) -> None:
        Championship.objects.update(place="Reus")
        backup = make_backup(stick).file
        with prepared(backup) as ready:
            wrong = {check.subject for check in ready.checks if check.faults}
        assert wrong == {Subject.ROUNDS}
        with pytest.raises(SystemExit):
            restore(backup, yes=True, anyway=True)
        assert Championship.objects.get().place == "Reus"


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)


class TestRefusals:
    @pytest.mark.parametrize(
        ("statements", "said"),
        [
            (
                ["INSERT INTO django_migrations VALUES (999, 'tournament', '9999_x', '2030')"],
                "newer version of this program.*tournament.9999_x",
            ),
            (["DROP TABLE tournament_sitting"], "It lacks tables: tournament_sitting"),
            (["DELETE FROM tournament_player", "DELETE FROM tournament_team"], "belongs to a row"),
            (["DELETE FROM django_migrations"], "not a database of this program"),
        ],
    )
    def test_what_this_program_did_not_make(
        self, site: Path, stick: Path, statements: list[str], said: str
    ) -> None:
        backup = make_backup(stick).file
        execute(backup, *statements)
        self.refused(backup, said, site)

    def test_another_programs_database(self, site: Path, stick: Path) -> None:
        execute(stick / "other.sqlite3", "CREATE TABLE address (name)")
        self.refused(stick / "other.sqlite3", "not a database of this program", site)

    def test_a_file_that_is_none(self, site: Path, stick: Path) -> None:
        (stick / "photo").write_bytes(b"a photo " * 1000)
        self.refused(stick / "photo", "damaged, or is none of this program", site)

    def test_damaged_and_cut_off_ones(self, site: Path, stick: Path) -> None:
        backup = make_backup(stick).file
        (stick / "cut").write_bytes(backup.read_bytes()[:-50_000])
        self.refused(stick / "cut", "damaged", site)
        damage(backup)
        self.refused(backup, "damaged", site)

    def test_nothing_and_the_sites_own(self, site: Path, stick: Path) -> None:
        self.refused(stick / "nothing", "There is no file", site)
        self.refused(stick, "There is no file", site)
        self.refused(site, "the site's own database", site)

    def refused(self, file: Path, said: str, site: Path) -> None:
        with pytest.raises(CommandError, match=said):
            restore(file, yes=True)
        connection.close()
        assert names(site.parent) == [site.name]
        assert Championship.objects.get().name == "Day"
        connection.close()
