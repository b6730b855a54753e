"""Every kind of damage to a championship's file is refused by name."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from scoring.duplicate.settings import Settings
from scoring.ordinary.standings import GameSettings
from tests.tournament.transfer.refusals import (
    SOMEBODY,
    forge,
    forget,
    images,
    refused,
    rehash,
    written,
)
from tournament.core.errors import UserError
from tournament.models import (
    AttachedPlay,
    Championship,
    Contestant,
    CorrectionRequest,
    DealSet,
    HandAccess,
    Match,
    MatchSeat,
    Player,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
    Stage,
    Table,
)
from tournament.models.recorder import Shape
from tournament.transfer import document as file_format
from tournament.transfer.reader import read_document
from tournament.transfer.services import import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

Change = Callable[[Any], object]


def event(document: Any, part: str) -> Any:
    """What the first act that records this part says of it."""
    return next(one["after"] for one in document["record"] if part in (one["after"] or {}))


def nested(levels: int) -> Any:
    value: Any = "x"
    for _level in range(levels):
        value = [value]
    return value


def settings(document: Any, **changed: Any) -> None:
    row = images(document, Stage)[(1,)]
    row[Shape.of(Stage).columns.index("settings")].update(changed)
    rehash(document)


def rows_of_an_act(document: Any, rows: Any) -> None:
    document["record"][2]["rows"] = rows
    rehash(document)


def a_setting_less(document: Any) -> None:
    row = images(document, Stage)[(1,)]
    row[Shape.of(Stage).columns.index("settings")].pop("scale")
    rehash(document)


def beside(document: Any, name: str, column: str, value: Any) -> None:
    """Change the first of the rows that the record doesn't tell."""
    model = next(one for one in file_format.BESIDE if one.__name__ == name)
    document["rows"][name][0][Shape.of(model).columns.index(column)] = value


def add(document: Any, model: Any, *row: Any) -> None:
    """Let the newest act make one row more."""
    told = document["record"][-1]["rows"].setdefault("rows", {})
    told.setdefault(model.__name__, []).append([*row])
    rehash(document)


FORMAT: list[tuple[str, Change, str]] = [
    ("a part is missing", lambda d: d.pop("apart"), "the file: lacks “apart”"),
    ("a part of another kind", lambda d: d.update(record={}), "record: must be of another kind"),
    ("an unknown one", lambda d: d.update(x=1), "the file: has “x”, which is unknown"),
    (
        "an unknown one that can't be written",
        lambda d: d.update({"\ud800" * 100: 1}),
        "the file: has “\\ud800",
    ),
    ("an unknown model", lambda d: d["apart"].update(User=[]), "apart: has “User”, which is"),
    ("no address", lambda d: d.update(slug="../x"), "slug: "),
    ("yes for a number", lambda d: d.update(number=True), "number: must be of another kind"),
    ("a number below 1", lambda d: d.update(number=0), "number: must be a whole number from 1"),
    ("no event", lambda d: d["record"].insert(0, None), "record[0]: must be an object"),
    ("an event without a column", lambda d: d["record"][0].pop("at"), "record[0]: must be an"),
    ("a time of day", lambda d: d["record"][0].update(at="2026-11-21 10:00"), "must be a time"),
    (
        "no such time",
        lambda d: d["record"][0].update(at="2026-02-30T10:00:00+00:00"),
        "record[0].at: must be a time such as",
    ),
    (
        "an act of long ago",
        lambda d: d["record"][1].update(at="1066-10-14T09:00:00+00:00"),
        "record[1].at: must be a time such as",
    ),
    (
        "a time that no page can show",
        lambda d: event(d, "corrections_until").update(corrections_until="9999-12-31T23:59:59Z"),
        "after: “corrections_until” must be a time from 1970 to 2100, or null",
    ),
    (
        "a time without a zone",
        lambda d: event(d, "corrections_until").update(corrections_until="2026-11-21T10:00:00"),
        "after: “corrections_until” must be a time",
    ),
    (
        "a word for a time",
        lambda d: event(d, "corrections_until").update(corrections_until="later"),
        "after: “corrections_until” must be a time",
    ),
    (
        "an actor who turns the line round",
        lambda d: d["record"][1].update(actor="\u202etoor"),
        "record[1].actor: contains invalid characters",
    ),
    (
        "a NUL in what an act tells",
        lambda d: d["record"][0].update(after={"a": ["\0"]}),
        "record[0].after: contains invalid",
    ),
    (
        "a number that no database has",
        lambda d: d["record"][0].update(after={"a": 2**63}),
        "record[0].after: contains a number that is too large",
    ),
    ("half a letter", lambda d: d["record"][0].update(reason="\ud800"), "reason: contains invalid"),
    ("too deep", lambda d: d["record"][0].update(after=nested(40)), "is nested too deeply"),
    ("no hex", lambda d: d["apart"]["DealSet"][0].__setitem__(1, "x" * 64), "pairs of hex digits"),
    ("an act is missing", lambda d: d["record"].pop(3), "record[3]: the chain is broken here"),
    ("a word", lambda d: d["record"][4].update(reason="other"), "record[4]: the chain is broken"),
    ("its number", lambda d: d.update(number=99), "record[0]: the chain is broken"),
    ("no record", lambda d: d["record"].clear(), "doesn't tell of a championship"),
    ("no secrets", lambda d: d["apart"]["DealSet"].clear(), "apart.DealSet: lacks DealSet[1]"),
    (
        "secrets twice",
        lambda d: d["apart"]["DealSet"].append(d["apart"]["DealSet"][0]),
        "apart.DealSet[1]: must be a row of the record with its key, once",
    ),
    (
        "secrets of nothing",
        lambda d: d["apart"]["DealSet"].append([7, None, None, None]),
        "apart.DealSet[7]: must be a row of the record",
    ),
    ("rows that are none", lambda d: d["rows"].update(PlayAct={}), "rows.PlayAct: must be a list"),
    (
        "a record of play twice",
        lambda d: d["rows"]["PlayRecord"].append(d["rows"]["PlayRecord"][0]),
        "must be a row with its key, each once",
    ),
    (
        "two versions of a record of play",
        lambda d: d["rows"]["PlayRecord"].append(
            [*d["rows"]["PlayRecord"][0][:3], 99, *d["rows"]["PlayRecord"][0][4:]]
        ),
        "PlayRecord: 1 is there twice",
    ),
    (
        "cards that are none",
        lambda d: beside(d, "PlayRecord", "plays", "9O <b>"),
        ".plays: Enter a valid value",
    ),
    (
        "a record of play of another round",
        lambda d: beside(d, "PlayRecord", "deal", 9),
        "PlayRecord.deal: 9 is not a hand that this round plays",
    ),
    (
        "a play that the ruling does not rest on",
        lambda d: d["apart"][AttachedPlay.__name__][0].__setitem__(
            -1, "0" * 32 if d["apart"][AttachedPlay.__name__][0][-1] != "0" * 32 else "1" * 32
        ),
        "record of play 1 of version 1 is a different one",
    ),
    (
        "another key",
        lambda d: d["apart"]["DealSet"][0].__setitem__(1, "00" * 32),
        "commitment does not belong to the key",
    ),
]
"""Damage to the file's own form, and to what stands beside the record."""

