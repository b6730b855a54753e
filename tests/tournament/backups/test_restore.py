"""What is restored has the same standings, exactly; what is no backup is refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tests.new_database import copy_new_database
from tests.tournament.backups.files import damage, names
from tests.tournament.recorded_day import standings_of
from tournament.backups import restore as restore_module
from tournament.backups.copies import make_backup
from tournament.backups.restore import prepared, what_is_there
from tournament.core import database_files
from tournament.core.link_numbers import SKIPPED
from tournament.integrity.checks import Subject
from tournament.models import (
    Championship,
    DealSet,
    InstallationAction,
    InstallationEvent,
    LinkSecret,
)

pytestmark = pytest.mark.sqlite


def restore(file: Path, **options: bool) -> str:
    out = StringIO()
    call_command("restore", str(file), stdout=out, **options)
    return out.getvalue()


def written_by_another_process(site: Path) -> str:
    """What a request of a site that has just been started gets: it writes, or it can't."""
    request = (
        "import sqlite3, sys\n"
        "site = sqlite3.connect(sys.argv[1], timeout=0.2, isolation_level=None)\n"
        "try:\n"
        "    site.execute('PRAGMA journal_mode = WAL')\n"
        "    site.execute('BEGIN IMMEDIATE')\n"
        "    site.execute(\"UPDATE tournament_championship SET place = 'Reus'\")\n"
        "    site.execute('COMMIT')\n"
        "except sqlite3.OperationalError as error:\n"
        "    print(error, flush=True)\n"
        "else:\n"
        "    print('written', flush=True)\n"
        "import os; os._exit(0)\n"  # killed: what SQLite has beside the database stays there
    )
    done = subprocess.run(
        [sys.executable, "-c", request, str(site)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


class TestRestore:
    def test_into_an_empty_site_without_a_question(self, site: Path, stick: Path) -> None:
        before = standings_of(Championship.objects.get())
        key = bytes(DealSet.objects.get().key or b"")
        backup = make_backup(stick).file
        content = backup.read_bytes()
        connection.close()
        database_files.remove_database(site)
        printed = restore(backup)
        assert "Everything is fine.\nThe site is restored." in printed
        assert "kept" not in printed
        assert standings_of(Championship.objects.get()) == before
        assert bytes(DealSet.objects.get().key or b"") == key
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
        database_files.remove_database(site)
        copy_new_database(site)
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
        kept = Path(printed.splitlines()[-1].removeprefix("The previous database is kept: "))
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

    def test_a_request_that_comes_in_between_loses_nothing(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A site is started just when the restore has found that none is running."""
        backup = make_backup(stick).file
        asked: list[str] = []
        now = timezone.localtime

        def in_between() -> datetime:
            asked.append(written_by_another_process(site))
            return now()

        monkeypatch.setattr(timezone, "localtime", in_between)
        printed = restore(backup, yes=True)
        assert asked == ["database is locked"]
        assert Championship.objects.get().place != "Reus"
        connection.close()
        assert written_by_another_process(site) == "written"
        assert Championship.objects.get().place == "Reus"
        kept = Path(printed.splitlines()[-1].removeprefix("The previous database is kept: "))
        for file in (site, kept):
            with closing(sqlite3.connect(file)) as database:
                database.create_function("REGEXP", 2, lambda *_asked: True)
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert kept.stat().st_mode & 0o777 == 0o600

    def test_a_site_that_is_begun_meanwhile_is_kept(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        backup = make_backup(stick).file
        Championship.objects.update(name="Begun meanwhile")
        connection.close()
        begun = site.read_bytes()
        database_files.remove_database(site)

        def begin(_copy: Path) -> None:
            if not site.exists():
                site.write_bytes(begun)

        monkeypatch.setattr(restore_module, "flush", begin)
        printed = restore(backup, yes=True)
        kept = Path(printed.splitlines()[-1].removeprefix("The previous database is kept: "))
        with closing(sqlite3.connect(kept)) as old:
            found = old.execute("SELECT name FROM tournament_championship").fetchall()
        assert found == [("Begun meanwhile",)]
        assert Championship.objects.get().name == "Day"

    def test_if_the_disk_fills_up_nothing_has_changed(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        resource = pytest.importorskip("resource")
        backup = make_backup(stick).file
        Championship.objects.update(name="Entered since")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        now = timezone.localtime

        def full() -> datetime:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
            return now()

        monkeypatch.setattr(timezone, "localtime", full)
        try:
            with pytest.raises(CommandError, match=r"can't be used|The disk is full"):
                restore(backup, yes=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert Championship.objects.get().name == "Entered since"
        connection.close()
        assert names(site.parent) == [site.name]

    @pytest.mark.parametrize("answer", ["", "no", "yes"])
    def test_a_backup_with_faults_is_restored_only_if_somebody_agrees(
        self, site: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, answer: str
    ) -> None:
        Championship.objects.update(place="Reus")
        backup = make_backup(stick).file
        connection.close()
        database_files.remove_database(site)
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
            (
                ["DELETE FROM tournament_player", "DELETE FROM tournament_contestant"],
                "belongs to a row",
            ),
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
        self.refused(stick / "photo", "damaged, or does not belong to this program", site)

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
