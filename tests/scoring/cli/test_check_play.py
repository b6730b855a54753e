"""`check-play`: what it prints, how it ends, and how it refuses what it can't read."""

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bots.quick import play_out
from scoring.chance import Chance
from scoring.cli.check_play import run as run_command
from scoring.cli.faults import FaultsFound, InputFaults
from scoring.game.announcements import Denomination
from scoring.game.cards import SHORT_PACK
from scoring.game.deals import N_DEALS, Deal, hand_text
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from tests.examples import examples
from tests.scoring.cli.conftest import Outcome, Run
from tests.scoring.strategies import chances

DEAL = Deal.from_number(N_DEALS // 7)
START = Position.start(DEAL, Seat.N, Denomination.OROS)
PLAYS = [
    str(card)
    for trick in play_out(START, PlayVariant.OBLIGADA, Chance(1)).won
    for card in trick.cards
]
RECORD: dict[str, Any] = {
    "deal": {seat.value: hand_text(DEAL.hand(seat)) for seat in Seat},
    "dealer": "N",
    "trump": "O",
    "plays": PLAYS,
}

SHORT_HANDS = {"N": "A8.9RS86.CS75.R", "W": "CS76.AC5.6.9AS8", "S": "9R5.7.9AR8.C765"}
FREE = (PlayVariant.LLIURE, PlayVariant.ABARROTADA)

RunRecord = Callable[..., Outcome]


@pytest.fixture
def run_text(run: Run, tmp_path: Path) -> RunRecord:
    """Runs `check-play` on a file with that text."""

    def run_file(text: str, *options: str) -> Outcome:
        path = tmp_path / "play.json"
        path.write_text(text, encoding="utf-8", newline="")
        return run("check-play", path, *options)

    return run_file


@pytest.fixture
def run_record(run_text: RunRecord) -> RunRecord:
    """Runs `check-play` on RECORD with other values for some keys."""

    def run_file(*options: str, **other: object) -> Outcome:
        return run_text(json.dumps(RECORD | other), *options)

    return run_file


# What it prints


def test_legal_play_as_json(run_record: RunRecord) -> None:
    assert run_record("--format", "json").json == {
        "complete": True,
        "points": {"NS": 20, "EW": 52},
        "faults": [],
    }


def test_play_that_was_only_begun_as_json(run_record: RunRecord) -> None:
    assert run_record("--format", "json", plays=PLAYS[:6]).json == {
        "complete": False,
        "points": {"NS": 0, "EW": 6},
        "faults": [],
    }


def test_every_fault_as_json_and_exit_code_1(run_record: RunRecord) -> None:
    done = run_record("--format", "json", plays=["9B", "4B", "3B", "5B", "9B"])
    assert (done.code, done.err) == (1, "")
    assert json.loads(done.out) == {
        "complete": False,
        "points": {"NS": 0, "EW": 6},
        "faults": [
            {
                "trick": 1,
                "seat": "E",
                "card": "3B",
                "rule": "lowest-or-counting",
                "legal": ["2B"],
                "text": "E played 3B, which neither beats 9B nor counts, "
                "and holds a lower card of the same suit",
            },
            {
                "trick": 2,
                "seat": "W",
                "card": "9B",
                "rule": "played-twice",
                "legal": ["RO", "CO", "SO", "9C", "6C", "2C", "9E", "7E", "5E", "CB", "SB"],
                "text": "W can't have played 9B, which has been played before",
            },
        ],
    }


def test_legal_play_as_text(run_record: RunRecord) -> None:
    done = run_record(plays=PLAYS[:6])
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "Dealer N, NS made trumps O; rules of play: obligada",
        "",
        "trick  leader  cards        winner  points",
        "-----  ------  -----------  ------  ------",
        "    1  W       9B 4B 2B 5B  W            6",
        "    2  W       9E 3E",
        "",
        "Points so far NS 0, EW 6.",
        "No faults.",
    ]


def test_faults_as_text(run_record: RunRecord) -> None:
    done = run_record(plays=["9B", "8B"])
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines()[-2:] == [
        "Points so far NS 0, EW 0.",
        "Trick 1: S played 8B, which doesn't beat 9B, and holds a lower card of the same suit. "
        "Legal: 4B.",
    ]


def test_whole_play_as_text_tells_the_points(run_record: RunRecord) -> None:
    assert "\nPoints NS 20, EW 52.\nNo faults.\n" in run_record().out


def test_variant_decides(run_record: RunRecord) -> None:
    for variant in PlayVariant:
        done = run_record("--variant", variant, plays=["9B", "8B"])
        assert done.code == (0 if variant in FREE else 1)


def test_unknown_variant_is_refused(run_record: RunRecord) -> None:
    (fault,) = run_record("--variant", "butifarra").faults
    assert "--variant" in fault