FORGED: list[tuple[str, Change, str]] = [
    (
        "rows that no act has",
        lambda d: rows_of_an_act(d, {"rows": {"Result": [[1]]}}),
        "record[2].rows: can't be followed",
    ),
    (
        "rows of no model",
        lambda d: rows_of_an_act(d, {"rows": {"User": [["x"]]}}),
        "record[2].rows: can't be followed",
    ),
    (
        "rows that are none",
        lambda d: rows_of_an_act(d, ["x"]),
        "record[2].rows: can't be followed",
    ),
    (
        "a key of lists",
        lambda d: rows_of_an_act(d, {"gone": {"Result": [[[]]]}}),
        "record[2].rows: can't be followed",
    ),
    # what a column can't hold
    (
        "a day of another age",
        lambda d: forge(d, Championship, date="9999-12-31"),
        "Championship[].date: must be a date such as",
    ),
    ("no such day", lambda d: forge(d, Championship, date="2026-02-30"), "must be a date"),
    ("a NUL", lambda d: forge(d, Championship, place="a\0b"), "contains invalid characters"),
    (
        "a name of control characters",
        lambda d: forge(d, Table, name="\x1b[2J"),
        "].rows: contains invalid characters",
    ),
    (
        "a player whose name nobody sees",
        lambda d: forge(d, Player, name="\u200b \u202e"),
        "].rows: contains invalid characters",
    ),
    ("a player without a name", lambda d: forge(d, Player, -1, name=""), "cannot be blank"),
    (
        "a name with two spaces",
        lambda d: forge(d, Contestant, club="el  club"),
        "Contestant[1].club: must be written as the program writes names",
    ),
    ("a name that is too long", lambda d: forge(d, Contestant, name="x" * 61), "at most 60 char"),
    (
        "a reason on two lines",
        lambda d: forge(d, Ruling, reason="one\ntwo"),
        "].rows: contains invalid characters",
    ),
    ("a ruling without a reason", lambda d: forge(d, Ruling, reason=""), "cannot be blank"),
    ("text for a number", lambda d: forge(d, Round, seconds_left="1"), "must be a whole number"),
    ("yes for one", lambda d: forge(d, Round, seconds_left=True), "must be a whole number from"),
    ("one for yes", lambda d: forge(d, Contestant, here=1), "here: must be true or false"),
    ("points", lambda d: forge(d, Result, ns_points=40000), "ns_points: must be a whole number"),
    ("no such suit", lambda d: forge(d, Result, trump="X"), "is not a valid choice"),
    ("nothing", lambda d: forge(d, Result, outcome=None), "outcome: must not be null"),
    ("no time", lambda d: forge(d, Result, entered_at="noon"), "entered_at: must be a time"),
    (
        "a time in another zone",
        lambda d: forge(d, Result, entered_at="2026-11-21T10:00:00+01:00"),
        "entered_at: must be a time",
    ),
    ("a rule", lambda d: settings(d, scale="1-3"), "Stage[1].settings: the settings don't fit"),
    ("a setting less", a_setting_less, "Stage[1].settings: the settings don't fit"),
    (
        "settings of another kind",
        lambda d: forge(d, Stage, settings=GameSettings().plain()),
        "Stage[1].settings: are not those of the stage's format",
    ),
    (
        "a rule twice",
        lambda d: settings(d, tie_breaks=["head-to-head", "head-to-head"]),
        "Stage[1].settings: the settings don't fit together (tie_breaks)",
    ),
    (
        "an intent that no page understands",
        lambda d: forge(d, Stage, intended={"rounds": "7", "group_size": None, "then": None}),
        "Stage[1].intended: is not what can be intended",
    ),
    (
        "days that are none",
        lambda d: forge(d, Stage, reserve_days=["2026-11-31"]),
        "Stage[1].reserve_days: must be a list of dates",
    ),
    (
        "groups that are none",
        lambda d: forge(d, Stage, group_names="AB"),
        "Stage[1].group_names: must be a list of names",
    ),
    (
        "rests that are none",
        lambda d: forge(d, Contestant, asked_rests=["1"]),
        "Contestant[1].asked_rests: must be a list of rounds",
    ),
    # what does not fit
    (
        "no such pair",
        lambda d: forge(d, MatchSeat, contestant__number=99),
        "contestant: names Contestant[99], which is not in the file",
    ),
    (
        "no such table",
        lambda d: forge(d, Match, table__number=99),
        "Match[1, 1].table: names Table[99], which is not in the file",
    ),
    (
        "half a table",
        lambda d: forget(d, MatchSeat, 0),
        "must have the seats NS and EW",
    ),
    (
        "with itself",
        lambda d: forge(
            d, MatchSeat, contestant__number=sorted(images(d, MatchSeat).items())[1][1][3]
        ),
        "MatchSeat: the database refuses it",
    ),
    (
        "a seat in no round",
        lambda d: forge(d, MatchSeat, round__number=None),
        "MatchSeat.round: must be the match's round",
    ),
    (
        "a match twice",
        lambda d: forge(d, Match, 1, table__number=1),
        "Match: the database refuses it",
    ),
    ("no stage", lambda d: forget(d, Stage, 0), "names Stage[1], which is not in the file"),
    (
        "a round without hands",
        lambda d: forget(d, RoundDeal, *[-1] * 4),
        "Round[7]: must have at least one hand",
    ),
    (
        "the cards of another hand",
        lambda d: forge(d, RoundDeal, -1, number_in_set=images(d, DealSet)[(1,)][2]),
        "is not the deal of the key that the record says",
    ),
    (
        "a hand beyond its set",
        lambda d: forge(d, RoundDeal, -1, number_in_set=10_000),
        "number_in_set: is more than its deal set has",
    ),
    ("one player", lambda d: forget(d, Player, -1), "must have at least two players"),
    (
        "closed without a time",
        lambda d: forge(d, Round, closed_at=None),
        "Round[1].closed_at: must be a time, as the round has that status",
    ),
    (
        "planned and opened",
        lambda d: forge(d, Round, -1, opened_at="2026-11-21T10:00:00+00:00"),
        "Round[7].opened_at: must be null",
    ),
    (
        "two current",
        lambda d: forge(d, Result, is_current=False),
        "the current version is –, but the newest is 1",
    ),
    (
        "another round's hand",
        lambda d: add(d, Result, 1, 1, 99, *sorted(images(d, Result).items())[0][1][3:]),
        "99 is not a hand that this round plays",
    ),
    (
        "a sitting of nobody",
        lambda d: add(d, Sitting, 1, 1, "N", 1, 30),
        "Sitting[1, 1, N].player: names Player[1, 30], which is not in the file",
    ),
    (
        "a sitting of somebody else",
        lambda d: add(d, Sitting, 1, 1, "N", sorted(images(d, Contestant))[-1][0], 1),
        "Sitting: the player doesn't sit there",
    ),
    (
        "an early look at no round",
        lambda d: add(d, HandAccess, 99, "opened", d["record"][0]["at"], "x", 1, "", "y", False),
        "names Round[99], which is not in the file",
    ),
    ("a deduction in no stage", lambda d: forge(d, Ruling, 1, stage__number=7), "names Stage[7]"),
    (
        "a request of nobody",
        lambda d: forge(d, CorrectionRequest, side="N"),
        "CorrectionRequest.side: nobody at the table speaks as N",
    ),
    (
        "a request for what is no result",
        lambda d: forge(d, CorrectionRequest, said={"ns_points": 40}),
        "CorrectionRequest.said: must say what a result of this kind says",
    ),
    (
        "a confirmation of nobody",
        lambda d: add(
            d,
            ResultConfirmation,
            *(1, 1, 1, 1, "N", "2026-11-21T10:00:00+00:00", "x", None, None),
        ),
        "ResultConfirmation.by: nobody at the table speaks as N",
    ),
    ("a call of nobody", lambda d: forge(d, RefereeCall, side="N"), "nobody at the table speaks"),
    # what the database does not keep
    (
        "a table that calls twice",
        lambda d: forge(d, RefereeCall, 1, outcome="", ended_at=None, ended_by=""),
        "RefereeCall: the database refuses it",
    ),
    (
        "a call that ended at no time",
        lambda d: forge(d, RefereeCall, ended_at=None),
        "RefereeCall: the database refuses it",
    ),
    ("a rule of a result", lambda d: forge(d, Result, outcome="blank"), "Result: the database"),
    ("in no stage", lambda d: forge(d, Ruling, 1, stage__number=None), "Ruling: the database"),
    # what verifying finds
    (
        "another result than the act tells",
        lambda d: forge(d, Result, note="better"),
        "tells another result than it made",
    ),
    (
        "another commitment",
        lambda d: forge(d, DealSet, commitment="0" * 64),
        "commitment does not belong to the key",
    ),
    (
        "a match turned round",
        lambda d: [
            forge(d, MatchSeat, 0, contestant__number=images(d, MatchSeat)[(1, 1, "NS")][3]),
            forge(d, MatchSeat, 1, contestant__number=images(d, MatchSeat)[(1, 1, "EW")][3]),
        ],
        "",
    ),
]
"""Rows that nobody can have made, in a record whose chain was made whole again."""


