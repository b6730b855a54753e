"""`pair`: what it prints, how it ends, and how it refuses what it can't read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cli.faults import InputFaults
from scoring.cli.pair import read_field
from tests.scoring.cli.conftest import Outcome, Run

RunFile = Callable[..., Outcome]


@pytest.fixture
def run_text(run: Run, tmp_path: Path) -> RunFile:
    """Runs `pair` on a file with that text."""

    def run_file(text: str, *options: str) -> Outcome:
        path = tmp_path / "round.json"
        path.write_text(text, encoding="utf-8", newline="")
        return run("pair", path, *options)

    return run_file


@pytest.fixture
def run_round(run_text: RunFile) -> RunFile:
    """Runs `pair` on contestants named A, B, … with these scores."""

    def run_file(scores: list[list[object]], *options: str, **other: object) -> Outcome:
        names = [chr(ord("A") + index) for index in range(len(scores))]
        rests = other.pop("rests", [0] * len(scores))
        assert isinstance(rests, list)
        contestants = [
            {"id": name, "score": score, "rests": rested}
            for name, score, rested in zip(names, scores, rests)
        ]
        content = {"contestants": contestants, "met": [], "forbidden": []} | other
        return run_text(json.dumps(content), *options)

    return run_file


def test_json(run_round: RunFile) -> None:
    scores: list[list[object]] = [
        ["7/2", "57"],
        ["7/2", "40"],
        ["3", "-57"],
        [1, "57"],
        ["1", "2.5"],
    ]
    done = run_round(scores, "--format", "json", met=[["A", "B"]], forbidden=[["D", "C"]])
    assert done.json == {
        "pairs": [["A", "D"], ["B", "C"]],
        "rest": "E",
        "rematches": 0,
        "cost": ["13/2", "9409"],
        "exact": True,
    }
    assert list(done.json) == ["pairs", "rest", "rematches", "cost", "exact"]


def test_nobody_rests_where_the_number_is_even_and_a_score_may_have_no_key(
    run_round: RunFile,
) -> None:
    done = run_round([[], []], "--format", "json", met=[["A", "B"], ["B", "A"]])
    assert sorted(done.json.pop("pairs")[0]) == ["A", "B"]
    assert done.json["rest"] is None
    assert (done.json["rematches"], done.json["cost"]) == (1, [])


def test_a_window_is_told_with_more_than_sixty(run_text: RunFile) -> None:
    contestants = [{"id": str(n), "score": [str(n % 5)], "rests": 0} for n in range(61)]
    told = run_text(json.dumps({"contestants": contestants}), "--format", "json").json
    assert (told["exact"], told["window"]) == (False, 12)
    assert len(told["pairs"]) == 30
    assert (
        "within a window of 12 neighbours" in run_text(json.dumps({"contestants": contestants})).out
    )
    exact = run_text(json.dumps({"contestants": contestants[:60]}), "--format", "json").json
    assert exact["exact"] is True
    assert "window" not in exact


def test_the_seed_decides_between_equals(run_round: RunFile) -> None:
    scores: list[list[object]] = [["1"]] * 8
    told = {run_round(scores, "--format", "json", "--seed", str(n)).out for n in range(12)}
    assert len(told) > 6
    assert run_round(scores, "--seed", "") == run_round(scores)


def test_text_says_why(run_round: RunFile) -> None:
    scores: list[list[object]] = [["4"], ["3"], ["2"], ["1"], ["1"], ["0"], ["0"]]
    done = run_round(scores, met=[["A", "B"], ["F", "G"]], forbidden=[["A", "C"]])
    assert (done.code, done.err) == (0, "")
    title, _line, *pairs, _empty, rest, price = done.out.splitlines()
    assert title.split() == ["pair", "score", "with", "score", "why"]
    assert [re.split(" {2,}", line) for line in pairs] == [
        [
            *("A", "4", "D", "1"),
            "nearest score left to A; down 3 score groups, as it had met B and it may not meet C",
        ],
        ["B", "3", "C", "2", "nearest score"],
        [
            *("E", "1", "F", "0"),
            "nearest score without a rematch for F; up one score group, as it had met G",
        ],
    ]
    assert rest == "G rests: rested the fewest times, and of those has the lowest score."
    assert price == "Rematches 0, cost 11, the smallest of all."


def test_text_of_a_rematch_and_of_a_rest_that_was_due(run_round: RunFile) -> None:
    done = run_round(
        [["3"], ["2"], ["1"]], met=[["A", "B"], ["B", "C"], ["A", "C"]], rests=[0, 1, 1]
    )
    assert "a rematch, as that can't be avoided" in done.out
    assert "A rests: rested the fewest times, and of those has the lowest score.\n" in done.out
    done = run_round([["3"], ["2"], ["1"]], met=[["A", "B"]])
    assert "B rests: rested the fewest times; if C did, there would be more rematches" in done.out


def test_no_valid_pairing_is_a_sentence(run_round: RunFile) -> None:
    (fault,) = run_round([["1"], ["0"]], forbidden=[["A", "B"]]).faults
    assert fault == (
        "round.json: there is no valid pairing: the forbidden pairs leave no way to pair everybody:"
        " A, B may meet nobody"
    )


A_NUMBER = 'a whole number or a fraction in text, such as "7/2"'


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"contestants": 3}, ["contestants: expected a list of contestants, found 3"]),
        ({"contestants": []}, ["contestants: expected 2 to 1000 contestants, found 0"]),
        (
            {"contestants": [{"id": "A", "score": [], "rests": 0}, 7]},
            ["contestants, item 2: expected an object with id, score and rests, found 7"],
        ),
        (
            {"contestants": [{"id": "", "score": ["1"]}, {"id": "B", "score": "1", "rests": -1}]},
            [
                "contestants, item 1, id: expected a text that is not empty, found ''",
                f"contestants, item 2, score: expected a list of keys, each {A_NUMBER}, found '1'",
                "contestants, item 2, rests: expected a whole number from 0 to 1000000, found -1",
            ],
        ),
        (
            {
                "contestants": [
                    {"id": "A", "score": ["x", "1/0", 1.5]},
                    {"id": "A", "score": ["1"], "rests": True, "club": "Pi"},
                ]
            },
            [
                f"contestants, item 1, score, key 1: expected {A_NUMBER}, found 'x'",
                f"contestants, item 1, score, key 2: expected {A_NUMBER}, found '1/0'",
                f"contestants, item 1, score, key 3: expected {A_NUMBER}, found 1.5",
                "contestants, item 2: expected the keys id, score, rests, found 'club'",
                "contestants, item 2, id: expected an id once (item 1 has it), found 'A'",
                "contestants, item 2, score: expected 3 keys, as many as the first contestant has,"
                " found 1",
                "contestants, item 2, rests: expected a whole number from 0 to 1000000, found true",
            ],
        ),
        (
            {"met": [["A", "Z"], ["A"], 3, ["B", "B"]], "forbidden": {}},
            [
                "met, item 1: expected the id of a contestant, found 'Z'",
                "met, item 2: expected a list of two ids, found a list",
                "met, item 3: expected a list of two ids, found 3",
                "met, item 4: expected two different contestants, found 'B'",
                "forbidden: expected a list of pairs of ids, found an object",
            ],
        ),
        (
            {"forbiden": []},
            ["expected the keys contestants, met, forbidden, found 'forbiden'"],
        ),
    ],
)
def test_every_fault_with_its_place(
    run_text: RunFile, changed: dict[str, Any], faults: list[str]
) -> None:
    usual = {"contestants": [{"id": "A", "score": ["1"]}, {"id": "B", "score": ["0"]}]}
    found = run_text(json.dumps(usual | changed)).faults
    assert found == [f"round.json: {fault}" for fault in faults]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"met": [], "met": []}', "[" * 5000, "1" * 9999])
def test_what_is_no_such_object(run_text: RunFile, text: str) -> None:
    faults = run_text(text).faults
    assert all(fault.startswith("round.json: ") for fault in faults)


def test_halves_of_characters_are_refused(run: Run, run_text: RunFile) -> None:
    text = '{"contestants": [{"id": "\\udc00", "score": []}, {"id": "B", "score": []}]}'
    (fault,) = run_text(text).faults
    assert fault.startswith("round.json: contestants, item 1, id: expected a text")
    (fault,) = run("pair", "x.json", "--seed", "\udce7").faults
    assert fault == "--seed: expected text in UTF-8, found '\\udce7'"


def test_no_file(run: Run, tmp_path: Path) -> None:
    (fault,) = run("pair", tmp_path / "none.json").faults
    assert "expected a file that can be read" in fault


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=3) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["contestants", "met", "forbidden", "id", "score", "rests"]), inner
        )
    ),
    max_leaves=12,
)


@given(content=values)
def test_anything_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: object
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    faults: list[str] = []
    try:
        count = len(read_field(path).entrants)
    except InputFaults as error:
        count, faults = 0, list(map(str, error.faults))
    assert (count >= 2) != bool(faults)
    assert all(fault.startswith("any.json") for fault in faults)
