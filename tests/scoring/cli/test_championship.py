"""`championship` with files that are right."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.cli.championship_data import typed_text
from tests.scoring.cli.conftest import HEADER, Run, RunRows

EXAMPLE = Path(__file__).parents[3] / "fixtures" / "six_tables.csv"


# JSON


def test_six_table_example_as_exact_fractions(run: Run) -> None:
    deals = run("championship", EXAMPLE, "--format", "json").json["deals"]
    keys = ("ns", "ew", "ns_hand_score", "ew_hand_score", "ns_final", "ew_final")
    assert deals == [
        {
            "deal": "1",
            "rows": [
                dict(zip(keys, row))
                for row in (
                    ("A", "H", 1, -1, "39/22", "23/16"),
                    ("B", "I", -1, 1, "37/22", "25/16"),
                    ("C", "J", -16, 8, "1", "2"),
                    ("D", "K", 4, -8, "21/11", "1"),
                    ("E", "L", 6, -6, "2", "9/8"),
                    ("F", "M", -12, 6, "13/11", "15/8"),
                )
            ],
        }
    ]


def test_standings_of_the_example(run: Run) -> None:
    standings = run("championship", EXAMPLE, "--format", "json").json["standings"]
    assert standings[0] == {"rank": 1, "team": "J", "hands": 1, "total": "2", "mean": "2"}
    assert "".join(row["team"] for row in standings) == "JEDMABIHFLKC"
    assert [row["rank"] for row in standings] == list(range(1, 13))


def test_table_with_a_rule_break_has_no_hand_scores(run_rows: RunRows) -> None:
    outcome = run_rows(
        "1,NS,A,B,46,26,,,",
        "1,NS,C,D,36,36,,,",
        "1,NS,E,F,,,,,NS",
        "1,NS,G,H,70,2,,,NS+EW",
        options=("--format", "json"),
    )
    rows = [
        [row["ns_hand_score"], row["ew_hand_score"], row["ns_final"], row["ew_final"]]
        for row in outcome.json["deals"][0]["rows"]
    ]
    assert rows == [
        [10, -10, "2", "1"],
        [0, 0, "1", "2"],
        [None, None, "0", "3/2"],
        [None, None, "0", "0"],
    ]


def test_side_that_was_awarded_the_average_is_compared_with_nobody(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "results.csv"
    rows = ["1,NS,A,B,46,", "1,NS,C,D,36,", "1,NS,E,F,72,ns", "1,NS,G,H,,NS+EW"]
    path.write_text("\n".join(["deal,maker,ns,ew,ns_points,award", *rows]), encoding="utf-8")
    found = run("championship", path, "--format", "json").json["deals"][0]["rows"]
    assert [
        [row["ns_hand_score"], row["ew_hand_score"], row["ns_final"], row["ew_final"]]
        for row in found
    ] == [
        [10, -10, "2", "31/18"],
        [0, 0, "1", "2"],
        [None, -36, "3/2", "1"],
        [None, None, "3/2", "85/54"],
    ]
    table = run("championship", path).out.splitlines()
    assert [line.split()[-1] for line in table if line[:1] in ("E", "G")] == ["NS", "NS+EW"]


def test_deals_and_rows_keep_the_order_of_the_file(run_rows: RunRows) -> None:
    rows = ["10,NS,A,B,40,,,,", "9,EW,A,B,40,,,,", "10,NS,D,C,40,,,,", "a b,EW,A,B,40,,,,"]
    deals = run_rows(*rows, options=("--format", "json")).json["deals"]
    assert [deal["deal"] for deal in deals] == ["10", "9", "a b"]
    assert [row["ns"] for row in deals[0]["rows"]] == ["A", "D"]


def test_contestants_with_different_numbers_of_hands_are_ranked_by_mean(run_rows: RunRows) -> None:
    rows = ["1,NS,A,B,46,,,,", "1,NS,C,D,36,,,,", "2,EW,A,B,36,,,,"]
    options = ("--format", "json", "--least-share", "none")
    standings = run_rows(*rows, options=options).json["standings"]
    assert [(row["team"], row["hands"], row["total"], row["mean"]) for row in standings] == [
        ("D", 1, "2", "2"),
        ("A", 2, "7/2", "7/4"),
        ("B", 2, "5/2", "5/4"),
        ("C", 1, "1", "1"),
    ]


def test_who_has_too_few_hands_comes_behind_and_is_told_why(run_rows: RunRows) -> None:
    rows = ["1,NS,A,B,46,,,,", "1,NS,C,D,36,,,,", "2,EW,A,B,36,,,,"]
    standings = run_rows(*rows, options=("--format", "json")).json["standings"]
    assert [(row["rank"], row["team"], row.get("too_few_hands")) for row in standings] == [
        (1, "A", None),
        (2, "B", None),
        (3, "D", "1 of 2 hands: fewer than 2/3"),
        (4, "C", "1 of 2 hands: fewer than 2/3"),
    ]
    assert run_rows(*rows).out.count("1 of 2 hands: fewer than 2/3") == 2
    half = run_rows(*rows, options=("--format", "json", "--least-share", "1/2")).json["standings"]
    assert [row["team"] for row in half] == ["D", "A", "B", "C"]


# Options


@pytest.mark.parametrize(("flat", "final"), [("1", "1"), ("1.5", "3/2"), ("2", "2")])
def test_flat_score(run_rows: RunRows, flat: str, final: str) -> None:
    outcome = run_rows("1,NS,A,B,46,,,,", options=("--format", "json", "--flat-score", flat))
    assert outcome.json["deals"][0]["rows"][0]["ns_final"] == final


def test_scale(run: Run) -> None:
    outcome = run("championship", EXAMPLE, "--format", "json", "--scale", "0-100")
    assert outcome.json["deals"][0]["rows"][0]["ns_final"] == str(Fraction(17 * 100, 22))


@pytest.mark.parametrize(
    ("method", "ns", "order"),
    [
        ("min-max", ["39/22", "37/22", "1", "21/11", "2", "13/11"], "JEDMABIHFLKC"),
        ("matchpoints", ["8/5", "7/5", "1", "9/5", "2", "6/5"], "JEMDAIHBLFKC"),
        ("mean", ["3", "1", "-14", "6", "8", "-10"], "JEMDAIBHLKFC"),
    ],
)
def test_method(run: Run, method: str, ns: list[str], order: str) -> None:
    found = run("championship", EXAMPLE, "--format", "json", "--method", method).json
    assert [row["ns_final"] for row in found["deals"][0]["rows"]] == ns
    totals = {row["team"]: row["total"] for row in found["standings"]}
    assert [totals[team] for team in "ABCDEF"] == ns
    assert "".join(row["team"] for row in found["standings"]) == order


def test_text_and_csv_of_differences_bear_their_sign(run: Run) -> None:
    text = run("championship", EXAMPLE, "--method", "mean").out
    assert next(line for line in text.splitlines() if line.startswith("C ")).split()[-2:] == [
        "-14.00",
        "8.00",
    ]
    table = run("championship", EXAMPLE, "--method", "mean", "--format", "csv").out
    assert any(row[-2:] == ["-14.00", "8.00"] for row in csv.reader(table.splitlines()))


@pytest.mark.parametrize(
    ("method", "worth"), [("min-max", "2.00"), ("matchpoints", "1.50"), ("mean", "0.00")]
)
def test_text_says_what_a_level_hand_is_worth(run_rows: RunRows, method: str, worth: str) -> None:
    rows = ["1,NS,A,B,46,26,,,", "1,NS,C,D,46,26,,,"]
    out = run_rows(*rows, options=("--method", method, "--flat-score", "2")).out
    assert f"NS: all hand scores are equal, so each is worth {worth}." in out


def test_average_of_all_others(run_rows: RunRows) -> None:
    rows = ["1,NS,A,B,46,,,,", "1,NS,C,D,36,,,,", "1,NS,E,F,,,,,EW", "1,NS,G,H,,,,,NS"]
    for choice, final in (("played", "3/2"), ("all-others", "1")):
        outcome = run_rows(*rows, options=("--format", "json", "--average-of", choice))
        assert outcome.json["deals"][0]["rows"][2]["ns_final"] == final


# What files may look like


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_dialects(run: Run, tmp_path: Path, delimiter: str, mark: str, line_end: str) -> None:
    expected = run("championship", EXAMPLE, "--format", "json").out
    text = mark + EXAMPLE.read_text(encoding="utf-8")
    path = tmp_path / "results.csv"
    path.write_bytes(text.replace(",", delimiter).replace("\n", line_end).encode())
    assert run("championship", path, "--format", "json").out == expected


def test_columns_come_in_any_order_case_and_spacing(run: Run, tmp_path: Path) -> None:
    rows = list(csv.reader(EXAMPLE.read_text(encoding="utf-8").splitlines()))
    turned = [list(reversed(row)) for row in rows]
    turned[0] = [f" {title.upper().replace('_', ' ')}  " for title in turned[0]]
    path = tmp_path / "turned.csv"
    path.write_text("\n".join(map(",".join, turned)), encoding="utf-8")
    expected = run("championship", EXAMPLE, "--format", "json").out
    assert run("championship", path, "--format", "json").out == expected


def test_values_come_in_any_case_and_spacing(run_rows: RunRows) -> None:
    rows = (" 1 , ew,A,B, 40 ,32, BOTIFARRA ,Contro,", "1,Ew,C,D,,,o,RECONTRO,ns+ew")
    row = run_rows(*rows, options=("--format", "json")).json["deals"][0]["rows"][0]
    assert (row["ns_hand_score"], row["ew_hand_score"]) == (8, -8)


def test_quoted_cells_and_lines_of_empty_cells(run_rows: RunRows) -> None:
    rows = ("", '1,NS,"Font, Roca","d\'Or ""els bons""",40,,,,', ",,,,,,,,", "", "  ", "")
    row = run_rows(*rows, options=("--format", "json")).json["deals"][0]["rows"][0]
    assert (row["ns"], row["ew"]) == ("Font, Roca", 'd\'Or "els bons"')


