"""The auditor's workbook of games, computed by LibreOffice: cell for cell what the program says.

One run of LibreOffice computes the books of all stages, and those with changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from openpyxl.workbook import Workbook
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side, Sides
from scoring.ordinary.standings import GameScore, GameTieBreak, Rest
from scoring.pairing.groups import GroupsBy
from scoring.participation import Withdrawn
from tests.tournament.exports.audited_games import (
    differences,
    differences_in_bracket,
    table_of,
    workbook,
)
from tests.tournament.exports.opened import ComputedBook, computed
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    put_settings,
    stage_of,
)
from tests.tournament.games.cup import Cup, numbers
from tests.tournament.visitors import undone
from tournament.contestants.services import add_contestant, withdraw_contestant
from tournament.exports.workbooks import AUDITORS
from tournament.groups.services import draw_groups
from tournament.models import (
    Championship,
    Contestant,
    Match,
    NotPlayedReason,
    Outcome,
    Round,
    Stage,
)
from tournament.results.kinds.game import GameInput
from tournament.results.services import enter_result
from tournament.rounds.services import close_round, open_round
from tournament.schedule.services import make_schedule, pair_round, publish_schedule
from tournament.stages.formats import format_of
from tournament.stages.games import GAME_ALL_PLAY_ALL, GAME_SWISS
from tournament.stages.individuals import INDIVIDUALS
from tournament.standings.queries import stage_scores
from tournament.standings.rankings.rankings import RANKINGS

pytestmark = pytest.mark.django_db

KNOCKOUTS = (
    *("cup", "two_legs", "between_the_legs", "second_chance"),
    *("corrected_semifinal", "corrected_quarter_final"),
)
_RULES = [GameTieBreak.POINTS_AGAINST, GameTieBreak.BUCHHOLZ, GameTieBreak.DRAW]
_MADE = ((101, 60), (60, 101), (140, 60), (77, 77), (101, 60), (60, 60))


def game_at(round: int, table: int) -> GameInput:
    """What a table says: often the same, so that there are ties."""
    if (round, table) == (2, 1):
        return GameInput(outcome=Outcome.PLAYED, points=Sides(0, 0), given_to=Side.EW, note="alone")
    if (round, table) == (3, 2):
        return GameInput(outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME)
    points = _MADE[(round + 2 * table) % len(_MADE)]
    return GameInput(outcome=Outcome.PLAYED, points=Sides(*points))


def played(championship: Championship, rounds: int, **schedule: Any) -> Stage:
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, **schedule)
    publish_schedule(actor=actor, stage=stage)
    for number in range(1, rounds + 1):
        round = Round.objects.get(stage=stage, number=number)
        if number > 1 and format_of(stage).round_by_round:
            pair_round(actor=actor, round=round)
        open_round(actor=actor, round=Round.objects.get(pk=round.pk))
        for match in Match.objects.filter(round=round, cancelled=False).select_related("table"):
            entry = game_at(number, match.table.number)
            enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0, reason="so")
        close_round(actor=actor, round=Round.objects.get(pk=round.pk))
    return stage_of(championship)


def swiss() -> Stage:
    """With ties that go on to drawn cards, and a pair that leaves."""
    championship = make_championship("Suís", format=GAME_SWISS)
    pairs = add_contestants(championship, 9)
    put_settings(stage_of(championship), tie_breaks=tuple(_RULES))
    stage = played(championship, 3, seed="c")  # with these lots a tie goes on to drawn cards
    withdraw_contestant(
        actor=actor_of(championship), contestant=pairs[4], from_round=4, reason="ill"
    )
    return stage


def annulled() -> Stage:
    """All play all, of whom one left after three rounds: its games count for nobody."""
    championship = make_championship("Anul·lada", format=GAME_ALL_PLAY_ALL)
    pairs = add_contestants(championship, 6)
    put_settings(stage_of(championship), withdrawn=Withdrawn.ANNUL)
    stage = played(championship, 3)
    withdraw_contestant(
        actor=actor_of(championship), contestant=pairs[2], from_round=4, reason="ill"
    )
    return stage_of(stage.championship)


def asked_rests() -> Stage:
    """Two pairs have asked to rest, which counts as a draw; of seven one rests besides."""
    championship = make_championship("Descansos", format=GAME_SWISS)
    pairs = add_contestants(championship, 7)
    put_settings(stage_of(championship), asked_rest=Rest.DRAW)
    Contestant.objects.filter(pk__in=[pairs[0].pk, pairs[3].pk]).update(asked_rests=[2])
    return played(championship, 3, seed="c")


def groups() -> Stage:
    championship = make_championship("Grups", format=GAME_ALL_PLAY_ALL)
    add_contestants(championship, 9)
    stage = stage_of(championship)
    draw_groups(actor=actor_of(championship), stage=stage, count=2, by=GroupsBy.SERPENTINE)
    rules = ("head-to-head", "wins", "points-for")
    put_settings(stage_of(championship), tie_breaks=tuple(map(GameTieBreak, rules)))
    return played(championship, 4)


def individuals() -> Stage:
    championship = make_championship("Individual", format=INDIVIDUALS)
    for number in range(1, 10):
        add_contestant(
            actor=actor_of(championship), championship=championship, players=(f"Nom {number}",)
        )
    rules = ("head-to-head", "difference", "points-for", "buchholz")
    put_settings(stage_of(championship), tie_breaks=tuple(map(GameTieBreak, rules)))
    return played(championship, 4)


def individuals_by_points() -> Stage:
    """The same, ranked by the sum of points."""
    stage = individuals()
    rules = tuple(map(GameTieBreak, ("wins", "points-for", "difference")))
    put_settings(stage, game_score=GameScore.POINTS, tie_breaks=rules)
    return stage_of(stage.championship)


def cup() -> Stage:
    """Six pairs: byes, cards drawn by the first losers, and a loser of a semifinal that leaves, so
    that the other one is third alone."""
    cup = Cup(6)
    rules = ("difference", "points-for", "draw")
    put_settings(cup.stage, tie_breaks=tuple(map(GameTieBreak, rules)))
    cup.play(1)
    cup.play(2)
    cup.withdraw(3, 3)
    cup.play(3)
    return stage_of(cup.championship)


def two_legs() -> Stage:
    """Eight pairs and a second chance. In the first round the cap makes two pairs even, so that all
    points decide; a referee gives a game away; a pair leaves between the games; another one loses
    both without a point. The final is given in its first game."""
    cup = Cup(8, legs=2, second_chance=True)
    cup.begin(1)
    for match in cup.matches(1):
        ns, _ew = numbers(match)
        points = {1: (150, 80), 4: (101, 0), 2: (60, 100), 3: (90, 80)}[ns]
        cup.enter(match, *points)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.withdraw(7, 2)
    cup.begin(2)
    for match in cup.matches(2):
        _ns, ew = numbers(match)
        points = {1: (101, 60), 4: (0, 101), 3: (50, 60)}[ew]
        more: dict[str, Any] = {"given_to": Side.NS, "note": "late"} if ew == 3 else {}
        cup.enter(match, *points, **more)
    close_round(actor=cup.actor, round=cup.round(2))
    for number in (3, 4):
        cup.play(number)
    cup.begin(5)
    for match in cup.matches(5):
        given = {"given_to": Side.EW, "note": "alone"} if 1 in numbers(match) else {}
        cup.enter(match, 101, 50, **given)
    close_round(actor=cup.actor, round=cup.round(5))
    cup.play(6)
    return stage_of(cup.championship)


def between_the_legs() -> Stage:
    """The semifinals have had their first game, one of which was given to a pair."""
    cup = Cup(4, legs=2)
    cup.begin(1)
    for match in cup.matches(1):
        given = {"given_to": Side.EW, "note": "alone"} if 1 in numbers(match) else {}
        cup.enter(match, 101, 50, **given)
    close_round(actor=cup.actor, round=cup.round(1))
    return stage_of(cup.championship)


def corrected_semifinal() -> Stage:
    """A semifinal is corrected between the two games of the final: who had begun it plays on."""
    cup = Cup(4, legs=2)
    for number in (1, 2, 3):
        cup.play(number)
    (semifinal,) = (one for one in cup.matches(2) if 1 in numbers(one))
    ns, _ew = numbers(semifinal)
    cup.enter(semifinal, *((121, 0) if ns == 4 else (0, 121)))
    cup.play(4)
    assert cup.met(3) == sorted((ew, ns) for ns, ew in cup.met(4))
    return stage_of(cup.championship)


def corrected_quarter_final() -> Stage:
    """A quarter-final, and then a semifinal, are corrected after the next round was played."""
    cup = Cup(8)
    cup.play(1)
    cup.play(2)
    for number, winner in ((1, 8), (2, 3)):
        if number == 2:
            cup.play(3)
        (match,) = (one for one in cup.matches(number) if winner in numbers(one))
        ns, _ew = numbers(match)
        cup.enter(match, *((100, 50) if ns == winner else (50, 100)))
    return stage_of(cup.championship)


def second_chance() -> Stage:
    """Single games of eleven pairs: byes in both brackets, and one that leaves the second."""
    cup = Cup(11, second_chance=True)
    cup.play(1)
    cup.play(2)
    cup.withdraw(11, 3)
    cup.play(3)
    cup.play(4)
    return stage_of(cup.championship)


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Stage]]:
    with django_db_blocker.unblock(), undone():
        yield {
            one.__name__: one()
            for one in (
                swiss,
                annulled,
                asked_rests,
                groups,
                individuals,
                individuals_by_points,
                cup,
                two_legs,
                between_the_legs,
                second_chance,
                corrected_semifinal,
                corrected_quarter_final,
            )
        }


LEGS = {
    "first round": (1, 1, (40, 121)),
    "semifinal": (4, 1, (0, 121)),
    "semifinal drawn up to the cap": (3, 1, (140, 20)),
    "last": (6, 1, (20, 121)),
}
"""By name, the round and the table of a game of two legs, and what it is changed to."""


@pytest.fixture(scope="module")
def books(
    stages: dict[str, Stage], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, ComputedBook]:
    """The workbooks of all stages, of `swiss` with changes and of `LEGS`, as LibreOffice computes
    them."""
    made = {name: workbook(stage) for name, stage in stages.items()}
    made["changed"] = _changed(workbook(stages["swiss"]))
    for name, (round, table, points) in LEGS.items():
        made[name] = workbook(stages["two_legs"])
        _change_points(made[name], round, table, points)
    return computed(made, tmp_path_factory.mktemp("auditor"))


def _changed(book: Workbook) -> Workbook:
    """With another result, without a cap, and with rests that count as a draw."""
    _change_points(book, 1, 2, (70, 131))
    settings = {row[0].value: row[1] for row in book.worksheets[2].iter_rows()}
    settings["Most points of a game that count (empty: all)"].value = None
    settings["A round without a game"].value = "a draw"
    return book


@pytest.fixture(autouse=True)
def _as_it_was(stages: dict[str, Stage]) -> Iterator[None]:
    with undone():
        yield


@pytest.mark.libreoffice
def test_every_figure_is_the_programs(
    stages: dict[str, Stage], books: dict[str, ComputedBook]
) -> None:
    found = {name: differences(books[name], stage) for name, stage in stages.items()}
    assert {name: one for name, one in found.items() if one} == {}
    ties = {name: differences_in_bracket(books[name], stages[name]) for name in KNOCKOUTS}
    assert {name: one for name, one in ties.items() if one} == {}
    rules = {
        split.rule
        for stage in stages.values()
        for row in _scores(stage).rows
        for split in row.splits
    }
    assert rules >= {GameTieBreak.HEAD_TO_HEAD, GameTieBreak.DRAW}


@pytest.mark.libreoffice
def test_whoever_changes_something_sees_what_follows(
    stages: dict[str, Stage], books: dict[str, ComputedBook]
) -> None:
    """A result, the cap and what a rest counts are changed here and there alike."""
    stage = stages["swiss"]
    match = Match.objects.select_related("table", "round").get(
        round__stage=stage, round__number=1, table__number=2
    )
    entry = GameInput(outcome=Outcome.PLAYED, points=Sides(70, 131))
    actor = actor_of(stage.championship)
    enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=1, reason="the slip")
    # The cards were drawn as it was: what they decide is not worked out anew.
    rules = tuple(one for one in _RULES if one is not GameTieBreak.DRAW)
    put_settings(stage, cap=None, rest=Rest.DRAW, tie_breaks=rules)
    changed = books["changed"]
    ranks = {number: line.pop("Rank") for number, line in table_of(changed).items()}
    again = Stage.objects.select_related("championship").get(pk=stage.pk)
    told = differences(changed, again)
    assert [one for one in told if "Rank" not in one] == []
    now = {row.tally.contestant: row.rank for row in _scores(again).rows}
    numbers = {one.id: one.number for one in _scores(again).contestants.values()}
    shared = {rank for rank in now.values() if list(now.values()).count(rank) > 1}
    for contestant, rank in now.items():
        if rank not in shared:
            assert ranks[numbers[contestant]] == rank


@pytest.mark.libreoffice
def test_a_changed_leg_does_what_it_does_in_the_program(
    stages: dict[str, Stage], books: dict[str, ComputedBook]
) -> None:
    """The points, the sums, who goes on and why, and how far everybody has come."""
    stage, found, unchanged = stages["two_legs"], {}, {}
    for name, (round, table, points) in LEGS.items():
        with undone():
            match = Match.objects.select_related("table", "round").get(
                round__stage=stage, round__number=round, table__number=table, cancelled=False
            )
            unchanged[name] = differences_in_bracket(books[name], _again(stage))
            enter_result(
                actor=actor_of(stage.championship),
                match=match,
                deal=1,
                entry=GameInput(outcome=Outcome.PLAYED, points=Sides(*points)),
                based_on=match.results.count(),
                reason="the slip",
            )
            found[name] = [
                *differences(books[name], _again(stage)),
                *differences_in_bracket(books[name], _again(stage)),
            ]
    assert all(unchanged.values()), "each change shows in the bracket"
    assert {name: one for name, one in found.items() if one} == {}


def _again(stage: Stage) -> Stage:
    return Stage.objects.select_related("championship").get(pk=stage.pk)


def _scores(stage: Stage) -> Any:
    return stage_scores(stage)


def _change_points(book: Workbook, round: int, table: int, points: tuple[int, int]) -> None:
    rows = list(book.worksheets[1].iter_rows())
    top = next(place for place, row in enumerate(rows) if row[0].value == "Round")
    places = [place for place, cell in enumerate(rows[top]) if str(cell.value).startswith("Points")]
    for row in rows[top + 1 :]:
        if (row[0].value, row[1].value) == (round, str(table)):
            for place, value in zip(places, points):
                row[place].value = value
            return
    raise AssertionError("no such table")


def test_no_figure_is_a_value(stages: dict[str, Stage]) -> None:
    for stage in stages.values():
        rows = list(workbook(stage).worksheets[0].iter_rows())
        top = next(place for place, row in enumerate(rows) if row[0].value == "Rank")
        titles = [cell.value for cell in rows[top]]
        for title in ("Rank", "Won", "Difference", "For", "Against", "Buchholz", "Rests", "R1"):
            place = titles.index(title)
            kinds = {row[place].data_type for row in rows[top + 1 :] if row[1].value is not None}
            assert kinds == {"f"}, title


def test_every_ranking_says_whether_it_has_an_auditor() -> None:
    assert {key for key, one in RANKINGS.items() if one.has_auditor} == set(AUDITORS)


def test_it_is_offered_and_there(stages: dict[str, Stage]) -> None:
    client = english_client()
    for stage in stages.values():
        slug = stage.championship.slug
        assert "export/auditor.xlsx" in client.get(f"/c/{slug}/standings/").content.decode()
        answer = client.get(f"/c/{slug}/export/auditor.xlsx")
        assert (answer.status_code, answer.content[:2]) == (200, b"PK")


def test_without_a_result_it_says_so() -> None:
    championship = make_championship("Res", format=GAME_SWISS)
    add_contestants(championship, 4)
    book = workbook(stage_of(championship))
    assert "No round has been closed yet." in [
        cell.value for row in book.worksheets[0].iter_rows() for cell in row
    ]
