"""`abarrotada`: what it prints, by a second implementation too, and what it refuses."""

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cli.abarrotada import run as run_command
from scoring.cli.faults import InputFaults
from tests.examples import examples
from tests.scoring.cli.conftest import Outcome, Run
from tests.scoring.ordinary.plain import Row, play_abarrotada

FOUR = "maker,a,b,c,d,trump,double,revoke"
THREE = "maker,a,b,c,trump,double,revoke"

RunHands = Callable[..., Outcome]


@pytest.fixture
def run_hands(run: Run, tmp_path: Path) -> RunHands:
    """Runs `abarrotada` on the rows, below the usual header of four unless another is given."""

    def run_file(*rows: str, header: str = FOUR, options: str = "") -> Outcome:
        path = tmp_path / "hands.csv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return run("abarrotada", path, *options.split())

    return run_file


def test_four_players_as_json(run_hands: RunHands) -> None:
    done = run_hands("a,26,14,8,24,O,,", "D,20,20,20,12,,contro,", options="--format json")
    assert done.json == {
        "hands": [
            {"hand": 1, "scores": {"a": 8, "b": 0, "c": 0, "d": 6}},
            {"hand": 2, "scores": {"a": 4, "b": 4, "c": 4, "d": 0}},
        ],
        "totals": {"a": 12, "b": 4, "c": 4, "d": 6},
    }


def test_three_players_as_json(run_hands: RunHands) -> None:
    rows = ("c,30,42,0,botifarra,,", "a,,,,,contro,b")
    options = "--players 3 --multipliers 2-3-5 --format json"
    assert run_hands(*rows, header=THREE, options=options).json == {
        "hands": [
            {"hand": 1, "scores": {"a": 12, "b": 36, "c": 0}},
            {"hand": 2, "scores": {"a": 48, "b": -96, "c": 48}},
        ],
        "totals": {"a": 60, "b": -60, "c": 48},
    }


def test_columns_without_what_nobody_did_in_any_order(run_hands: RunHands) -> None:
    done = run_hands("26;14;8;24;b", header="d;c;b;a;maker", options="--format json")
    assert done.json["totals"] == {"a": 6, "b": 0, "c": 0, "d": 8}


def test_hands_as_text(run_hands: RunHands) -> None:
    done = run_hands("a,26,14,8,24,O,contro,", "b,,,,,,,C")
    assert done.out.splitlines() == [
        "4 players, multipliers 2-4-8",
        "",
        "      made                                   scored  scored  scored  scored",
        "hand  trumps      points  announced  revoke       a       b       c       d",
        "----  ------  ----------  ---------  ------  ------  ------  ------  ------",
        "   1  a       26-14-8-24  O, contro              16       0       0      12",
        "   2  b                              c           18      18     -54      18",
        "",
        "Totals a 34, b 18, c -54, d 30.",
    ]


def test_all_faults_are_told_with_place_and_expectation(run_hands: RunHands) -> None:
    rows = (
        "e,26,14,8,24,,,",
        "a,26,14,8,23,,,",
        "a,26,,8,,,,",
        "a,26,14,8,23,,,d",
        "a,73,,,,,,d",
        "a,50,30,,,,,d",
        "a,1,2,3",
        "a,26,14,8,24,S,dobla,x",
    )
    assert run_hands(*rows).faults == [
        "hands.csv: line 2, column 1 (maker): expected one of a, b, c, d, found 'e'",
        "hands.csv: line 3, column 5 (d): expected points that add up to 72, found 71",
        "hands.csv: line 4, column 3 (b): expected a whole number from 0 to 72, as there is no "
        "revoke, found nothing",
        "hands.csv: line 4, column 5 (d): expected a whole number from 0 to 72, as there is no "
        "revoke, found nothing",
        "hands.csv: line 5, column 5 (d): expected points that add up to 72, found 71",
        "hands.csv: line 6, column 2 (a): expected a whole number from 0 to 72, found '73'",
        "hands.csv: line 7, column 5 (d): expected points that add up to 72, found 80",
        "hands.csv: line 8, column 5 (d): expected 8 cells, found only 4",
        "hands.csv: line 9, column 6 (trump): expected O, C, E, B, botifarra or nothing, found 'S'",
        "hands.csv: line 9, column 7 (double): expected contro, recontro, sant-vicenc or nothing, "
        "found 'dobla'",
        "hands.csv: line 9, column 8 (revoke): expected one of a, b, c, d or nothing, found 'x'",
    ]