def test_names_are_trimmed_and_normalised_and_then_compared_exactly(run_rows: RunRows) -> None:
    rows = ("1,NS, Salo\u0301 ,B,40,,,,", "2,EW,Sal\u00f3,b,40,,,,")
    standings = run_rows(*rows, options=("--format", "json")).json["standings"]
    assert {row["team"]: row["hands"] for row in standings} == {"Sal\u00f3": 2, "B": 1, "b": 1}


@pytest.mark.parametrize("points", ["40,", ",32", "40,32"])
def test_points_of_one_side_are_enough(run_rows: RunRows, points: str) -> None:
    row = run_rows(f"1,NS,A,B,{points},,,", options=("--format", "json")).json["deals"][0]["rows"][
        0
    ]
    assert (row["ns_hand_score"], row["ew_hand_score"]) == (4, -4)


def test_columns_nobody_needs_may_be_left_out(run_rows: RunRows) -> None:
    outcome = run_rows(
        "1,NS,A,B,40", header="deal,maker,ns,ew,ew_points", options=("--format=json",)
    )
    assert outcome.json["deals"][0]["rows"][0]["ew_hand_score"] == 4


# Text


def test_text_of_the_example(run: Run) -> None:
    outcome = run("championship", EXAMPLE)
    lines = outcome.out.splitlines()
    assert lines[0] == "Deal 1: EW made trumps"
    assert "hand score" in lines[2]
    assert [line.split() for line in lines[5:11]] == [
        ["A", "H", "37-35", "+1", "-1", "1.77", "1.44"],
        ["B", "I", "35-37", "-1", "+1", "1.68", "1.56"],
        ["C", "J", "28-44", "contro", "-16", "+8", "1.00", "2.00"],
        ["D", "K", "40-32", "botifarra", "+4", "-8", "1.91", "1.00"],
        ["E", "L", "42-30", "+6", "-6", "2.00", "1.13"],
        ["F", "M", "30-42", "contro", "-12", "+6", "1.18", "1.88"],
    ]
    assert len({len(line) for line in lines[5:11]}) == 1


