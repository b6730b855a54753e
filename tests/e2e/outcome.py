"""What must come of a championship's day: on pages, on papers and in the record."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from datetime import UTC
from fractions import Fraction
from html import unescape
from io import BytesIO
from math import floor
from pathlib import Path

import openpyxl
import pytest

from scoring.cli.main import main as command_line
from tests.e2e.browser import Browser
from tests.e2e.plain_scores import Line, Slip
from tests.tournament.exports.reading import text_of
from tournament.models import AuditEvent, RoundDeal

HOME = "/c/trofeu-de-valls/"


def check_standings(expected: list[Line], *, state: str) -> None:
    """What the public is told, to the fraction."""
    document = json.loads(Browser().open(f"{HOME}standings.json").content)
    assert document["state"] == state
    told = [
        Line(
            line["rank"],
            line["pair"]["number"],
            line["hands"],
            Fraction(line["total"]),
            Fraction(line["mean"]),
        )
        for line in document["standings"]
    ]
    assert told == expected
    page = Browser().page(f"{HOME}standings/")
    assert "&lt;b&gt;Èlia&lt;/b&gt; – =1+1" in page


def check_command_line(
    expected: list[Line], slips: list[Slip], capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """A club with a spreadsheet gets the same from the command line."""
    lines = ["deal,maker,ns,ew,ns_points,trump,double,infraction"]
    for one in slips:
        maker = "NS" if one.deal % 2 else "EW"
        points = "" if one.ns_points is None else one.ns_points
        lines.append(
            f"{one.deal},{maker},{one.ns},{one.ew},{points},{one.trump},{one.double},{one.offenders}"
        )
    file = folder / "slips.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    capsys.readouterr()
    assert command_line(["championship", str(file), "--format", "json"]) == 0
    told = [
        Line(
            line["rank"],
            int(line["team"]),
            line["hands"],
            Fraction(line["total"]),
            Fraction(line["mean"]),
        )
        for line in json.loads(capsys.readouterr().out)["standings"]
    ]
    assert told == expected


def check_papers(expected: list[Line], *, rounds: int) -> None:
    """Every file can be taken away, and the standings on paper and in the workbook are these."""
    export = f"{HOME}export/"
    for name in ("commitment.pdf", "hand-sheets.xlsx"):
        Browser().open(f"{export}{name}")
    for number in range(1, rounds + 1):
        for name in ("pairings.pdf", "hand-sheets.pdf", "hands.pdf"):
            Browser().open(f"{export}rounds/{number}/{name}")
    paper = text_of(Browser().open(f"{export}standings.pdf").content)
    printed = re.findall(r"(\d+) (\d+\.\d\d) (\d\.\d\d\d)", paper)
    assert printed == [
        (str(line.hands), rounded(line.total, 2), rounded(line.mean, 3)) for line in expected
    ]
    file = BytesIO(Browser().open(f"{export}standings.xlsx").content)
    rows = list(openpyxl.load_workbook(file).worksheets[0].iter_rows(values_only=True))
    titles = next(row for row in rows if "Mean" in row)
    pair, hands, mean = (titles.index(title) for title in ("No.", "Hands", "Mean"))
    after = rows[rows.index(titles) + 1 :][: len(expected)]
    assert [(row[pair], row[hands]) for row in after] == [
        (line.pair, line.hands) for line in expected
    ]
    assert [row[mean] for row in after] == pytest.approx([float(line.mean) for line in expected])
    assert "<b>Èlia</b> – =1+1" in {cell for row in rows for cell in row}


def rounded(value: Fraction, places: int) -> str:
    """Return a number with `places` decimals, as an English page writes them."""
    units = floor(value * 10**places + Fraction(1, 2))
    return f"{units // 10**places}.{units % 10**places:0{places}}"


def check_proof(capsys: pytest.CaptureFixture[str]) -> None:
    """The key that is public now gives the commitment that was recorded when the hands were made;
    the page's command deals the hands that the hand sheets show."""
    page = Browser().page(f"{HOME}proof/")
    commands = re.findall(r'command-line[ "][^>]*>([^<]+)<', page)
    commit, deal_again, *_check = (shlex.split(unescape(one)) for one in commands)
    capsys.readouterr()
    assert command_line(commit[3:]) == 0
    commitment = capsys.readouterr().out.strip()
    made = AuditEvent.objects.get(action="deals-made").after
    assert made is not None
    assert made["commitment"] == commitment
    assert commitment in page
    assert command_line([*deal_again[3:], "--format", "json"]) == 0
    deals = json.loads(capsys.readouterr().out)
    played = RoundDeal.objects.values_list("number_in_set", flat=True)
    for deal in deals:
        assert (deal["secret"] in page) == (deal["deal"] in played)
    first = Browser().page(f"{HOME}hands/1/")
    shown = re.findall(r'<dl class="hand m-0" data-seat="(.)">(.*?)</dl>', first, re.DOTALL)
    assert len(shown) == 4
    for seat, hand in shown:
        suits = re.findall(r"<dd>(.*?)</dd>", hand)
        text = ".".join(re.sub("<[^>]*>", "", suit).replace("–", "-") for suit in suits)
        assert text == deals[0][seat]


def check_record() -> None:
    """Nothing is missing in the record, and every link of its chain holds."""
    previous = ""
    events = list(AuditEvent.objects.order_by("sequence").values())
    beside = {"id", "championship_id", "previous_hash", "hash", "disclosed"}
    for number, event in enumerate(events, start=1):
        content = {
            **{name: value for name, value in event.items() if name not in beside},
            "championship": event["championship_id"],
            "at": event["at"].astimezone(UTC).isoformat(),
            "previous": previous,
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert event["sequence"] == number
        assert event["hash"] == hashlib.sha256(text.encode()).hexdigest()
        previous = event["hash"]
    done = {event["action"] for event in events}
    assert done >= {
        "championship-created",
        "settings-changed",
        "member-added",
        "contestants-imported",
        "contestant-added",
        "numbers-drawn",
        "tables-changed",
        "schedule-made",
        "schedule-published",
        "deals-made",
        "salt-changed",
        "hands-printed",
        "salt-fixed",
        "round-opened",
        "result-entered",
        "round-closed",
        "round-reopened",
        "result-changed",
        "contestant-joined-late",
        "contestant-withdrawn",
        "championship-ended",
        "key-published",
    }