def test_columns_are_those_of_the_players(run_hands: RunHands) -> None:
    (missing,) = run_hands("a,24,24,24,,,", header=THREE).faults
    assert missing == "hands.csv: line 1, column 8: expected a column d, found none"
    faults = run_hands("a,26,14,8,24,,,", options="--players 3").faults
    assert faults[0].startswith("hands.csv: line 1, column 5 (d): expected one of the columns")


def test_no_hands_are_refused(run_hands: RunHands) -> None:
    assert run_hands().faults == [
        "hands.csv: line 2, column 1 (maker): expected at least one hand, found nothing"
    ]


def test_multipliers_that_cant_be_are_refused(run_hands: RunHands) -> None:
    (fault,) = run_hands("a,26,14,8,24,,,", options="--multipliers 2-4-3").faults
    assert fault.startswith("--multipliers: expected three whole numbers from 1 to 100")


@st.composite
def hands_of(draw: st.DrawFn, players: int) -> Row:
    cuts = sorted(draw(st.integers(0, 72)) for _ in range(players - 1))
    letters = "abcd"[:players]
    points: list[Any] = [high - low for low, high in zip([0, *cuts], [*cuts, 72])]
    revoke = draw(st.sampled_from(["", "", "", *letters]))
    if revoke and draw(st.booleans()):
        points = [""] * players
    return {
        **dict(zip(letters, points)),
        "maker": draw(st.sampled_from(letters)),
        "trump": draw(st.sampled_from(["", "E", "botifarra"])),
        "double": draw(st.sampled_from(["", "contro", "recontro", "sant-vicenc"])),
        "revoke": revoke,
    }


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any") / "any.csv"


def options(path: Path, players: int = 4, multipliers: str = "2-4-8") -> Namespace:
    return Namespace(file=path, players=str(players), multipliers=multipliers, format="json")


@settings(max_examples=examples(50))
@given(st.data(), st.sampled_from([4, 3]), st.sampled_from([[2, 4, 8], [2, 3, 5], [2, 4, 10]]))
def test_figures_are_those_of_plain_code(
    path: Path, data: st.DataObject, players: int, multipliers: list[int]
) -> None:
    hands = data.draw(st.lists(hands_of(players), min_size=1, max_size=8))
    titles = (FOUR if players == 4 else THREE).split(",")
    lines = [",".join(str(hand[title]) for title in titles) for hand in hands]
    path.write_text("\n".join([",".join(titles), *lines]), encoding="utf-8")
    (answer,) = run_command(options(path, players, "-".join(map(str, multipliers))))
    expected = play_abarrotada(hands, players=players, multipliers=multipliers)
    assert json.loads(answer) == expected


cells = st.sampled_from(["", "a", "d", "18", "36", "72", "contro", "botifarra"])


@settings(max_examples=examples(50))
@given(
    st.binary()
    | st.lists(st.lists(cells | st.text(max_size=5), max_size=9)).map(
        lambda table: "\n".join([FOUR, *map(",".join, table)]).encode("utf-8", "surrogatepass")
    )
)
def test_any_file_is_scored_or_refused_with_its_places(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        (answer,) = run_command(options(path))
    except InputFaults as error:
        faults = list(map(str, error.faults))
        assert faults
        assert all(told.startswith("any.csv: line ") and told.isprintable() for told in faults)
    else:
        assert json.loads(answer)["hands"]