def test_text_says_what_ranks_and_which_rule_split_a_tie(run: Run) -> None:
    lines = run("championship", EXAMPLE).out.splitlines()
    assert "Standings, by the total of final scores" in lines
    assert "   1  J         1   2.00  2.00  hand-scores 8" in lines
    assert "   3  D         1   1.91  1.91" in lines


def test_text_shows_head_to_head_with_two_decimals(run_rows: RunRows) -> None:
    """A and B both have 3 in two hands; against each other A has 2 and B 1."""
    first = ("1,NS,A,B,40,,,,", "1,NS,C,D,30,,,,", "1,NS,E,F,35,,,,")
    second = ("2,EW,A,E,30,,,,", "2,EW,B,F,40,,,,", "2,EW,C,D,38,,,,")
    lines = run_rows(*first, *second).out.splitlines()
    splits = {line.split()[1]: line.split()[5:] for line in lines if "head-to-head" in line}
    assert splits == {"A": ["head-to-head", "2.00"], "B": ["head-to-head", "1.00"]}


def test_text_explains_flat_hands_and_rule_breaks(run_rows: RunRows) -> None:
    out = run_rows("1,NS,A,B,40,,,,", "1,NS,C,D,,,,,EW", "2,NS,A,B,,,,,NS+EW").out
    assert "NS: all hand scores are equal, so each is worth 1.50." in out
    assert "NS: nobody played the hand out." in out
    assert [line.split() for line in out.splitlines() if line.startswith("C ")] == [
        ["C", "D", "1.50", "0.00", "EW"]
    ]


