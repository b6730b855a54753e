"""Lists as people write them: each of `lists`, read as somebody read it who knows the game."""

from pathlib import Path

import pytest

from tests.tournament.factories import make_championship
from tournament.contestants.list_import.drafts import begin
from tournament.contestants.list_import.files import read_text
from tournament.contestants.list_import.preview import PreviewLine, make_preview

LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))


def as_expected(line: PreviewLine) -> str:
    """A line as the `.expected` files write it."""
    texts = {box.field: box.text for box in line.boxes}
    state = "fault" if line.faulty else "doubt" if line.doubtful else "ok"
    fields = ("number", "player_1", "player_2", "club", "substitutes")
    return " | ".join((*(texts.get(field, "") for field in fields), state))


def normal(line: str) -> str:
    return " | ".join(part.strip() for part in line.split("|"))


def test_there_are_lists() -> None:
    assert len(LISTS) >= 40


@pytest.mark.django_db
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_list_is_read_as_people_read_it(path: Path) -> None:
    draft = begin(read_text(path.read_text(encoding="utf-8")))
    preview = make_preview(make_championship(), draft)
    expected = path.with_suffix(".expected").read_text(encoding="utf-8")
    assert [as_expected(line) for line in preview.lines] == [
        normal(line) for line in expected.splitlines()
    ]
