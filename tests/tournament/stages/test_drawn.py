"""A championship whose opponents are drawn by lot, round by round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.duplicate.settings import Scale
from scoring.pairing.drawn import draw_round
from scoring.pairing.entrants import Entrants, two_of
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
    turn_round,
)
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import round_of
from tests.tournament.stages.swiss_rounds import SEED, seven_pairs
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.integrity.checks import Subject
from tournament.integrity.verification import verify
from tournament.models import PAIR_NUMBERS, AuditEvent, Championship, Match, RoundStatus
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan
from tournament.rounds.services.lifecycle import open_round
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, remove_schedule
from tournament.stages.drawn import DRAWN
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


of_seven_pairs = made_once(lambda: seven_pairs(DRAWN))


@pytest.fixture
def championship(of_seven_pairs: Championship) -> Championship:
    return Championship.objects.get(pk=of_seven_pairs.pk)


def begin(championship: Championship, number: int) -> None:
    open_round(actor=actor_of(championship), round=round_of(championship, number))


def draw(championship: Championship, number: int) -> None:
    pair_round(actor=actor_of(championship), round=round_of(championship, number))


def matches(championship: Championship, number: int) -> list[tuple[int, int]]:
    stored = Match.objects.filter(round__championship=championship, round__number=number)
    return list(stored.order_by("table").with_pair_columns().values_list(*PAIR_NUMBERS))


def withdraw(championship: Championship, number: int, from_round: int) -> None:
    withdraw_contestant(
        actor=actor_of(championship),
        contestant=championship.contestants.get(number=number),
        from_round=from_round,
        reason="ill",
    )


def come_late(championship: Championship) -> None:
    join_late(actor=actor_of(championship), championship=championship, players=["Una", "Dues"])


def faults(championship: Championship) -> dict[Subject, list[str]]:
    return {
        check.subject: list(check.faults) for check in verify(championship.slug) if check.faults
    }


def test_a_new_one_is_scored_from_0_to_100() -> None:
    stage = stage_of(make_championship(format=DRAWN))
    assert stage.scoring_settings().scale is Scale.HUNDRED
    assert stage.kind == "drawn"
    assert stage.hands_per_match == 4


def test_the_first_round_is_drawn_with_the_schedule(championship: Championship) -> None:
    plan = draw_round(Entrants((1, 2, 3, 4, 5, 6, 7)), seed=SEED, number=1)
    assert matches(championship, 1) == [tuple(match) for match in plan.pairings]
    assert [matches(championship, number) for number in (2, 3, 4)] == [[], [], []]
    paired = championship.rounds.filter(paired=True)
    assert list(paired.values_list("number", flat=True)) == [1]
    assert championship.round_deals.count() == 16, "packs can be prepared for all rounds"
    assert not faults(championship)


def test_rounds_are_drawn_one_after_the_other(championship: Championship) -> None:
    with pytest.raises(NotNow, match="Round 1 comes first"):
        draw(championship, 2)
    begin(championship, 1)
    with pytest.raises(NotNow, match="Round 1 has been opened"):
        draw(championship, 1)
    with pytest.raises(NotNow, match="Who meets whom in round 2"):
        begin(championship, 2)
    for number in (2, 3, 4):
        draw(championship, number)
        begin(championship, number)
    met = [two_of(*match) for number in range(1, 5) for match in matches(championship, number)]
    assert len(set(met)) == len(met) == 12
    assert last_actions(championship, 2) == ["round-paired", "round-opened"]
    assert not faults(championship)


def test_drawn_twice_it_is_drawn_once(championship: Championship) -> None:
    begin(championship, 1)
    draw(championship, 2)
    before = list(Match.objects.filter(round__number=2).values_list("pk", flat=True))
    events = championship.events.count()
    draw(championship, 2)
    assert list(Match.objects.filter(round__number=2).values_list("pk", flat=True)) == before
    assert championship.events.count() == events


def test_whoever_leaves_or_comes_is_drawn_or_not(championship: Championship) -> None:
    begin(championship, 1)
    draw(championship, 2)
    gone = matches(championship, 2)[0][0]
    withdraw(championship, gone, 2)
    assert not faults(championship)
    draw(championship, 2)
    drawn = {one for match in matches(championship, 2) for one in match}
    assert drawn == set(range(1, 8)) - {gone}
    assert not faults(championship)

    come_late(championship)
    assert championship.contestants.get(number=8).joined_round == 3, "nobody rests in round 2"
    begin(championship, 2)
    draw(championship, 3)
    rest = set(range(1, 9)) - {gone} - {one for match in matches(championship, 3) for one in match}
    assert len(rest) == 1
    assert not faults(championship)


def test_a_late_pair_takes_the_rest_of_a_round_that_is_drawn(championship: Championship) -> None:
    begin(championship, 1)
    draw(championship, 2)
    (rest,) = set(range(1, 8)) - {one for match in matches(championship, 2) for one in match}
    come_late(championship)
    assert {8, rest} in [set(match) for match in matches(championship, 2)]
    begin(championship, 2)
    draw(championship, 3)
    assert not faults(championship)
    draw(championship, 3)
    assert not faults(championship)


@pytest.mark.parametrize("number", [1, 2])
def test_verifying_finds_a_match_that_was_not_drawn(
    championship: Championship, number: int
) -> None:
    begin(championship, 1)
    draw(championship, 2)
    match = Match.objects.filter(round__number=number).first()
    assert match is not None
    turn_round(match)
    assert any(f"round {number}" in one.lower() for one in faults(championship)[Subject.PAIRS])


def test_verifying_finds_lots_that_were_not_drawn_from_the_seed(
    championship: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if somebody had changed the program for one round."""
    begin(championship, 1)

    def other_seed(entrants: Entrants, *, seed: str, number: int) -> object:
        return draw_round(entrants, seed=seed + "!", number=number)

    with monkeypatch.context() as patched:
        patched.setattr("tournament.stages.drawn.draw_round", other_seed)
        draw(championship, 2)
    assert faults(championship)[Subject.PAIRS] == [
        "round 2: drawn again, the lots give other opponents."
    ]


