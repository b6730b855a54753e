"""Every kind of damage to a championship's file is refused by name."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from scoring.ordinary.standings import GameSettings
from tests.tournament.transfer.refusals import SOMEBODY, refused, rehash, written
from tournament.transfer import document_reader, layout
from tournament.transfer.services import import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

Change = Callable[[Any], object]


DAMAGE: list[tuple[str, Change, str]] = [
    (
        "two records of a hand",
        lambda d: match(d)["play_records"].append(match(d)["play_records"][0]),
        "play_records: 1 is there twice",
    ),
    (
        "cards that are none",
        lambda d: match(d)["play_records"][0].update(plays="9O <b>"),
        "play_records[0].plays: must be written as",
    ),
    (
        "a record of a hand of another round",
        lambda d: match(d)["play_records"][0].update(deal=9),
        "play_records[0].deal: is not a hand that this round plays",
    ),
    (
        "a play that the ruling does not rest on",
        lambda d: next(one for one in match(d)["results"] if one["plays"])["plays"][0].update(
            double="recontro"
        ),
        "record of play 1 of version 1 is a different one",
    ),
    (
        "a time that no page can show",
        lambda d: event(d, "corrections_until").update(corrections_until="9999-12-31T23:59:59Z"),
        "after.corrections_until: must be a time from 1970 to 2100, or null",
    ),
    (
        "a time without a zone",
        lambda d: event(d, "corrections_until").update(corrections_until="2026-11-21T10:00:00"),
        "after.corrections_until: must be a time",
    ),
    (
        "a word for a time",
        lambda d: event(d, "corrections_until").update(corrections_until="later"),
        "after.corrections_until: must be a time",
    ),
    (
        "an act of long ago",
        lambda d: d["record"][1].update(at="1066-10-14T09:00:00.000000Z"),
        "record[1].at: must be a time such as",
    ),
    (
        "a day of another age",
        lambda d: d["championship"].update(date="9999-12-31"),
        "championship.date: must be a date such as",
    ),
    (
        "a name of control characters",
        lambda d: d["tables"][0].update(name="\x1b[2J"),
        "tables[0].name: contains invalid characters",
    ),
    (
        "a player whose name nobody sees",
        lambda d: d["pairs"][0]["players"][0].update(name="\u200b \u202e"),
        "players[0].name: must have 1 to 60 characters",
    ),
    (
        "an actor who turns the line round",
        lambda d: d["record"][1].update(actor="\u202etoor"),
        "record[1].actor: contains invalid characters",
    ),
    (
        "a reason on two lines",
        lambda d: d["rulings"][0].update(reason="one\ntwo"),
        "rulings[0].reason: contains invalid characters",
    ),
    ("a field is missing", lambda d: d["pairs"][2].pop("club"), "pairs[2]: lacks “club”"),
    (
        "an unknown one",
        lambda d: d["stages"][0].update(x=1),
        "stages[0]: has “x”, which is unknown",
    ),
    (
        "an unknown one that can't be written",
        lambda d: d.update({"\ud800" * 100: 1}),
        "the file: has “\\ud800",
    ),
    ("another type", lambda d: d["rounds"][0].update(number="1"), "rounds[0].number: must be a wh"),
    ("yes for one", lambda d: d["rounds"][0].update(number=True), "rounds[0].number: must be a w"),
    ("a list for an object", lambda d: d.update(championship=[]), "championship: must be an obj"),
    ("an object for a list", lambda d: d.update(pairs={}), "pairs: must be a list"),
    ("nothing", lambda d: d["stages"].insert(0, None), "stages[0]: must be an object"),
    (
        "points",
        lambda d: result(d).update(ns_points=40000),
        "results[0].ns_points: must be a whole number",
    ),
    ("too long", lambda d: d["pairs"][0].update(name="x" * 61), "0 to 60 characters"),
    ("a player without a name", lambda d: d["pairs"][0]["players"][0].update(name=""), "1 to 60"),
    ("NUL", lambda d: d["championship"].update(place="a\0b"), "contains invalid characters"),
    ("half a letter", lambda d: d["championship"].update(place="\ud800"), "contains invalid"),
    (
        "in the record",
        lambda d: d["record"][0].update(after={"a": ["\0"]}),
        "record[0].after: contains invalid",
    ),
    ("a time of day", lambda d: d["record"][0].update(at="2026-11-21 10:00"), "must be a time"),
    ("no such day", lambda d: d["championship"].update(date="2026-02-30"), "must be a date"),
    ("no such time", lambda d: d["record"][0].update(at="2026-02-30T10:00:00.000000Z"), "a time"),
    (
        "a rule",
        lambda d: d["stages"][0]["settings"].update(scale="1-3"),
        "stages[0].settings.scale: must be one of “1-2”, “0-100”",
    ),
    (
        "settings of another kind",
        lambda d: d["stages"][0].update(settings=GameSettings().plain()),
        "stages[0].settings: are not those of the stage's format",
    ),
    (
        "a setting less",
        lambda d: d["stages"][0]["settings"].pop("scale"),
        "stages[0].settings: must hold all settings of a format, and nothing else",
    ),
    (
        "a rule twice",
        lambda d: d["stages"][0]["settings"]["tie_breaks"].append("head-to-head"),
        "stages[0].settings.tie_breaks: the settings don't fit together",
    ),
    ("too deep", lambda d: d["record"][0].update(after=nested(40)), "is nested too deeply"),
    (
        "no hex",
        lambda d: d["deal_sets"][0].update(key="x" * 64),
        "deal_sets[0].key: must be 64 hex digits",
    ),
    # what does not fit
    ("another key", lambda d: d["deal_sets"][0].update(key="00" * 32), "is not that of the key"),
    (
        "no such pair",
        lambda d: match(d)["seats"][0].update(pair=99),
        "matches[0].seats[0].pair: 99 is not in the file",
    ),
    (
        "half a table",
        lambda d: match(d)["seats"].pop(),
        "matches[0].seats: must be NS and EW, N, W, S and E, or N, W and S",
    ),
    ("no such table", lambda d: match(d).update(table=99), "table: 99 is not in the file"),
    (
        "with itself",
        lambda d: match(d)["seats"][0].update(pair=match(d)["seats"][1]["pair"]),
        "does not meet itself",
    ),
    ("a pair twice", lambda d: d["pairs"].append(d["pairs"][0]), "pairs: 1 is there twice"),
    (
        "a match twice",
        lambda d: d["rounds"][0]["matches"].append(match(d)),
        "rounds[0].matches.table: 1 is there twice",
    ),
    ("no stage", lambda d: d.update(stages=[]), "stages: must hold at least one"),
    (
        "a round of no stage",
        lambda d: d["rounds"][0].update(stage=7),
        "stage: 7 is not in the file",
    ),
    ("a round without hands", lambda d: d["rounds"][-1].update(deals=[]), "must hold at least one"),
    (
        "a hand in two rounds",
        lambda d: d["rounds"][0]["deals"].append(d["rounds"][1]["deals"][0]),
        "rounds.deals: 5 is there twice",
    ),
    (
        "a hand of no deal set",
        lambda d: d["rounds"][0]["deals"][0].update(deal_set=2),
        "deals.deal_set: 2 is not in the file",
    ),
    (
        "the cards of another hand",
        lambda d: d["rounds"][-1]["deals"][0].update(number_in_set=d["deal_sets"][0]["deals"]),
        "is not the deal of the key that the record says",
    ),
    ("a round is missing", lambda d: d["rounds"].pop(0), "must be numbered from 1 on"),
    ("one player", lambda d: d["pairs"][1]["players"].pop(), "must be at least two"),
    (
        "closed without a time",
        lambda d: d["rounds"][0].update(closed_at=None),
        "rounds[0].closed_at: must be a time",
    ),
    (
        "planned and opened",
        lambda d: d["rounds"][-1].update(opened_at=d["rounds"][0]["opened_at"]),
        "opened_at: must be null",
    ),
    ("a version is missing", lambda d: corrected(d).pop(0), "must count from 1"),
    ("two current", lambda d: result(d, 2).update(is_current=False), "must count from 1"),
    ("another round's hand", lambda d: result(d).update(deal=99), "not a hand that this round"),
    (
        "a sitting of nobody",
        lambda d: match(d).update(sittings=[{"seat": "N", "player": 30}]),
        "sittings: 30 is not in the file",
    ),
    (
        "an early look at no round",
        lambda d: d["deal_sets"][0]["accesses"].append(
            {
                "round": 99,
                "kind": "opened",
                "at": d["record"][0]["at"],
                "actor": "x",
                "reason": "y",
                "exchanged": False,
            }
        ),
        "deal_sets[0].accesses[0].round: 99 is not in the file",
    ),
    ("no such stage", lambda d: d["rulings"][1].update(stage=7), "stage: 7 is not in the file"),
    (
        "a table that calls twice",
        lambda d: d["referee_calls"][1].update(outcome=""),
        "is there twice",
    ),
    # what the database does not keep
    (
        "a call that ended at no time",
        lambda d: d["referee_calls"][0].update(ended_at=None),
        "referee_calls[0]: the database",
    ),
    ("a rule of a result", lambda d: result(d).update(outcome="blank"), "results[0]: the database"),
    ("in no stage", lambda d: d["rulings"][1].update(stage=None), "rulings[1]: the database"),
    ("no reason", lambda d: d["rulings"][0].update(reason=""), "1 to 500 characters"),
    # what verifying finds
    ("an event", lambda d: d["record"].pop(3), "record[3]: the chain is broken here"),
    ("a word", lambda d: d["record"][4].update(reason="other"), "record[4]: the chain is broken"),
    ("its number", lambda d: d["championship"].update(number=99), "record[0]: the chain is broken"),
    ("a figure", lambda d: result(d).update(note="better"), "the record says"),
    ("who called", lambda d: d["referee_calls"][0].update(actor="pair 9"), "the record says"),
    ("the salt", lambda d: d["deal_sets"][0].update(salt="mine"), "salt"),
    ("a name", lambda d: d["pairs"][0].update(name="The others"), "the record says"),
    ("a match turned round", lambda d: turn(match(d)), ""),
    ("nothing of what happened", lambda d: d["record"].clear(), "The record is empty"),
]


def match(document: Any) -> Any:
    return document["rounds"][0]["matches"][0]


def event(document: Any, part: str) -> Any:
    """What the first act that records this part says of it."""
    return next(one["after"] for one in document["record"] if part in (one["after"] or {}))


def result(document: Any, place: int = 0) -> Any:
    return document["rounds"][0]["matches"][place]["results"][0]


def corrected(document: Any) -> Any:
    """The results of a match of which one has a second version."""
    for one in (match for round in document["rounds"] for match in round["matches"]):
        if any(result["version"] == 2 for result in one["results"]):
            one["results"].sort(key=lambda result: -result["version"])
            one["results"].reverse()
            return one["results"]
    raise AssertionError("no second version")


def nested(levels: int) -> Any:
    value: Any = "x"
    for _level in range(levels):
        value = [value]
    return value


def turn(match: Any) -> None:
    ns, ew = match["seats"]
    ns["pair"], ew["pair"] = ew["pair"], ns["pair"]


@pytest.mark.parametrize(
    ("change", "said"), [(one[1], one[2]) for one in DAMAGE], ids=[one[0] for one in DAMAGE]
)
def test_damage_is_named(document: Any, change: Change, said: str) -> None:
    change(document)
    assert said in refused(written(document))


def test_a_telephone_number_in_a_row_of_the_record(document: Any) -> None:
    """Though a later event corrects the name, and nothing of it stands in the tables."""
    number, event = next(
        (one, event) for one, event in enumerate(document["record"]) if "Player" in told_in(event)
    )
    told_in(event)["Player"][0][-1] = "Anna 600 11 22 33"
    rehash(document)
    assert f"record[{number}].rows: a name must not hold a telephone" in refused(written(document))


def told_in(event: Any) -> Any:
    return event["rows"].get("rows", {})


def test_a_record_that_was_made_anew_must_still_tell_what_stands_there(document: Any) -> None:
    for event in document["record"]:
        if event["action"] == "result-entered" and event["after"]["ns_points"] is not None:
            event["after"]["ns_points"] = 72 - event["after"]["ns_points"]
            break
    rehash(document)
    said = refused(written(document))
    assert "the chain is broken" not in said
    assert "tells another result than it made" in said


def test_many_faults_are_not_all_told(document: Any) -> None:
    for event in document["record"]:
        event["actor"] = 7
    reasons = refused(written(document)).splitlines()
    assert len(reasons) == document_reader.SHOWN_FAULTS + 1
    assert reasons[-1] == f"And {len(document['record']) - document_reader.SHOWN_FAULTS} more."


def test_no_reason_tells_the_key(document: Any) -> None:
    key = document["deal_sets"][0]["key"]
    document["deal_sets"][0]["commitment"] = "0" * 64
    document["deal_sets"][0]["salt"] = 5
    assert key not in refused(written(document))


class TestOfGames:
    """What only a championship of games can have wrong."""

    @pytest.fixture
    def cup(self, cup_file: bytes) -> Any:
        return json.loads(cup_file)

    def test_the_good_file_is_good(self, cup_file: bytes) -> None:
        import_championship(actor=SOMEBODY, file=BytesIO(cup_file))

    @pytest.mark.parametrize("setting", ["target", "cap"])
    def test_nobody_plays_to_nothing(self, cup: Any, setting: str) -> None:
        cup["stages"][0]["settings"][setting] = 0
        rehash(cup)
        assert f"stages[0].settings.{setting}: must be a whole number from 1" in refused(
            written(cup)
        )

    def test_settings_that_do_not_fit_together(self, cup: Any) -> None:
        cup["stages"][0]["settings"].update(target=101, cap=100)
        assert "stages[0].settings.cap: the settings don't fit together" in refused(written(cup))

    def test_a_game_has_no_award(self, cup: Any) -> None:
        result(cup)["award"] = "NS"
        assert "results[0]: the database refuses it" in refused(written(cup))

    def test_a_game_has_no_trumps(self, cup: Any) -> None:
        result(cup)["trump"] = "botifarra"
        assert "results[0]: the database refuses it" in refused(written(cup))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d, much: d.update(logo={"png": much, "width": 9, "height": 9, "digest": "a" * 64}),
        lambda d, much: d["pairs"][0].update(name=much),
        lambda d, much: d["deal_sets"][0].update(key=much),
        lambda d, much: d["record"][0].update(at=much),
        lambda d, much: result(d).update(sheet=much),
        lambda d, much: match(d)["play_records"][0].update(plays=much),
    ],
    ids=["logo", "name", "key", "time", "sheet", "cards"],
)
def test_no_value_costs_more_than_its_bytes(document: Any, spoil: Any) -> None:
    """Lengths are looked at first: 31 MB of hex digits took 2.5 GB."""
    spoil(document, "ab" * (4 << 20))
    tracemalloc.start()
    try:
        assert list(layout.DOCUMENT.faults(document, ""))
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()
