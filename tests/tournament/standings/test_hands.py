"""Hand sheets as values: the published example, what is left out, what a draft would do."""

from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.duplicate.scores import Field, Infraction, Origin
from scoring.game.seats import Seat, Side
from scoring.participation import Withdrawn
from tests.tournament.day import make_day
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import (
    SIX_TABLES_DEAL,
    mixed_day,
    played_day,
    put_result,
    six_tables_day,
)
from tournament.models import Contestant, Match, Outcome, Result, Table
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.rankings.dealt_hands.hands import hand_sheet

pytestmark = pytest.mark.django_db


def test_six_tables_exactly() -> None:
    day = six_tables_day()
    sheet = dealt_scores(day.stage).sheets[SIX_TABLES_DEAL]
    assert (sheet.dealer, sheet.makers, sheet.round) == (Seat.W, Side.EW, 1)
    assert (sheet.fields.ns, sheet.fields.ew) == (Field(-16, 6, 6), Field(-8, 8, 6))
    assert [
        (*(own.contestant.name for own in one.sides), *(own.hand_score for own in one.sides))
        for one in sheet.entries
    ] == [
        ("A", "H", 1, -1),
        ("B", "I", -1, 1),
        ("C", "J", -16, 8),
        ("D", "K", 4, -8),
        ("E", "L", 6, -6),
        ("F", "M", -12, 6),
    ]
    assert [one.sides.ns.final for one in sheet.entries] == [
        Fraction(39, 22),
        Fraction(37, 22),
        Fraction(1),
        Fraction(21, 11),
        Fraction(2),
        Fraction(13, 11),
    ]
    assert [one.sides.ew.final for one in sheet.entries] == [
        Fraction(23, 16),
        Fraction(25, 16),
        Fraction(2),
        Fraction(1),
        Fraction(9, 8),
        Fraction(15, 8),
    ]


def test_a_hand_sheet_is_what_the_whole_stage_gives() -> None:
    day = mixed_day()
    scores = dealt_scores(day.stage)
    for deal, sheet in scores.sheets.items():
        assert hand_sheet(day.stage, deal) == sheet


def test_what_can_become_of_a_hand() -> None:
    sheets = dealt_scores(mixed_day().stage).sheets
    broken, contro, clean = sheets[1].entries
    assert (broken.infraction, broken.sides.ns.points, broken.sides.ns.hand_score) == (
        Infraction.EW,
        None,
        None,
    )
    assert (broken.sides.ns.origin, broken.sides.ew.origin) == (Origin.AVERAGE, Origin.INFRACTION)
    assert broken.sides.ns.final == (contro.sides.ns.final + clean.sides.ns.final) / 2  # type: ignore[operator]
    assert broken.sides.ew.final == 0
    assert (contro.sides.ns.hand_score, contro.sides.ew.hand_score) == (-16, 32)
    assert sheets[1].fields.ns.count == 2

    other, time, alone = sheets[2].entries
    assert [one.outcome for one in (other, time, alone)] == [
        Outcome.NOT_PLAYED,
        Outcome.NOT_PLAYED,
        Outcome.PLAYED,
    ]
    assert (other.sides.ns.final, other.sides.ns.origin, other.sides.ns.points) == (
        None,
        None,
        None,
    )
    assert (other.public_note, time.public_note) == ("the light went out", "")
    assert (alone.sides.ns.origin, alone.sides.ns.final) == (Origin.FLAT, Fraction(3, 2))

    assert {one.sides.ns.origin for one in sheets[3].entries} == {Origin.FLAT}
    assert [one.sides.ew.origin for one in sheets[4].entries] == [
        Origin.AVERAGE_OF_NOBODY,
        Origin.AVERAGE_OF_NOBODY,
        Origin.INFRACTION,
    ]
    assert sheets[4].fields.ns == Field(None, None, 0)


def test_a_note_beside_a_rule_break_is_not_public() -> None:
    entry = dealt_scores(mixed_day().stage).sheets[1].entries[0]
    assert (entry.note, entry.public_note) == ("seen by the referee", "")


