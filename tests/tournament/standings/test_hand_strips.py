"""A hand at a glance: its dots, and its tables in the order of their results."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from scoring.solver import Interval
from tests.tournament.standings.days import SIX_TABLES_DEAL, mixed_day, six_tables_day
from tests.tournament.standings.reading import rows_of
from tournament.analysis.queries import HandWorth
from tournament.core.drawings.shapes import Dot, Form, Ink, Words
from tournament.standings.hand_strips import hand_strip
from tournament.standings.rankings.dealt_hands.dots import form_of
from tournament.standings.rankings.dealt_hands.hands import hand_sheet

pytestmark = pytest.mark.django_db

NS = [1, -1, -16, 4, 6, -12]
EW = [-1, 1, 8, -8, -6, 6]
"""The hand scores of the six tables."""


def page(client: Client, path: str) -> str:
    response = client.get(path, headers={"accept-language": "en"})
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


@pytest.mark.parametrize(("side", "scores"), [(Side.NS, NS), (Side.EW, EW)])
def test_a_dot_for_each_table_in_the_order_of_its_score(side: Side, scores: list[int]) -> None:
    day = six_tables_day()
    drawing = hand_strip(hand_sheet(day.stage, SIX_TABLES_DEAL), side)
    assert drawing is not None
    dots = [one for one in drawing.shapes if isinstance(one, Dot)]
    told = [one.title.split(" · ")[1].replace("−", "-") for one in sorted(dots, key=lambda d: d.x)]
    assert [int(one) for one in told] == sorted(scores)
    forms = sorted(one.form.value for one in dots)
    assert forms == ["disc", "disc", "disc", "ring", "ring", "square"]


def test_the_form_says_botifarra_and_contro() -> None:
    oros, botifarra = Denomination.OROS, Denomination.BOTIFARRA
    assert form_of(Announcement(oros)) is form_of(Announcement(None)) is Form.DISC
    assert form_of(Announcement(oros, Double.CONTRO)) is Form.RING
    assert form_of(Announcement(botifarra)) is Form.SQUARE
    assert form_of(Announcement(botifarra, Double.RECONTRO)) is Form.FRAME


def test_only_what_is_compared_has_a_dot() -> None:
    day = mixed_day()
    for deal in (1, 2, 3, 4):
        sheet = hand_sheet(day.stage, deal)
        for side in Side:
            drawing = hand_strip(sheet, side)
            drawn = [one for one in drawing.shapes if isinstance(one, Dot)] if drawing else []
            assert len(drawn) == sheet.fields[side].count


def test_the_best_is_shown_to_the_makers_alone() -> None:
    day = six_tables_day()
    sheet = hand_sheet(day.stage, SIX_TABLES_DEAL)
    points = {one: Interval(40, 40) for one in Denomination}
    worth = HandWorth(SIX_TABLES_DEAL, sheet.makers, points)
    for side in Side:
        drawing = hand_strip(sheet, side, worth)
        assert drawing is not None
        best = [
            one.text for one in drawing.shapes if isinstance(one, Words) and one.ink is Ink.BEST
        ]
        assert [text[-2:] for text in best] == (["+8"] if side is sheet.makers else [])


def test_the_cards_come_first(client: Client) -> None:
    six_tables_day()
    text = page(client, f"/c/six/hands/{SIX_TABLES_DEAL}/")
    places = [text.index(mark) for mark in ('class="diagram ', 'class="strip"', "<table")]
    assert places == sorted(places)
    assert "Hand scores of NS: 6 tables, from −16 to +6." in text


def test_tables_by_their_result(client: Client) -> None:
    six_tables_day()

    def shown(query: str) -> list[str]:
        rows = rows_of(page(client, f"/c/six/hands/{SIX_TABLES_DEAL}/{query}"))
        return [row[0] for row in rows if len(row) == 9 and row[0].isdigit()]

    assert shown("") == shown("?sort=table") == shown("?sort=nothing") == list("123456")
    assert shown("?sort=ns") == ["5", "4", "1", "2", "6", "3"]
    assert shown("?sort=ew") == ["3", "6", "2", "1", "5", "4"]


def test_the_explanation_lights_the_pair(client: Client) -> None:
    day = six_tables_day()
    number = day.match(1, 3).pairs.ns.number
    text = page(client, f"/c/six/hands/{SIX_TABLES_DEAL}/pairs/{number}/")
    lit = re.findall(r'<(?:circle|rect) class="lit[^>]*><title>(\d+) ', text)
    assert lit == [str(number)]
