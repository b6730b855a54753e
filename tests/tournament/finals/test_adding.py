"""Adding a stage of the best, and taking it back: what is refused, decided by hand, recorded."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from openpyxl import load_workbook

from scoring.carry import Carry
from scoring.duplicate.settings import Scale, Settings
from scoring.rank_by import RankBy
from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.exports.audited import differences
from tests.tournament.exports.opened import computed
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    answers_by_role,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    stage_of,
)
from tests.tournament.finals.playing import add_final
from tests.tournament.made_once import made_once
from tests.tournament.verified import faults
from tournament.championships.services.another import CopiedParts, create_another
from tournament.championships.services.settings import change_settings
from tournament.championships.services.stages import add_stage_of_best, remove_stage
from tournament.championships.stage_queries import Place, going_on, stage_lines
from tournament.contestants.queries.late_entry import late_plan, room_plan
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.stages import stages_of
from tournament.deals.services.deal_sets import make_deals
from tournament.exports.workbooks import made_workbook
from tournament.models import Action, Championship, Match, Outcome, Stage
from tournament.public.queries import round_pairings
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.rulings.services import cancel_hand, deduct, withdraw_ruling
from tournament.schedule.queries import Away, whole_schedule
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import standings_view


def play(championship: Championship, *rounds: int, flat: bool = False) -> None:
    """Open, enter and close; `flat`: everybody gets the same."""
    actor = actor_of(championship)
    for number in rounds:
        round = championship.rounds.select_related("stage__championship").get(number=number)
        round = open_round(actor=actor, round=round)
        for match in Match.objects.filter(round=round, cancelled=False).select_related("table"):
            for deal in round.deals:
                points = 36 if flat else (29 * match.table.number + 11 * deal + 5 * number) % 73
                entry = ResultInput(outcome=Outcome.PLAYED, ns_points=points)
                enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)
        close_round(actor=actor, round=round)


PLAYED, FLAT = "Played", "Flat"
"""Championships of eight pairs whose three rounds are closed; in one everybody got the same."""


def _play_both() -> None:
    for name in (PLAYED, FLAT):
        championship = make_scheduled(8, rounds=3, name=name)
        make_deals(actor=actor_of(championship), championship=championship)
        play(championship, 1, 2, 3, flat=name == FLAT)


both_played = made_once(_play_both)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_played"), pytest.mark.long]


def played(name: str = PLAYED) -> Championship:
    return Championship.objects.get(name=name)


def final_of(
    championship: Championship,
    best: int = 4,
    carry: Carry = Carry.HALF,
    kind: str = "round-robin",
    chosen: Collection[int] | None = None,
    **more: Any,
) -> Stage:
    return add_stage_of_best(
        actor=actor_of(championship),
        championship=championship,
        kind=kind,
        name="Final",
        best=best,
        carry=carry,
        chosen=chosen,
        **more,
    )


def ranks(championship: Championship) -> list[int]:
    """The numbers of the pairs in the order of the first stage."""
    first = stages_of(championship)[0]
    return [one.contestant.number for one in standings_view(first).lines]


def test_the_best_with_half_of_their_totals() -> None:
    championship = played()
    before = standings_view(stages_of(championship)[0]).lines
    final = final_of(championship)
    assert [
        (one.contestant.number, one.seed, one.brought.points, one.brought.hands)
        for one in final.entrants.select_related("contestant")
    ] == [
        (line.contestant.number, seed, line.figures.total / 2, Fraction(6))
        for seed, line in enumerate(before[:4], start=1)
    ]
    event = championship.events.get(action=Action.STAGE_ADDED)
    assert event.after is not None
    assert event.after["entrants"][0]["carried"] == str(before[0].figures.total / 2)
    assert faults(championship) == []


def test_not_before_all_rounds_are_closed() -> None:
    championship = make_scheduled(8, rounds=2)
    make_deals(actor=actor_of(championship), championship=championship)
    with pytest.raises(NotNow, match="have been closed"):
        final_of(championship)
    play(championship, 1)
    with pytest.raises(NotNow, match="have been closed"):
        final_of(championship)
    round = championship.rounds.select_related("stage__championship").get(number=2)
    open_round(actor=actor_of(championship), round=round)
    with pytest.raises(NotNow, match="close it first"):
        final_of(championship)


def test_nobody_comes_late_into_a_final() -> None:
    championship = played()
    final = final_of(championship, 5)
    make_schedule(actor=actor_of(championship), stage=final)  # one of them rests in each round
    assert not late_plan(championship).is_possible
    assert not room_plan(championship, 1).places


def test_a_tie_on_the_line_is_decided_with_a_reason() -> None:
    championship = played(FLAT)
    now = going_on(stages_of(championship)[0], 4, Carry.NOTHING)
    assert now.numbers(Place.IN) == []
    assert len(now.tied) == 8
    with pytest.raises(UserError, match="share the rank"):
        final_of(championship)
    with pytest.raises(UserError) as refused:
        final_of(championship, chosen=[1, 2, 5, 8])
    assert refused.value.field == "reason"
    final = final_of(championship, chosen=[1, 2, 5, 8], reason="a card was drawn")
    assert list(final.entrants.values_list("contestant__number", flat=True)) == [1, 2, 5, 8]
    event = championship.events.get(action=Action.STAGE_ADDED)
    assert (event.reason, (event.after or {})["moved_in"]) == ("a card was drawn", [1, 2, 5, 8])
    assert faults(championship) == []


def test_one_moves_in_for_one_that_can_not_come() -> None:
    championship = played()
    order = ranks(championship)
    chosen = [*order[:3], order[4]]
    with pytest.raises(UserError, match="Say why"):
        final_of(championship, chosen=chosen)
    final = final_of(championship, chosen=chosen, reason="pair went home")
    told = championship.events.get(action=Action.STAGE_ADDED).after or {}
    assert (told["moved_in"], told["moved_out"]) == ([order[4]], [order[3]])
    assert list(final.entrants.values_list("contestant__number", flat=True)) == chosen
    assert faults(championship) == []
    # What was decided by hand is no change of the standings.
    assert stage_lines(championship)[1].changes == ()


def test_who_has_withdrawn_does_not_go_on() -> None:
    championship = make_scheduled(8, rounds=3)
    make_deals(actor=actor_of(championship), championship=championship)
    play(championship, 1, 2)
    order = ranks(championship)
    withdraw_contestant(
        actor=actor_of(championship),
        contestant=championship.contestants.get(number=order[0]),
        from_round=3,
        reason="ill",
    )
    play(championship, 3)
    order = ranks(championship)
    gone = championship.contestants.get(withdrawn_from=3).number
    with pytest.raises(UserError, match="have not withdrawn"):
        final_of(championship, chosen=order[:4] if gone in order[:4] else [gone, *order[:3]])
    final = final_of(championship)
    expected = [one for one in order if one != gone][:4]
    assert list(final.entrants.values_list("contestant__number", flat=True)) == expected
    make_schedule(actor=actor_of(championship), stage=final)
    assert faults(championship) == []


def test_the_standings_must_be_those_that_were_looked_at() -> None:
    championship = played()
    first = stages_of(championship)[0]
    now = going_on(first, 4, Carry.HALF)
    pair = championship.contestants.get(number=ranks(championship)[0])
    deduct(actor=actor_of(championship), stage=first, contestant=pair, hundredths=50, reason="late")
    with pytest.raises(Conflict):
        final_of(championship, based_on=now.based_on)


@pytest.mark.parametrize("kind", ["swiss-101", "round-robin-101"])
def test_nothing_is_carried_into_another_kind_of_ranking(kind: str) -> None:
    championship = played()
    with pytest.raises(UserError) as refused:
        final_of(championship, kind=kind)
    assert refused.value.field == "carry"
    assert stages_of(championship)[-1].number == 1
    final = final_of(championship, kind=kind, carry=Carry.NOTHING)
    assert final.game_settings().target == 101


def test_the_scale_stays_while_something_is_carried() -> None:
    championship = played()
    actor = actor_of(championship)
    change_settings(
        actor=actor,
        stage=stage_of(championship),
        settings=Settings(scale=Scale.HUNDRED),
        reason="-",
    )
    final = final_of(championship)
    assert final.scoring_settings().scale == "0-100"
    with pytest.raises(UserError, match="take the stage back"):
        change_settings(actor=actor, stage=final, settings=Settings(scale=Scale.ONE_TWO))


def test_a_hand_that_is_cancelled_stays_where_it_would_be_played() -> None:
    """No ruling is left about a hand that is in no round: nobody could withdraw it."""
    championship = played()
    actor = Actor.of_user(organiser_of(championship), Authority.ORGANISER)
    final = final_of(championship)
    make_schedule(actor=actor, stage=final)
    hand = championship.round_deals.order_by("number").last()
    assert hand is not None
    ruling = cancel_hand(
        actor=actor, championship=championship, deal=hand.number, reason="somebody saw it"
    )
    with pytest.raises(NotNow, match="There are rulings in it"):
        remove_stage(actor=actor, stage=final)
    lost = f"Hand {hand.number} is cancelled, and no round would play it"
    with pytest.raises(NotNow, match=lost):
        remove_schedule(actor=actor, stage=final)
    with pytest.raises(NotNow, match=lost):
        make_schedule(actor=actor, stage=final, rounds=2)
    make_schedule(actor=actor, stage=final)
    assert championship.rulings.get(withdrawn_at=None) == ruling
    withdraw_ruling(actor=actor, ruling=ruling, reason="it was another one")
    remove_schedule(actor=actor, stage=final)
    remove_stage(actor=actor, stage=final)
    assert faults(championship) == []


def test_taking_it_back_and_adding_another() -> None:
    championship = played()
    actor = actor_of(championship)
    final = final_of(championship)
    make_schedule(actor=actor, stage=final)
    publish_schedule(actor=actor, stage=final)
    remove_stage(actor=actor, stage=final)
    assert len(stages_of(championship)) == 1
    assert championship.rounds.count() == 3
    assert championship.events.order_by("-sequence")[0].action == Action.STAGE_REMOVED
    assert faults(championship) == []
    again = final_of(championship, 6, Carry.ALL, kind="duplicate-swiss")
    make_schedule(actor=actor, stage=again, rounds=2, seed="1", seeded=True)
    publish_schedule(actor=actor, stage=again)
    order = ranks(championship)[:6]
    met = [
        frozenset(one.number for one in match.pairs)
        for match in Match.objects.filter(round__stage=again, round__number=4)
    ]
    # The first of the standings meets the fourth of six, and so on: not by the numbers.
    assert set(met) == {frozenset((order[place], order[place + 3])) for place in range(3)}
    play(championship, 4)
    pair_round(
        actor=actor,
        round=championship.rounds.select_related("stage__championship").get(number=5),
    )
    assert faults(championship) == []
    with pytest.raises(NotNow, match="has been opened"):
        remove_stage(actor=actor, stage=again)


def test_only_its_own_pairs_rest_in_it() -> None:
    championship = played()
    actor = actor_of(championship)
    final = final_of(championship, 5)
    make_schedule(actor=actor, stage=final)
    publish_schedule(actor=actor, stage=final)
    stages = stages_of(championship)
    five = set(ranks(championship)[:5])
    found = round_pairings(stages, 4)
    assert found is not None
    assert {one.number for one in found.resting} < five
    assert len(found.resting) == 1
    grid = whole_schedule(*stages)
    out = {
        row.contestant.number
        for row in grid.rows
        if row.cells[3] is Away.OUT and row.cells[4] is Away.OUT
    }
    assert out == {1, 2, 3, 4, 5, 6, 7, 8} - five
    pair = championship.contestants.get(number=min(out))
    with pytest.raises(UserError, match="does not play in this stage"):
        deduct(actor=actor, stage=final, contestant=pair, hundredths=5, reason="late")
    play(championship, 4)
    lines = standings_view(final).lines
    assert {one.contestant.number for one in lines} == five
    # One has rested: with what is carried all are ranked, by the mean over all hands.
    assert {one.figures.counted_hands for one in lines} == {Fraction(6), Fraction(10)}
    assert faults(championship) == []


def test_a_correction_later_is_seen_on_the_page_and_the_final_stays() -> None:
    championship = played()
    final_of(championship)
    first = stages_of(championship)[0]
    leader = championship.contestants.get(number=ranks(championship)[0])
    deduct(
        actor=actor_of(championship), stage=first, contestant=leader, hundredths=900, reason="late"
    )
    changes = {one.contestant.number: one.text for one in stage_lines(championship)[1].changes}
    assert "would not go on now" in changes.values()
    assert "would go on now" in changes.values()
    assert faults(championship) == []


def test_a_copy_has_no_final() -> None:
    championship = played()
    final_of(championship)
    copy = create_another(
        actor=actor_of(championship),
        user=organiser_of(championship),
        source=championship,
        name="Next year",
        place="",
        date=championship.date,
        taken=CopiedParts(tables=False, people=False, pairs=True),
    )
    assert [one.best for one in stages_of(copy)] == [None]


def test_the_page_asks_again_with_what_was_typed() -> None:
    championship = played(FLAT)
    organiser = organiser_of(championship)
    day = Day(championship, stage_of(championship), organiser, organiser, organiser)
    client = english_client(organiser_of(championship))
    answer = add_final(day, client, "round-robin", 4, "nothing", chosen=[1, 2, 3, 4])
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Say why these pairs" in text
    assert text.count(" checked") >= 4
    assert "share a rank" in text
    answer = add_final(day, client, "round-robin", 4, "nothing", chosen=[1, 2, 3, "9" * 5000])
    assert "chosen" in answer.context["who"].errors
    answer = add_final(day, client, "round-robin", 4, "nothing", chosen=[1, 2, 3], reason="so")
    assert answer.status_code == 302
    answer = client.get(f"/c/{day.slug}/manage/stages/add/")
    assert answer.status_code == 302  # the newest stage has no closed round


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"best": "1"}, "at least 3 pairs"),
        ({"best": "x"}, "whole number"),
        ({"format": "whist"}, "valid choice"),
        ({"format": "swiss-101", "carry": "all"}, "not ranked by the same"),
        ({"name": ""}, "required"),
    ],
)
def test_what_can_not_be_is_said_at_its_field(changed: dict[str, str], told: str) -> None:
    championship = played()
    client = english_client(organiser_of(championship))
    asked = {"format": "round-robin", "name": "Final", "best": "4", "carry": "half", **changed}
    answer = client.get(f"/c/{championship.slug}/manage/stages/add/", asked)
    assert answer.status_code == 422
    assert told in answer.content.decode()


def test_a_stage_is_added_only_as_it_was_shown() -> None:
    """The format was changed, and *See who goes on* not pressed."""
    championship = played()
    client = english_client(organiser_of(championship))
    asked = {"format": "round-robin", "name": "Final", "best": "4", "carry": "half", "hands": ""}
    address = f"/c/{championship.slug}/manage/stages/add/"
    page = client.get(address, asked).content.decode()
    (form,) = [one for one in forms_of(page) if "chosen" in one.names]
    answer = client.post(f"{address}?best=4", form.filled(format="swiss-101", carry="nothing"))
    assert championship.stages.count() == 1
    assert answer.status_code == 302
    assert "format=swiss-101" in answer["location"]
    page = client.get(answer["location"]).content.decode()
    assert "something else than was shown" in page
    (form,) = [one for one in forms_of(page) if "chosen" in one.names]
    assert client.post(answer["location"], form.filled()).status_code == 302
    assert championship.stages.get(number=2).kind == "swiss-101"


@pytest.mark.parametrize("path", ["stages/", "stages/add/", "stages/remove/"])
def test_the_pages_are_the_organisers(path: str) -> None:
    championship = played()
    found = answers_by_role(championship, f"/c/{championship.slug}/manage/{path}")
    assert {who: status for who, status in found.items() if who != "organiser"} == {
        "nobody": 302,
        "stranger": 403,
        "referee": 403,
    }
    assert found["organiser"] == 200


def test_a_championship_of_one_stage_is_as_simple_as_before() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    client = english_client(organiser_of(championship))
    text = client.get(f"/c/{championship.slug}/standings/").content.decode()
    assert "Whole championship" not in text
    championship = played()
    answer = english_client().get(f"/c/{championship.slug}/standings/championship/")
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{championship.slug}/standings/")


@pytest.mark.libreoffice
def test_the_auditors_formulas_count_what_was_carried(tmp_path: Path) -> None:
    """While somebody has rested by the mean over all hands, at the end by totals again."""
    championship = played()
    actor = actor_of(championship)
    final = final_of(championship, 5)
    make_schedule(actor=actor, stage=final)
    publish_schedule(actor=actor, stage=final)
    scores, books = {}, {}
    for name, rounds in (("first round", range(4, 5)), ("end", range(5, 9))):
        play(championship, *rounds)
        scores[name] = dealt_scores(final)
        with translation.override("en"):
            _heading, content = made_workbook("auditor", final, championship.created_at)
        books[name] = load_workbook(BytesIO(content))
    ranked_by = {name: one.standings.ranked_by for name, one in scores.items()}
    assert ranked_by == {"first round": RankBy.MEAN, "end": RankBy.TOTAL}
    found = computed(books, tmp_path)
    assert {name: differences(found[name], one) for name, one in scores.items()} == {
        "first round": [],
        "end": [],
    }
