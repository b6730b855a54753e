"""A table that people sort and page through: its order, its pages, its links, and what it says to
those who can't see it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from tournament.core.pages import Page, asked_page, page_of
from tournament.core.tables import Column, Table


class Player(NamedTuple):
    name: str
    points: int | None


PLAYERS = (Player("Anna", 3), Player("<b>Biel</b>", None), Player("Carla", 7))


BAD_PAGES = ["", "0", "-1", "x", "1.5", "²", "٣", "a\0b", "9" * 5000, "1e1", "1 "]


def table(query: str = "", **options: Any) -> Table:
    columns = {
        "name": Column(
            "Name", shown=lambda one: one.name, sorted_by=lambda one: one.name, names_row=True
        ),
        "points": Column(
            "Pts",
            shown=lambda one: "–" if one.points is None else str(one.points),
            sorted_by=lambda one: one.points,
            hint="Points",
            best_first=True,
            css="num",
        ),
        "actions": Column("", shown=lambda _one: ""),
    }
    return Table(PLAYERS, columns, QueryDict(query), label="Players", usual="name", **options)


def drawn(of: Table) -> str:
    return " ".join(render_to_string("tables/table.html", {"table": of}).split())


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["<b>Biel</b>", "Anna", "Carla"]),
        ("sort=-name", ["Carla", "Anna", "<b>Biel</b>"]),
        ("sort=points", ["Anna", "Carla", "<b>Biel</b>"]),
        ("sort=-points", ["Carla", "Anna", "<b>Biel</b>"]),
        ("sort=actions", ["<b>Biel</b>", "Anna", "Carla"]),
        ("sort=nonsense", ["<b>Biel</b>", "Anna", "Carla"]),
    ],
)
def test_who_has_no_value_stands_last_either_way(query: str, names: list[str]) -> None:
    assert [one.name for one in table(query).data] == names


def test_what_is_drawn() -> None:
    text = drawn(table("sort=-points&after=2"))
    assert 'role="region" aria-label="Players"' in text
    assert 'aria-sort="descending"' in text
    assert '<a href="?sort=points&amp;after=2" title="Points">Pts' in text
    assert '<a href="?sort=name&amp;after=2">Name' in text
    assert '<th scope="row">&lt;b&gt;Biel&lt;/b&gt;</th><td class="num">–</td>' in text
    assert '<span class="visually-hidden">' in text  # the head of what has no words
    assert "<nav" not in text


class TestPages:
    def paged(self, query: str, **options: Any) -> str:
        asked = asked_page(QueryDict(query), options.get("prefix", ""))
        return drawn(table(query, page=page_of(3, asked=asked, length=1), **options))

    def test_the_whole_is_sorted_and_a_part_is_shown(self) -> None:
        text = self.paged("sort=-points&page=2")
        assert text.count("<tr>") == 1
        assert '<th scope="row">Anna</th>' in text

    def test_links_keep_what_else_is_asked(self) -> None:
        text = self.paged("sort=points&after=2&page=2&version=7")
        assert 'rel="prev" href="?sort=points&amp;after=2&amp;page=1"' in text
        assert "Page 2 of 3" in text
        assert 'rel="next" href="?sort=points&amp;after=2&amp;page=3"' in text
        assert '<a href="?sort=-points&amp;after=2" title' in text  # and its first page

    def test_the_ends(self) -> None:
        assert 'rel="prev"' not in self.paged("")
        assert 'rel="next"' not in self.paged("page=3")

    @pytest.mark.parametrize("asked", BAD_PAGES)
    def test_what_is_no_page_is_the_first(self, asked: str) -> None:
        query = QueryDict(mutable=True)
        query["page"] = asked
        assert page_of(3, asked=asked_page(query), length=1).number == 1

    def test_beyond_the_last_is_the_last(self) -> None:
        assert page_of(21, asked=99, length=10) == Page(3, 3, 10)
        assert page_of(20, asked=3, length=10) == Page(2, 2, 10)
        assert page_of(0, asked=3, length=10) == Page(1, 1, 10)

    def test_a_page_that_was_looked_up_alone_is_all_shown(self) -> None:
        text = drawn(table("page=7", page=Page(7, 9)))
        assert text.count("<tr>") == 3
        assert "Page 7 of 9" in text

    def test_one_of_several_tables(self) -> None:
        text = self.paged(
            "sort=-name&page=9&ended-sort=points&ended-page=2", prefix="ended-", anchor="ended"
        )
        assert '<th scope="row">Carla</th>' in text
        kept = "?sort=-name&amp;page=9&amp;ended-sort="
        assert f'href="{kept}-points#ended"' in text
        assert f'href="{kept}points&amp;ended-page=3#ended"' in text


def test_a_sentence_instead_of_a_table_without_rows() -> None:
    nobody = Table((), {}, QueryDict(), label="Players", usual="name", empty="Nobody <yet>.")
    assert drawn(nobody) == '<p class="empty-note">Nobody &lt;yet&gt;.</p>'
