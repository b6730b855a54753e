"""What `serve` prints for a hall."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management.base import OutputWrapper
from django.utils import timezone

from tests.tournament.day import make_day
from tournament.links.qr import qr_terminal
from tournament.management.server import hall_lines

pytestmark = pytest.mark.django_db

HALL = "http://192.168.1.10:8000"


def printed(encoding: str = "") -> list[str]:
    out = TextIOWrapper(BytesIO(), encoding=encoding) if encoding else StringIO()
    return list(hall_lines(HALL, OutputWrapper(out)))


def test_the_address_and_its_code() -> None:
    lines = printed()
    assert lines[0] == f"In the hall: {HALL}/"
    assert qr_terminal(f"{HALL}/") in lines
    assert len(lines) == 4


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_without_such_letters_gets_the_address_alone(encoding: str) -> None:
    assert printed(encoding) == [f"In the hall: {HALL}/"]


def test_in_colours_of_its_own_on_a_real_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True)
    assert qr_terminal(f"{HALL}/", colours=True) in list(hall_lines(HALL, OutputWrapper(out)))


def test_the_page_for_the_wall_of_what_is_running() -> None:
    make_day(slug="today")
    make_day(slug="to-come", published=False)
    over = make_day(slug="over").championship
    over.ended_at = timezone.now()
    over.save()
    assert [line for line in printed() if "wall" in line] == [
        f"For the wall (projector), “Trofeu”: {HALL}/c/today/wall/"
    ]
