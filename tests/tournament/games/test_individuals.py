"""Individuals to their end over HTTP: players are registered, referees enter each game at the desk.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.games.desk import manage, names, page, paste_players, seated
from tests.tournament.games.individuals_games import (
    NAMES,
    ROUNDS,
    enter,
    expected,
    played_individuals,
    points_at,
)
from tests.tournament.made_once import made_once
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.there_and_back import twin_of
from tests.tournament.transfer.refusals import forge
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.services.stages import add_stage
from tournament.core.errors import UserError
from tournament.core.stages import stages_of
from tournament.correction_requests.queries import open_correction_requests
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.models import AuditEvent, Championship, Match, MatchSeat, Result
from tournament.stages.games import GAME_SWISS
from tournament.stages.individuals import INDIVIDUALS
from tournament.standings.queries.overall import overall_standings
from tournament.standings.queries.table import standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]


day = made_once(played_individuals)


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def test_each_is_the_partner_of_each_and_then_meets_others(day: Day) -> None:
    for first in (1, 4):
        for table in (1, 2):
            games = [seated()[number, table] for number in range(first, first + 3)]
            (four,) = {frozenset(one.values()) for one in games}
            partners = [
                {frozenset((one["N"], one["S"])), frozenset((one["W"], one["E"]))} for one in games
            ]
            together = {two for one in partners for two in one}
            assert together == set(map(frozenset, combinations(four, 2)))
    resting = [
        set(range(1, 10))
        - {one for at, four in seated().items() if at[0] == number for one in four.values()}
        for number in (1, 4)
    ]
    assert [len(one) for one in resting] == [1, 1]
    assert resting[0] != resting[1], "nobody rests twice before everybody has rested"


def test_the_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    found = [
        (
            line.contestant.number,
            int(2 * (one := line.figures).score),
            *(one.wins, one.points_for, one.points_against),
        )
        for line in standings_view(day.stage).lines
    ]
    wanted = expected()
    assert sorted(found) == sorted(wanted)
    assert [one[1:] for one in found] == [one[1:] for one in wanted]
    shown = page(day, "standings/?sort=rank")
    assert "<th" in shown
    assert "Player" in shown
    for name in NAMES:
        assert name in shown


def test_they_can_be_ranked_by_the_sum_of_points(day: Day) -> None:
    """The setting ranks by points alone: those of all games, each as far as the cap."""
    client = english_client(day.organiser)
    shown = client.get(f"/c/{day.slug}/manage/settings/").context["form"]
    chosen = {name: "" if (said := shown[name].value()) is None else said for name in shown.fields}
    chosen |= {"game_score": "points", "reason": "as announced"}
    manage(client, day.slug, "settings/", chosen)
    view = standings_view(stage_of(day.championship))
    points = {number: own for number, _halves, _wins, own, _theirs in expected()}
    wins = {number: wins for number, _halves, wins, _own, _theirs in expected()}
    found = [
        (int(line.figures.score), line.figures.wins, line.contestant.number) for line in view.lines
    ]
    assert sorted(found) == sorted((points[one], wins[one], one) for one in points)
    assert [one[:2] for one in found] == sorted((one[:2] for one in found), reverse=True)
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["ranking"] == "individuals-by-points"
    assert document["settings"]["game_score"] == "points"
    assert "Ranked by the points of all games" in page(day, "standings/")
    assert "Players are ranked by the points of all their games." in page(day, "rules/")
    assert client.get(f"/c/{day.slug}/export/results.xlsx").status_code == 200
    assert faults(day.championship) == []


def test_no_page_that_people_come_to_speaks_of_pairs(day: Day) -> None:
    client = english_client(day.organiser)
    pages = (
        *("", "pairs/", "pairs/3/", "schedule/", "rules/", "rounds/2/", "standings/course/"),
        *("pairings/2/", "pairings/2/?by=name", "wall/", "check-in/", "manage/", "manage/pairs/"),
        *("manage/schedule/", "manage/check-in/", "manage/rounds/", "manage/rounds/2/"),
        *("manage/rounds/2/tables/1/hands/1/", "manage/desk/2/", "manage/desk/2/tables/1/"),
        *("manage/tables/", "manage/settings/", "manage/day/", "manage/papers/", "manage/end/"),
        *("manage/file/", "manage/rounds/2/closed/", "manage/pairs/draw/"),
        *("manage/stages/", "manage/stages/add/"),
        "manage/stages/add/?format=individuals-101&name=F&best=4&carry=nothing&hands=",
    )
    for path in pages:
        answer = client.get(f"/c/{day.slug}/{path}")
        assert answer.status_code == 200, path
        text = re.sub(
            r"<(script|style).*?</\1>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL
        )
        said = re.search(r".{0,40}\bpairs?\b.{0,40}", text, re.IGNORECASE)
        assert not said, (path, said and said[0])


def test_what_only_pairs_have_is_nowhere(day: Day) -> None:
    client = english_client(day.organiser)
    for path in (*("pairs/upload/", "rounds/1/tables/1/players/"),):
        assert client.get(f"/c/{day.slug}/manage/{path}").status_code == 404, path


def test_services_refuse_what_is_of_pairs(day: Day) -> None:
    actor = actor_of(day.championship)
    with pytest.raises(UserError):
        add_stage(actor=actor, championship=day.championship, kind=GAME_SWISS.kind)
    pairs = make_championship("Parelles")
    with pytest.raises(UserError):
        add_stage(actor=actor_of(pairs), championship=pairs, kind=INDIVIDUALS.kind)


def test_a_player_has_a_page_with_partners_and_opponents(day: Day) -> None:
    number = seated()[2, 1]["N"]
    partner, opponents = seated()[2, 1]["S"], {seated()[2, 1]["W"], seated()[2, 1]["E"]}
    shown = page(day, f"pairs/{number}/")
    row = shown.split('id="round-2"')[1].split("</tr>")[0]
    linked = [int(one) for one in re.findall(r"/pairs/(\d+)/", row)]
    assert linked[0] == partner
    assert set(linked[1:]) == opponents
    assert "60–60" in row


def test_everybody_finds_their_table_and_partner_by_name(day: Day) -> None:
    seats = seated()[1, 2]
    north, south = (names(day)[seats[seat]] for seat in "NS")
    places = page(day, "pairings/1/?by=name").split('<li data-find-text="')
    (own,) = [one for one in places if one.startswith(f"{north} ")]
    assert f"with {south}" in own
    assert "2" in own


def test_its_files(day: Day) -> None:
    client = english_client()
    content = client.get(f"/c/{day.slug}/export/standings.csv?lang=en").content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert {one["Player"] for one in rows} == set(NAMES)
    assert Counter(int(one["Won"]) for one in rows) == Counter(one[2] for one in expected())
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["ranking"] == "individuals"
    assert document["standings"][0]["pair"]["players"] == [document["standings"][0]["pair"]["name"]]
    organiser = english_client(day.organiser)
    answer = organiser.get(reverse("exports:check_in_csv", args=[day.slug]), {"lang": "en"})
    listed = answer.content.decode("utf-8-sig")
    assert "Player 2" not in listed
    assert "Anna Puig" in listed


OF_PLAYERS = [
    name
    for name, paper in PAPERS.items()
    if paper.for_players and name not in ("table-slips", "table-cards", "place-cards", "guide")
]


@pytest.mark.parametrize("name", OF_PLAYERS)
def test_its_papers_speak_of_players(day: Day, name: str) -> None:
    stages, paper = stages_of(day.championship), PAPERS[name]
    rounds = (4,) if paper.scope is Scope.ROUND else ()
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    text = text_of(bind_papers(request, [paper]).content)
    assert "parell" not in text.lower(), text
    assert "Anna Puig" in text


def test_a_score_sheet_has_four_players_in_their_seats(day: Day) -> None:
    reopened(day, ROUNDS)
    stages = stages_of(day.championship)
    request = PaperRequest(
        stages, (ROUNDS,), day.championship.created_at, "http://hall", known_of(stages)
    )
    with override("en"):
        text = text_of(bind_papers(request, [PAPERS["table-slips"]]).content)
    for seat, word in (("N", "North"), ("W", "West"), ("S", "South"), ("E", "East")):
        number = seated()[ROUNDS, 1][seat]
        assert f"{word} · {number} {names(day)[number]}" in text


def test_the_record_gives_the_same_and_notices_what_was_changed(day: Day) -> None:
    assert faults(day.championship) == []
    Result.objects.filter(match__round__number=1, match__table__number=1).update(game_ew=99)
    assert any("“99”" in fault for fault in faults(day.championship))
    with undone():
        one, other = Match.objects.get(round__number=2, table__number=1).seats.filter(
            held__in=("N", "W")
        )
        mine, theirs = one.contestant_id, other.contestant_id
        one.delete()
        MatchSeat.objects.filter(pk=other.pk).update(contestant=mine)
        MatchSeat.objects.create(
            match=other.match, held="N", contestant_id=theirs, round=other.match.round
        )
        found = faults(day.championship)
        assert any("seat of a match (" in fault for fault in found), found


def test_the_file_there_and_back(day: Day) -> None:
    assert twin_of(day.championship).of_players
    actor = actor_of(day.championship)
    wrong = json.loads(export_championship(actor=actor, championship=day.championship).content)
    forge(wrong, Championship, of_players=False)
    with pytest.raises(UserError) as refused:
        import_championship(actor=actor, file=io.BytesIO(json.dumps(wrong).encode()), slug="other")
    assert any("not for the contestants" in str(one) for one in refused.value.messages)


def test_the_best_go_on_to_a_final_of_their_own(day: Day) -> None:
    """Four of nine play three more games, and have brought half of what they had."""
    client, slug = english_client(day.organiser), day.slug
    before = {one.contestant.number: one for one in standings_view(day.stage).lines}
    best = [number for number, one in before.items() if one.rank <= 4]
    assert len(best) == 4
    address = f"/c/{slug}/manage/stages/add/"
    query = "format=individuals-101&name=Final&best=4&carry=half&hands="
    shown = client.get(f"{address}?{query}")
    assert "Add the stage with these players" in shown.content.decode()
    who = shown.context["who"]
    sent = {"chosen": best, "based_on": who["based_on"].value(), "reason": ""}
    assert client.post(f"{address}?{query}", sent).status_code == 302
    manage(client, slug, "schedule/make/?stage=2", {"rounds": 3, "seed": "1"})
    manage(client, slug, "schedule/publish/?stage=2")
    made = {number: before[number].figures.score / 2 for number in best}
    for number in range(ROUNDS + 1, ROUNDS + 4):
        manage(client, slug, f"rounds/{number}/open/", {"without_absent": "yes"})
        enter(day, client, number, 1)
        manage(client, slug, f"rounds/{number}/close/")
        ns, ew = points_at(number, 1)
        for seat, one in seated()[number, 1].items():
            made[one] += (ns > ew) if seat in "NS" else (ew > ns)
    _first, final = stages_of(day.championship)
    found = {one.contestant.number: one.figures.score for one in standings_view(final).lines}
    assert found == made
    overall = overall_standings(stages_of(day.championship))
    assert [line.contestant.number for line in overall.lines][:4] == list(found)
    assert len(overall.lines) == len(NAMES)
    assert faults(day.championship) == []
    twin_of(day.championship)
    for path in ("standings/", "standings/championship/", "schedule/", f"pairs/{best[0]}/"):
        told = page(day, path).split("<main")[1].split("</main>")[0]
        assert not re.search(r"\bpairs?\b", re.sub(r"<[^>]+>", " ", told), re.IGNORECASE), path


def test_a_stage_of_abarrotada_has_its_tables(day: Day) -> None:
    """Nine sit at two tables of four, and alone at three tables of three."""
    client, slug = english_client(day.organiser), day.slug
    assert day.championship.tables.count() == 2
    address = f"/c/{slug}/manage/stages/add/?format=abarrotada&name=Alone&best=9&carry=nothing"
    who = client.get(address).context["who"]
    sent = {"chosen": list(range(1, 10)), "based_on": who["based_on"].value(), "reason": "all"}
    assert client.post(address, sent).status_code == 302
    manage(client, slug, "schedule/make/?stage=2", {"rounds": 2, "seed": "1"})
    manage(client, slug, "schedule/publish/?stage=2")
    assert day.championship.tables.count() == 3
    assert faults(day.championship) == []


def test_a_substitute_takes_a_seat(day: Day) -> None:
    """Who takes a player's seat goes on under that number; the record keeps both names."""
    client = english_client(day.organiser)
    player = day.championship.contestants.get(number=3)
    shown = client.get(f"/c/{day.slug}/manage/pairs/{player.pk}/edit/")
    based_on = shown.context["form"]["based_on"].value()
    changed = {"player_1": "Jan Font", "club": "Club C", "based_on": based_on}
    manage(client, day.slug, f"pairs/{player.pk}/edit/", changed)
    assert "Jan Font" in page(day, "schedule/")
    assert [one.rank for one in standings_view(day.stage).lines if one.contestant.number == 3]
    told = AuditEvent.objects.filter(championship=day.championship).latest("pk")
    assert "Jan Font" in str(told.after)
    assert shown.context["form"]["player_1"].value() in str(told.before)


