"""Files that are wrong: every fault is told, with line, column and what was expected."""

from pathlib import Path

import pytest

from tests.scoring.cli.conftest import HEADER, Run, RunRows

GOOD = "1,NS,A,B,40,32,,,"


def test_all_faults_of_a_file_are_told_in_its_order(run_rows: RunRows) -> None:
    faults = run_rows(
        GOOD,
        "1,EW,C,D,40,31,X,Sant Vicenç,N",
        "1,NS,E,A,80,,,,",
        ",,F,F,,,,,",
    ).faults
    assert faults == [
        f"results.csv: line {line}, column {column}: expected {rest}"
        for line, column, rest in (
            (3, "2 (maker)", "NS as in line 2, the same in all rows of a deal, found EW"),
            (3, "6 (ew_points)", "32, which adds up to 72 with 40, found 31"),
            (3, "7 (trump)", "O, C, E, B, botifarra or nothing, found 'X'"),
            (3, "8 (double)", "contro, recontro or nothing, found 'Sant Vicenç'"),
            (3, "9 (infraction)", "NS, EW, NS+EW or nothing, found 'N'"),
            (4, "4 (ew)", "a team once in a deal, found 'A' again, as in line 2"),
            (4, "5 (ns_points)", "a whole number from 0 to 72, found '80'"),
            (5, "1 (deal)", "the deal's number or name, found nothing"),
            (5, "2 (maker)", "NS or EW, found nothing"),
            (5, "4 (ew)", "a team once in a deal, found 'F' again, as in line 5"),
            (
                5,
                "5 (ns_points)",
                "the points of NS or EW, as there is no rule-break, found neither",
            ),
        )
    ]


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [
        ("1,NS,,B,40,32,,,", "3 (ns)", "a team's name"),
        ("1,NS,A,A,40,32,,,", "4 (ew)", "a team once in a deal"),
        ("1,N,A,B,40,32,,,", "2 (maker)", "NS or EW"),
        ("1,NS,A,B,,,,,", "5 (ns_points)", "the points of NS or EW"),
        ("1,NS,A,B,-1,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,73,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,,110,,,", "6 (ew_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,40.0,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,+5,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,1_0,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,\uff11\uff12,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,4O,,,,", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,40,33,,,", "6 (ew_points)", "32, which adds up to 72 with 40"),
        ("1,NS,A,B,80,,,,NS", "5 (ns_points)", "a whole number from 0 to 72"),
        ("1,NS,A,B,40,33,,,EW", "6 (ew_points)", "32, which adds up to 72 with 40"),
        ("1,NS,A,B,40,32,sants,,", "7 (trump)", "O, C, E, B, botifarra or nothing"),
        ("1,NS,A,B,40,32,,x,", "8 (double)", "contro, recontro or nothing"),
        ("1,NS,A,B,40,32,,,both", "9 (infraction)", "NS, EW, NS+EW or nothing"),
        ("1,NS,A,B,40,32,,", "9 (infraction)", "9 cells, found only 8"),
        ("1,NS,A,B,40,32,,,,", "10", "only 9 cells, found 10"),
        ('1,NS,A,"B"x,40,32,,,', "4 (ew)", "a cell whose quotes are closed"),
        ('1,NS,"A, x","B,40,32,,,', "4 (ew)", "a cell whose quotes are closed"),
    ],
)
def test_one_fault_is_told_once_with_its_place(
    run_rows: RunRows, row: str, column: str, expected: str
) -> None:
    (fault,) = run_rows(GOOD.replace("1,", "2,", 1), row).faults
    assert fault.startswith(f"results.csv: line 3, column {column}: expected {expected}")


def test_lines_are_counted_as_in_the_file(run_rows: RunRows) -> None:
    (fault,) = run_rows("", '1,NS,"A\nx",B,40,,,,', "", "2,NS,A,B,99,,,,").faults
    assert fault.startswith("results.csv: line 6, column 5")


def test_a_fault_stays_on_one_line_and_short(run_rows: RunRows) -> None:
    (fault,) = run_rows('1,NS,A,B,"4\n0\x1b' + "x" * 500 + '",,,,').faults
    assert "\\n0\\x1b" in fault
    assert len(fault) < 200


def test_reading_goes_on_after_a_cell_that_is_quoted_wrongly(run_rows: RunRows) -> None:
    faults = run_rows('1,NS,"A"x,B,40,,,,', "1,NS,C,D,99,,,,").faults
    assert [fault.split(":")[1] for fault in faults] == [
        " line 2, column 3 (ns)",
        " line 3, column 5 (ns_points)",
    ]


# The header


def test_unknown_doubled_and_missing_columns_are_told_together(run_rows: RunRows) -> None:
    faults = run_rows("1,NS,A,B,40,", header="deal,maker,ns,ns,points,ew_points").faults
    assert [fault.split(": ", 1)[1] for fault in faults] == [
        "line 1, column 4 (ns): expected each column once, found ns again, as in column 3",
        "line 1, column 5 (points): expected one of the columns "
        f"{HEADER.replace(',', ', ')}, award, found 'points'",
        "line 1, column 7: expected a column ew, found none",
        *[faults[3].split(": ", 1)[1]],
    ]
    assert faults[3].startswith("results.csv: line 2, column 6 (ew_points)")