def test_other_keys_are_passed_over(run_record: RunRecord) -> None:
    assert run_record(comment="table 4").code == 0


def test_trumps_may_be_written_in_any_case(run_record: RunRecord) -> None:
    assert run_record(trump="o").out == run_record().out


# What it refuses


def places(outcome: Outcome) -> list[str]:
    assert all(fault.startswith("play.json: ") for fault in outcome.faults)
    return [fault.removeprefix("play.json: ") for fault in outcome.faults]


def test_all_faults_of_a_file_are_told(run_record: RunRecord) -> None:
    hands = RECORD["deal"]
    done = run_record(
        deal={"N": "9", "W": hands["W"], "S": "9" + hands["W"][1:], "X": hands["E"]},
        dealer="Z",
        trump="",
        plays=["9B", "9b", 7, None, [], {}],
    )
    told = places(done)
    assert told[:3] == [
        "deal: expected one of N, W, S, E, found 'X'",
        "deal, N: expected a hand such as 9A5.RS.-.8765432, found '9'",
        "deal, E: expected a hand such as 9A5.RS.-.8765432, found nothing",
    ]
    assert told[3] == "deal: expected each card in one hand, found CO in W and S"
    assert told[-7:] == [
        "dealer: expected one of N, W, S, E, found 'Z'",
        "trump: expected one of O, C, E, B, botifarra, found ''",
        "plays, card 2: expected a card such as 9O, found '9b'",
        "plays, card 3: expected a card such as 9O, found 7",
        "plays, card 4: expected a card such as 9O, found null",
        "plays, card 5: expected a card such as 9O, found a list",
        "plays, card 6: expected a card such as 9O, found an object",
    ]


def test_hand_of_another_size_is_refused(run_record: RunRecord) -> None:
    hands = RECORD["deal"] | {"N": "984.R8.S2.AR76"}
    assert places(run_record(deal=hands)) == ["deal, N: expected 12 cards, found 11"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("deal", "an object with the hands N, W, S and E"),
        ("dealer", "one of N, W, S, E"),
        ("trump", "one of O, C, E, B, botifarra"),
        ("plays", "a list of cards, each a card such as 9O"),
    ],
)
def test_missing_part_is_refused(run_text: RunRecord, key: str, expected: str) -> None:
    record = {name: value for name, value in RECORD.items() if name != key}
    assert places(run_text(json.dumps(record))) == [f"{key}: expected {expected}, found nothing"]
    (fault,) = places(run_text(json.dumps(record | {key: True})))
    assert fault == f"{key}: expected {expected}, found true"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1, column 1: expected JSON, found nothing"),
        ('{"deal":\n {"N" 1}', "line 2, column 7: expected JSON, found '1}'"),
        ("[" * 100_000, "expected JSON as a program writes it"),
        ("9" * 10_000, "expected JSON as a program writes it"),
    ],
)
def test_text_that_is_no_json_is_refused(run_text: RunRecord, text: str, fault: str) -> None:
    (told,) = run_text(text).faults
    assert told.startswith("play.json: ")
    assert told.endswith(fault)


def test_json_that_is_no_object_is_refused(run_text: RunRecord) -> None:
    assert run_text("[1]").faults == [
        "play.json: expected an object with deal, dealer, trump and plays, found a list"
    ]


def test_key_that_stands_twice_is_refused(run_text: RunRecord) -> None:
    text = json.dumps(RECORD).replace('"trump"', '"dealer": "W", "trump"')
    assert places(run_text(text)) == ["expected each key once, found 'dealer' 2 times"]


def test_file_that_isnt_there_is_refused(run: Run, tmp_path: Path) -> None:
    (fault,) = run("check-play", tmp_path / "none.json").faults
    assert "none.json: expected a file that can be read" in fault


# Whatever a file holds

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["N", "O", "9O", "9", RECORD["deal"]["N"]]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from("NWSE"), inner),
    max_leaves=8,
)
records = st.fixed_dictionaries(
    {
        "deal": st.sampled_from([RECORD["deal"], SHORT_HANDS]) | values,
        "dealer": st.sampled_from([*Seat, "n"]) | values,
        "trump": st.sampled_from([*Denomination]) | values,
        "plays": st.lists(st.sampled_from([*PLAYS, "1O"])) | values,
    }
)


@pytest.fixture(scope="module")
def any_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any") / "any.json"


@settings(max_examples=examples(50))
@given(
    variant=st.sampled_from(["obligada", "abarrotada"]),
    content=st.binary() | records.map(lambda record: json.dumps(record).encode()),
)
def test_any_file_is_checked_or_refused_with_its_places(
    any_path: Path, variant: str, content: bytes
) -> None:
    any_path.write_bytes(content)
    answers: list[str] = []
    faults: list[str] = []
    for fmt in ("text", "json"):
        try:
            answers += run_command(Namespace(file=any_path, variant=variant, format=fmt))
        except FaultsFound as found:
            answers.append(found.answer)
        except InputFaults as error:
            faults += map(str, error.faults)
    assert bool(answers) != bool(faults)
    assert all(fault.startswith("any.json: ") and fault.isprintable() for fault in faults)


