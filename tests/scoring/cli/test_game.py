"""`game`: what it prints, by a second implementation too, and how it refuses what can't be."""

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cli.faults import InputFaults
from scoring.cli.game import run as run_command
from tests.examples import examples
from tests.scoring.cli.conftest import Outcome, Run
from tests.scoring.ordinary.plain import Row, play_game

HEADER = "maker,ns_points,ew_points,trump,double,revoke"

RunGame = Callable[..., Outcome]


@pytest.fixture
def run_game(run: Run, tmp_path: Path) -> RunGame:
    """Runs `game` on the rows, below the usual header unless another is given."""

    def run_file(*rows: str, header: str = HEADER, options: str = "") -> Outcome:
        path = tmp_path / "game.csv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return run("game", path, *options.split())

    return run_file


# What it prints


def test_contrada_hand_of_46_from_95_40(run_game: RunGame) -> None:
    done = run_game("NS,46,,,contro,", options="--start 95-40 --format json")
    assert done.json == {
        "hands": [{"hand": 1, "ns": 20, "ew": 0, "ns_total": 115, "ew_total": 40}],
        "ended": "target",
        "winner": "NS",
        "ns": 115,
        "ew": 40,
        "carried": {"ns": 14, "ew": 0},
    }


def test_revoke_with_a_carried_start_is_told_as_the_change(run_game: RunGame) -> None:
    rows = ("EW,40,32,O,contro,", "NS,,,botifarra,recontro,NS")
    done = run_game(*rows, options="--start 14-0 --format json")
    assert done.json["hands"] == [
        {"hand": 1, "ns": 8, "ew": 0, "ns_total": 22, "ew_total": 0},
        {"hand": 2, "ns": -22, "ew": 72, "ns_total": 0, "ew_total": 72},
    ]
    assert (done.json["ended"], done.json["winner"]) == (None, None)


def test_revoke_for_the_stake(run_game: RunGame) -> None:
    options = "--start 14-0 --revoke stake --multipliers 2-3-5 --format json"
    done = run_game("NS,20,52,botifarra,recontro,NS", options=options)
    assert done.json["hands"] == [{"hand": 1, "ns": 0, "ew": 216, "ns_total": 14, "ew_total": 216}]
    assert done.json["carried"] == {"ns": 0, "ew": 115}


def test_sant_vicenc_and_columns_in_another_order(run_game: RunGame) -> None:
    header = "double;ew_points;maker"
    done = run_game("Sant-Vicenc;40;ew", header=header, options="--format json")
    assert done.json["ew"] == 32


def test_equal_points_at_the_last_hand_are_a_draw(run_game: RunGame) -> None:
    done = run_game("NS,46,,,,", "NS,26,,,,", options="--hands 2 --format json")
    assert (done.json["ended"], done.json["winner"]) == ("hands", "draw")
    assert done.json["carried"] == {"ns": 0, "ew": 0}


def test_without_target_a_game_goes_on(run_game: RunGame) -> None:
    done = run_game(*["NS,72,,,,"] * 5, options="--target none --format json")
    assert (done.json["ended"], done.json["winner"], done.json["ns"]) == (None, None, 180)


def test_cap_cuts_the_last_figures_alone(run_game: RunGame) -> None:
    done = run_game("NS,72,0,botifarra,contro,", options="--cap 121 --format json")
    assert done.json["hands"][0]["ns_total"] == 144
    assert (done.json["ns"], done.json["carried"]["ns"]) == (121, 43)


def test_score_sheet_as_text(run_game: RunGame) -> None:
    rows = ("EW,,,,,EW", "NS,46,,O,contro,")
    done = run_game(*rows, options="--start 50-40 --hands 8 --cap 105")
    assert done.out.splitlines() == [
        "Game to 101, 8 hands at most, cap 105, multipliers 2-4-8, revoke all-points, start 50-40",
        "",
        "      made                               scored  scored  total  total",
        "hand  trumps  points  announced  revoke      NS      EW     NS     EW",
        "----  ------  ------  ---------  ------  ------  ------  -----  -----",
        "   1  EW                         EW          36     -40     86      0",
        "   2  NS       46-26  O, contro              20       0    106      0",
        "",
        "Over (target): NS won, 106-0. Match points 105-0. NS can carry over 5.",
    ]


