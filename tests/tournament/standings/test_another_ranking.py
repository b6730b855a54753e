"""A ranking that nothing but the registry knows of: by games won, beside a stage of dealt hands.

Four pairs play a round of dealt hands, then all play all in games. Whatever the site shows, makes
or checks of standings goes through both stages.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side
from tests.tournament.asked_names import looks_at_the_stage
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    organiser_of,
)
from tests.tournament.results.games import GamePoints, know_games
from tests.tournament.standings.reading import rows_of
from tests.tournament.undrawn import day_line_unread
from tests.tournament.verified import faults
from tests.tournament.visitors import HALL, Address, Visitors, Who, addresses, undone
from tournament.championships.services.end import end_championship
from tournament.championships.services.stages import add_stage
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.stages import stages_of
from tournament.correction_requests.services import make_correction_request
from tournament.deals.services.deal_sets import make_deals
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.integrity.checks import Subject, championship_checks
from tournament.links.queries import links_of
from tournament.links.tokens import PlaceKind
from tournament.models import Championship, CorrectionRequest, Match, Outcome, Result, Round, Stage
from tournament.phones.pair_queries import pair_page
from tournament.results.effects import rank_changes_of
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.kinds.kind import Content
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.rulings.services import deduct
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.formats import FORMATS
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

GAMES_FORMAT = replace(
    ALL_PLAY_ALL,
    kind=Stage.Kind.DRAWN.value,
    results="test-game",
    ranking="test-games",
    hands_per_match=1,
    minutes_per_match=30,
)
POINTS = {1: {1: (104, 87), 2: (55, 101)}, 2: {1: (101, 20), 2: (103, 99)}}
"""Points of N–S and E–W, by round of the stage and table."""


def play(championship: Championship, number: int, points: dict[int, tuple[int, int]]) -> Round:
    """Play a round: dealt hands where a table has no points of a game."""
    actor = actor_of(championship)
    round = championship.rounds.select_related("stage__championship").get(number=number)
    round = open_round(actor=actor, round=round)
    for match in Match.objects.filter(round=round).select_related("table"):
        made = points.get(match.table.number)
        for deal in (1,) if made else round.deals:
            entry: Content = (
                GamePoints(Outcome.PLAYED, ns=made[0], ew=made[1])
                if made
                else ResultInput(outcome=Outcome.PLAYED, ns_points=20 + 7 * match.table.number)
            )
            enter_result(actor=actor, match=match, deal=deal, entry=entry, based_on=0)
    return round


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), undone():
        know_games(patch)
        patch.setitem(FORMATS, GAMES_FORMAT.kind, GAMES_FORMAT)
        kind: Any = Result._meta.get_field("kind")
        named = (GAMES_FORMAT.results, GAMES_FORMAT.results)
        patch.setattr(kind, "choices", [*kind.choices, named])  # the rest is a migration
        championship = make_championship("Trofeu")
        add_contestants(championship, 4)
        actor = actor_of(championship)
        make_deals(actor=actor, championship=championship)
        first = stages_of(championship)[0]
        second = add_stage(actor=actor, championship=championship, kind=GAMES_FORMAT.kind)
        for stage, rounds in ((first, 1), (second, 3)):
            make_schedule(actor=actor, stage=stage, rounds=rounds)
            publish_schedule(actor=actor, stage=stage)
        close_round(actor=actor, round=play(championship, 1, {}))
        for number, points in POINTS.items():
            close_round(actor=actor, round=play(championship, 1 + number, points))
        make_referee(championship)
        yield championship


@pytest.fixture(autouse=True)
def _as_it_was(played: Championship) -> Iterator[None]:
    with undone():
        yield


def expected(played: Championship, rounds: tuple[int, ...] = (2, 3)) -> list[tuple[int, int, int]]:
    """Number, wins and difference of each pair, best first, by plain arithmetic."""
    made: dict[int, list[int]] = {one.number: [] for one in played.contestants.all()}
    for match in Match.objects.filter(round__number__in=rounds, round__championship=played):
        ns, ew = POINTS[match.round.number - 1][match.table.number]
        made[match.pairs.ns.number].append(ns - ew)
        made[match.pairs.ew.number].append(ew - ns)
    lines = [(number, sum(one > 0 for one in own), sum(own)) for number, own in made.items()]
    return sorted(lines, key=lambda line: line[1:], reverse=True)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def get(played: Championship, path: str, *, status: int = 200) -> Any:
    response = english_client().get(f"/c/{played.slug}/{path}")
    assert response.status_code == status, path
    return response


def page(played: Championship, path: str) -> str:
    text: str = get(played, path).content.decode()
    return text


def test_it_is_ranked_by_wins_then_by_the_difference(played: Championship) -> None:
    dealt, games = map(standings_view, stages_of(played))
    assert [
        (line.contestant.number, line.figures.wins, line.figures.difference) for line in games.lines
    ] == expected(played)
    assert (games.ranked_by, games.rounds, dealt.ranked_by) == ("wins", (2, 3), "total")
    after = standings_view(stages_of(played)[1], after_round=2)
    assert [line.contestant.number for line in after.lines] == [
        number for number, _wins, _difference in expected(played, (2,))
    ]


def test_its_page_and_wall(played: Championship) -> None:
    text = page(played, "standings/?stage=2&sort=rank")
    assert "Ranked by matches won, then by the difference of points." in text
    assert [(row[1], row[3], row[4]) for row in rows_of(text)[1:]] == [
        (str(number), str(wins), signed(difference))
        for number, wins, difference in expected(played)
    ]
    for offered in ("hand-sheets.xlsx", "auditor.xlsx", "results.csv", "results.json"):
        assert offered not in text
        assert offered in page(played, "standings/?stage=1")
    wall = rows_of(page(played, "wall/?stage=2"))
    assert wall[0] == ["Rank", "Pair", "Difference", "Won"]
    assert [row[2:] for row in wall[1:]] == [
        [signed(difference), str(wins)] for _number, wins, difference in expected(played)
    ]
    assert (
        page(played, "wall/?stage=1").count("<td") == page(played, "wall/?stage=2").count("<td") - 4
    )


def test_its_csv_workbook_and_json(played: Championship) -> None:
    content = get(played, "export/standings.csv?stage=2&lang=en").content
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == ["Rank", "No.", "Pair", "Club", "R2", "R3", "Won", "Difference", "Remarks"]
    lines = [(int(row[1]), int(row[6]), int(row[7].lstrip("'"))) for row in rows[1:]]
    assert lines == expected(played)
    book = openpyxl.load_workbook(
        BytesIO(get(played, "export/standings.xlsx?stage=2&lang=en").content)
    )
    values = [[cell.value for cell in row] for row in book.worksheets[0].iter_rows()]
    table = values[next(at for at, row in enumerate(values) if row[0] == "Rank") + 1 :]
    assert [(row[1], row[6], row[7]) for row in table if row[1]] == expected(played)
    document = json.loads(get(played, "standings.json?stage=2").content)
    assert (document["ranking"], document["ranked_by"]) == ("test-games", "wins")
    assert [
        (one["pair"]["number"], one["wins"], one["difference"]) for one in document["standings"]
    ] == expected(played)
    assert [sum(one["score"] for one in line["rounds"]) for line in document["standings"]] == [
        difference for _number, _wins, difference in expected(played)
    ]
    assert {one["rule"] for line in document["standings"] for one in line["tie_breaks"]} <= {
        "difference"
    }
    assert json.loads(get(played, "standings.json?stage=1").content)["ranking"] == "dealt-hands"


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_that_it_has_and_none_of_hands(played: Championship, name: str) -> None:
    stages = stages_of(played)
    paper = PAPERS[name]
    rounds: tuple[int, ...] = (2, 3) if paper.scope is Scope.ROUND else ()
    if name == "table-slips":
        rounds = (4,)
    request = PaperRequest(stages, rounds, played.created_at, "http://hall", known_of(stages))
    if name in ("hand-sheets", "bracket", "calendar"):
        with pytest.raises(UserError):
            bind_papers(request, [paper])
        return
    content = bind_papers(request, [paper]).content
    if name in ("standings", "standings-after", "official-record", "standings-wall"):
        _best, _wins, difference = expected(played)[0]
        text = text_of(content)
        assert "Guanyades" in text or "Won" in text
        assert signed(difference) in text
    assert content.startswith(b"%PDF")


def test_its_papers_at_their_addresses(played: Championship) -> None:
    assert "Won" in text_of(get(played, "export/standings.pdf?stage=2&lang=en").content)
    assert "Won" in text_of(get(played, "export/standings.pdf?after=3&lang=en").content)


def test_a_pair_by_itself(played: Championship) -> None:
    best, wins, difference = expected(played)[0]
    text = page(played, f"pairs/{best}/?stage=2")
    assert f"<dt>Matches won</dt><dd>{wins}</dd>" in text
    assert f"<dt>Difference</dt><dd>{signed(difference)}</dd>" in text
    assert text.count("<p>Round") == 3 - 1
    assert "Mean per hand" in page(played, f"pairs/{best}/?stage=1")
    stages = stages_of(played)
    own = pair_page(stages, stages[1], best, published="1")
    assert own.figure == ("matches won", str(wins))
    assert [one.group.round for one in own.results] == [3, 2, 1]
    (link,) = (one for one in links_of(played, PlaceKind.PAIR) if one.place.number == best)
    phone = english_client()
    shown = phone.get(link.path, follow=True).content.decode()
    assert f"Place 1 of 4 · matches won: {wins}" in " ".join(shown.split())
    assert shown.count("<p>Round") == 3 - 1


def test_a_round_by_itself(played: Championship) -> None:
    text = page(played, "rounds/2/")
    assert "Hands of the round" not in text
    assert [(row[1], row[4]) for row in rows_of(text)[1:]] == [
        (str(number), signed(difference)) for number, _wins, difference in expected(played, (2,))
    ]
    assert "Hands of the round" in page(played, "rounds/1/")


@pytest.mark.parametrize(
    "path",
    [
        *("results.json?stage=2", "export/results.csv?stage=2", "export/auditor.xlsx?stage=2"),
        *("export/results.xlsx?stage=2", "export/hand-sheets.xlsx?stage=2"),
    ],
)
def test_what_is_of_dealt_hands_is_not_there(played: Championship, path: str) -> None:
    get(played, path, status=404)
    get(played, path.replace("stage=2", "stage=1"))


def test_what_a_correction_would_do_and_then_does(played: Championship) -> None:
    match = Match.objects.select_related("round__stage__championship", "table").get(
        round__number=2, round__championship=played, table__number=1
    )
    before = standings_view(match.round.stage)
    entry = GamePoints(Outcome.PLAYED, ns=20, ew=101)
    foreseen = rank_changes_of(match, 1, entry)
    assert foreseen is not None
    assert foreseen.of_pairs
    enter_result(
        actor=actor_of(played), match=match, deal=1, entry=entry, based_on=1, reason="the slip"
    )
    after = standings_view(match.round.stage)
    assert before.lines != after.lines
    wins = {line.contestant.id: str(line.figures.wins) for line in after.lines}
    assert {move.contestant.id: then for move, _now, then in foreseen.of_pairs} == {
        move.contestant.id: wins[move.contestant.id] for move, _now, _then in foreseen.of_pairs
    }


def test_verify_finds_nothing_and_then_what_was_changed(played: Championship) -> None:
    assert faults(played) == []
    changed = Result.objects.filter(match__round__number=2, kind="test-game").first()
    assert changed is not None
    Result.objects.filter(pk=changed.pk).update(ns_points=87 * 181 + 104)
    found = [check.subject for check in championship_checks(played) if check.faults]
    assert found == [Subject.RESULTS]


def test_the_file_there_and_back(played: Championship) -> None:
    actor = actor_of(played)
    match = Match.objects.select_related("round__stage__championship", "table").get(
        round__number=3, round__championship=played, table__number=1
    )
    pair = match.pairs.ew
    make_correction_request(
        actor=Actor.of_table(1, Side.EW, pair.number),
        match=match,
        deal=1,
        kind=CorrectionRequest.Kind.CORRECTION,
        side=Side.EW,
        based_on=1,
        entry=GamePoints(Outcome.PLAYED, ns=20, ew=101),
    )
    content = export_championship(actor=actor, championship=played).content
    twin = import_championship(actor=actor, file=BytesIO(content), slug="twin")
    assert faults(twin) == []
    assert export_championship(actor=actor, championship=twin).content == content.replace(
        f'"slug": "{played.slug}"'.encode(), b'"slug": "twin"'
    )
    mine, theirs = (
        [(line.rank, line.contestant.number, line.figures) for line in standings_view(one).lines]
        for one in (stages_of(played)[1], stages_of(twin)[1])
    )
    assert [(rank, number) for rank, number, _own in mine] == [
        (rank, number) for rank, number, _own in theirs
    ]


def test_no_points_are_deducted_from_it(played: Championship) -> None:
    stage = stages_of(played)[1]
    with pytest.raises(UserError, match="points"):
        deduct(
            actor=actor_of(played),
            stage=stage,
            contestant=played.contestants.get(number=1),
            hundredths=50,
            reason="late",
        )


def test_to_its_end(played: Championship, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = actor_of(played)
    monkeypatch.setitem(POINTS, 3, {1: (101, 90), 2: (101, 77)})
    close_round(actor=actor, round=play(played, 4, POINTS[3]))
    end_championship(actor=actor, championship=played)
    played.refresh_from_db()
    assert "Final standings" in page(played, "")
    assert "Final" in page(played, "standings/")
    assert [line.contestant.number for line in standings_view(stages_of(played)[1]).lines] == [
        number for number, _wins, _difference in expected(played, (2, 3, 4))
    ]
    organiser = english_client(organiser_of(played))
    assert organiser.get(f"/c/{played.slug}/manage/end/").status_code == 200
    assert faults(played) == []


def arguments(played: Championship) -> Iterator[dict[str, Any]]:
    """What addresses name: a round, hand and table of either stage, and the round to come."""
    member = played.memberships.exclude(user=organiser_of(played)).get()
    fixed = {
        "slug": played.slug,
        "user_id": member.user_id,
        "membership": member.pk,
        "contestant": played.contestants.order_by("number")[0].pk,
        "code": f"{played.pk}-1-not-the-token-at",
        **dict.fromkeys(("job", "made", "correction_request", "version", "play", "playing"), 1),
    }
    for number, deal in ((1, 2), (2, 5), (2, 1), (4, 7)):
        yield {
            **fixed,
            "number": number,
            "round": number,
            "table": 1,
            "deal": deal,
            "call": 1,
            "seat": "N",
            "side": "NS",
            "act": "packs",
            "deal_set": 1,
        }


OF_A_CHAMPIONSHIP = [one for one in addresses() if "slug" in one.arguments]


@pytest.fixture(scope="module")
def visitors(played: Championship, django_db_blocker: DjangoDbBlocker) -> Visitors:
    with django_db_blocker.unblock():
        return Visitors({Who.ORGANISER: organiser_of(played)})


@pytest.mark.parametrize("address", OF_A_CHAMPIONSHIP, ids=lambda one: one.name)
def test_every_address_answers(played: Championship, visitors: Visitors, address: Address) -> None:
    """Where an address doesn't name the stage it is the second one, which is being played."""

    def ask(url: str) -> None:
        with undone(), day_line_unread():
            for who in (Who.ORGANISER, Who.ANONYMOUS):
                client = visitors.client(who, HALL, headers={"Accept-Language": "en"})
                assert client.get(url).status_code < 500, url

    urls = list(dict.fromkeys(address.url(values) for values in arguments(played)))
    with looks_at_the_stage() as looks:
        for url in urls:
            ask(url)
    if looks:
        for url in {urls[0], urls[-1]}:  # a round of either
            ask(f"{url}?stage=1")