@pytest.mark.parametrize(
    ("change", "said"),
    [(one[1], one[2]) for one in (*FORMAT, *FORGED)],
    ids=[one[0] for one in (*FORMAT, *FORGED)],
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
    assert len(reasons) == file_format.SHOWN_FAULTS + 1
    assert reasons[-1] == f"And {len(document['record']) - file_format.SHOWN_FAULTS} more."


def test_no_reason_tells_the_key(document: Any) -> None:
    key = document["apart"]["DealSet"][0][1]
    forge(document, DealSet, commitment="0" * 64, salt=5)
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
        settings(cup, **{setting: 0})
        assert f"Stage[1].settings: the settings don't fit together ({setting})" in refused(
            written(cup)
        )

    def test_settings_of_hands_for_a_knock_out(self, cup: Any) -> None:
        forge(cup, Stage, settings=Settings().plain())
        assert "Stage[1].settings: are not those of the stage's format" in refused(written(cup))

    def test_settings_that_do_not_fit_together(self, cup: Any) -> None:
        settings(cup, target=101, cap=100)
        assert "Stage[1].settings: the settings don't fit together (cap)" in refused(written(cup))

    @pytest.mark.parametrize("column", [{"award": "NS"}, {"trump": "botifarra"}])
    def test_a_game_has_nothing_of_a_hand(self, cup: Any, column: dict[str, str]) -> None:
        forge(cup, Result, **column)
        assert "Result: the database refuses it" in refused(written(cup))

    def test_a_sheet_that_is_none(self, cup: Any) -> None:
        forge(cup, Result, sheet="N 40; so-so")
        assert "Result.sheet: is not a score sheet" in refused(written(cup))


def in_the_newest_image(document: Any, model: Any, column: str, much: str) -> None:
    images(document, model)[sorted(images(document, model))[0]][
        Shape.of(model).columns.index(column)
    ] = much
    rehash(document)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d, much: d["apart"].update(ChampionshipLogo=[[much]]),
        lambda d, much: in_the_newest_image(d, Contestant, "name", much),
        lambda d, much: d["apart"]["DealSet"][0].__setitem__(1, much),
        lambda d, much: d["record"][0].update(at=much),
        lambda d, much: in_the_newest_image(d, Result, "sheet", much),
        lambda d, much: beside(d, "PlayRecord", "plays", much),
    ],
    ids=["logo", "name", "key", "time", "sheet", "cards"],
)
def test_no_value_costs_more_than_its_bytes(document: Any, spoil: Any) -> None:
    """Lengths are looked at first: 31 MB of hex digits took 2.5 GB."""
    spoil(document, "ab" * (4 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(UserError):
            read_document(document)
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()