def test_to_its_end(day: Day) -> None:
    client = english_client(day.organiser)
    manage(client, day.slug, "end/", {"sure": "on"})
    assert "Final" in page(day, "standings/")
    assert not re.search(r"\bpairs?\b", re.sub(r"<[^>]+>", " ", page(day, "")).lower())


def spoken(match: Match, side: str, version: int = 0) -> dict[str, Any]:
    """What all that a phone sends about the game begins with."""
    about = {"match": match.pk, "hand": 1, "side": side}
    return {"key": new_key(), **about, **({"version": version} if version else {})}


def reopened(day: Day, number: int) -> Match:
    """The match at table 1 of a round that is open again, without a result."""
    client = english_client(day.organiser)
    manage(client, day.slug, f"rounds/{number}/reopen/", {"reason": "one more look"})
    address = f"rounds/{number}/tables/1/hands/1/take-back/"
    manage(client, day.slug, address, {"reason": "by mistake", "based_on": 1})
    return Match.objects.get(round__number=number, table__number=1)


def test_two_players_enter_on_the_tables_phone_and_the_others_confirm_on_their_own(
    day: Day,
) -> None:
    match = reopened(day, ROUNDS)
    four = seated()[ROUNDS, 1]
    table, west = Phone.at_table(day, 1), Phone.of_pair(day, four["W"])
    shown = table.client.get(f"/c/{day.slug}/table/1/").content.decode()
    found = re.search(r'id="table-document"[^>]*>(.*?)</script>', shown)
    assert found
    document = json.loads(found[1])
    north, south = (names(day)[four[seat]] for seat in "NS")
    assert document["match"]["pairs"]["NS"]["number"] == f"{north} – {south}"
    assert {"seat": "North", "name": north} in document["match"]["pairs"]["NS"]["seated"]
    said = {"based_on": 2, "late": False, "ns": 104, "ew": 60, "sheet": "", "asked": True}
    answer: Any = table.send("entries", {**spoken(match, "NS"), **said}, table=1)
    assert answer.json()["state"] in ("stored", "referee"), answer.content
    answer = west.send("confirmations", spoken(match, "EW", 3), table=1)
    assert answer.json()["state"] in ("confirmed", "referee"), answer.content
    answer = west.send("confirmations", spoken(match, "NS", 3), table=1)
    assert answer.status_code == 422, "nobody speaks for the others"
    entered = Result.objects.get(match=match, is_current=True)
    assert (entered.game_ns, entered.entered_side, entered.entered_table) == (104, "NS", 1)
    (confirmation,) = entered.confirmations.all()
    assert (confirmation.by, confirmation.actor_contestant) == ("EW", four["W"])
    record = page(day, "manage/record/", english_client(day.organiser))
    assert "table 1, NS" in record
    assert f"player {four['W']}" in record
    assert faults(day.championship) == []


