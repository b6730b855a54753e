"""`codes`."""

from tests.scoring.cli.conftest import Run

KEY = bytes(range(32)).hex()


def test_a_line_a_deal_with_the_codes_of_the_published_vector(run: Run) -> None:
    outcome = run("codes", "--key", KEY, "--salt", "Grossa 12345", "--deals", 2)
    lines = [line.split() for line in outcome.out.splitlines()]
    assert (outcome.code, outcome.err) == (0, "")
    assert lines[0] == ["Deal", "N", "W", "S", "E"]
    assert lines[2:] == [
        ["1", "DFM", "TLK", "JSL", "PWH"],
        ["2", "ZSR", "DXB", "LJH", "SCB"],
    ]


def test_all_faults_of_the_arguments_are_told(run: Run) -> None:
    faults = run("codes", "--key", "x", "--salt", "\udce9", "--deals", 100_001).faults
    assert [fault.split(":")[0] for fault in faults] == ["--key", "--salt", "--deals"]