@pytest.mark.parametrize(
    ("rows", "options", "conclusion"),
    [
        (["NS,46,,,,"], "", "The game goes on at 10-0."),
        (["NS,46,,,,"], "--hands 1", "Over (hands): NS won, 10-0."),
        (["NS,36,,,,"], "--hands 1", "Over (hands): a draw, 0-0."),
        (
            ["NS,46,,,contro,"],
            "--start 95-40 --cap 110",
            "Over (target): NS won, 115-40. Match points 110-40. NS can carry over 14.",
        ),
    ],
)
def test_conclusion_as_text(
    run_game: RunGame, rows: list[str], options: str, conclusion: str
) -> None:
    assert run_game(*rows, options=options).out.splitlines()[-1] == conclusion


# What it refuses


def test_all_faults_are_told_with_place_and_expectation(run_game: RunGame) -> None:
    rows = (
        "NS,46,30,,,",
        "X,,,Z,dobla,N",
        "EW,,,,,",
        "EW,73,,,,",
        "NS,40",
    )
    assert run_game(*rows).faults == [
        "game.csv: line 2, column 3 (ew_points): expected 26, which adds up to 72 with 46, "
        "found 30",
        "game.csv: line 3, column 1 (maker): expected NS or EW, found 'X'",
        "game.csv: line 3, column 4 (trump): expected O, C, E, B, botifarra or nothing, found 'Z'",
        "game.csv: line 3, column 5 (double): expected contro, recontro, sant-vicenc or nothing, "
        "found 'dobla'",
        "game.csv: line 3, column 6 (revoke): expected NS, EW or nothing, found 'N'",
        "game.csv: line 4, column 2 (ns_points): expected the points of NS or EW, as there is no "
        "revoke, found neither",
        "game.csv: line 5, column 2 (ns_points): expected a whole number from 0 to 72, found '73'",
        "game.csv: line 6, column 3 (ew_points): expected 6 cells, found only 2",
    ]


def test_points_beside_a_revoke_are_checked(run_game: RunGame) -> None:
    (fault,) = run_game("NS,46,30,,,NS").faults
    assert "line 2, column 3 (ew_points): expected 26" in fault


def test_every_row_after_the_end_is_a_fault(run_game: RunGame) -> None:
    rows = ["NS,46,,,contro,", "NS,40,,,,", "EW,40,,,,"]
    assert run_game(*rows, options="--start 95-40").faults == [
        f"game.csv: line {line}, column 1 (maker): expected no hand after the end of the game in "
        f"line 2 (target), found hand {line - 1}"
        for line in (3, 4)
    ]


def test_number_of_hands_ends_a_game_whose_totals_are_unknown(run_game: RunGame) -> None:
    faults = run_game("NS,73,,,,", "NS,40,,,,", "NS,40,,,,", options="--hands 2").faults
    assert len(faults) == 2
    assert "line 4, column 1 (maker): expected no hand after the end" in faults[1]
    assert len(run_game("NS,73,,,,", "NS,72,,botifarra,contro,", "NS,40,,,,").faults) == 1


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ("maker", "line 1, column 2: expected a column ns_points or ew_points, found none"),
        ("ns_points", "line 1, column 2: expected a column maker, found none"),
        ("maker,ns_points,Maker", "line 1, column 3 (maker): expected each column once"),
        ("maker,ns_points,deal", "line 1, column 3 (deal): expected one of the columns maker"),
    ],
)
def test_header_that_cant_be_is_refused(run_game: RunGame, header: str, fault: str) -> None:
    (told,) = run_game(header=header).faults
    assert told.startswith(f"game.csv: {fault}")


def test_game_without_hands_is_refused(run_game: RunGame) -> None:
    assert run_game().faults == [
        "game.csv: line 2, column 1 (maker): expected at least one hand, found nothing"
    ]


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ("--start 101-0", "--start: expected both sides below the target 101, found '101-0'"),
        (
            "--target 50 --start 0-60",
            "--start: expected both sides below the target 50, found '0-60'",
        ),
        (
            "--start 4",
            "--start: expected two whole numbers from 0 to 1000000, such as 95-40, found '4'",
        ),
        ("--target 0", "--target: expected a whole number from 1 to 1000000, or none, found '0'"),
        ("--hands none", "--hands: expected a whole number from 1 to 1000000, found 'none'"),
        ("--cap 1.5", "--cap: expected a whole number from 1 to 1000000, found '1.5'"),
        (
            "--multipliers 2-4",
            "--multipliers: expected three whole numbers from 1 to 100, none below the one "
            "before, such as 2-4-8, found '2-4'",
        ),
    ],
)
def test_arguments_that_cant_be_are_refused(run_game: RunGame, options: str, fault: str) -> None:
    assert run_game("NS,46,,,,", options=options).faults == [fault]


