"""A championship paired by what ranks, round by round."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import BytesIO

import pytest

from scoring.pairing.entrants import two_of
from scoring.schedule.plan import RoundPlan
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    make_user,
    organiser_of,
    stage_of,
    turn_round,
)
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import enter_round, round_of
from tests.tournament.stages.swiss_rounds import (
    SEED,
    exchange,
    faults,
    matches,
    pair,
    play,
    resting,
    seven_pairs,
)
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.integrity.checks import Subject
from tournament.models import AuditEvent, Championship, Match, RoundStatus
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.schedule.pairings import paired_from, price_of_exchange, round_pairings
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.format import Planning
from tournament.stages.formats import FORMATS
from tournament.stages.swiss import DUPLICATE_SWISS
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]


of_seven_pairs = made_once(lambda: seven_pairs(DUPLICATE_SWISS))


@pytest.fixture
def championship(of_seven_pairs: Championship) -> Championship:
    return Championship.objects.get(pk=of_seven_pairs.pk)


def cheapest(championship: Championship, number: int) -> tuple[int, Fraction]:
    """The fewest rematches and the smallest cost of a round of seven, by trying every way in which
    the one that rests does."""
    found = paired_from(round_of(championship, number))
    scores = {one: score for one, (score,) in found.items()}
    met = {
        frozenset(match) for before in range(1, number) for match in matches(championship, before)
    }

    def ways(those: list[int]) -> list[list[tuple[int, int]]]:
        if not those:
            return [[]]
        first, *others = those
        return [
            [(first, other), *way]
            for other in others
            for way in ways([one for one in others if one != other])
        ]

    playing = sorted({one for match in matches(championship, number) for one in match})
    return min(
        (
            sum(frozenset(two) in met for two in way),
            sum(
                ((scores.get(a, Fraction(0)) - scores.get(b, Fraction(0))) ** 2 for a, b in way),
                Fraction(0),
            ),
        )
        for way in ways(playing)
    )


def test_the_first_round_is_drawn_and_the_next_one_waits_for_results(
    championship: Championship,
) -> None:
    assert len(matches(championship, 1)) == 3
    with pytest.raises(NotNow, match="Round 1 comes first"):
        pair(championship, 2)
    open_round(actor=actor_of(championship), round=round_of(championship, 1))
    with pytest.raises(NotNow, match="Close round 1 first"):
        pair(championship, 2)
    enter_round(championship, 1)
    close_round(actor=actor_of(championship), round=round_of(championship, 1))
    pair(championship, 2)
    assert last_actions(championship) == ["round-paired"]
    assert not faults(championship)


def test_rounds_are_paired_by_the_standings(championship: Championship) -> None:
    rested: list[int] = []
    for number in (1, 2, 3, 4):
        if number > 1:
            pair(championship, number)
            view = standings_view(stage_of(championship), after_round=number - 1)
            ranked = {line.contestant.number: view.main.value(line) for line in view.lines}
            assert paired_from(round_of(championship, number)) == {
                pair: (score,) for pair, score in ranked.items() if score is not None
            }
            told = round_pairings(round_of(championship, number))
            assert (told.price.rematches, *told.price.cost) == cheapest(championship, number)
        rested += resting(championship, number)
        play(championship, number)
    met = [two_of(*match) for number in range(1, 5) for match in matches(championship, number)]
    assert len(set(met)) == len(met) == 12
    assert len(set(rested)) == 4
    north = [match[0] for number in range(1, 5) for match in matches(championship, number)]
    assert max(map(north.count, range(1, 8))) <= 3
    assert not faults(championship)


def test_a_corrected_result_is_told_and_the_round_can_be_paired_anew(
    championship: Championship,
) -> None:
    play(championship, 1)
    pair(championship, 2)
    actor = actor_of(championship)
    assert not round_pairings(round_of(championship, 2)).outdated
    events = championship.events.count()
    pair(championship, 2)
    assert championship.events.count() == events, "nothing has changed"
    rule_out = championship.contestants.get(number=matches(championship, 1)[0][0])
    withdraw_contestant(actor=actor, contestant=rule_out, from_round=2, reason="ill")
    pair(championship, 2)
    assert rule_out.number in resting(championship, 2)
    assert not faults(championship)
    reopen_round(actor=actor, round=round_of(championship, 1), reason="a slip was misread")
    assert round_pairings(round_of(championship, 2)).outdated
    with pytest.raises(NotNow, match="Close round 1 first"):
        pair(championship, 2)
    close_round(actor=actor, round=round_of(championship, 1))
    assert not round_pairings(round_of(championship, 2)).outdated


def test_a_late_pair_counts_as_nothing_and_is_paired_next(championship: Championship) -> None:
    play(championship, 1)
    actor = actor_of(championship)
    join_late(actor=actor, championship=championship, players=["Una", "Dues"])
    pair(championship, 2)
    assert not resting(championship, 2)
    play(championship, 2)
    pair(championship, 3)
    play(championship, 3)
    assert not faults(championship)


class TestExchange:
    def test_two_pairs_change_places(self, championship: Championship) -> None:
        play(championship, 1)
        pair(championship, 2)
        before = matches(championship, 2)
        (a, b), (c, d), third = before
        price = price_of_exchange(round_of(championship, 2), a, d)
        exchange(championship, 2, a, d)
        assert matches(championship, 2) == [(d, b), (c, a), third]
        assert round_pairings(round_of(championship, 2)).price == price
        assert last_actions(championship) == ["pairs-exchanged"]
        assert not faults(championship)
        told = round_pairings(round_of(championship, 2))
        assert told.lines[0].why == told.lines[1].why
        assert told.lines[2].why != told.lines[0].why
        exchange(championship, 2, d, a)
        assert matches(championship, 2) == before
        assert not faults(championship)

    def test_one_of_them_may_rest(self, championship: Championship) -> None:
        (rest,) = resting(championship, 1)
        one = matches(championship, 1)[0][0]
        exchange(championship, 1, one, rest)
        assert resting(championship, 1) == {one}
        assert not faults(championship)
        play(championship, 1)
        pair(championship, 2)
        assert resting(championship, 2) != {one}
        assert not faults(championship)

    def test_pairing_anew_forgets_it(self, championship: Championship) -> None:
        before = matches(championship, 1)
        exchange(championship, 1, before[0][0], before[1][0])
        pair(championship, 1)
        assert matches(championship, 1) == before
        assert not faults(championship)

    @pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 8), (0, 2)])
    def test_two_pairs_of_the_round_are_needed(
        self, championship: Championship, one: int, other: int
    ) -> None:
        before = matches(championship, 1)
        with pytest.raises(UserError, match="two different pairs"):
            exchange(championship, 1, one, other)
        assert matches(championship, 1) == before

    def test_not_after_opening_nor_after_somebody_has_left(
        self, championship: Championship
    ) -> None:
        (a, _b), (c, _d), *_others = matches(championship, 1)
        gone = championship.contestants.get(number=a)
        withdraw_contestant(
            actor=actor_of(championship), contestant=gone, from_round=1, reason="ill"
        )
        with pytest.raises(NotNow, match="come or left"):
            exchange(championship, 1, c, _d)
        pair(championship, 1)
        play(championship, 1)
        with pytest.raises(NotNow, match="between the pairing"):
            exchange(championship, 1, c, _d)
        assert not faults(championship)


def test_verifying_finds_a_match_that_was_not_paired(championship: Championship) -> None:
    play(championship, 1)
    pair(championship, 2)
    match = Match.objects.filter(round__number=2).first()
    assert match is not None
    turn_round(match)
    assert any(
        "ronda 2" in one.lower() or "round 2" in one.lower()
        for one in faults(championship)[Subject.PAIRS]
    )


def test_verifying_finds_pairings_that_the_scores_do_not_give(
    championship: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if somebody had changed the program for one round."""
    play(championship, 1)

    def by_other_lots(planning: Planning) -> tuple[RoundPlan, ...]:
        return DUPLICATE_SWISS.plan(replace(planning, seed="another", scores={}))

    other = replace(DUPLICATE_SWISS, plan=by_other_lots)
    with monkeypatch.context() as patched:
        patched.setitem(FORMATS, DUPLICATE_SWISS.kind, other)
        pair(championship, 2)
    assert faults(championship)[Subject.PAIRS] == [
        "round 2: drawn again, the lots give other opponents."
    ]


