"""The commands that write a championship into a file and take one in."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.factories import actor_of, make_championship
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Championship, InstallationEvent

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def championship() -> Championship:
    return make_championship("Trofeu")


def run(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()


def test_there_and_back_under_another_address(championship: Championship, tmp_path: Path) -> None:
    file, again = tmp_path / "trofeu.json", tmp_path / "again.json"
    assert run("export-championship", "trofeu", file) == f"The championship is in {file}\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert "at /c/copy/manage/" in run("import-championship", file, "--slug", "copy")
    run("export-championship", "copy", again)
    assert again.read_text() == file.read_text().replace('"slug": "trofeu"', '"slug": "copy"')
    assert set(InstallationEvent.objects.values_list("actor", flat=True)) == {"terminal"}


def test_it_says_that_it_holds_sealed_hands(championship: Championship, tmp_path: Path) -> None:
    make_deals(actor=actor_of(championship), championship=championship)
    printed = run("export-championship", "trofeu", tmp_path / "trofeu.json")
    assert "It contains the key of the hands" in printed


def test_a_file_that_is_there_is_not_written_over(
    championship: Championship, tmp_path: Path
) -> None:
    (tmp_path / "holiday.jpg").write_text("a photo")
    with pytest.raises(CommandError, match="already"):
        run("export-championship", "trofeu", tmp_path / "holiday.jpg")
    assert (tmp_path / "holiday.jpg").read_text() == "a photo"


def test_a_folder_that_is_not_there(championship: Championship, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can't be written: No such file"):
        run("export-championship", "trofeu", tmp_path / "no" / "trofeu.json")


def test_a_championship_that_is_not_there(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no championship “other”"):
        run("export-championship", "other", tmp_path / "other.json")


def test_what_is_refused_is_one_line_a_reason(championship: Championship, tmp_path: Path) -> None:
    file = tmp_path / "trofeu.json"
    run("export-championship", "trofeu", file)
    with pytest.raises(CommandError, match="Give this one another address"):
        run("import-championship", file)
    file.write_text(file.read_text().replace('"apart"', '"aside"').replace('"rows"', '"x"'))
    with pytest.raises(CommandError) as refused:
        run("import-championship", file, "--slug", "copy")
    assert len(str(refused.value).splitlines()) == 4
    for missing in (tmp_path / "nothing", tmp_path):
        with pytest.raises(CommandError, match="can't be read"):
            run("import-championship", missing)
    assert Championship.objects.count() == 1
