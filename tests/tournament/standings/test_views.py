"""The pages of scores through HTTP: who sees what, and what stands on them."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.duplicate.tie_breaks import TieBreak
from tests.tournament.day import make_day
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import (
    SIX_TABLES_DEAL,
    fill,
    mixed_day,
    played_day,
    put_result,
    six_tables_day,
)
from tests.tournament.standings.reading import rows_of, sheet_of_pair
from tournament.models import Championship, Contestant, Match
from tournament.rounds.services.lifecycle import reopen_round

pytestmark = pytest.mark.django_db

SIX_TABLES_FIGURES = """
1 A H 37–35           +1  −1  1.77 1.44
2 B I 35–37           −1  +1  1.68 1.56
3 C J 28–44 contro    −16 +8  1.00 2.00
4 D K 40–32 botifarra +4  −8  1.91 1.00
5 E L 42–30           +6  −6  2.00 1.13
6 F M 30–42 contro    −12 +6  1.18 1.88
"""
"""Table, N–S, E–W, points, announced, hand scores, final scores: as published."""


def address_of(name: str) -> str:
    """Most pages are of the standings themselves."""
    return name if ":" in name else f"standings:{name}"


def page(client: Client, name: str, *args: object, status: int = 200, **query: str) -> str:
    response = client.get(reverse(address_of(name), args=args), query)
    assert response.status_code == status
    return response.content.decode()


@pytest.mark.parametrize(("language", "mark"), [("ca", ","), ("es", ","), ("en", ".")])
def test_the_hand_sheet_shows_the_published_figures(
    client: Client, language: str, mark: str
) -> None:
    day = six_tables_day()
    response = client.get(
        reverse("standings:hand_sheet", args=["six", SIX_TABLES_DEAL]),
        headers={"accept-language": language},
    )
    rows = [row for row in rows_of(response.content.decode()) if len(row) == 9 and row[0].isdigit()]
    shown = [
        " ".join(
            [
                row[0],
                row[1].removeprefix("NS").split()[-1],
                row[2].removeprefix("EW").split()[-1],
                *row[3:],
            ]
        )
        for row in rows
    ]
    expected = [line.replace(".", mark) for line in SIX_TABLES_FIGURES.strip().splitlines()]
    assert [line.split() for line in shown] == [line.split() for line in expected]
    assert str(day.match(1, 1).pairs.ns.number) in rows[0][1].split()


def test_the_hand_sheet_says_who_deals_and_how_it_is_compared(client: Client) -> None:
    six_tables_day()
    text = page(client, "hand_sheet", "six", SIX_TABLES_DEAL)
    assert "West" in text
    assert "NS are compared from −16 (1.00) to +6 (2.00)." in text
    assert "EW are compared from −8 (1.00) to +8 (2.00)." in text


def test_a_hand_sheet_says_what_became_of_each_table(client: Client) -> None:
    mixed_day()
    broken = page(client, "hand_sheet", "day", 1)
    assert "rule-break by EW" in broken
    assert "0.00 rule-break" in " ".join(cell for row in rows_of(broken) for cell in row)
    assert "average" in broken
    assert "seen by the referee" not in broken
    not_played = page(client, "hand_sheet", "day", 2)
    assert "not played: the light went out" in not_played
    assert "not played: time ran out" in not_played
    assert "they came late" not in not_played
    flat = page(client, "hand_sheet", "day", 3)
    assert "All NS pairs have the same hand score, +4: each gets 1.50." in flat
    nobody = page(client, "hand_sheet", "day", 4)
    assert "No table has played this hand out" in nobody
    assert "nobody to average" in nobody


def test_referees_read_the_notes_and_that_nobody_else_does(client: Client) -> None:
    day = mixed_day()
    client.force_login(day.referee)
    shown = page(client, "hand_sheet", "day", 1)
    assert "Only referees see this: seen by the referee" in shown
    assert "they came late" in page(client, "hand_sheet", "day", 2)


def test_an_open_round_is_for_referees_and_marked(client: Client) -> None:
    day = played_day(contestants=6)
    day.open(2)
    put_result(day, 2, 1, 5, ns_points=50)
    for name, number in (("hand_sheet", 5), ("round", 2)):
        page(client, name, "day", number, status=404)
        client.force_login(day.stranger)
        page(client, name, "day", number, status=404)
        client.force_login(day.referee)
        assert "Not public." in page(client, name, "day", number)
        client.logout()
    client.force_login(day.referee)
    assert "no result yet" in page(client, "hand_sheet", "day", 5)
    assert "Not public." not in page(client, "hand_sheet", "day", 1)


def test_a_planned_round_has_no_pages(client: Client) -> None:
    day = make_day()
    client.force_login(day.organiser)
    for name, number in (
        ("hand_sheet", 1),
        ("hand_sheet", 0),
        ("hand_sheet", 13),
        ("hand_sheet", 10**30),
        ("round", 1),
        ("round", 0),
        ("round", 10**30),
        ("pair_sheet", 5),
        ("pair_sheet", 10**30),
    ):
        page(client, name, "day", number, status=404)


def test_a_reopened_round_is_not_public_but_its_cards_stay(client: Client) -> None:
    day = played_day(contestants=6)
    assert "diagram" in page(client, "hand_sheet", "day", 1)
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    page(client, "hand_sheet", "day", 1, status=404)
    assert "when the first round has been closed" in page(client, "standings", "day")
    client.force_login(day.referee)
    assert "diagram" in page(client, "hand_sheet", "day", 1)


def test_cards_of_an_open_round_are_not_on_its_hand_sheet(client: Client) -> None:
    day = make_day(contestants=6)
    day.open(1)
    client.force_login(day.organiser)
    assert "diagram" not in page(client, "hand_sheet", "day", 1)


def test_nothing_is_public_before_the_schedule_is(client: Client) -> None:
    make_day(slug="hidden", published=False)
    for name in ("standings", "what_if", "wall:wall", "standings_json", "results_json"):
        page(client, name, "hidden", status=404)


def test_standings_say_how_far_they_are(client: Client) -> None:
    day = played_day(contestants=6, rounds=2)
    text = page(client, "standings", "day")
    assert "Provisional" in text
    assert "after round 2 of 5" in text
    assert "after round 1 of 5" in page(client, "standings", "day", after="1")
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    assert "1 round of 5 closed (round 2)" in page(client, "standings", "day")
    Championship.objects.update(ended_at=datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
    text = page(client, "standings", "day")
    assert "Final" in text
    assert "Provisional" not in text


def test_standings_of_a_round_that_is_not_closed(client: Client) -> None:
    played_day(contestants=6)
    for after in ("2", "x", "-1"):
        page(client, "standings", "day", status=404, after=after)


def test_standings_rank_and_tell_of_ties(client: Client) -> None:
    day = played_day(contestants=6)
    rows = rows_of(page(client, "standings", "day"))
    assert rows[0][:5] == ["Rank", "No.", "Pair", "Total", "Mean"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3", "4", "5", "6"]
    assert "split by sum of hand scores" in rows[1][2]
    put_settings(day.stage, tie_breaks=())
    rows = rows_of(page(client, "standings", "day"))
    assert [row[0] for row in rows[1:3]] == ["1 =", "1 ="]
    assert "no rule splits them" in rows[1][2]


def test_a_drawn_card_is_shown(client: Client) -> None:
    day = played_day(contestants=6)
    put_settings(day.stage, tie_breaks=(TieBreak.DRAW,))
    day.stage.save()
    assert "drawing a card (" in page(client, "standings", "day")


def test_standings_sort_by_link(client: Client) -> None:
    played_day(contestants=6, rounds=2)
    text = page(client, "standings", "day", sort="number", after="1")
    assert [row[1] for row in rows_of(text)[1:]] == ["1", "2", "3", "4", "5", "6"]
    assert 'aria-sort="ascending"' in text
    assert "?sort=-number&amp;after=1" in text


def test_means_are_explained(client: Client) -> None:
    mixed_day()
    text = page(client, "standings", "day")
    assert "Ranked by the mean per hand, because not all pairs have the same number" in text
    assert rows_of(text)[0][3:5] == ["Mean", "Total"]


@pytest.mark.parametrize(
    ("contestants", "words"),
    [(4, "only two tables play each hand: one side gets 2.00, the other 1.00"), (6, None)],
)
def test_few_pairs_are_warned(client: Client, contestants: int, words: str | None) -> None:
    played_day(contestants=contestants)
    text = page(client, "standings", "day")
    assert (words in text) if words else ("so few pairs" not in text)


def test_hands_of_one_table_are_explained(client: Client) -> None:
    day = make_day(contestants=4)
    Match.objects.filter(pk=day.match(1, 2).pk).cancel()
    day.open(1)
    fill(day, 1)
    text = page(client, "round", "day", 1)
    assert "nothing to compare it with: everybody gets 1.50" in text
    assert {row[3] for row in rows_of(text)[1:]} == {"6.00"}


def test_names_are_not_markup(client: Client) -> None:
    day = played_day(contestants=6)
    Contestant.objects.filter(pk=day.contestants[0].pk).update(name="<b>x</b>", club="=1+1 & co")
    for text in (
        page(client, "standings", "day"),
        page(client, "hand_sheet", "day", 1),
        page(client, "pair_sheet", "day", 1),
        page(client, "round", "day", 1),
        page(client, "wall:wall", "day"),
    ):
        assert "<b>x" not in text
        assert "&lt;b&gt;x" in text


def test_a_round_shows_its_hands(client: Client) -> None:
    played_day(contestants=6, rounds=2)
    text = page(client, "round", "day", 2)
    assert rows_of(text)[0][-4:] == ["Hand 5", "Hand 6", "Hand 7", "Hand 8"]
    assert reverse("standings:hand_sheet", args=["day", 8]) in text
    assert "dealt by East, trumps made by EW" in text


def test_a_pairs_page(client: Client) -> None:
    day = mixed_day()
    match = day.match(1, 1)
    text = page(client, "pair_sheet", "day", match.pairs.ew.number)
    rows = rows_of(text[text.index('<table class="table pair-sheet">') :])  # below the pictures
    assert rows[1][0].startswith("Round 1 table 1 EW against 1 Àngels 1")
    assert rows[1][1] == "3.00"
    assert rows[2] == ["1", "–", "rule-break by EW", "–", "−4 … +32", "0.00 rule-break"]
    assert rows[3][1] == "not played: the light went out"
    assert "Provisional rank" in text
    assert f"{sheet_of_pair(day.stage, match.pairs.ew.number).rank} of 6" in text


def test_a_pairs_page_before_anything_is_played(client: Client) -> None:
    make_day()
    assert "when their round has been closed" in page(client, "pair_sheet", "day", 1)


@pytest.mark.parametrize(("name", "queries"), [("standings", 3), ("wall:wall", 4)])
def test_a_page_refreshes_only_when_the_standings_changed(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int
) -> None:
    day = played_day(contestants=6)
    address = reverse(address_of(name), args=["day"])
    version = client.get(address).context["version"]

    def refresh() -> tuple[int, str]:
        response = client.get(address, {"version": version}, headers={"hx-request": "true"})
        return response.status_code, response.content.decode()

    with django_assert_num_queries(queries):
        assert refresh() == (204, "")
    day.open(2)
    version = client.get(address).context["version"]
    put_result(day, 2, 1, 5, ns_points=50)
    assert refresh() == (204, "")
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    status, part = refresh()
    assert status == 200
    assert "<html" not in part
    assert 'id="live"' in part
    assert "?version=" not in part.replace(f"{address}?version=", "")  # in no link to follow


@pytest.mark.parametrize("rounds", [1, 3])
def test_queries_do_not_grow(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    played_day(contestants=2 + 2 * rounds, rounds=rounds)
    for queries, name, args in (
        (16, "standings", []),
        (11, "what_if", []),
        (18, "wall:wall", []),
        (13, "round", [1]),
        (16, "hand_sheet", [1]),
        (14, "pair_sheet", [1]),
        (11, "standings_json", []),
        (11, "results_json", []),
    ):
        with django_assert_num_queries(queries):
            page(client, name, "day", *args)