# Abarrotada

WITH_THREE: dict[str, Any] = {
    "deal": SHORT_HANDS,
    "dealer": "S",
    "trump": "O",
    "plays": ["9C", "5C", "7C", "6C", "CC", "RO", "9O", "8O", "6O"],
}


def test_partner_is_an_opponent_in_abarrotada(run_record: RunRecord) -> None:
    """West leads and wins with the king; East holds the manilla and plays the two."""
    hands = {
        "N": "2.2.ACS87643.32",
        "W": "-.9ARCS876543.R.-",
        "S": "9ARCS876543.-.5.-",
        "E": "-.-.92.9ARCS87654",
    }
    play: dict[str, object] = {"deal": hands, "dealer": "N", "plays": ["RE", "5E", "2E"]}
    assert run_record("--variant", "lliure", **play).code == 0
    done = run_record("--variant", "abarrotada", "--format", "json", **play)
    assert done.code == 1
    answer = json.loads(done.out)
    assert answer["points"] == {"N": 0, "W": 0, "S": 0, "E": 0}
    (fault,) = answer["faults"]
    assert (fault["seat"], fault["card"], fault["rule"]) == ("E", "2E", "beat")
    assert fault["legal"] == ["9E"]


def test_three_players_as_json(run_text: RunRecord) -> None:
    done = run_text(json.dumps(WITH_THREE), "--variant", "abarrotada", "--format", "json")
    assert done.json == {"complete": False, "points": {"N": 6, "W": 0, "S": 12}, "faults": []}


def test_three_players_as_text(run_text: RunRecord) -> None:
    """The player to South's right is North, as nobody sits East."""
    done = run_text(json.dumps(WITH_THREE), "--variant", "abarrotada")
    assert done.out.splitlines() == [
        "Dealer S, trumps O; rules of play: abarrotada",
        "",
        "trick  leader  cards     winner  points",
        "-----  ------  --------  ------  ------",
        "    1  N       9C 5C 7C  N            6",
        "    2  N       6C CC RO  S            6",
        "    3  S       9O 8O 6O  S            6",
        "",
        "Points so far N 6, W 0, S 12.",
        "No faults.",
    ]


def test_three_players_never_play_with_partners(run_text: RunRecord) -> None:
    for variant in PARTNERSHIP_VARIANTS:
        assert places(run_text(json.dumps(WITH_THREE), "--variant", variant)) == [
            "deal, E: expected a hand such as 9A5.RS.-.8765432, found nothing"
        ]


def test_what_three_players_cannot_hold_or_be_is_refused(run_text: RunRecord) -> None:
    hands = WITH_THREE["deal"] | {"N": "A4.9RS86.CS75.2", "X": ""}
    record = WITH_THREE | {"deal": hands, "dealer": "E", "plays": ["9C", "3C"]}
    assert places(run_text(json.dumps(record), "--variant", "abarrotada")) == [
        "deal: expected one of N, W, S, found 'X'",
        "deal, N: expected no 4, 3 or 2, as three play, found '4O 2B'",
        "dealer: expected one of N, W, S, found 'E'",
        "plays, card 2: expected no 4, 3 or 2, as three play, found '3C'",
    ]


@settings(max_examples=examples(50))
@given(chances, st.sampled_from("NWS"), st.sampled_from(Denomination))
def test_bots_of_three_play_all_cards_and_share_72_points(
    any_path: Path, chance: Random, dealer: str, trump: Denomination
) -> None:
    pack = chance.sample(SHORT_PACK, len(SHORT_PACK))
    hands = {seat: pack[12 * place : 12 * place + 12] for place, seat in enumerate("NWS")}
    leader = {"N": Seat.W, "W": Seat.S, "S": Seat.N}[dealer]
    start = Position.of_hands(
        {Seat(seat): cards for seat, cards in hands.items()}, Trick(leader, trump, players=3)
    )
    end = play_out(start, PlayVariant.ABARROTADA, Chance(1))
    record = {
        "deal": {seat: hand_text(cards) for seat, cards in hands.items()},
        "dealer": dealer,
        "trump": trump,
        "plays": [str(card) for trick in end.won for card in trick.cards],
    }
    any_path.write_text(json.dumps(record), encoding="utf-8")
    (answer,) = run_command(Namespace(file=any_path, variant="abarrotada", format="json"))
    told = json.loads(answer)
    assert (told["complete"], told["faults"]) == (True, [])
    assert set(told["points"]) == set("NWS")
    assert sum(told["points"].values()) == 72
