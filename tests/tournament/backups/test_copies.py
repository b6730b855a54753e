"""Backups are whole or not there."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from pytest_django import Settings

from tests.tournament.backups.files import damage, names
from tournament.backups.copies import backups_in, make_backup
from tournament.backups.plan import back_up
from tournament.backups.restore import prepared
from tournament.core import database_files
from tournament.core.database_files import clear_sentences
from tournament.core.errors import NotNow, UserError
from tournament.models import Championship

pytestmark = [pytest.mark.sqlite, pytest.mark.long, pytest.mark.promise]


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

    def test_what_a_wrong_clock_made_pushes_nothing_out(self, site: Path, stick: Path) -> None:
        for number in range(1, 20):
            (stick / f"botifarra-{number:06}-2031-02-03-1000{number:02}-000000.sqlite3").touch()
        made = [make_backup(stick) for _turn in range(5)]
        assert backups_in(stick)[-5:] == [one.file for one in made]
        assert [one.file.name.split("-")[1] for one in made[:2]] == ["000020", "000021"]
        assert [one.removed for one in made] == [0, 1, 1, 1, 1]

    def test_what_a_killed_backup_left_goes_after_an_hour(self, site: Path, stick: Path) -> None:
        left, growing = (
            stick / f".botifarra-000007-2026-11-21-10000{digit}-000000.sqlite3.part"
            for digit in (0, 1)
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
            (OSError(30, "Read-only file system"), "Can't write in"),
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

        monkeypatch.setattr(database_files, "flush", fail)
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

    def test_where_the_site_lies_on_the_full_disk_it_is_one_sentence_too(
        self, site: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
    ) -> None:
        """The database can't note what went wrong either."""
        settings.DATA_DIR = site.parent

        def fail(_path: Path) -> None:
            raise OSError(28, "No space left on device")

        def full(execute: Callable[..., object], sql: str, *rest: object) -> object:
            if sql.startswith(("INSERT", "UPDATE")):
                raise OperationalError("database or disk is full")
            return execute(sql, *rest)

        with connection.execute_wrapper(full):
            make_is_fine = back_up()
            assert make_is_fine.file.exists()
            monkeypatch.setattr(database_files, "flush", fail)
            with pytest.raises(CommandError, match="The disk is full"):
                call_command("backup", stdout=StringIO())

    def test_an_error_of_a_disk_without_any_room_is_told_as_that(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLite calls it so where it can't even make the file by which readers share the log."""
        error = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(UserError, match="can't be used"), clear_sentences(tmp_path):
            raise error
        room = shutil.disk_usage(tmp_path)._replace(free=4096)
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: room)
        with pytest.raises(UserError, match="The disk is full"), clear_sentences(tmp_path):
            raise error

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
        database_files.remove_database(site)
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
        monkeypatch.setenv("PATH", str(stick))
        with pytest.raises(NotNow, match="pg_dump, is not on this machine"):
            make_backup(stick)
        stick.mkdir(exist_ok=True)
        (backup := stick / "a.dump").touch()
        with pytest.raises(NotNow, match="pg_restore, is not on this machine"), prepared(backup):
            pass