def test_text_lines_up_with_any_letters(run_rows: RunRows) -> None:
    """A wide letter takes two cells, a combining accent none."""
    out = run_rows("1,NS,\u65e5\u672c,q\u0308,40,,,,", "1,NS,abcd,x,30,,,,").out
    wide, narrow = (line for line in out.splitlines() if "40-32" in line or "30-42" in line)
    assert wide.index("q") == narrow.index("x") - len("\u65e5\u672c")
    accents = len("q\u0308") - len("x")
    assert wide.index("40-32") == narrow.index("30-42") - len("\u65e5\u672c") + accents


def test_names_cant_break_a_line_of_text(run_rows: RunRows) -> None:
    out = run_rows('1,NS,"a\nb",\x1b[31mred,40,,,,').out
    assert "a\\nb" in out
    assert "\x1b" not in out


# CSV


def test_csv_has_hands_then_an_empty_line_then_standings(run: Run) -> None:
    hands, standings = run("championship", EXAMPLE, "--format", "csv").out.split("\n\n")
    rows = list(csv.DictReader(hands.splitlines()))
    assert list(rows[0]) == [
        *HEADER.split(","),
        "award",
        "ns_hand_score",
        "ew_hand_score",
        "ns_final",
        "ew_final",
    ]
    assert list(rows[2].values()) == [
        *("1", "EW", "C", "J", "28", "44", "", "contro", "", ""),
        *("-16", "8", "1.00", "2.00"),
    ]
    table = list(csv.DictReader(standings.splitlines()))
    assert list(table[0].values()) == ["1", "J", "1", "2.00", "2.00", "hand-scores 8"]
    assert list(table[0]) == ["rank", "team", "hands", "total", "mean", "split_by"]


def test_csv_rounds_half_up(run: Run) -> None:
    hands = run("championship", EXAMPLE, "--format", "csv").out.split("\n\n")[0]
    finals = [(row["ns_final"], row["ew_final"]) for row in csv.DictReader(hands.splitlines())]
    assert ("2.00", "1.13") in finals  # 9/8
    assert ("1.18", "1.88") in finals  # 15/8


def test_csv_marks_names_that_look_like_formulas_and_no_number(run_rows: RunRows) -> None:
    out = run_rows("-1,NS,=1+1,@b,20,,,,", "-1,NS,+c,-d,40,,,,", options=("--format", "csv")).out
    assert out.splitlines()[1:3] == [
        "'-1,NS,'=1+1,'@b,20,52,,,,,-16,16,1.00,2.00",
        "'-1,NS,'+c,'-d,40,32,,,,,4,-4,2.00,1.00",
    ]
    assert typed_text("a=b") == "a=b"


def test_csv_of_hands_can_be_read_again(run_rows: RunRows, run: Run, tmp_path: Path) -> None:
    rows = ("1,NS,A,B,40,,botifarra,contro,", "1,NS,C,D,,,,,EW")
    hands = run_rows(*rows, options=("--format", "csv")).out.split("\n\n")[0]
    kept = [row[:9] for row in csv.reader(hands.splitlines())]
    path = tmp_path / "again.csv"
    path.write_text("\n".join(map(",".join, kept)), encoding="utf-8")
    assert run("championship", path, "--format", "csv").out.split("\n\n")[0] == hands
