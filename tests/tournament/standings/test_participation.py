"""Too few hands and withdrawals: who stands behind whom on pages, papers and in files, and when."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoDbBlocker

from scoring.carry import Carry
from scoring.participation import Completion
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    stage_of,
)
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.services.end import end_championship
from tournament.championships.services.settings import change_settings
from tournament.championships.stage_queries import Place, going_on
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.stages import stages_of
from tournament.deals.services.deal_sets import make_deals
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Championship, Match, NotPlayedReason, Outcome, Round
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.by_hand import SeatedMatch
from tournament.schedule.services.rounds import enter_pairings
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.by_hand import BY_HAND
from tournament.stages.league import LEAGUE
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db

ROUNDS, SHORT, BEST = 7, 3, 60
"""Eight pairs meet in seven rounds of four hands; the third of them misses 13 of 28."""


def play(
    championship: Championship,
    number: int,
    *,
    missed: int = 0,
    why: NotPlayedReason = NotPlayedReason.TIME,
) -> None:
    """Play a round in which pair 3 makes 60 of 72 points in every hand, but for those `missed`: the
    last ones, by default as there was no time."""
    actor = actor_of(championship)
    round = open_round(actor=actor, round=championship.rounds.get(number=number))
    matches = Match.objects.filter(round=round, cancelled=False)
    for match in matches.select_related("table", "round__stage__championship"):
        pairs = match.pairs.map(lambda pair: pair.number)
        for place, deal in enumerate(round.deals):
            ns = 30 + (7 * match.table.number + 5 * deal) % 13
            entry = ResultInput(outcome=Outcome.PLAYED, ns_points=ns)
            if SHORT in pairs:
                entry = ResultInput(Outcome.PLAYED, BEST if pairs.ns == SHORT else 72 - BEST)
            if SHORT in pairs and place >= 4 - missed:
                entry = ResultInput(outcome=Outcome.NOT_PLAYED, not_played_reason=why.value)
            enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)
    close_round(actor=actor, round=Round.objects.get(pk=round.pk))


def missed_in(number: int) -> int:
    """Four hands of three rounds, and one."""
    return {1: 4, 2: 4, 3: 4, 4: 1}.get(number, 0)


@pytest.fixture(scope="module")
def short(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    with django_db_blocker.unblock(), undone():
        championship = make_scheduled(8, rounds=ROUNDS)
        make_deals(actor=actor_of(championship), championship=championship)
        for number in range(1, ROUNDS):
            play(championship, number, missed=missed_in(number))
        yield championship


@pytest.fixture(autouse=True)
def _as_it_was(django_db_setup: None) -> Iterator[None]:
    with undone():
        yield


def line_of(championship: Championship, number: int) -> StandingsLine[Any]:
    lines = standings_view(stage_of(championship)).lines
    return next(one for one in lines if one.contestant.number == number)


def page(championship: Championship, path: str, client: Client | None = None) -> str:
    answer = (client or english_client()).get(f"/c/{championship.slug}/{path}")
    assert answer.status_code == 200, (path, answer.status_code)
    return unescape(answer.content.decode())


def paper(championship: Championship, name: str, *rounds: int) -> str:
    stages = stages_of(championship)
    request = PaperRequest(stages, rounds, championship.created_at, "http://hall", known_of(stages))
    with translation.override("en"):
        return text_of(bind_papers(request, [PAPERS[name]]).content)


WHY = "15 of 28 hands: fewer than 2/3"


def test_before_the_last_round_it_is_only_noted(short: Championship) -> None:
    line = line_of(short, SHORT)
    assert (line.rank, line.completion) == (1, Completion.ENOUGH)
    noted = "11 of 24 hands: fewer than 2/3, which counts once the last round is closed"
    assert noted in page(short, "standings/")
    assert faults(short) == []


def test_15_of_28_hands_come_behind_and_everything_says_why(short: Championship) -> None:
    play(short, ROUNDS)
    view = standings_view(stage_of(short))
    assert view.ranked_by == "mean"
    line = view.lines[-1]
    assert (line.contestant.number, line.rank) == (SHORT, 8)
    assert line.figures.mean == max(one.figures.mean for one in view.lines), "once it won"
    for path in ("standings/", f"pairs/{SHORT}/"):
        assert WHY in page(short, path), path
        assert "once the last round is closed" not in page(short, path)
    shown = page(short, "standings/")
    *others, behind = shown.split('class="drawing bar')[1:]
    drawn = ["<rect" in one.split("</svg>")[0] for one in (*others, behind)]
    assert drawn == [False, *[True] * 6, False], "the first has none; a bar of the last would lie"
    document = json.loads(page(short, "standings.json"))
    told = {one["pair"]["number"]: one for one in document["standings"]}
    assert told[SHORT]["completion"] == "too-few-hands"
    assert told[SHORT]["too_few_hands"] == {"hands": 15, "most": 28, "least_share": "2/3"}
    assert {one["completion"] for number, one in told.items() if number != SHORT} == {"enough"}
    content = page(short, "export/standings.csv?lang=en").lstrip("\ufeff")
    rows = list(csv.DictReader(io.StringIO(content), delimiter=";"))
    assert (rows[-1]["No."], rows[-1]["Remarks"]) == (str(SHORT), WHY)
    for name, rounds in (("standings", ()), ("standings-wall", (ROUNDS,))):
        assert WHY in " ".join(paper(short, name, *rounds).split()), name
    (last,) = json.loads(page(short, "championship.json"))["standings"][-1:]
    assert (last["pair"]["number"], last["completion"]) == (SHORT, "too-few-hands")
    assert "two thirds" in page(short, "rules/").lower()
    assert faults(short) == []


def test_a_withdrawn_opponent_excuses_only_whom_somebody_left() -> None:
    """Without a withdrawal it says nothing of who was not there: whoever leads could stay away."""
    championship = make_scheduled(8, rounds=ROUNDS)
    make_deals(actor=actor_of(championship), championship=championship)
    for number in range(1, ROUNDS + 1):
        play(championship, number, missed=missed_in(number), why=NotPlayedReason.WITHDRAWN)
    line = line_of(championship, SHORT)
    assert (line.rank, line.completion) == (8, Completion.TOO_FEW_HANDS)
    assert faults(championship) == []


def test_who_was_left_alone_in_the_middle_of_a_match_is_excused() -> None:
    championship = make_scheduled(4, rounds=3)
    make_deals(actor=actor_of(championship), championship=championship)
    play(championship, 1)
    play(championship, 2, missed=4, why=NotPlayedReason.WITHDRAWN)
    rounds = championship.rounds.filter(number=2)
    met = Match.objects.get(round__in=rounds, seats__contestant__number=SHORT)
    opponents = next(one for one in met.pairs if one.number != SHORT)
    assert line_of(championship, SHORT).shortfall is not None
    withdraw_contestant(
        actor=actor_of(championship), contestant=opponents, from_round=3, reason="went home"
    )
    assert line_of(championship, SHORT).shortfall is None
    assert line_of(championship, opponents.number).shortfall is not None
    assert faults(championship) == []


def test_who_goes_on_has_played_enough(short: Championship) -> None:
    play(short, ROUNDS)
    found = going_on(stage_of(short), 4, Carry.NOTHING)
    assert SHORT not in found.numbers(Place.IN, Place.AT_THE_LINE)


def test_without_a_least_share_15_of_28_hands_win(short: Championship) -> None:
    play(short, ROUNDS)
    organiser = english_client(organiser_of(short))
    shown = page(short, "manage/settings/", organiser)
    assert "Hands that are enough" in shown
    stage = stage_of(short)
    settings = replace(stage.scoring_settings(), least_share=None)
    change_settings(actor=actor_of(short), stage=stage, settings=settings, reason="agreed")
    assert line_of(short, SHORT).rank == 1
    assert WHY not in page(short, "standings/")
    assert faults(short) == []
    record = page(short, "manage/record/", organiser)
    assert "share of the hands that is enough" in record


def test_an_end_before_the_last_round_decides_too(short: Championship) -> None:
    end_championship(actor=actor_of(short), championship=short, reason="rain")
    line = line_of(short, SHORT)
    assert (line.rank, line.completion) == (8, Completion.TOO_FEW_HANDS)
    assert faults(short) == []


def test_who_withdraws_after_4_of_20_hands_does_not_win() -> None:
    championship = make_scheduled(6, rounds=5)
    make_deals(actor=actor_of(championship), championship=championship)
    play(championship, 1)
    pair = championship.contestants.get(number=SHORT)
    assert line_of(championship, SHORT).rank == 1
    withdraw_contestant(
        actor=actor_of(championship), contestant=pair, from_round=2, reason="went home"
    )
    for number in range(2, 6):
        play(championship, number)
    line = line_of(championship, SHORT)
    assert line.figures.hands == 4
    assert (line.rank, line.completion) == (6, Completion.WITHDRAWN)
    others = [one for one in standings_view(stage_of(championship)).lines if one is not line][:5]
    assert {one.completion for one in others} == {Completion.ENOUGH}
    assert {one.shortfall for one in others} == {None}, "their rests are no missing hands"
    rows = page(championship, "standings/").split("<tr>")[-6:]
    assert {row.count("drawing bar") for row in rows} == {1}, "the figures stand below each other"
    end_championship(actor=actor_of(championship), championship=championship)
    home = page(championship, "")
    podium = home[home.index('class="drawing podium"') :].split("</svg>")[0]
    assert line.contestant.name not in podium
    document = json.loads(page(championship, "standings.json"))
    assert document["standings"][-1]["completion"] == "withdrawn"
    assert faults(championship) == []


def test_few_pairs_do_not_bring_who_withdrew_on_the_podium_or_a_diploma() -> None:
    championship = make_scheduled(4, rounds=3)
    make_deals(actor=actor_of(championship), championship=championship)
    play(championship, 1)
    for number in (1, 2):
        withdraw_contestant(
            actor=actor_of(championship),
            contestant=championship.contestants.get(number=number),
            from_round=2,
            reason="went home",
        )
    play(championship, 2)
    play(championship, 3)
    end_championship(actor=actor_of(championship), championship=championship)
    gone = {championship.contestants.get(number=number).shown_name for number in (1, 2)}
    names = [one.contestant.name for one in standings_view(stage_of(championship)).lines]
    assert set(names[2:]) == gone
    home = page(championship, "")
    podium = home[home.index('class="drawing podium"') :].split("</svg>")[0]
    told = paper(championship, "diplomas")
    for name in gone:
        assert name not in podium
        assert name.split(" – ")[0] not in told
    assert "First place" in told
    assert "Third place" not in told


def test_a_league_left_after_5_of_10_rounds_gives_no_diploma() -> None:
    championship = make_championship("Lliga", format=LEAGUE)
    add_contestants(championship, 6)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage)
    publish_schedule(actor=actor, stage=stage)
    strong = championship.contestants.get(number=2)
    for number in range(1, 11):
        if number == 6:
            withdraw_contestant(actor=actor, contestant=strong, from_round=6, reason="moved away")
        round = open_round(actor=actor, round=championship.rounds.get(number=number))
        for match in Match.objects.filter(round=round, cancelled=False).select_related("table"):
            own = match.pairs.map(lambda pair: 101 if pair.number == 2 else 60 + pair.number)
            entry = GameInput(outcome=Outcome.PLAYED, points=own)
            enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0)
        close_round(actor=actor, round=Round.objects.get(pk=round.pk))
    line = line_of(championship, 2)
    assert line.figures.wins == 5
    assert (line.rank, line.completion) == (6, Completion.WITHDRAWN)
    names = [player.name for player in strong.players.all()]
    told = paper(championship, "diplomas")
    assert "Second place" in told
    assert not any(name in told for name in names)
    assert faults(championship) == []


def test_who_is_left_out_by_hand_again_and_again_has_played_too_few() -> None:
    """Seven pairs: one rests in each round, five times the one that leads after the first."""
    championship = make_championship("By hand", format=BY_HAND)
    add_contestants(championship, 7)
    actor, stage = actor_of(championship), stage_of(championship)
    meetings = (
        ((1, SHORT), (2, 4), (5, 6)),
        ((1, 2), (4, 7), (5, 6)),
        ((1, 4), (2, 5), (6, 7)),
        ((1, 5), (2, 7), (4, 6)),
        ((1, 6), (2, 4), (5, 7)),
        ((1, 7), (2, 6), (4, 5)),
    )
    make_schedule(actor=actor, stage=stage, rounds=len(meetings))
    publish_schedule(actor=actor, stage=stage)
    make_deals(actor=actor, championship=championship)
    for number, pairs in enumerate(meetings, start=1):
        matches = [SeatedMatch(table, *pair) for table, pair in enumerate(pairs, start=1)]
        round = championship.rounds.select_related("stage__championship").get(number=number)
        enter_pairings(actor=actor, round=round, matches=matches)
        play(championship, number)
    line = line_of(championship, SHORT)
    assert (line.figures.hands, line.completion) == (4, Completion.TOO_FEW_HANDS)
    lines = standings_view(stage).lines
    assert {one.completion for one in lines if one is not line} >= {Completion.ENOUGH}
    assert [one.contestant.number for one in lines if one.shortfall] == [SHORT]
    assert faults(championship) == []