@pytest.mark.parametrize("missing", ["deal", "maker", "ns", "ew"])
def test_missing_column_is_told_once_and_not_for_every_row(run_rows: RunRows, missing: str) -> None:
    titles = HEADER.split(",")
    at = titles.index(missing)
    rows = [row.split(",") for row in (GOOD, "1,NS,C,D,40,32,,,")]
    kept = [",".join(row[:at] + row[at + 1 :]) for row in (titles, *rows)]
    (fault,) = run_rows(*kept[1:], header=kept[0]).faults
    assert fault == f"results.csv: line 1, column 9: expected a column {missing}, found none"


def test_column_of_points_is_needed(run_rows: RunRows) -> None:
    (fault,) = run_rows("1,NS,A,B", header="deal,maker,ns,ew").faults
    assert fault.endswith("line 1, column 5: expected a column ns_points or ew_points, found none")


def test_file_without_a_header_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text(GOOD + "\n", encoding="utf-8")
    faults = run("championship", path).faults
    assert faults[0].startswith("bare.csv: line 1, column 1 (1): expected one of the columns deal,")


def test_title_cant_break_a_fault(run_rows: RunRows) -> None:
    faults = run_rows(GOOD, header='deal,maker,ns,ew,ns_points,"x\x1b' + "y" * 200 + '"').faults
    assert "line 1, column 6 (x\\x1by" in faults[0]
    assert max(map(len, faults)) < 350


def test_header_that_is_quoted_wrongly_is_the_only_fault(run_rows: RunRows) -> None:
    (fault,) = run_rows(GOOD, GOOD, header='deal,maker,"ns"x,ew,ns_points').faults
    assert fault.startswith("results.csv: line 1, column 3: expected a cell whose quotes")


# Whole files


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b" , ,\n"])
def test_empty_file_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.csv"
    path.write_bytes(content)
    assert run("championship", path).faults == [
        "empty.csv: line 1, column 1: expected a line with the columns' names, found nothing"
    ]


def test_file_without_results_is_refused(run_rows: RunRows) -> None:
    assert run_rows().faults == [
        "results.csv: line 2, column 1 (deal): expected at least one result, found nothing"
    ]


def test_an_empty_contestant_name_is_told_as_such(run_rows: RunRows) -> None:
    assert run_rows("1,NS,,B,40,,,,").faults == [
        "results.csv: line 2, column 3 (ns): expected a team's name, found nothing"
    ]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, f"{HEADER},café\n{GOOD}\n"),
        (3, f"{HEADER}\n{GOOD}\n2,NS,Peña,B,40,,,,\n3,NS,A,Güell,40,,,,\n"),
    ],
)
def test_a_file_in_another_encoding_is_one_fault(
    run: Run, tmp_path: Path, line: int, text: str
) -> None:
    path = tmp_path / "latin.csv"
    data = text.encode("latin-1")
    path.write_bytes(data)
    first = next(byte for byte in data if byte >= 0x80)
    assert run("championship", path).faults == [
        f"latin.csv: line {line}: expected text in UTF-8, found the byte 0x{first:02X} "
        "(save the file as UTF-8)"
    ]


def test_utf16_is_told_as_such(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(f"{HEADER}\n{GOOD}\n", encoding="utf-16")
    assert run("championship", path).faults == [
        "wide.csv: line 1: expected text in UTF-8, found UTF-16 (save the file as UTF-8)"
    ]


@pytest.mark.parametrize("name", ["nowhere.csv", "."])
def test_file_that_cant_be_read_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    (fault,) = run("championship", tmp_path / name).faults
    assert "expected a file that can be read" in fault


def test_binary_file_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "picture.csv"
    path.write_bytes(bytes(range(256)) * 20)
    assert run("championship", path).faults


@pytest.mark.parametrize(
    ("row", "place", "expected"),
    [
        ("1,NS,A,B,40,,both", "column 7 (award)", "NS, EW, NS+EW or nothing, found 'both'"),
        ("1,NS,A,B,40,NS,EW", "column 7 (award)", "nothing beside a rule-break, found EW"),
        (
            "1,NS,A,B,,,EW",
            "column 5 (ns_points)",
            "the points of NS or EW, as only one side is awarded the average, found neither",
        ),
        (
            "1,NS,A,B,,,",
            "column 5 (ns_points)",
            "the points of NS or EW, as there is no rule-break, found neither",
        ),
    ],
)
def test_faults_of_awards(run: Run, tmp_path: Path, row: str, place: str, expected: str) -> None:
    path = tmp_path / "results.csv"
    path.write_text(f"deal,maker,ns,ew,ns_points,infraction,award\n{row}\n", encoding="utf-8")
    (fault,) = run("championship", path).faults
    assert fault == f"results.csv: line 2, {place}: expected {expected}"
