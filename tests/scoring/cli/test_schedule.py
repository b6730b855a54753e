"""`schedule`: the output; the schedules themselves are tested with their module."""

import pytest

from scoring.schedule.round_robin import round_robin
from tests.scoring.cli.conftest import Run

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("contestants", "rounds"), [(4, None), (12, None), (7, None), (9, 4)])
def test_json_is_the_schedule(run: Run, contestants: int, rounds: int | None) -> None:
    options = () if rounds is None else ("--rounds", rounds)
    content = run("schedule", contestants, *options, "--format", "json").json
    schedule = round_robin(contestants, rounds)
    assert list(content) == ["teams", "rounds", "balance"]
    assert content["teams"] == contestants
    assert [plan["round"] for plan in content["rounds"]] == [p.number for p in schedule.rounds]
    assert [plan["rest"] for plan in content["rounds"]] == [p.rest for p in schedule.rounds]
    for plan, expected in zip(content["rounds"], schedule.rounds):
        assert plan["tables"] == [
            {"table": table, "ns": pairing.ns, "ew": pairing.ew}
            for table, pairing in enumerate(expected.pairings, start=1)
        ]


def test_balance_of_twelve_contestants(run: Run) -> None:
    balance = run("schedule", 12, "--format", "json").json["balance"]
    assert balance == {"max": 0, "zero_pairs": 66, "pairs": 66, "sum_of_squares": 0}


def test_text_lists_matches_rests_and_sides(run: Run) -> None:
    outcome = run("schedule", 5)
    assert outcome.code == 0
    plan = round_robin(5).rounds[0]
    line = next(line for line in outcome.out.splitlines() if line.startswith("Round 1"))
    assert f"({plan.rest} rests)" in line
    assert all(f"{match.ns}-{match.ew}" in line for match in plan.pairings)
    assert "Balance: " in outcome.out
    assert "Rounds as NS " in outcome.out


def test_long_rounds_are_wrapped(run: Run) -> None:
    lines = run("schedule", 200, "--rounds", 1).out.splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("-") for line in lines if "NS" not in line) == 100


@pytest.mark.parametrize("contestants", ["2", "0", "-4", "201", "x", "4.0", ""])
def test_number_of_contestants_goes_from_3_to_200(run: Run, contestants: str) -> None:
    (fault,) = run("schedule", contestants).faults
    assert fault.startswith("TEAMS: expected a whole number from 3 to 200, found ")


@pytest.mark.parametrize(
    ("contestants", "rounds", "most"), [(4, "4", 3), (5, "6", 5), (12, "0", 11)]
)
def test_rounds_go_to_a_full_round_robin(
    run: Run, contestants: int, rounds: str, most: int
) -> None:
    (fault,) = run("schedule", contestants, "--rounds", rounds).faults
    assert fault == f"--rounds: expected a whole number from 1 to {most}, found '{rounds}'"


def test_a_seed_that_is_no_text_is_refused(run: Run) -> None:
    """As arguments come that are not in UTF-8."""
    (fault,) = run("schedule", 4, "--drawn", "\udce7").faults
    assert fault == "--drawn: expected text in UTF-8, found '\\udce7'"
