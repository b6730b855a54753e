"""A Swiss of games to its end over HTTP: tables enter, pairs confirm, a referee gives a game.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Sides
from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    sent_settings,
    stage_of,
)
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.checklist import checklist
from tournament.championships.queries import progress
from tournament.core.errors import NotNow
from tournament.core.stages import stages_of
from tournament.correction_requests.queries import open_correction_requests
from tournament.deals.services.deal_sets import make_deals
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.models import Contestant, Match, Result, RoundDeal
from tournament.stages.games import GAME_SWISS
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.ranking import StandingsView

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAIRS, ROUNDS = 7, 4
GIVEN = (3, 1)
"""In this round at this table a referee gives the game to E–W, who sat there alone."""
DRAWN = (2, 2)


def points_at(round: int, table: int) -> tuple[int, int]:
    """What N–S and E–W write down: far above the cap once, below 101 sometimes, a draw once."""
    if (round, table) == DRAWN:
        return 77, 77
    if (round, table) == (1, 1):
        return 140, 31
    winners, losers = 101 + 3 * round + table, 40 + 7 * table + round
    if (round + table) % 3 == 0:
        return losers, winners
    return (winners, losers) if table != 3 else (90 + round, 60)


def manage(client: Client, slug: str, what: str, data: dict[str, Any] | None = None) -> Any:
    answer = client.post(f"/c/{slug}/manage/{what}", data or {})
    assert answer.status_code in (200, 302), (what, answer.content.decode()[-800:])
    return answer


def play(day: Day, number: int, client: Client) -> None:
    """Everything that people do in a round."""
    if number > 1:
        manage(client, day.slug, f"rounds/{number}/draw/")
    manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
    for match in Match.objects.filter(round__number=number).select_related("table"):
        table = match.table.number
        if (number, table) == GIVEN:
            given = {"ns": "", "ew": "", "given_to": "EW", "based_on": 0, "note": "nobody came"}
            manage(client, day.slug, f"rounds/{number}/tables/{table}/hands/1/", given)
            continue
        ns, ew = points_at(number, table)
        phone = Phone.at_table(day, table)
        about = {"match": match.pk, "hand": 1}
        said = {
            **about,
            "side": "NS",
            "based_on": 0,
            "late": False,
            "ns": ns,
            "ew": ew,
            "sheet": "",
        }
        entry = {"key": new_key(), "asked": False, **said}
        answer: Any = phone.send("entries", entry, table=table)
        if answer.json()["state"] == "check":  # a draw: the phone asks whether it is right
            entry = {"key": new_key(), "asked": True, **said}
            answer = phone.send("entries", entry, table=table)
        assert answer.json()["state"] == "stored", answer.content
        seen = {**about, "side": "EW", "version": 1}
        answer = phone.send("confirmations", {"key": new_key(), **seen}, table=table)
        assert answer.json()["state"] == "confirmed", answer.content
    if number == DRAWN[0]:  # what is unlikely is looked at by a referee
        manage(client, day.slug, f"desk/{number}/tables/{DRAWN[1]}/confirm/", {"hand": "1:1"})
    manage(client, day.slug, f"rounds/{number}/close/")


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        championship = make_championship("Suís", format=GAME_SWISS)
        add_contestants(championship, PAIRS)
        organiser, referee = organiser_of(championship), make_referee(championship)
        client = english_client(organiser)
        manage(client, championship.slug, "schedule/make/", {"rounds": ROUNDS, "seed": "08142"})
        manage(client, championship.slug, "schedule/publish/")
        day = Day(championship, stage_of(championship), organiser, referee, make_user())
        for number in range(1, ROUNDS + 1):
            play(day, number, client)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def expected(day: Day) -> list[tuple[int, str, int, int, int, int, int]]:
    """Number, score, wins, draws, points for and against, difference: best first, by plain code."""
    halves = dict.fromkeys(range(1, PAIRS + 1), 0)
    wins, draws, own, others = (dict.fromkeys(halves, 0) for _ in range(4))
    for number in range(1, ROUNDS + 1):
        resting = set(halves)
        for match in Match.objects.filter(
            round__number=number, round__championship=day.championship
        ):
            ns, ew = (one.number for one in match.pairs)
            resting -= {ns, ew}
            at = (number, match.table.number)
            made, lost = (0, 0) if at == GIVEN else points_at(*at)
            winner = ew if at == GIVEN else ns if made > lost else ew if lost > made else None
            for one, mine, theirs in ((ns, made, lost), (ew, lost, made)):
                own[one] += min(mine, 121)
                others[one] += min(theirs, 121)
                halves[one] += 2 if winner == one else 1 if winner is None else 0
                wins[one] += winner == one
                draws[one] += winner is None
        for one in resting:
            halves[one] += 2
    order = sorted(
        halves, key=lambda one: (halves[one], wins[one], own[one] - others[one], own[one])
    )
    return [
        (
            one,
            f"{halves[one] // 2}½" if halves[one] % 2 else str(halves[one] // 2),
            *(wins[one], draws[one], own[one], others[one], own[one] - others[one]),
        )
        for one in reversed(order)
    ]


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def page(day: Day, path: str, client: Client | None = None) -> str:
    answer = (client or english_client()).get(f"/c/{day.slug}/{path}")
    assert answer.status_code == 200, path
    text: str = answer.content.decode()
    return text


def test_no_hands_are_dealt_for_it(day: Day) -> None:
    assert not RoundDeal.objects.exists()
    keys = [one.key for one in checklist(progress(*stages_of(day.championship)))]
    assert {"hands", "salt", "packs"}.isdisjoint(keys)
    with pytest.raises(NotNow):
        make_deals(actor=day.acting, championship=day.championship)


def test_nobody_met_twice_and_everybody_rested_once_at_most(day: Day) -> None:
    met = [frozenset(match.pair_ids) for match in Match.objects.all()]
    assert len(set(met)) == len(met) == ROUNDS * (PAIRS // 2)
    rests = [line.rests for line in standings_view(day.stage).lines]
    assert max(map(len, rests)) == 1


def test_its_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    found = [
        (
            line.contestant.number,
            (figures := line.figures).score,
            *(figures.wins, figures.draws, figures.points_for, figures.points_against),
            figures.difference,
        )
        for line in standings_view(day.stage).lines
    ]
    wanted = expected(day)
    assert [(one[0], *one[2:]) for one in found] == [(one[0], *one[2:]) for one in wanted]
    shown = page(day, "standings/?sort=rank")
    for number, score, *_rest, difference in wanted:
        assert f'/pairs/{number}/"' in shown
        assert signed(difference) in shown
        assert score in shown


def test_its_files(day: Day) -> None:
    client = english_client()
    content = client.get(f"/c/{day.slug}/export/standings.csv?lang=en").content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [
        (int(one["No."]), int(one["Won"]), int(one["Drawn"]), int(one["For"]), int(one["Against"]))
        for one in rows
    ] == [
        (number, wins, draws, own, others)
        for number, _s, wins, draws, own, others, _d in expected(day)
    ]
    book = openpyxl.load_workbook(
        BytesIO(client.get(f"/c/{day.slug}/export/standings.xlsx?lang=en").content)
    )
    cells = [cell.value for row in book.worksheets[0].iter_rows() for cell in row]
    assert "Buchholz" in cells
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["ranking"] == "games"
    assert document["ranked_by"] == "score"
    assert document["settings"]["target"] == 101
    best = document["standings"][0]
    assert (best["pair"]["number"], best["wins"]) == (expected(day)[0][0], expected(day)[0][2])


@pytest.mark.parametrize(
    "name",
    [
        *("pairings", "schedule-grid", "guide-cards", "standings", "standings-wall"),
        *("standings-after", "official-record"),
    ],
)
def test_its_papers_speak_of_games(day: Day, name: str) -> None:
    stages = stages_of(day.championship)
    paper = PAPERS[name]
    rounds = (4,) if paper.scope is Scope.ROUND else ()
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    text = text_of(bind_papers(request, [paper]).content)
    assert "mans 1" not in text.lower()
    assert "hands 1" not in text.lower()


def test_referees_and_everybody_see_what_was_made(day: Day) -> None:
    referee = english_client(day.referee)
    given = page(day, f"manage/rounds/{GIVEN[0]}/", referee)
    assert "given to EW by a referee" in " ".join(given.split())
    assert "nobody came" not in page(day, "standings/")
    best = expected(day)[0][0]
    own = " ".join(page(day, f"pairs/{best}/").split())
    assert own.count('id="round-') == ROUNDS


def test_a_referee_types_a_score_sheet_at_the_desk(day: Day) -> None:
    client = english_client(day.organiser)
    address = f"/c/{day.slug}/manage/rounds/{ROUNDS}/tables/2/hands/1/"
    form = {"ns": "", "ew": "", "based_on": 1, "reason": "the paper was found"}
    wrong = client.post(address, {**form, "sheet": "N 40\nO 80"})
    assert wrong.status_code == 422
    assert "Hand 2: “80” is not the points of NS" in wrong.content.decode()
    early = client.post(address, {**form, "sheet": "N 40\nO 26 f"})
    assert "The game was not over after hand 2" in early.content.decode()
    whole = {**form, "sheet": "N 62 f\nO 40 x\nS 56 f r", "sure": ""}
    asked = client.post(address, whole)
    token = re.search(r'name="sure" id="sure" value="([^"]+)"', asked.content.decode())
    assert token, "so many points are asked about"
    assert client.post(address, {**whole, "sure": token[1]}).status_code == 302
    result = Result.objects.get(
        match__round__number=ROUNDS, match__table__number=2, is_current=True
    )
    assert (result.game_ns, result.game_ew) == (220, 0)
    assert result.sheet == "N 62 botifarra; W 40 contro; S 56 botifarra recontro"
    assert "W 40 contro" in client.get(address).content.decode()
    assert faults(day.championship) == []


def test_the_page_of_a_round_has_its_games_table_by_table(day: Day) -> None:
    for number in range(1, ROUNDS + 1):
        _head, games = page(day, f"rounds/{number}/").split("Games of the round</h2>")
        rows = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in games.split("<tr>")[2:]]
        matches = Match.objects.filter(round__number=number, round__championship=day.championship)
        assert len(rows) == matches.count()
        for row, match in zip(rows, matches.order_by("table__number"), strict=True):
            at = (number, match.table.number)
            ns, ew = match.pairs
            assert row.startswith(f"{match.table.number} NS {ns.number} ")
            assert f" {ew.number} " in row
            if at == GIVEN:
                assert "given by a referee" in row
            else:
                made, lost = points_at(*at)
                assert f"{made}–{lost}" in row
                assert ("drawn" in row) == (made == lost)


def test_a_given_game_is_won_and_lost_in_the_standings_and_no_difference_of_0(day: Day) -> None:
    number, table = GIVEN
    lost, won = day.match(number, table).pairs
    view = standings_view(day.stage)
    column = view.ranking.round_column(number)
    with override("en"):
        assert (column.text(_line(view, won)), column.text(_line(view, lost))) == ("won", "lost")
    client = english_client(day.organiser)
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    scores = {
        one["pair"]["number"]: [r["score"] for r in one["rounds"] if r["round"] == number]
        for one in document["standings"]
    }
    assert scores[won.number] == scores[lost.number] == [None]


def _line(view: StandingsView[Any], pair: Contestant) -> StandingsLine[Any]:
    return next(line for line in view.lines if line.contestant.id == pair.pk)


def test_a_pair_asks_for_a_correction_of_its_game(day: Day) -> None:
    match = Match.objects.get(round__number=4, table__number=2)
    pair = match.pairs.ew
    phone = Phone.of_pair(day, pair.number).client
    address = f"/c/{day.slug}/pair/{pair.number}/rounds/4/hands/1/correction/"
    shown = phone.get(address).content.decode()
    assert "Ask for a correction of the game" in shown
    said = {"own": "105", "theirs": "20", "words": "", "based_on": 1}
    assert phone.post(address, said).status_code == 302
    (asked,) = open_correction_requests(day.championship)
    assert asked.said.points == Sides(20, 105)  # type: ignore[union-attr]
    number = asked.number
    referee = english_client(day.referee)
    decided = {"choice": "requested", "reason": "the slip", "based_on": 1}
    answer = referee.post(f"/c/{day.slug}/manage/correction-requests/{number}/", decided)
    assert answer.status_code == 302, answer.content.decode()[-500:]
    stands = Result.objects.get(match=match, is_current=True)
    assert (stands.version, stands.game_ns, stands.game_ew) == (2, 20, 105)


def test_the_record_gives_the_same_and_notices_what_was_changed(day: Day) -> None:
    assert faults(day.championship) == []
    Result.objects.filter(match__round__number=1, match__table__number=1).update(game_ew=99)
    assert any("“99”" in fault for fault in faults(day.championship))


def test_the_file_there_and_back(day: Day) -> None:
    twin_of(day.championship)


def test_the_tie_breaks_in_the_order_that_the_organiser_sets(day: Day) -> None:
    client = english_client(day.organiser)
    form = sent_settings(
        day.stage,
        **{"cap": "", "rest": "nothing", "asked_rest": "draw", "misdeal": "right-of-erring"},
        **{"tie_break_buchholz": "1", "tie_break_points_against": "2", "reason": "agreed"},
    )
    answer = client.post(f"/c/{day.slug}/manage/settings/", form)
    assert answer.status_code == 302, answer.content.decode()[-800:]
    stage = stage_of(day.championship)
    settings = stage.game_settings()
    assert settings.tie_breaks == ("buchholz", "points-against")
    assert (settings.cap, settings.rest, settings.misdeal) == (None, "nothing", "right-of-erring")
    for one, other in zip(lines := standings_view(stage).lines, lines[1:], strict=False):
        mine, theirs = one.figures, other.figures
        assert (mine.score, mine.buchholz, -mine.points_against) >= (
            theirs.score,
            theirs.buchholz,
            -theirs.points_against,
        )
    wrong = client.post(f"/c/{day.slug}/manage/settings/", {**form, "cap": "100"})
    assert wrong.status_code == 422
    assert "At least the 101 points" in wrong.content.decode()


def test_to_its_end(day: Day) -> None:
    client = english_client(day.organiser)
    manage(client, day.slug, "end/", {"sure": "on"})
    assert "Final" in page(day, "standings/")
    assert "The standings are final." in page(day, "manage/", client)
