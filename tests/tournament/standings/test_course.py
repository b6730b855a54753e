"""The course of the standings: a line for each pair, one of them lit, and a table beside it."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise

import pytest
from django.test import Client

from tests.benchmarks.large import large_championship
from tests.tournament.standings.reading import rows_of
from tournament.core.drawings.rank_lines import RankLine, rank_lines
from tournament.core.drawings.shapes import Dot, Group, Ink, Line, Words
from tournament.models import Contestant, Player
from tournament.standings.queries.rank_history import standings_with_ranks

pytestmark = pytest.mark.django_db

MOST = 12_000
"""Bytes of the standings of 120 pairs, compressed, that a phone in a full hall loads."""


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path, headers={"accept-language": "en"})
    assert response.status_code == status
    text: str = response.content.decode()
    return text


def groups(*ranks: tuple[int | None, ...], **more: int) -> list[Group]:
    lines = [RankLine(key, f"pair {key}", one) for key, one in enumerate(ranks, start=1)]
    drawing = rank_lines(lines, range(1, len(ranks[0]) + 1), "told", width=900, row=20, **more)
    for shape in drawing.shapes:
        if isinstance(shape, Group):
            for one in shape.shapes:
                if isinstance(one, Dot):
                    assert 0 < one.x < drawing.width
                    assert 0 < one.y <= drawing.height
    return [one for one in drawing.shapes if isinstance(one, Group)]


def dots(group: Group) -> list[tuple[float, float]]:
    return [(one.x, one.y) for one in group.shapes if isinstance(one, Dot)]


def test_better_ranks_lie_higher_and_no_two_points_on_each_other() -> None:
    found = groups((1, 1, 1), (1, 3, 2), (1, 1, 2), (4, 4, 4))
    points = [point for group in found for point in dots(group)]
    assert len(points) == len(set(points)) == 12
    assert [dots(group)[-1][1] for group in found] == sorted(dots(group)[-1][1] for group in found)


def test_a_line_has_a_gap_where_there_was_no_rank() -> None:
    (late, _other) = groups((None, 2, 1, None, 1), (1, 1, 2, 1, 2))
    assert len(dots(late)) == 3
    assert [len(one.points) for one in late.shapes if isinstance(one, Line)] == [2]


def test_the_lit_line_is_on_top_and_the_last_ones_can_be_left_out() -> None:
    found = groups((1, 1), (2, 2), (3, 4), (4, 3), lit=1)
    assert [group.ink for group in found] == [Ink.PLAIN] * 3 + [Ink.LIT]
    assert [group.key for group in groups((1, 4), (4, 1), (2, 2), (3, 3), most=2)] == ["1", "2"]


def test_where_a_line_has_left_the_picture_it_has_no_dot_and_no_number() -> None:
    _first, risen = groups((1, 1), (4, 2), (2, 3), (3, 4), most=2)
    assert len(dots(risen)) == 1
    assert [one.text for one in risen.shapes if isinstance(one, Words)] == ["2. pair 2"]


def test_the_page_shows_every_pair_in_the_picture_and_the_table(client: Client) -> None:
    lines = standings_with_ranks(large_championship(6, 3)).lines
    text = page(client, "/c/large/standings/course/")
    assert set(re.findall(r'<g class="plain" data-key="(\d+)"', text)) == set("123456")
    rows = rows_of(text)[1:]
    assert [row[1:] for row in rows] == [[str(rank) for rank in line.ranks] for line in lines]
    assert "/standings/course/" in page(client, "/c/large/standings/")


def test_a_name_with_too_many_letters_has_initials(client: Client) -> None:
    large_championship(6, 2)
    first, second = Contestant.objects.get(number=1).players.order_by("position")
    Player.objects.filter(pk=first.pk).update(name="Concepció Puigdemont")
    Player.objects.filter(pk=second.pk).update(name="Ferran Ximenis")
    text = page(client, "/c/large/standings/course/")
    assert ". C. Puigdemont – F. Ximenis</text>" in text
    assert "Concepció Puigdemont – Ferran Ximenis</title>" in text


def test_a_pair_is_lit_by_the_address_alone(client: Client) -> None:
    large_championship(6, 3)
    text = page(client, "/c/large/standings/course/?pair=4")
    # In the wide picture, and in that for phones.
    assert re.findall(r'<g class="lit" data-key="(\d+)"', text) == ["4", "4"]
    assert '<option value="4" selected' in text
    assert '<tr data-key="4" class="marked">' in text
    for query in ("?pair=", "?pair=99", "?pair=x"):
        assert 'class="lit"' not in page(client, f"/c/large/standings/course/{query}")


@pytest.mark.parametrize("rounds", [2, 5, 14, 30])
def test_the_picture_for_phones_is_as_wide_as_one(rounds: int) -> None:
    ranks = [[1, 2] * rounds, [2, 1] * rounds]
    lines = [RankLine(key, "A long name of a pair", one[:rounds]) for key, one in enumerate(ranks)]
    drawing = rank_lines(lines, range(1, rounds + 1), "told", width=336, row=20, letters=16)
    assert drawing.width <= 336
    words = [one for one in drawing.shapes if isinstance(one, Words)]
    assert words[0].text == str(rounds)
    places = [one.x for one in reversed(words)]
    assert all(later - one >= 18 for one, later in pairwise(places))
    (name,) = {
        one.text
        for group in drawing.shapes
        if isinstance(group, Group)
        for one in group.shapes
        if isinstance(one, Words) and one.text.startswith("1.")
    }
    assert name == "1. A long name of…"


def test_it_waits_for_the_second_round(client: Client) -> None:
    large_championship(6, 1)
    assert "second round" in page(client, "/c/large/standings/course/")
    assert "/standings/course/" not in page(client, "/c/large/standings/")


def test_the_standings_of_many_pairs_stay_light(client: Client) -> None:
    large_championship(120, 3)
    assert len(gzip.compress(page(client, "/c/large/standings/").encode())) < MOST
