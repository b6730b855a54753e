"""Rounds that bots play: right in every figure, wrong where something shall go wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.game.seats import Side
from tests.e2e.plain_scores import final_scores
from tests.tournament.factories import stage_of
from tests.tournament.rehearsal.rehearsed import (
    REFEREE,
    content,
    current,
    faults,
    played,
    rehearsal,
    slips,
    truth,
)
from tournament.championships.day_settings import change_day
from tournament.correction_requests.services import make_correction_request
from tournament.models import (
    ConfirmationRule,
    CorrectionRequest,
    NotPlayedReason,
    Outcome,
    Result,
    RoundStatus,
)
from tournament.rehearsal.day import Rehearsal, Step
from tournament.rehearsal.scenarios import said_of_hand
from tournament.rehearsal.script_runner import Act
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of
from tournament.results.services.entry import enter_result
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ALL, HALF = Fraction(1), Fraction(1, 2)


@pytest.mark.parametrize(("contestants", "rounds"), [(3, 3), (5, 2), (22, 1)])
def test_everything_adds_up_with_few_pairs_and_many(contestants: int, rounds: int) -> None:
    made = played(contestants=contestants, rounds=rounds, mistakes=Fraction(1, 5))
    stage = stage_of(made.championship)
    assert set(stage.rounds.values_list("status", flat=True)) == {RoundStatus.CLOSED}
    assert len(list(current(made.championship))) == contestants // 2 * 4 * rounds
    assert faults(made.championship) == []
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for (_deal, pair), final in final_scores(slips(made.championship)).items():
        totals[pair] += final
    shown = {line.contestant.number: line.figures.total for line in standings_view(stage).lines}
    assert shown == {number: totals[number] for number in shown}
    assert set(shown) == set(totals)


def test_the_same_plan_gives_the_same_championship() -> None:
    one, same = (played(rounds=1, mistakes=HALF, minutes=30) for _ in range(2))
    assert content(one.championship) == content(same.championship)
    other = played(rounds=1, mistakes=HALF, minutes=30, seed=8)
    assert content(one.championship) != content(other.championship)


def test_without_mistakes_what_stands_is_what_was_played() -> None:
    made = played()
    for result in current(made.championship):
        _scenario, hand = truth(made, result)
        assert hand.fault is None
        assert content_of(result) == said_of_hand(hand)
        assert result.version == 1
    assert not CorrectionRequest.objects.exists()


def test_a_round_can_be_left_with_half_of_it_entered() -> None:
    made = rehearsal(contestants=8, mistakes=HALF)
    first = made.next_round()
    assert first is not None
    left = made.play_part(first)
    assert (left.hands, left.closed) == (8, False)
    assert Result.objects.filter(is_current=True).count() == 8
    first.refresh_from_db()
    assert first.status == RoundStatus.OPEN
    assert faults(made.championship) == []


def test_what_was_left_is_played_as_it_would_have_been() -> None:
    at_once = played(rounds=1)
    halves = rehearsal(rounds=1)
    first = halves.next_round()
    assert first is not None
    halves.play_part(first)
    assert halves.play_round(first).closed
    assert halves.next_round() is None
    stands = [
        [
            (one.deal, one.match.pairs.ns.number, content_of(one))
            for one in current(made.championship)
        ]
        for made in (at_once, halves)
    ]
    assert stands[0] == stands[1]


def test_what_is_left_half_way_is_put_in_order_before_a_round_is_closed() -> None:
    made = rehearsal(contestants=6, rounds=1, mistakes=ALL)
    first = made.next_round()
    assert first is not None

    class Gone(Exception):
        """Whoever rehearses stops it."""

    def leave(step: Step) -> None:
        if step.act is Act.OBJECTED:
            raise Gone

    with pytest.raises(Gone):
        replace(made, watch=leave).play_round(first)
    assert CorrectionRequest.objects.filter(decision="").exists()
    assert made.play_round(first).closed
    assert not CorrectionRequest.objects.filter(decision="").exists()
    assert faults(made.championship) == []


def test_what_somebody_at_the_desk_has_entered_stands() -> None:
    made = rehearsal(contestants=4, rounds=1)
    first = made.next_round()
    assert first is not None
    made.play_part(first, 1)
    match = first.matches.order_by("-table__number").first()
    assert match is not None
    deal = first.deals[-1]
    mine = ResultInput(outcome=Outcome.PLAYED, ns_points=1)
    enter_result(actor=REFEREE, match=match, deal=deal, entry=mine, based_on=0)
    assert made.play_round(first).closed
    (stands,) = Result.objects.filter(match=match, deal=deal)
    assert content_of(stands) == mine


def watched(made: Rehearsal, once: Callable[[Step], bool]) -> tuple[Rehearsal, list[Step]]:
    """Return the rehearsal with somebody who does something after each step until it is done, and
    the list of its steps."""
    steps: list[Step] = []
    done: list[bool] = []

    def watch(step: Step) -> None:
        steps.append(step)
        if not any(done):
            done.append(once(step))

    return replace(made, watch=watch), steps


def test_who_looks_at_results_may_be_changed_while_they_come_in() -> None:
    made = rehearsal(contestants=4, rounds=1)
    first = made.next_round()
    assert first is not None

    def change(_step: Step) -> bool:
        change_day(
            actor=REFEREE,
            championship=made.championship,
            confirmation=ConfirmationRule.REFEREE,
            round_minutes=None,
            correction_minutes=30,
        )
        return True

    playing, _steps = watched(made, change)
    assert playing.play_round(first).closed
    assert faults(made.championship) == []


def test_a_result_that_was_taken_back_is_entered_from_the_slip() -> None:
    made = rehearsal(contestants=4, rounds=1)
    first = made.next_round()
    assert first is not None
    taken: list[Result] = []

    def take_back(_step: Step) -> bool:
        one = Result.objects.select_related("match__round__stage__championship").get()
        taken.append(
            enter_result(
                actor=REFEREE,
                match=one.match,
                deal=one.deal,
                entry=BLANK,
                based_on=one.version,
                reason="Un altre full",
            )
        )
        return True

    playing, steps = watched(made, take_back)
    assert playing.play_round(first).closed
    assert any(step.refused for step in steps)  # the other pair had nothing to confirm
    stands = Result.objects.get(match=taken[0].match, deal=taken[0].deal, is_current=True)
    assert stands.outcome == Outcome.PLAYED
    assert stands.version == 3


def test_what_keeps_a_round_open_is_told_and_nothing_is_lost() -> None:
    made = rehearsal(contestants=6, rounds=1, mistakes=ALL)
    first = made.next_round()
    assert first is not None

    class Gone(Exception):
        """Whoever rehearses stops it, with a dispute at some table."""

    def leave(step: Step) -> bool:
        if step.act is Act.OBJECTED:
            raise Gone
        return False

    with pytest.raises(Gone):
        watched(made, leave)[0].play_round(first)

    def dispute_again(step: Step) -> bool:
        """Right after the referee's decision, before the round is closed."""
        decided = CorrectionRequest.objects.select_related("match__round__stage__championship")
        correction_request = decided.filter(pk=disputed.pk).exclude(decision="").first()
        if step.act is not Act.DECIDED or correction_request is None:
            return False
        make_correction_request(
            actor=REFEREE,
            match=correction_request.match,
            deal=correction_request.deal,
            kind=CorrectionRequest.Kind.DISAGREEMENT,
            side=Side.NS,
            based_on=2,
            words="Encara no",
        )
        return True

    disputed = CorrectionRequest.objects.get(decision="")
    playing, _steps = watched(made, dispute_again)
    left = playing.play_round(first)
    assert not left.closed
    assert any(str(disputed.deal) in sentence for sentence in left.obstacles)
    assert playing.play_round(first).closed
    assert faults(made.championship) == []