def test_a_table_without_a_result_stands_on_the_sheet() -> None:
    day = make_day(contestants=6)
    day.open(1)
    put_result(day, 1, 2, 1, ns_points=50)
    Table.objects.filter(championship=day.championship, number=3).update(name="by the window")
    entries = hand_sheet(day.stage, 1).entries
    assert [(one.table_name, one.outcome, one.version) for one in entries] == [
        ("1", Outcome.BLANK, 0),
        ("2", Outcome.PLAYED, 1),
        ("3 · by the window", Outcome.BLANK, 0),
    ]
    assert entries[0].sides.ns.final is None
    assert entries[1].sides.ns.final == Fraction(3, 2)


def test_only_the_current_version_counts_and_cancelled_matches_do_not() -> None:
    day = make_day(contestants=6)
    day.open(1)
    first = put_result(day, 1, 1, 1, ns_points=50)
    Result.objects.filter(pk=first.pk).update(is_current=False)
    Result.objects.create(
        match=first.match,
        deal=1,
        version=2,
        outcome=Outcome.PLAYED,
        ns_points=20,
        entered_by="referee",
        change_reason="mistyped",
    )
    put_result(day, 1, 2, 1, ns_points=40)
    Match.objects.filter(pk=day.match(1, 2).pk).cancel()
    entries = hand_sheet(day.stage, 1).entries
    assert [(one.table_number, one.version, one.sides.ns.points) for one in entries] == [
        (1, 2, 20),
        (3, 0, None),
    ]


def test_a_draft_stands_in_for_the_result_of_its_match() -> None:
    day = played_day(contestants=6)
    before = hand_sheet(day.stage, 1)
    draft = Result(
        match=day.match(1, 1), deal=1, outcome=Outcome.PLAYED, ns_points=72, trump="botifarra"
    )
    after = hand_sheet(day.stage, 1, draft=draft)
    assert after.entries[0].sides.ns.hand_score == 72
    assert after.entries[0].sides.ns.final == 2
    assert after.entries[1].sides.ns.final != before.entries[1].sides.ns.final
    assert hand_sheet(day.stage, 1) == before


def test_a_draft_for_a_table_without_a_result() -> None:
    day = make_day(contestants=6)
    day.open(1)
    put_result(day, 1, 1, 1, ns_points=40)
    draft = Result(match=day.match(1, 2), deal=1, outcome=Outcome.PLAYED, ns_points=30)
    sheet = hand_sheet(day.stage, 1, draft=draft)
    assert [one.sides.ns.final for one in sheet.entries] == [2, 1, None]


def test_hands_of_an_annulled_pair_count_for_neither_side() -> None:
    day = played_day(contestants=6)
    gone = day.match(1, 3).pairs.ns
    Contestant.objects.filter(pk=gone.pk).update(withdrawn_from=2)
    kept = dealt_scores(day.stage).sheets[1].entries[2]
    assert kept.sides.ns.final is not None

    put_settings(day.stage, withdrawn=Withdrawn.ANNUL)
    day.stage.championship = day.championship
    scores = dealt_scores(day.stage)
    annulled = scores.sheets[1].entries[2]
    assert (annulled.sides.ns.final, annulled.sides.ew.final) == (None, None)
    assert annulled.sides.ns.origin is annulled.sides.ew.origin is Origin.ANNULLED
    assert annulled.sides.ns.hand_score is not None
    assert scores.sheets[1].fields.ns.count == 2
    assert gone.pk not in {row.contestant for row in scores.standings.rows}
    assert hand_sheet(day.stage, 1) == scores.sheets[1]


@pytest.mark.parametrize("rounds", [1, 3])
def test_queries_do_not_grow(
    django_assert_num_queries: DjangoAssertNumQueries, rounds: int
) -> None:
    day = played_day(contestants=2 + 2 * rounds, rounds=rounds)
    with django_assert_num_queries(7):
        dealt_scores(day.stage)
    with django_assert_num_queries(6):
        hand_sheet(day.stage, 1)