def test_start_above_any_target_will_do_without_one(run_game: RunGame) -> None:
    done = run_game("NS,46,,,,", options="--target none --start 500-0 --format json")
    assert (done.json["ns"], done.json["carried"]) == (510, {"ns": 0, "ew": 0})


def test_all_faults_of_the_arguments_are_told(run_game: RunGame) -> None:
    options = "--target x --hands 0 --cap x --multipliers 4-2-8 --start 1-x"
    places = [fault.split(":")[0] for fault in run_game("NS,46,,,,", options=options).faults]
    assert places == ["--target", "--hands", "--cap", "--multipliers", "--start"]


# By a second implementation

rows = st.fixed_dictionaries(
    {
        "ns": st.integers(0, 72),
        "trump": st.sampled_from(["", "O", "B", "botifarra"]),
        "double": st.sampled_from(["", "", "contro", "recontro", "sant-vicenc"]),
        "revoke": st.sampled_from(["", "", "", "", "NS", "EW"]),
    }
)
WRITTEN = ["{ns},", ",{ew}", "{ns},{ew}"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any") / "any.csv"


def options(path: Path, **given: object) -> Namespace:
    usual = {"target": "101", "hands": None, "cap": None, "multipliers": "2-4-8"}
    usual |= {"revoke": "all-points", "start": "0-0", "format": "json"}
    told = {name: value if value is None else str(value) for name, value in given.items()}
    return Namespace(**(usual | told), file=path)


@settings(max_examples=examples(50))
@given(
    st.lists(rows, min_size=1, max_size=15),
    st.sampled_from(WRITTEN),
    st.sampled_from([None, 20, 101]),
    st.sampled_from([None, 1, 5, 8]),
    st.sampled_from([None, 60, 121]),
    st.sampled_from([[2, 4, 8], [2, 3, 5], [2, 4, 10]]),
    st.sampled_from(["all-points", "stake"]),
    st.tuples(st.integers(0, 19), st.integers(0, 19)),
)
def test_figures_are_those_of_plain_code(
    path: Path,
    hands: list[Row],
    written: str,
    target: int | None,
    number: int | None,
    cap: int | None,
    multipliers: list[int],
    revoke: str,
    start: tuple[int, int],
) -> None:
    lines = [HEADER]
    for row in hands:
        points = written.format(ns=row["ns"], ew=72 - row["ns"])
        lines.append(f"NS,{points},{row['trump']},{row['double']},{row['revoke']}")
    path.write_text("\n".join(lines), encoding="utf-8")
    expected = play_game(
        hands,
        target=target,
        hands=number,
        cap=cap,
        multipliers=multipliers,
        revoke=revoke,
        start=start,
    )
    given_options = options(
        path,
        target=target or "none",
        hands=number,
        cap=cap,
        multipliers="-".join(map(str, multipliers)),
        revoke=revoke,
        start=f"{start[0]}-{start[1]}",
    )
    if isinstance(expected, int):
        with pytest.raises(InputFaults) as caught:
            run_command(given_options)
        first, *others = map(str, caught.value.faults)
        assert f"line {expected + 1}," in first
        assert len(others) == len(hands) - expected
    else:
        (answer,) = run_command(given_options)
        assert json.loads(answer) == expected
        run_command(Namespace(**(vars(given_options) | {"format": "text"})))


cells: Any = st.sampled_from(["", "NS", "EW", "36", "40", "32", "72", "O", "contro", "botifarra"])


@settings(max_examples=examples(50))
@given(
    st.binary()
    | st.lists(st.lists(cells | st.text(max_size=5), max_size=7)).map(
        lambda table: "\n".join([HEADER, *map(",".join, table)]).encode("utf-8", "surrogatepass")
    )
)
def test_any_file_is_scored_or_refused_with_its_places(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for form in ("text", "json"):
        try:
            (answer,) = run_command(options(path, format=form))
        except InputFaults as error:
            faults = list(map(str, error.faults))
            assert faults
            assert all(told.startswith("any.csv: line ") and told.isprintable() for told in faults)
        else:
            answer.encode()
