"""All play all of six pairs, then a final of the best four that carry half, over HTTP to the end.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO

import openpyxl
import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import actor_of, english_client
from tests.tournament.finals.playing import (
    add_final,
    begun,
    manage,
    page,
    pairs_of_round,
    play_round,
)
from tests.tournament.phones.phone import Phone
from tests.tournament.there_and_back import twin_of
from tests.tournament.transfer.refusals import forge
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.checklist import checklist
from tournament.championships.checklist.step import State, Step
from tournament.championships.queries import progress
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.exports.workbooks import WORKBOOKS, made_workbook
from tournament.models import Championship, Entrant, Result
from tournament.public.front_page import championship_lines, front_page
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.standings.queries.overall import overall_standings
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAIRS, BEST, FIRST, LAST = 6, 4, 5, 8
DEALERS = "NWSE"


def made(round: int, table: int, deal: int) -> tuple[int, int]:
    """The points of N–S and the trump: 4 is botifarra. No two tables alike, now and then."""
    return (13 * table + 7 * deal + 5 * round * table) % 73, (table + deal) % 5


def final_scores(rounds: range, championship: Championship) -> dict[int, Fraction]:
    """Every pair's sum of final scores from 1 to 2, by plain code."""
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for number in rounds:
        matches = pairs_of_round(championship, number)
        for deal in championship.rounds.get(number=number).deals:
            makers = 0 if DEALERS[(deal - 1) % 4] in "NS" else 1
            held: tuple[dict[int, int], dict[int, int]] = ({}, {})
            for table, *sides in matches:
                points, trump = made(number, table, deal)
                for side, (pair, own) in enumerate(zip(sides, (points, 72 - points))):
                    doubled = 2 if trump == 4 and side == makers else 1
                    held[side][pair] = (own - 36) * doubled
            for field in held:
                low, high = min(field.values()), max(field.values())
                for pair, score in field.items():
                    flat = low == high
                    totals[pair] += (
                        Fraction(3, 2) if flat else 1 + Fraction(score - low, high - low)
                    )
    return totals


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        day, client = begun(ALL_PLAY_ALL, PAIRS)
        for number in range(1, FIRST + 1):
            play_round(day, client, number, made)
        assert add_final(day, client, "round-robin", BEST, "half").status_code == 302
        assert [one.key for one in next_steps(day)] == ["schedule"]
        assert "There is none yet for: Final." in page(day.slug, "manage/", client)
        assert "Final" not in page(day.slug, "standings/")
        manage(client, day.slug, "schedule/make/")  # the newest stage's
        manage(client, day.slug, "schedule/publish/?stage=2")
        manage(client, day.slug, "deals/make/") if needs_hands(day) else None
        for number in range(FIRST + 1, LAST + 1):
            play_round(day, client, number, made)
        yield day


def next_steps(day: Day) -> list[Step]:
    steps = checklist(progress(*stages_of(day.championship)))
    return [one for one in steps if one.state is State.NEXT]


def needs_hands(day: Day) -> bool:
    return bool(progress(*stages_of(day.championship)).rounds_without_hands)


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def ranked(scores: dict[int, Fraction]) -> list[int]:
    assert len(set(scores.values())) == len(scores), "these days have no ties"
    return sorted(scores, key=lambda one: -scores[one])


def expected(day: Day) -> tuple[list[int], dict[int, Fraction]]:
    """The finalists in the order of the first stage, and their totals in the final."""
    first = final_scores(range(1, FIRST + 1), day.championship)
    best = ranked(first)[:BEST]
    last = final_scores(range(FIRST + 1, LAST + 1), day.championship)
    return best, {one: last[one] + first[one] / 2 for one in best}


def client_of(day: Day) -> Client:
    return english_client(day.organiser)


def test_the_best_play_each_other_in_the_final(day: Day) -> None:
    best, _totals = expected(day)
    _first, final = stages_of(day.championship)
    assert (final.shown_name, final.best, final.carry) == ("Final", BEST, "half")
    entrants = list(final.entrants.values_list("contestant__number", "seed"))
    assert entrants == [(number, seed) for seed, number in enumerate(best, start=1)]
    assert [one.number for one in final.rounds.all()] == [6, 7, 8]
    for number in range(FIRST + 1, LAST + 1):
        matches = pairs_of_round(day.championship, number)
        assert sorted(pair for _table, *two in matches for pair in two) == sorted(best)


def test_its_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    best, totals = expected(day)
    first = final_scores(range(1, FIRST + 1), day.championship)
    lines = standings_view(stages_of(day.championship)[1]).lines
    assert [one.contestant.number for one in lines] == ranked(totals)
    assert {one.contestant.number: one.figures.total for one in lines} == totals
    assert {one.contestant.number: one.figures.carried.points for one in lines} == {
        one: first[one] / 2 for one in best
    }
    # Half of 20 hands and 12 more.
    assert {one.figures.mean * 22 == one.figures.total for one in lines} == {True}
    assert {one.rests for one in lines} == {()}
    shown = page(day.slug, "standings/")
    assert "Carried" in shown
    assert "Half of what ranked them is carried over." in shown
    assert "Carried" not in page(day.slug, "standings/?stage=1")


