"""What an act would do is shown exactly, and nothing of it stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from functools import partial

import pytest
from django.core import serializers
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.duplicate.scores import Origin
from scoring.game.seats import Side
from scoring.rank_by import RankBy
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.core.errors import UserError
from tournament.models import AuditEvent, Result, Ruling
from tournament.rounds.services.lifecycle import close_round
from tournament.rulings.effects import Consequences, Outdated, do_as_shown, foresee
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import cancel_hand, deduct, rule_on_hand
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db

BREAK = HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.NS}), "revoked in trick 4")
AWARD = HandRuling(HandRulingKind.AWARD, frozenset({Side.NS}), "disturbed")
FOULED = HandRuling(HandRulingKind.CANCELLED, frozenset(), "a card lay there twice")
TABLES = (1, 2, 3)
POINTS = {1: 40, 2: 34, 3: 30}


def a_day() -> Day:
    """Six pairs; round 1 is closed: on every hand table 1 made most, table 3 least."""
    day = make_day(contestants=6)
    day.open(1)
    for table in TABLES:
        for deal in range(1, 5):
            day.enter(1, table, deal, POINTS[table])
    close_round(actor=day.acting, round=day.round(1))
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def ruling_on(
    day: Day, ruling: HandRuling, *, table: int = 1, deal: int = 1
) -> Callable[[], object]:
    return partial(
        rule_on_hand,
        actor=day.acting,
        match=day.match(1, table),
        deal=deal,
        ruling=ruling,
        based_on=1,
    )


def deduction(day: Day, hundredths: int, *, contestant: int = 0) -> Callable[[], object]:
    return partial(
        deduct,
        actor=day.acting,
        stage=day.stage,
        contestant=day.contestants[contestant],
        hundredths=hundredths,
        reason="came late",
        number=1,
    )


def cancelling(day: Day, deal: int) -> Callable[[], object]:
    return partial(
        cancel_hand,
        actor=day.acting,
        championship=day.championship,
        deal=deal,
        reason="two packs swapped",
    )


def everything() -> list[str]:
    """All that the acts could have written, as text."""
    return [
        serializers.serialize("json", model.objects.all()) for model in (AuditEvent, Result, Ruling)
    ]


def foreseen(day: Day, act: Callable[[], object], **about: object) -> Consequences:
    """What is foreseen of an act, after a look that nothing was written."""
    before = everything()
    found = foresee(day.stage, act, **about)  # type: ignore[arg-type]
    assert everything() == before
    return found


class TestForeseeing:
    def test_a_rule_break_moves_the_pair_and_the_others_at_the_hand(self, day: Day) -> None:
        match = day.match(1, 1)
        found = foreseen(
            day, ruling_on(day, BREAK), deal=1, match_id=match.pk, about=set(match.pair_ids)
        )
        assert found.hand is not None
        own, second, third = found.hand.lines
        assert (own.before.ns, own.entry.sides.ns.final) == (Fraction(2), Fraction(0))
        assert own.entry.sides.ew.origin is Origin.AVERAGE
        assert (second.before.ns, second.entry.sides.ns.final) == (Fraction(7, 5), Fraction(2))
        assert third.entry.sides.ns.final == 1
        assert found.waits_for is None
        # By their totals 4 (8.00), 1 (8.00, with fewer points), 5 (6.40), 2 (5.60), 6, 3 (4.00);
        # then 4 (8.00), 2 (6.20), 1 (6.00), 5 (5.80), 6 (4.50), 3 (4.00).
        assert [str(move) for move in found.about] == [
            "Pair 1 Àngels 1 – Marçal 1 moves from place 2 to place 3.",
            "Pair 6 Àngels 6 – Marçal 6 stays in place 5.",
        ]
        assert [str(move) for move in found.others] == [
            "Pair 2 Àngels 2 – Marçal 2 moves from place 4 to place 2.",
            "Pair 5 Àngels 5 – Marçal 5 moves from place 3 to place 4.",
        ]
        assert [move.contestant.number for move in found.changed] == [2, 1, 5, 6]

    def test_what_reads_the_same_is_no_change_to_anybody(self, day: Day) -> None:
        """Shown is what people read: never “1.552 → 1.552”."""
        found = foreseen(day, deduction(day, 250), about={day.contestants[0].pk})
        (move,) = found.changed
        assert move.before is not None
        texts = [texts for _move, texts in found.changed_texts]
        assert texts
        assert all(before != after for each in texts for before, after in each[:1])

        figures = move.before.figures
        hair = Fraction(1, 100_000)
        closer = replace(figures, total=figures.total + hair, mean=figures.mean + hair)
        nearly = replace(move, after=replace(move.before, figures=closer))
        assert nearly.changes_value
        assert replace(found, changed=(nearly,)).changed_texts == ()

    def test_it_comes_true(self, day: Day) -> None:
        """What was shown is what the standings then say, whatever the ruling."""
        for act in (
            ruling_on(day, BREAK),
            ruling_on(day, AWARD, deal=2),
            ruling_on(day, FOULED, deal=3),
            deduction(day, 125),
            cancelling(day, 4),
        ):
            found = foreseen(day, act)
            act()
            lines = {line.contestant.id: line for line in standings_view(day.stage).lines}
            changed = {move.contestant.id: move.after for move in found.changed}
            assert changed
            for contestant, line in changed.items():
                assert line is not None
                assert (line.rank, line.figures.total, line.figures.mean) == (
                    lines[contestant].rank,
                    lines[contestant].figures.total,
                    lines[contestant].figures.mean,
                )

    def test_a_hand_cancelled_for_all(self, day: Day) -> None:
        found = foreseen(day, cancelling(day, 2), deal=2)
        assert found.hand is not None
        assert found.hand.own is None
        assert {
            (line.entry.sides.ns.final, line.entry.sides.ew.final) for line in found.hand.lines
        } == {(None, None)}
        assert len(found.changed) == 6

    def test_a_deduction(self, day: Day) -> None:
        found = foreseen(day, deduction(day, 250), about={day.contestants[0].pk})
        assert [str(move) for move in found.about] == [
            "Pair 1 Àngels 1 – Marçal 1 moves from place 2 to place 4."
        ]
        assert [str(move) for move in found.others] == [
            "Pair 5 Àngels 5 – Marçal 5 moves from place 3 to place 2.",
            "Pair 2 Àngels 2 – Marçal 2 moves from place 4 to place 3.",
        ]
        assert found.hand is None
        (move,) = found.changed
        assert move.before is not None
        assert move.after is not None
        assert move.before.figures.total - move.after.figures.total == Fraction(5, 2)

    def test_that_it_changes_what_pairs_are_ranked_by(self, day: Day) -> None:
        found = foreseen(day, ruling_on(day, FOULED), deal=1)
        assert found.ranked_by == RankBy.MEAN
        assert [one.key for one in found.columns] == ["total", "mean"]
        assert foreseen(day, cancelling(day, 1), deal=1).ranked_by == ""

    def test_in_an_open_round_the_standings_wait_for_its_closing(self, day: Day) -> None:
        day.open(2)
        day.enter(2, 1, 5, 40)
        act = partial(
            rule_on_hand,
            actor=day.acting,
            match=day.match(2, 1),
            deal=5,
            ruling=BREAK,
            based_on=1,
        )
        found = foreseen(day, act, deal=5, match_id=day.match(2, 1).pk)
        assert (found.waits_for, found.changed) == (2, ())
        assert found.hand is not None
        assert found.hand.own is not None
        assert found.hand.own.sides.ns.final == 0

    def test_what_is_refused_is_refused(self, day: Day) -> None:
        before = everything()
        with pytest.raises(UserError):
            foresee(day.stage, deduction(day, 0))
        assert everything() == before

    def test_what_is_done_already_does_nothing(self, day: Day) -> None:
        act = deduction(day, 50)
        assert not foreseen(day, act).does_nothing
        act()
        assert foreseen(day, act).does_nothing

    @pytest.mark.parametrize("contestants", [4, 8])
    def test_costs_the_same_for_four_pairs_and_for_eight(self, contestants: int) -> None:
        day = make_day(contestants=contestants, slug="another")
        day.open(1)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        with CaptureQueriesContext(connection) as queries:
            foresee(day.stage, ruling_on(day, BREAK), deal=1, match_id=day.match(1, 1).pk)
        said = [one["sql"] for one in queries]
        asked = [one for one in said if one.startswith("SELECT") and "pg_notify" not in one]
        locks = int(connection.features.has_select_for_update)  # that of the event, where rows lock
        assert len(asked) == 39 + locks  # those of the act included


class TestDoingWhatWasShown:
    def test_what_was_shown_is_done(self, day: Day) -> None:
        act = deduction(day, 50)
        do_as_shown(day.stage, act, shown=foresee(day.stage, act).fingerprint)
        assert Ruling.objects.get().hundredths == 50

    def test_once(self, day: Day) -> None:
        act = deduction(day, 50)
        shown = foresee(day.stage, act).fingerprint
        for _time in range(2):
            do_as_shown(day.stage, act, shown=shown)
        assert Ruling.objects.count() == 1

    def test_not_if_it_would_do_something_else_by_now(self, day: Day) -> None:
        act = cancelling(day, 1)
        shown = foresee(day.stage, act, deal=1).fingerprint
        ruling_on(day, BREAK, table=2)()
        with pytest.raises(Outdated) as outdated:
            do_as_shown(day.stage, act, shown=shown, deal=1)
        assert not Ruling.objects.exists()
        do_as_shown(day.stage, act, shown=outdated.value.now.fingerprint, deal=1)
        assert Ruling.objects.get().deal == 1

    def test_a_fingerprint_knows_every_score_and_place(self, day: Day) -> None:
        prints = {
            foresee(day.stage, act, deal=1).fingerprint
            for act in (
                ruling_on(day, BREAK),
                ruling_on(day, AWARD),
                ruling_on(day, FOULED),
                cancelling(day, 1),
                deduction(day, 1),
                deduction(day, 2),
                deduction(day, 1, contestant=1),
            )
        }
        assert len(prints) == 7


def test_a_referee_may_look_as_long_as_they_may_act(day: Day) -> None:
    day.stage.rounds.filter(number=1).update(
        corrections_until=timezone.now() - timedelta(minutes=1)
    )
    with pytest.raises(UserError, match="only an organiser"):
        foresee(day.stage, ruling_on(day, BREAK), deal=1)
