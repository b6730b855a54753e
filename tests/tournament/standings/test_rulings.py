"""Awarded averages, cancelled hands and deductions: what becomes of scores, totals and ranks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from scoring.duplicate.scores import Award, Field, Infraction, Origin
from scoring.duplicate.settings import Scale
from tests.e2e import plain_scores
from tests.tournament.day import Day, make_day
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import fill, played_day, put_result
from tests.tournament.standings.reading import sheet_of_pair
from tournament.models import NotPlayedReason, Outcome, Result, Round, Ruling
from tournament.standings.queries.scores import dealt_scores, round_scores
from tournament.standings.queries.table import standings_view, view_of
from tournament.standings.rankings.dealt_hands.hands import hand_sheet
from tournament.standings.rulings import Deduction

pytestmark = pytest.mark.django_db


def cancel(day: Day, deal: int, *, withdrawn: bool = False) -> Ruling:
    return rule(day, withdrawn=withdrawn, kind=Ruling.Kind.HAND_CANCELLED, deal=deal)


def deduct(day: Day, number: int, hundredths: int, *, withdrawn: bool = False) -> Ruling:
    contestant = day.championship.contestants.get(number=number)
    return rule(
        day,
        withdrawn=withdrawn,
        kind=Ruling.Kind.DEDUCTION,
        contestant=contestant,
        stage=day.stage,
        hundredths=hundredths,
    )


def rule(day: Day, *, withdrawn: bool, **content: object) -> Ruling:
    made = Ruling(
        championship=day.championship,
        number=day.championship.rulings.count() + 1,
        reason="what happened",
        **content,
    )
    if withdrawn:
        made.withdrawn_at, made.withdrawal_reason = timezone.now(), "it was somebody else"
    made.save()
    return made


def totals(day: Day) -> dict[int, Fraction]:
    return {line.contestant.number: line.figures.total for line in standings_view(day.stage).lines}


class TestAwards:
    def test_a_side_awarded_the_average_is_compared_with_nobody_and_its_opponents_are(self) -> None:
        day = make_day(contestants=8)
        day.open(1)
        put_result(day, 1, 1, 1, ns_points=72, award=Award.NS)
        for table, points in ((2, 46), (3, 36), (4, 41)):
            put_result(day, 1, table, 1, ns_points=points)
        sheet = hand_sheet(day.stage, 1)
        awarded = sheet.entries[0]
        assert awarded.award is Award.NS
        assert (awarded.sides.ns.hand_score, awarded.sides.ew.hand_score) == (None, -36)
        assert (awarded.sides.ns.final, awarded.sides.ns.origin) == (Fraction(3, 2), Origin.AVERAGE)
        assert (awarded.sides.ew.final, awarded.sides.ew.origin) == (Fraction(1), Origin.FORMULA)
        assert (sheet.fields.ns, sheet.fields.ew) == (Field(0, 10, 3), Field(-36, 0, 4))
        assert [one.sides.ns.final for one in sheet.entries[1:]] == [2, 1, Fraction(3, 2)]

    def test_a_hand_that_neither_side_could_play_has_no_points(self) -> None:
        day = make_day(contestants=6)
        day.open(1)
        put_result(day, 1, 1, 1, award=Award.BOTH, note="the lights went out")
        for table, points in ((2, 46), (3, 36)):
            put_result(day, 1, table, 1, ns_points=points)
        entry = hand_sheet(day.stage, 1).entries[0]
        assert (entry.sides.ns.points, entry.sides.ns.final, entry.sides.ew.final) == (
            None,
            Fraction(3, 2),
            Fraction(3, 2),
        )
        assert entry.public_note == ""

    def test_the_pairs_sheet_says_whom_it_was_awarded(self) -> None:
        day = make_day(contestants=6)
        day.open(1)
        put_result(day, 1, 1, 1, ns_points=40, award=Award.EW)
        fill(day, 1)
        line = sheet_of_pair(day.stage, day.match(1, 1).pairs.ns.number).lines[0]
        assert (line.entry.award, line.own.hand_score, line.opponents.hand_score) == (
            Award.EW,
            4,
            None,
        )


class TestCancelledHands:
    def test_nobody_has_a_score_for_it_whatever_was_played(self) -> None:
        day = played_day(contestants=6)
        cancel(day, 2)
        sheet = dealt_scores(day.stage).sheets[2]
        assert (sheet.cancelled, sheet.why_cancelled) == (True, "what happened")
        assert sheet == hand_sheet(day.stage, 2)
        for entry in sheet.entries:
            assert entry.sides.ns.points is not None
            assert (entry.sides.ns.final, entry.sides.ew.final) == (None, None)
            assert entry.sides.ns.origin is entry.sides.ew.origin is Origin.CANCELLED
        assert sheet.fields.ns == sheet.fields.ew == Field(None, None, 0)
        assert {line.figures.hands for line in standings_view(day.stage).lines} == {3}
        assert sheet_of_pair(day.stage, 1).lines[1].sheet.cancelled

    def test_a_withdrawn_ruling_counts_no_more(self) -> None:
        day = played_day(contestants=6)
        before = totals(day)
        cancel(day, 2, withdrawn=True)
        deduct(day, 1, 50, withdrawn=True)
        assert totals(day) == before
        assert not dealt_scores(day.stage).sheets[2].cancelled

    def test_it_counts_for_neither_total_mean_nor_tie_breaks(self) -> None:
        day = played_day(contestants=6)
        cancelled = dealt_scores(day.stage).sheets[3]
        before = {line.contestant.number: line for line in standings_view(day.stage).lines}
        cancel(day, 3)
        for line in standings_view(day.stage).lines:
            was = before[line.contestant.number]
            entry = next(one for one in cancelled.entries if line.contestant in one.pairs)
            own = entry.sides[entry.pairs.side_of(line.contestant)]
            final, score = own.final, own.hand_score
            assert final is not None
            assert score is not None
            assert line.figures.total == was.figures.total - final
            assert line.figures.mean == line.figures.total / 3
            assert line.figures.hand_score_sum == was.figures.hand_score_sum - score

    def test_a_hand_cancelled_before_anybody_played_it_has_an_empty_sheet(self) -> None:
        day = make_day(contestants=4)
        day.open(1)
        cancel(day, 4)
        cancel(day, 5)  # of a round that is not asked for
        sheets = dealt_scores(day.stage, rounds=[1]).sheets
        assert [(deal, sheet.cancelled, sheet.entries) for deal, sheet in sheets.items()] == [
            (4, True, ())
        ]
        assert len(hand_sheet(day.stage, 4).entries) == 2

    def test_a_fouled_hand_at_one_table_is_compared_with_nobody_and_the_others_go_on(self) -> None:
        day = make_day(contestants=6)
        day.open(1)
        put_result(
            day,
            1,
            1,
            1,
            outcome=Outcome.NOT_PLAYED,
            not_played_reason=NotPlayedReason.FOULED.value,
            note="a card too many",
        )
        fill(day, 1)
        fouled, *others = dealt_scores(day.stage).sheets[1].entries
        assert (fouled.sides.ns.final, fouled.sides.ew.final) == (None, None)
        assert sorted(one.sides.ns.final or 0 for one in others) == [1, 2]


class TestDeductions:
    def test_hundredths_are_taken_from_the_total_and_the_mean_follows(self) -> None:
        day = played_day(contestants=6)
        before = {line.contestant.number: line for line in standings_view(day.stage).lines}
        deduct(day, 3, 50)
        deduct(day, 3, 25)
        deduct(day, 5, 1)
        lines = {line.contestant.number: line for line in standings_view(day.stage).lines}
        assert lines[3].figures.total == before[3].figures.total - Fraction(3, 4)
        assert lines[3].figures.mean == lines[3].figures.total / 4
        assert lines[3].figures.deduction == Fraction(3, 4)
        assert lines[3].deductions == (
            Deduction(1, Fraction(1, 2), "what happened"),
            Deduction(2, Fraction(1, 4), "what happened"),
        )
        assert lines[5].figures.deduction == Fraction(1, 100)
        assert lines[1] == replace(before[1], rank=lines[1].rank)

    def test_it_can_cost_a_place(self) -> None:
        day = played_day(contestants=6)
        first = standings_view(day.stage).lines[0].contestant.number
        deduct(day, first, 800)
        assert standings_view(day.stage).lines[-1].contestant.number == first

    def test_on_the_other_scale_hundredths_are_of_its_own_point(self) -> None:
        day = played_day(contestants=6)
        put_settings(day.stage, scale=Scale.HUNDRED)
        day.stage.championship = day.championship
        before = totals(day)[2]
        deduct(day, 2, 150)
        assert totals(day)[2] == before - Fraction(3, 2)

    def test_it_belongs_to_no_round(self) -> None:
        day = played_day(contestants=6, rounds=2)
        before = view_of(round_scores(day.stage, 1)).lines
        deduct(day, 2, 100)
        assert view_of(round_scores(day.stage, 1)).lines == before
        assert standings_view(day.stage, after_round=1).lines != before
        by_round = next(
            line.figures.by_round
            for line in standings_view(day.stage).lines
            if line.contestant.number == 2
        )
        whole = sum((score or Fraction(0) for score in by_round.values()), Fraction(0))
        assert totals(day)[2] == whole - 1


def test_all_of_them_together_are_the_rules_said_plainly() -> None:
    day = make_day(contestants=8)
    for number in (1, 2):
        day.open(number)
    put_result(day, 1, 1, 1, ns_points=60, award=Award.NS)
    put_result(day, 1, 3, 2, award=Award.BOTH)
    put_result(day, 2, 2, 6, ns_points=11, award=Award.EW)
    put_result(day, 2, 4, 6, infraction=Infraction.EW)
    put_result(day, 2, 1, 7, ns_points=71)
    for number in (1, 2):
        fill(day, number)
    cancel(day, 3)
    deduct(day, 4, 35)
    deduct(day, 4, 7)
    slips = [
        plain_scores.Slip(
            deal=result.deal,
            ns=result.match.pairs.ns.number,
            ew=result.match.pairs.ew.number,
            ns_points=result.ns_points,
            offenders=result.infraction,
            averaged=result.award,
        )
        for result in Result.objects.all()
    ]
    plain = plain_scores.standings(slips, cancelled=[3], deducted={4: Fraction(42, 100)})
    lines = standings_view(day.stage).lines
    assert [
        (
            line.rank,
            line.contestant.number,
            line.figures.hands,
            line.figures.total,
            line.figures.mean,
        )
        for line in lines
    ] == [(line.rank, line.pair, line.hands, line.total, line.mean) for line in plain]


class TestSupposing:
    def test_a_result_that_is_not_stored_yet(self) -> None:
        day = played_day(contestants=6)
        before = standings_view(day.stage).lines
        match = day.match(1, 2)
        draft = Result(match=match, deal=3, outcome=Outcome.PLAYED, ns_points=72)
        then = {line.contestant.id: line for line in standings_view(day.stage, draft=draft).lines}
        stored = match.results.get(deal=3)
        assert stored.ns_points is not None
        changed = next(line for line in before if line.contestant.id == match.pair_ids.ns)
        gained = then[match.pair_ids.ns].figures.hand_score_sum - changed.figures.hand_score_sum
        assert gained == 72 - stored.ns_points
        assert standings_view(day.stage).lines == before
        Result.objects.filter(pk=stored.pk).update(ns_points=72)
        assert {line.contestant.id: line for line in standings_view(day.stage).lines} == then

    def test_a_draft_of_a_round_that_does_not_count_changes_nothing(self) -> None:
        day = played_day(contestants=6)
        before = standings_view(day.stage).lines
        day.open(2)
        draft = Result(match=day.match(2, 1), deal=5, outcome=Outcome.PLAYED, ns_points=72)
        assert standings_view(day.stage, draft=draft).lines == before


class TestCorrections:
    def test_the_latest_of_the_rounds_that_count(self) -> None:
        day = played_day(contestants=6, rounds=3)
        now = timezone.now()
        soon, later = now + timedelta(minutes=5), now + timedelta(minutes=20)
        for number, until in ((1, later), (2, soon), (3, now - timedelta(minutes=1))):
            Round.objects.filter(number=number).update(corrections_until=until)
        assert standings_view(day.stage).corrections_until == later
        assert view_of(round_scores(day.stage, 2)).corrections_until == soon
        assert view_of(round_scores(day.stage, 3)).corrections_until is None

    def test_an_ended_championship_stays_final(self) -> None:
        day = played_day(contestants=4, rounds=3)
        day.championship.ended_at = timezone.now()
        day.championship.save()
        day.stage.championship = day.championship
        view = standings_view(day.stage)
        assert view.final
        assert view.corrections_until is None


def test_another_championships_rulings_are_its_own() -> None:
    day, other = played_day(contestants=4), make_day(contestants=4, slug="other")
    before = totals(day)
    cancel(other, 1)
    deduct(other, 1, 10)
    assert totals(day) == before