def test_a_player_has_a_page_on_the_phone(day: Day) -> None:
    four = seated()[ROUNDS, 2]
    phone = Phone.of_pair(day, four["S"]).client
    shown = " ".join(phone.get(f"/c/{day.slug}/pair/{four['S']}/").content.decode().split())
    text = " ".join(re.sub(r"<[^>]+>", " ", shown).split())
    north, west = (names(day)[four[seat]] for seat in "NW")
    assert f"Player {four['S']}: {names(day)[four['S']]}" in text
    assert north in text
    assert west in text
    assert not (said := re.search(r".{30}\bpairs?\b.{30}", text)), said


def test_a_player_asks_for_a_correction_and_an_opponent_agrees(day: Day) -> None:
    four = seated()[ROUNDS, 1]
    asking, answering = Phone.of_pair(day, four["S"]), Phone.of_pair(day, four["E"])
    address = f"/c/{day.slug}/pair/{four['S']}/rounds/{ROUNDS}/hands/1/correction/"
    own, theirs = points_at(ROUNDS, 1)
    said = {"own": own + 2, "theirs": theirs, "words": "", "based_on": 1}
    assert "you sat NS" in asking.client.get(address).content.decode()
    assert asking.client.post(address, said).status_code == 302
    (asked,) = open_correction_requests(day.championship)
    shown = answering.client.get(f"/c/{day.slug}/pair/{four['E']}/").content.decode()
    assert "ask for a correction of the game" in " ".join(shown.split())
    answer = f"/c/{day.slug}/pair/{four['E']}/requests/{asked.number}/"
    found = re.search(r'action="([^"]+)"\s+class="page-actions', shown)
    assert found, answer
    assert answering.client.post(found[1], {"agrees": "yes"}).status_code == 302
    referee = english_client(day.referee)
    desk = referee.get(f"/c/{day.slug}/manage/correction-requests/{asked.number}/")
    assert names(day)[four["N"]] in desk.content.decode()
    decided = {"choice": "requested", "reason": "the slip", "based_on": 1}
    manage(referee, day.slug, f"correction-requests/{asked.number}/", decided)
    at_table = Result.objects.filter(match__round__number=ROUNDS, match__table__number=1)
    stands = at_table.get(is_current=True)
    assert (stands.version, stands.game_ns) == (2, own + 2)
    assert faults(day.championship) == []


def test_a_call_of_the_referee_names_both(day: Day) -> None:
    match = reopened(day, ROUNDS)
    four = seated()[ROUNDS, 1]
    about = {"match": match.pk, "side": "EW"}
    answer: Any = Phone.at_table(day, 1).send("calls", about, table=1)
    west, east = (names(day)[four[seat]] for seat in "WE")
    assert answer.json()["call"]["pair"] == f"{west} – {east}"
    inbox = page(day, "manage/inbox/", english_client(day.referee))
    assert not re.search(r"\bpairs?\b", re.sub(r"<[^>]+>", " ", inbox))


def test_who_would_rest_in_all_rounds_is_named_before_the_schedule_is_public() -> None:
    championship = make_championship("Individual", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    paste_players(client, championship.slug, "\n".join(NAMES))
    for rounds, nobody_plays in ((3, True), (9, False)):
        manage(client, championship.slug, "schedule/make/", {"rounds": rounds})
        shown = client.get(f"/c/{championship.slug}/manage/schedule/").content.decode()
        assert ("In so few rounds these have nothing to play:" in shown) is nobody_plays
