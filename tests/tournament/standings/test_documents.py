"""JSON: what docs/json.md lists is there, and nothing else; exact values stay exact."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.duplicate.scores import Award
from scoring.duplicate.tie_breaks import TieBreak
from scoring.ordinary.solo_standings import SoloTieBreak
from scoring.ordinary.standings import GameTieBreak
from scoring.participation import Withdrawn
from tests.tournament.day import Day, make_day
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import (
    SIX_TABLES_DEAL,
    fill,
    mixed_day,
    played_day,
    put_result,
    six_tables_day,
)
from tournament.models import Contestant, NotPlayedReason, Outcome, Round, Ruling
from tournament.standings.columns import Output, StandingsColumn
from tournament.standings.rankings.dealt_hands.ranking import DEALT_HANDS
from tournament.standings.rankings.games.ranking import GAMES
from tournament.standings.rankings.knockout.ranking import KNOCKOUT

pytestmark = pytest.mark.django_db

DESCRIPTION = Path("docs/json.md")


def described(address: str) -> list[str]:
    """The fields that the document lists for an address."""
    section = DESCRIPTION.read_text(encoding="utf-8").split(f"## {address}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def fields_of(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all fields; of an object's own path only where it is in a list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}" if path else key
            if not isinstance(inner, dict):
                yield here
            yield from fields_of(inner, here)
    elif isinstance(value, list):
        for inner in value:
            yield from fields_of(inner, f"{path}[]")


def test_the_document_says_of_each_column_what_its_declaration_says() -> None:
    text = DESCRIPTION.read_text(encoding="utf-8")
    declared: list[StandingsColumn[Any]] = [
        *DEALT_HANDS.columns_on(Output.JSON),
        *GAMES.columns_on(Output.JSON),
        *KNOCKOUT.columns_on(Output.JSON),
    ]
    for column in declared:
        assert f"| `standings[].{column.key}` | {column.meaning} |\n" in text


def test_the_document_names_every_tie_break() -> None:
    rows = re.findall(r"^\| `settings.tie_breaks` \| (the .*) \|$", DESCRIPTION.read_text(), re.M)
    assert [re.findall(r'`"([a-z-]+)"`', row) for row in rows] == [
        list(TieBreak),
        list(GameTieBreak),
        list(SoloTieBreak),
    ]


def get(client: Client, day: Day, name: str, **query: str) -> Any:
    response = client.get(reverse(f"standings:{name}", args=[day.slug]), query)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


@pytest.fixture
def rich_day() -> Day:
    """With ties that a rule splits, a pair that is annulled, one that loses points, and two with
    too few hands."""
    day = played_day(contestants=8, rounds=2)
    Ruling.objects.create(
        championship=day.championship,
        number=1,
        kind=Ruling.Kind.DEDUCTION,
        contestant=day.match(1, 1).pairs.ns,
        stage=day.stage,
        hundredths=50,
        reason="late",
    )
    Contestant.objects.filter(pk=day.match(1, 4).pair_ids.ns).update(withdrawn_from=3)
    put_settings(day.stage, withdrawn=Withdrawn.ANNUL)
    day.match(2, 2).results.update(
        outcome=Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME, ns_points=None
    )
    return day


@pytest.mark.parametrize("address", ["standings.json", "results.json"])
def test_every_field_is_described_and_every_described_field_is_there(
    client: Client, rich_day: Day, address: str
) -> None:
    listed = described(address)
    assert len(listed) == len(set(listed))
    document = get(client, rich_day, address.replace(".", "_"))
    assert set(fields_of(document)) == set(listed)


def test_standings_are_exact(client: Client) -> None:
    document = get(client, played_day(contestants=6, rounds=2), "standings_json")
    assert (document["state"], document["rounds"], document["planned_rounds"]) == (
        "provisional",
        [1, 2],
        5,
    )
    for line in document["standings"]:
        total = Fraction(line["total"])
        assert total == sum(Fraction(part["score"]) for part in line["rounds"])
        assert Fraction(line["mean"]) == total / line["hands"]
        assert re.fullmatch(r"\d+\.\d\d", line["total_rounded"])


def test_standings_after_a_round(client: Client) -> None:
    day = played_day(contestants=6, rounds=2)
    assert get(client, day, "standings_json", after="1")["rounds"] == [1]
    address = reverse("standings:standings_json", args=[day.slug])
    for wrong in ("3", "0", "-1", "x", "²", "9" * 40):
        assert client.get(address, {"after": wrong}).status_code == 404


def test_six_tables(client: Client) -> None:
    document = get(client, six_tables_day(), "results_json")
    (hand,) = [one for one in document["hands"] if one["hand"] == SIX_TABLES_DEAL]
    assert [(one["ns_final"], one["ns_final_rounded"]) for one in hand["tables"]] == [
        ("39/22", "1.77"),
        ("37/22", "1.68"),
        ("1", "1.00"),
        ("21/11", "1.91"),
        ("2", "2.00"),
        ("13/11", "1.18"),
    ]
    assert [one["ew_final_rounded"] for one in hand["tables"]] == [
        "1.44",
        "1.56",
        "2.00",
        "1.00",
        "1.13",
        "1.88",
    ]
    assert hand["ew_field"] == {"low": -8, "high": 8, "tables": 6}


def test_what_became_of_hands(client: Client) -> None:
    document = get(client, mixed_day(), "results_json")
    rule_break, not_played = document["hands"][0]["tables"][0], document["hands"][1]["tables"][0]
    assert (rule_break["infraction"], rule_break["ew_origin"]) == ("EW", "infraction")
    assert (rule_break["ew_final"], rule_break["ns_points"]) == ("0", None)
    assert rule_break["note"] == ""
    assert (not_played["outcome"], not_played["not_played_reason"]) == ("not-played", "other")
    assert not_played["note"] == "the light went out"
    assert not_played["ns_final"] is None


def test_what_was_ruled(client: Client) -> None:
    day = make_day(contestants=6)
    day.open(1)
    put_result(day, 1, 1, 1, ns_points=60, award=Award.EW)
    fill(day, 1)
    deducted = day.match(1, 1).pairs.ns
    ruled = {"championship": day.championship, "reason": "what happened"}
    Ruling.objects.create(number=1, kind="hand-cancelled", deal=2, **ruled)
    ruled |= {"contestant": deducted, "stage": day.stage}
    Ruling.objects.create(number=2, kind="deduction", hundredths=133, **ruled)

    hands = get(client, day, "results_json")["hands"]
    awarded = hands[0]["tables"][0]
    assert (awarded["award"], awarded["ew_hand_score"]) == ("EW", None)
    assert (awarded["ns_origin"], awarded["ew_origin"]) == ("formula", "average")
    assert hands[0]["ns_field"]["tables"] == hands[0]["ew_field"]["tables"] + 1
    assert [(hand["cancelled"], hand["cancelled_reason"]) for hand in hands[:2]] == [
        (False, None),
        (True, "what happened"),
    ]
    assert {table["ns_origin"] for table in hands[1]["tables"]} == {"cancelled"}
    assert {table["ns_final"] for table in hands[1]["tables"]} == {None}

    document = get(client, day, "standings_json")
    line = next(one for one in document["standings"] if one["pair"]["number"] == deducted.number)
    assert (line["hands"], line["deduction"]) == (3, "133/100")
    assert line["deductions"] == [
        {"points": "133/100", "points_rounded": "1.33", "reason": "what happened"}
    ]
    assert {one["deduction"] for one in document["standings"] if one is not line} == {"0"}


def test_until_when_results_can_be_corrected(client: Client) -> None:
    day = played_day(contestants=4)
    until = timezone.now().replace(microsecond=0) + timedelta(minutes=10)
    Round.objects.filter(number=1).update(corrections_until=until)
    document = get(client, day, "standings_json")
    assert document["corrections_until"] == until.isoformat()
    assert document["state"] == "provisional"
    Round.objects.filter(number=1).update(corrections_until=until - timedelta(hours=1))
    assert get(client, day, "standings_json")["corrections_until"] is None


def test_an_open_round_is_not_in_it(client: Client) -> None:
    day = played_day(contestants=6)
    day.open(2)
    day.enter(2, 1, 5, 72)
    client.force_login(day.referee)
    document = get(client, day, "results_json")
    assert document["rounds"] == [1]
    assert {hand["hand"] for hand in document["hands"]} == {1, 2, 3, 4}


def test_nothing_secret_is_in_it(client: Client) -> None:
    day = played_day(contestants=4, rounds=3)
    deal_set = day.championship.deal_set()
    assert deal_set is not None
    for name in ("standings_json", "results_json"):
        text = json.dumps(get(client, day, name))
        assert bytes(deal_set.key or b"").hex() not in text
        assert "key" not in text
