"""A pair's page: its ranks, its hands as dots, and where it gained and lost."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client

from tests.benchmarks.large import large_championship
from tests.tournament.standings.days import played_day
from tournament.core.drawings.shapes import Dot
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import sheets_of_all
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet

pytestmark = pytest.mark.django_db


def sheets() -> tuple[PairSheet, ...]:
    return sheets_of_all(dealt_scores(large_championship(8, 3)))


def test_what_some_gain_others_lose() -> None:
    total, hands = Fraction(0), 0
    for sheet in sheets():
        makers, defenders = sheet.gains[:2]
        total += makers.gained + defenders.gained
        hands += makers.hands + defenders.hands
        assert makers.hands + defenders.hands == sum(
            line.own.final is not None for line in sheet.lines
        )
        assert max(one.share for one in sheet.gains) == 1
    assert total == 0
    assert hands == 8 * 3 * 4


def test_gains_of_a_single_hand_by_plain_arithmetic() -> None:
    day = played_day(contestants=6)
    for sheet in sheets_of_all(dealt_scores(day.stage)):
        expected = Fraction(0)
        for line in sheet.lines:
            finals = [entry.sides[line.side].final for entry in line.sheet.entries]
            known = [one for one in finals if one is not None]
            assert line.own.final is not None
            expected += line.own.final - sum(known, Fraction(0)) / len(known)
        assert sum(one.gained for one in sheet.gains[:2]) == expected


def test_a_dot_for_each_scored_hand() -> None:
    for sheet in sheets():
        drawing = sheet.dots
        assert drawing is not None
        dots = [one for one in drawing.shapes if isinstance(one, Dot)]
        assert len(dots) == sum(line.own.final is not None for line in sheet.lines)


def test_the_page_has_them_all(client: Client) -> None:
    large_championship(6, 3)
    text = client.get("/c/large/pairs/2/", headers={"accept-language": "en"}).content.decode()
    for heading in ("Its rank after each round", "Where it gained and lost", "As defenders"):
        assert heading in text
    assert "Ranks: round 1: " in text
    assert "Hand points of 12 hands." in text
    first = client.get("/c/large/pairs/2/", headers={"accept-language": "ca"})
    assert first.status_code == 200


def test_a_single_round_has_no_course(client: Client) -> None:
    played_day(contestants=6)
    text = client.get("/c/day/pairs/1/", headers={"accept-language": "en"}).content.decode()
    assert "Its rank after each round" not in text
    assert "Where it gained and lost" in text
