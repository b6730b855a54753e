"""A tie of two games, each rule by itself: who is ahead, has left, was given it, was corrected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.game.seats import Side
from scoring.ordinary.hands import Multipliers
from scoring.ordinary.sheets import read_sheet
from tests.tournament.factories import english_client, organiser_of
from tests.tournament.games.cup import Cup, numbers
from tests.tournament.verified import faults
from tournament.championships.services.end import end_championship
from tournament.championships.services.settings import change_settings
from tournament.championships.stage_queries import why_not_added
from tournament.core.errors import NotNow, UserError
from tournament.core.live import public_version
from tournament.models import Match, Result
from tournament.phones.pair_queries import pair_page
from tournament.results.services.undo import undo_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.schedule.pairings import why_outdated
from tournament.standings.contestants import stage_contestants
from tournament.standings.queries.scores import bracket_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_who_is_out_and_who_plays_again_is_told() -> None:
    cup = Cup(8, second_chance=True)
    cup.begin(1)
    for match in cup.matches(1):
        ns, _ew = numbers(match)
        cup.enter(match, 101, 0 if ns == 4 else 50)
    close_round(actor=cup.actor, round=cup.round(1))
    here = {one.number: one for one in stage_contestants(cup.stage).values()}
    assert [one for one in here if here[one].is_out_in(2)] == [5]
    cup.begin(2)
    met = cup.met(2)
    assert (1, 4) in met
    assert len(met) == 3, "one of the three that play again has a bye"
    page = pair_page([cup.stage], cup.stage, 6, published=public_version(cup.championship))
    assert page.now is not None
    assert page.now.second_chance


def after_the_first_leg(ns: int, ew: int) -> tuple[Cup, Match]:
    """A tie whose first game made these points and whose second has begun, with the first."""
    cup = Cup(2, legs=2)
    cup.begin(1)
    (first,) = cup.matches(1)
    cup.enter(first, ns, ew)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    return cup, first


def test_the_second_leg_needs_somebody_ahead_and_counts_extra_hands() -> None:
    cup, first = after_the_first_leg(101, 80)
    (second,) = cup.matches(2)
    assert numbers(second) == numbers(first)[::-1]
    with pytest.raises(UserError, match="Neither pair is ahead after both games"):
        cup.enter(second, 101, 80)
    cup.enter(second, 105, 103)
    with pytest.raises(UserError, match="the second one has been entered"):
        cup.enter(first, 100, 98)
    close_round(actor=cup.actor, round=cup.round(2))
    assert cup.ranks() == {1: (1, "Winner"), 2: (2, "Final")}
    assert faults(cup.championship) == []


def test_whoever_enters_the_second_leg_sees_what_the_first_one_gave() -> None:
    cup = Cup(2, legs=2)
    cup.begin(1)
    client = english_client(organiser_of(cup.championship))

    def entry(round: int) -> str:
        address = f"/c/{cup.championship.slug}/manage/rounds/{round}/tables/1/hands/1/"
        return str(client.get(address).content.decode())

    assert "First of two games." in entry(1)
    cup.enter(cup.matches(1)[0], 101, 80)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    # They have changed sides.
    assert "Second of two games. Points in the other one: NS 80, EW 101." in entry(2)


def test_a_draw_stands_in_the_first_leg() -> None:
    cup = Cup(2, legs=2)
    cup.begin(1)
    cup.enter(cup.matches(1)[0], 90, 90)
    assert Result.objects.current(cup.matches(1)[0], 1) is not None


def test_a_first_leg_corrected_after_the_second_was_paired() -> None:
    cup = Cup(4, legs=2)
    cup.play(1)
    cup.begin(2)
    first = next(one for one in cup.matches(1) if 1 in numbers(one))
    assert numbers(first) == (1, 4)
    cup.enter(first, 30, 101)
    assert not why_outdated(cup.round(2)), "the same two meet, whatever the first leg gave"
    for match in cup.matches(2):
        cup.enter(match, 80, 70)
    close_round(actor=cup.actor, round=cup.round(2))
    assert cup.ranks()[4][1] == "Final"
    cup.begin(3)
    assert {4} < {one for two in cup.met(3) for one in two}
    assert faults(cup.championship) == []


@pytest.mark.parametrize("before", [1, 2, 3])
def test_who_withdraws_before_between_and_after_the_legs(before: int) -> None:
    cup = Cup(4, legs=2)
    for number in range(1, before):
        cup.play(number)
    cup.withdraw(4, before)
    for number in range(before, 3):
        cup.play(number)
    if before == 3:
        assert cup.ranks()[1][1] == "Final"
    cup.begin(3)
    assert (1, 2) in cup.met(3) or (1, 3) in cup.met(3)
    view = bracket_view(cup.stage)
    assert view is not None
    told = {tie.decided_by for tie in view.rounds[0].ties}
    assert ("opponent-gone" in told) == (before < 3)
    assert faults(cup.championship) == []


def test_a_leg_given_by_a_referee_decides() -> None:
    cup = Cup(4, legs=2)
    cup.begin(1)
    for match in cup.matches(1):
        ns, _ew = numbers(match)
        more = {"given_to": Side.EW, "note": "nobody came"} if ns == 1 else {}
        cup.enter(match, 101, 50, **more)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.play(2)
    assert cup.met(2) == [(3, 2)], "the other tie is decided"
    cup.begin(3)
    assert (2, 4) in [tuple(sorted(one)) for one in cup.met(3)]


def test_legs_and_second_chance_belong_to_the_schedule() -> None:
    cup = Cup(4)
    settings = cup.stage.knockout_settings()
    for changed in ({"legs": 2}, {"second_chance": True}):
        with pytest.raises(NotNow, match="remove that first"):
            change_settings(
                actor=cup.actor,
                stage=cup.stage,
                settings=replace(settings, **changed),
            )


def test_a_stored_score_sheet_is_added_up_again() -> None:
    """`verify` finds one that gives other points, and no setting may make it do so."""
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    sheet = read_sheet("N 72 contro; W 50")
    cup.enter(match, 86, 0, sheet=sheet)
    settings = cup.stage.knockout_settings()
    other = replace(settings, multipliers=Multipliers.of_text("2-3-5"))
    change_settings(actor=cup.actor, stage=cup.stage, settings=other, reason="contro is 2 as well")
    assert faults(cup.championship) == []
    Result.objects.filter(match=match).update(sheet="N 72; W 50")
    told = faults(cup.championship)
    assert any("the score sheet adds up to 50–0, the result says 86–0" in one for one in told)


def test_no_setting_may_change_what_a_stored_score_sheet_adds_up_to() -> None:
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    cup.enter(match, 144, 0, sheet=read_sheet("N 72 recontro"))
    cheaper = replace(cup.stage.knockout_settings(), multipliers=Multipliers(2, 3, 5))
    with pytest.raises(NotNow, match="of round 1 at table 1"):
        change_settings(actor=cup.actor, stage=cup.stage, settings=cheaper, reason="cheaper")
    assert faults(cup.championship) == []


def decided_in_the_first_leg(*, by_leaving: bool) -> Cup:
    """A final of two pairs, of which one has won after the first game."""
    cup = Cup(2, legs=2)
    cup.begin(1)
    (match,) = cup.matches(1)
    cup.enter(match, 101, 50, **({} if by_leaving else {"given_to": Side.NS, "note": "alone"}))
    close_round(actor=cup.actor, round=cup.round(1))
    if by_leaving:
        cup.withdraw(2, 2)
    return cup


@pytest.mark.parametrize("by_leaving", [False, True])
def test_a_final_decided_in_its_first_leg_ends_the_stage(by_leaving: bool) -> None:
    cup = decided_in_the_first_leg(by_leaving=by_leaving)
    assert why_not_added(cup.stage) != ""
    cup.begin(2)
    assert cup.met(2) == []
    close_round(actor=cup.actor, round=cup.round(2))
    assert [cup.ranks()[one][0] for one in (1, 2)] == [1, 2]
    assert why_not_added(cup.stage) == ""
    assert faults(cup.championship) == []
    told = page_of_round(cup, 2)
    assert "No match is played in this round." in told
    view = bracket_view(cup.stage)
    assert view is not None
    (tie,) = view.rounds[-1].ties
    assert tie.decided_by == ("opponent-gone" if by_leaving else "referee")
    end_championship(actor=cup.actor, championship=cup.championship)


def page_of_round(cup: Cup, number: int) -> str:
    client = english_client(organiser_of(cup.championship))
    answer = client.get(f"/c/{cup.championship.slug}/manage/rounds/{number}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def game_ns(match: Match) -> int | None:
    return Result.objects.get(match=match, is_current=True).game_ns


def test_a_corrected_first_leg_is_not_undone_to_what_can_no_longer_stand() -> None:
    """With the points that stood before, neither pair would be ahead after both games."""
    cup, first = after_the_first_leg(100, 50)
    reopen_round(actor=cup.actor, round=cup.round(1), reason="misread")
    cup.enter(first, 90, 50)
    (second,) = cup.matches(2)
    cup.enter(second, 100, 50)  # the sides have changed: 140 to 150
    with pytest.raises(UserError, match="neither pair is ahead"):
        undo_result(actor=cup.actor, match=first, deal=1, version=2)
    assert game_ns(first) == 90
    cup.enter(second, 80, 50)
    undo_result(actor=cup.actor, match=first, deal=1, version=2)
    assert game_ns(first) == 100


def test_a_given_first_leg_stays_given_once_there_is_no_second_one() -> None:
    cup = Cup(4, legs=2)
    cup.begin(1)
    given, other = cup.matches(1)
    cup.enter(given, 100, 50)
    cup.enter(other, 100, 50)
    cup.enter(given, 100, 50, given_to=Side.NS, note="alone")
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    assert len(cup.met(2)) == 1
    reopen_round(actor=cup.actor, round=cup.round(1), reason="misread")
    with pytest.raises(UserError, match="was opened without a second game"):
        undo_result(actor=cup.actor, match=given, deal=1, version=2)
    with pytest.raises(UserError, match="was opened without a second game"):
        cup.enter(given, 90, 50)
    cup.enter(given, 100, 50, given_to=Side.EW, note="the other one")
