"""The six-table example of the rules, as a hand sheet, and what it must show."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

from scoring.duplicate.scores import TableResult
from scoring.duplicate.settings import DEFAULT_SETTINGS, Settings
from scoring.game.announcements import Announcement, parse_double, parse_trump
from scoring.game.seats import Sides
from tests.tournament.exports.samples import contestant, hand_sheet
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet

FILE = Path(__file__).resolve().parents[3] / "fixtures" / "six_tables.csv"

HAND_SCORES = [(1, -1), (-1, 1), (-16, 8), (4, -8), (6, -6), (-12, 6)]
FINALS = [
    ("1.77", "1.44"),
    ("1.68", "1.56"),
    ("1.00", "2.00"),
    ("1.91", "1.00"),
    ("2.00", "1.13"),
    ("1.18", "1.88"),
]
"""As the rules print them, rounded."""


def six_tables_sheet(settings: Settings = DEFAULT_SETTINGS) -> HandSheet:
    """The example as the sheet of hand 2, in which E–W make trumps."""
    with FILE.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    numbers: dict[str, int] = {}
    for row in rows:
        for name in (row["ns"], row["ew"]):
            numbers[name] = len(numbers) + 1
    pairs = {
        number: replace(contestant(number), name=name, players=(name,))
        for name, number in numbers.items()
    }
    results = [
        TableResult(
            Sides(numbers[row["ns"]], numbers[row["ew"]]),
            int(row["ns_points"]),
            Announcement(parse_trump(row["trump"]), parse_double(row["double"])),
        )
        for row in rows
    ]
    return hand_sheet(2, results, pairs, settings)