def test_the_whole_championship(day: Day) -> None:
    _best, totals = expected(day)
    first = ranked(final_scores(range(1, FIRST + 1), day.championship))
    order = [*ranked(totals), *first[BEST:]]
    found = overall_standings(stages_of(day.championship))
    assert [(one.rank, one.contestant.number) for one in found.lines] == list(enumerate(order, 1))
    document = json.loads(english_client().get(f"/c/{day.slug}/championship.json").content)
    assert [one["pair"]["number"] for one in document["standings"]] == order
    assert [one["stage"] for one in document["standings"]] == [2] * BEST + [1] * (PAIRS - BEST)
    assert Fraction(document["standings"][0]["value"]) == max(totals.values())
    shown = page(day.slug, "standings/championship/")
    places = [shown.index(f'/pairs/{number}/"') for number in order]
    assert places == sorted(places)
    assert 'aria-current="page">Whole championship' in shown


def test_who_is_out_sees_its_own_stage(day: Day) -> None:
    best, _totals = expected(day)
    out = next(number for number in range(1, PAIRS + 1) if number not in best)
    assert "5 of 5" not in page(day.slug, f"pairs/{out}/")
    assert 'id="round-5"' in page(day.slug, f"pairs/{out}/")
    assert 'id="round-8"' in page(day.slug, f"pairs/{best[0]}/")
    phone = Phone.of_pair(day, out).client
    own = " ".join(phone.get(f"/c/{day.slug}/pair/{out}/").content.decode().split())
    assert "Round 8" not in own
    # Nobody rests in the final but those who play in it.
    name = day.championship.contestants.get(number=out).shown_name
    assert name not in page(day.slug, "pairings/8/")


NOT_HERE = {"bracket", "calendar", "table-slips"}
"""Papers that this day has not: nobody is knocked out or in a league, and no round is open."""


@pytest.mark.parametrize("name", sorted(PAPERS.keys() - NOT_HERE))
def test_every_paper(day: Day, name: str) -> None:
    stages = stages_of(day.championship)
    paper = PAPERS[name]
    rounds: tuple[int, ...] = (2, 7) if paper.scope is Scope.ROUND else ()
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    content = bind_papers(request, [paper]).content
    assert content.startswith(b"%PDF")
    if name in {"standings", "official-record"}:
        text = text_of(content)
        assert "Classificació del campionat" in text or "Standings of the championship" in text


@pytest.mark.parametrize("name", WORKBOOKS)
def test_every_workbook(day: Day, name: str) -> None:
    _heading, content = made_workbook(
        name, stages_of(day.championship)[1], day.championship.created_at
    )
    assert content.startswith(b"PK")


def test_the_files_of_standings_have_what_was_carried(day: Day) -> None:
    client = english_client()
    book = openpyxl.load_workbook(
        BytesIO(client.get(f"/c/{day.slug}/export/standings.xlsx?lang=en").content)
    )
    cells = [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    assert "Carried" in cells
    csv = client.get(f"/c/{day.slug}/export/standings.csv?lang=en").content.decode("utf-8-sig")
    assert "Carried" in csv.splitlines()[0]
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["stage"]["name"] == "Final"
    assert {one["carried_hands"] for one in document["standings"]} == {"10"}


def test_the_record_gives_the_same(day: Day) -> None:
    assert faults(day.championship) == []


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("carried", "12", "carries over"),
        ("carried_hands", "11", "of so many hands"),
        ("seed", 9, "place"),
    ],
)
def test_verify_notices_what_was_changed(day: Day, column: str, value: object, told: str) -> None:
    one = Entrant.objects.filter(stage__championship=day.championship, seed=1)
    one.update(**{column: value})
    assert any(told in fault for fault in faults(day.championship))


def test_verify_notices_somebody_else_in_the_final(day: Day) -> None:
    best, _totals = expected(day)
    other = day.championship.contestants.exclude(number__in=best).order_by("number")[0]
    Entrant.objects.filter(stage__championship=day.championship, seed=1).update(contestant=other)
    found = faults(day.championship)
    assert any("not stored, but the record tells of it" in fault for fault in found)


def test_the_file_there_and_back(day: Day) -> None:
    twin_of(day.championship)
    actor = actor_of(day.championship)
    document = json.loads(export_championship(actor=actor, championship=day.championship).content)
    forge(document, Entrant, carried="2/4")
    damaged = json.dumps(document).encode()
    with pytest.raises(Exception, match="fraction"):
        import_championship(actor=actor, file=BytesIO(damaged), slug="damaged")


def test_a_correction_afterwards_is_told(day: Day) -> None:
    """The standings before change; the final stays, and its page says so."""
    client = client_of(day)
    assert "has changed the standings" not in page(day.slug, "manage/stages/", client)
    best, _totals = expected(day)
    result = Result.objects.filter(
        match__round__number=1,
        match__seats__contestant__number=best[0],
        is_current=True,
        match__round__championship=day.championship,
    ).first()
    assert result is not None
    Result.objects.filter(pk=result.pk).update(ns_points=72 - (result.ns_points or 0))
    assert "has changed the standings" in page(day.slug, "manage/stages/", client)


def test_it_is_not_taken_back_any_more(day: Day) -> None:
    client = client_of(day)
    assert "A round of it has been opened." in page(
        day.slug, "manage/stages/remove/?stage=2", client
    )
    manage(client, day.slug, "stages/remove/?stage=2")
    assert len(stages_of(day.championship)) == 2


def test_to_its_end(day: Day) -> None:
    client = client_of(day)
    manage(client, day.slug, "end/", {"sure": "on"})
    _best, totals = expected(day)
    home = page(day.slug, "")
    assert f"/c/{day.slug}/standings/championship/" in home
    winner = day.championship.contestants.get(number=ranked(totals)[0]).shown_name
    (line,) = front_page(championship_lines(None), None).past
    assert line.winners == (winner,)
    assert faults(Championship.objects.get(pk=day.championship.pk)) == []