def test_removed_it_leaves_nothing(championship: Championship) -> None:
    remove_schedule(actor=actor_of(championship), stage=stage_of(championship))
    assert stage_of(championship).pairing_seed == ""
    assert not championship.rounds.filter(paired=True).exists()
    assert not faults(championship)


def test_a_seed_is_made_up_where_none_is_given(championship: Championship) -> None:
    stage = make_schedule(actor=actor_of(championship), stage=stage_of(championship), rounds=4)
    assert len(stage.pairing_seed) == 16
    event = AuditEvent.objects.filter(action="schedule-made").latest("sequence")
    assert event.after is not None
    assert event.after["seed"] == stage.pairing_seed
    assert "balance" not in event.after


def test_all_play_all_is_never_drawn_later() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    with pytest.raises(NotNow, match="when the schedule was made"):
        draw(championship, 1)


class TestPages:
    def test_the_schedule_shows_the_seed_and_no_balance(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        page = client.get(f"/c/{championship.slug}/manage/schedule/").content.decode()
        assert SEED in page
        assert "not known yet" in page
        assert "Sum of squares" not in page
        assert "To the rounds" in page
        public = english_client().get(f"/c/{championship.slug}/schedule/").content.decode()
        assert SEED in public
        assert "To the rounds" not in public

    def test_a_referee_draws_the_next_round(self, championship: Championship) -> None:
        begin(championship, 1)
        client = english_client(make_referee(championship))
        rounds = f"/c/{championship.slug}/manage/rounds/"
        page = client.get(rounds).content.decode()
        assert page.count("Draw the opponents") == 1
        assert f"{rounds}2/draw/" in page
        assert "drawn when the round before" in client.get(f"{rounds}3/").content.decode()
        answer = client.post(f"{rounds}2/draw/", follow=True)
        assert "Draw again" in answer.content.decode()
        assert len(matches(championship, 2)) == 3
        answer = client.post(f"{rounds}3/draw/", follow=True)
        assert "Round 2 comes first" in answer.content.decode()

    def test_a_round_that_is_not_drawn_says_so(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        for address in ("pairings/2/", "pairings/2/?by=name", "pairings/2/?wall=1"):
            page = client.get(f"/c/{championship.slug}/{address}").content.decode()
            assert "not known yet" in page, address
            assert "rests" not in page, address
        paper = f"/c/{championship.slug}/export/rounds/2/pairings.pdf"
        assert paper not in page
        assert client.get(paper).status_code == 404
        papers = client.get(f"/c/{championship.slug}/manage/papers/").content.decode()
        assert "not known yet" in papers

    def test_papers_of_a_drawn_round(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        url = f"/c/{championship.slug}/export/rounds/1/pairings.pdf"
        assert "Round 1" in text_of(client.get(url).content)


def test_a_whole_championship_is_played_and_proved() -> None:
    user = make_user()
    plan = Plan(contestants=5, rounds=4, format="drawn", seed=11, events=True)
    championship = make_rehearsal(
        actor=Actor.of_user(user), user=user, plan=plan, occasion=Occasion(name="Predonats")
    )
    rehearsal = Rehearsal(championship, plan, Actor.of_user(user))
    while (round := rehearsal.next_round()) is not None:
        assert rehearsal.play_round(round).closed
    assert championship.rounds.filter(status=RoundStatus.CLOSED).count() == 4
    view = standings_view(stage_of(championship))
    assert all(Fraction(0) <= (line.figures.mean or Fraction(0)) <= 100 for line in view.lines)
    assert max(line.figures.mean or 0 for line in view.lines) > 2
    assert not faults(championship)