def test_a_pair_goes_home_and_a_late_one_comes() -> None:
    for contestants in (5, 6):
        made = rehearsal(f"Amb {contestants}", contestants=contestants, rounds=2, events=True)
        first = made.next_round()
        assert first is not None
        made.play_round(first)
        assert made.let_pairs_come_and_go() == ()
        while (round := made.next_round()) is not None:
            assert made.play_round(round).closed
        championship = made.championship
        assert championship.contestants.filter(withdrawn_from=2).count() == 1
        late = championship.contestants.get(joined_round=2)
        assert late.number == contestants + 1
        assert Result.objects.filter(match__seats__contestant=late).exists()
        assert faults(championship) == []


def test_rounds_of_some_length_have_a_countdown_and_end_before_some_hands() -> None:
    made = rehearsal(contestants=6, minutes=25, seed=1)
    first = made.next_round()
    assert first is not None
    made.play_part(first, 1)
    first.refresh_from_db()
    assert first.ends_at is not None
    while (round := made.next_round()) is not None:
        assert made.play_round(round).closed
    unplayed = [one for one in current(made.championship) if one.outcome == Outcome.NOT_PLAYED]
    assert unplayed
    assert {one.not_played_reason for one in unplayed} == {NotPlayedReason.TIME}
    assert all(one.deal % 4 == 0 for one in unplayed)
    assert faults(made.championship) == []