def test_with_one_pair_left_it_says_so(championship: Championship) -> None:
    play(championship, 1)
    for one in championship.contestants.filter(number__gt=1):
        withdraw_contestant(
            actor=actor_of(championship), contestant=one, from_round=2, reason="ill"
        )
    with pytest.raises(NotNow, match="too few pairs"):
        pair(championship, 2)
    assert not Match.objects.filter(round__number=2).exists()


def test_the_first_round_can_go_by_seeding(championship: Championship) -> None:
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=3, seed=SEED, seeded=True)
    publish_schedule(actor=actor, stage=stage_of(championship))
    assert {two_of(*match) for match in matches(championship, 1)} == {(1, 4), (2, 5), (3, 6)}
    assert resting(championship, 1) == {7}
    told = round_pairings(round_of(championship, 1))
    assert {line.why[:11] for line in told.lines} == {"By seeding:"}
    play(championship, 1)
    pair(championship, 2)
    assert resting(championship, 2) != {7}
    assert not faults(championship)
    stage = stage_of(championship)
    stage.seeded = False
    stage.save()
    assert Subject.ROUNDS in faults(championship)


def test_other_formats_know_no_seeding() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    stage = stage_of(championship)
    assert not make_schedule(actor=actor_of(championship), stage=stage, seeded=True).seeded
    client = english_client(organiser_of(championship))
    assert (
        "by seeding" not in client.get(f"/c/{championship.slug}/manage/schedule/").content.decode()
    )


def test_a_whole_championship_is_played_and_proved() -> None:
    user = make_user()
    plan = Plan(contestants=7, rounds=4, format="duplicate-swiss", seed=11, events=True)
    championship = make_rehearsal(
        actor=Actor.of_user(user), user=user, plan=plan, occasion=Occasion(name="Suís")
    )
    rehearsal = Rehearsal(championship, plan, Actor.of_user(user))
    while (round := rehearsal.next_round()) is not None:
        assert rehearsal.play_round(round).closed
    assert championship.rounds.filter(status=RoundStatus.CLOSED).count() == 4
    paired = AuditEvent.objects.filter(championship=championship, action="round-paired")
    assert all(event.after and event.after["scores"] for event in paired)
    assert not faults(championship)
    content = export_championship(actor=Actor.of_user(user), championship=championship).content
    again = import_championship(actor=Actor.of_user(user), file=BytesIO(content), slug="again")
    assert [matches(again, number) for number in range(1, 5)] == [
        matches(championship, number) for number in range(1, 5)
    ]
    assert not faults(again)
