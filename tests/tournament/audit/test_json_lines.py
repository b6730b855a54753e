"""The record as JSON lines: whoever has the file, and nothing else, can check the chain."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from scoring.duplicate.scores import Infraction
from tests.tournament.day import Day, make_day
from tests.tournament.factories import answers_by_role, english_client, make_championship
from tests.tournament.made_once import made_once, own_copy
from tournament.models import Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result

pytestmark = pytest.mark.django_db

DESCRIPTION = Path("docs/json.md").read_text(encoding="utf-8").partition("## The record, to")[2]


def a_day() -> Day:
    """Some of everything that is hard to write twice the same way."""
    day = make_day()
    day.referee.first_name = "Núria “l’Àvia” \u2028 <b>"
    day.referee.save()
    day.open(1)
    day.enter_whole_round(1)
    day.correction_request(1, 2, 3, 40)
    enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=ResultInput(Outcome.PLAYED, infraction=Infraction.NS, note='=1+1; "ç"'),
        based_on=1,
        reason="què? 🙂",
    )
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def downloaded(day: Day) -> bytes:
    response = english_client(day.referee).get(reverse("audit:record_json_lines", args=[day.slug]))
    assert response.status_code == 200
    assert "attachment" in response.headers["Content-Disposition"]
    content: bytes = response.getvalue()
    return content


def checked(content: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the program that docs/json.md prints says of a file."""
    found = re.search(r"<<'END'\n(.*?)\n    END", DESCRIPTION, re.DOTALL)
    assert found is not None
    program = "\n".join(line.removeprefix("    ") for line in found[1].split("\n"))
    file = folder / "record.jsonl"
    file.write_bytes(content)
    return subprocess.run(
        [sys.executable, "-I", "-c", program, str(file)], capture_output=True, text=True
    )


def test_the_documented_program_finds_it_whole(day: Day, tmp_path: Path) -> None:
    found = checked(downloaded(day), tmp_path)
    last = day.championship.events.latest("sequence")
    assert found.stdout == f"{last.sequence} events, {last.hash}\n", found.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"ns_points":34', b'"ns_points":35', "was changed"),
        (b"day-referee", b"day-refere\xc3\xa9", "was changed"),
    ],
)
def test_it_finds_what_was_changed(
    day: Day, tmp_path: Path, old: bytes, new: bytes, said: str
) -> None:
    content = downloaded(day)
    assert old in content
    assert said in checked(content.replace(old, new, 1), tmp_path).stderr


def test_it_finds_what_was_taken_out_or_put_elsewhere(day: Day, tmp_path: Path) -> None:
    lines = downloaded(day).splitlines(keepends=True)
    assert "event 3 is missing" in checked(b"".join(lines[:2] + lines[3:]), tmp_path).stderr
    other = [lines[0], lines[2].replace(b'"sequence":3', b'"sequence":2'), *lines[2:]]
    assert "event 2 does not follow" in checked(b"".join(other), tmp_path).stderr


def test_its_fields_are_the_ones_described(day: Day) -> None:
    described = set(re.findall(r"^\| (\w+) \|", DESCRIPTION, re.MULTILINE))
    for line in downloaded(day).splitlines():
        assert json.loads(line).keys() == described


def test_all_of_it_whatever_the_page_shows(day: Day) -> None:
    url = reverse("audit:record_json_lines", args=[day.slug])
    content = english_client(day.referee).get(url, {"action": "round-opened", "text": "x"})
    assert len(content.getvalue().splitlines()) == day.championship.events.count()
    page = english_client(day.referee).get(reverse("audit:record", args=[day.slug]))
    assert f'href="{url}"' in page.content.decode()


def test_who_may_have_it() -> None:
    championship = make_championship()
    url = reverse("audit:record_json_lines", args=[championship.slug])
    assert answers_by_role(championship, url) == {
        "nobody": 302,
        "stranger": 404,
        "referee": 200,
        "organiser": 200,
    }
