"""`check-deal`."""

from pathlib import Path
from typing import Any

import pytest

from scoring.dealing.deal_set import commitment, deal_hashes, deal_secret
from tests.scoring.cli.conftest import Run

KEY = bytes(range(32))
SALT = "Grossa 12345"
DEALS = 44


@pytest.fixture
def options(tmp_path: Path) -> dict[str, Any]:
    """What checks deal 1, by the names of the options."""
    hashes = deal_hashes(KEY, DEALS)
    listed = tmp_path / "hashes.txt"
    listed.write_text("".join(f"{one.hex()}\n" for one in hashes))
    return {
        "deal": 1,
        "secret": deal_secret(KEY, 1).hex(),
        "salt": SALT,
        "hashes": listed,
        "commitment": commitment(hashes),
    }


def arguments(options: dict[str, Any]) -> list[object]:
    return ["check-deal", *(part for name, one in options.items() for part in (f"--{name}", one))]


@pytest.mark.parametrize("index", [1, 2, 44])
def test_the_hand_is_the_one_that_the_key_deals(
    run: Run, options: dict[str, Any], index: int
) -> None:
    options |= {"deal": index, "secret": deal_secret(KEY, index).hex()}
    dealt = ("deal", "--key", KEY.hex(), "--salt", SALT, "--deals", 1, "--first", index)
    (expected,) = run(*dealt, "--format", "json").json
    del expected["secret"]
    assert run(*arguments(options), "--format", "json").json == expected
    outcome = run(*arguments(options))
    assert (outcome.code, outcome.err, outcome.out) == (0, "", run(*dealt).out)


def test_the_published_vector(run: Run, options: dict[str, Any]) -> None:
    hand = run(*arguments(options), "--format", "json").json
    assert list(hand) == ["deal", "number", "dealer", "N", "W", "S", "E"]
    assert (hand["deal"], hand["number"]) == (1, "50896676318577594181525166")
    assert (hand["dealer"], hand["N"]) == ("N", "97.S83.C864.CS6")


@pytest.mark.parametrize(
    ("name", "value", "step"),
    [
        ("secret", "00" * 32, "hash-in-list"),
        ("deal", 2, "hash-in-list"),
        ("deal", 45, "hash-in-list"),
        ("deal", 2**32 - 1, "hash-in-list"),
        ("commitment", "00" * 32, "list-gives-commitment"),
    ],
)
@pytest.mark.parametrize("format", ["text", "json"])
def test_the_step_that_fails_is_named_in_one_line(
    run: Run, options: dict[str, Any], name: str, value: object, step: str, format: str
) -> None:
    outcome = run(*arguments(options | {name: value}), "--format", format)
    assert (outcome.code, outcome.out) == (1, "")
    (line,) = outcome.err.splitlines()
    assert line.startswith(f"{step}: ")
    assert options["secret"] not in line


def test_a_hash_changed_elsewhere_in_the_list_is_noticed(run: Run, options: dict[str, Any]) -> None:
    lines = options["hashes"].read_text().splitlines()
    lines[30] = "ab" * 32
    options["hashes"].write_text("\n".join(lines))
    outcome = run(*arguments(options))
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("list-gives-commitment: ")


def test_without_a_salt(run: Run, options: dict[str, Any]) -> None:
    del options["salt"]
    hand = run(*arguments(options), "--format", "json").json
    (expected,) = run("deal", "--key", KEY.hex(), "--deals", 1, "--format", "json").json
    assert hand["number"] == expected["number"]


def test_the_list_may_be_written_as_other_systems_do(run: Run, options: dict[str, Any]) -> None:
    text = options["hashes"].read_text().upper().replace("\n", "\r\n")
    options["hashes"].write_bytes(b"\xef\xbb\xbf" + text.encode() + b"\r\n\r\n")
    assert run(*arguments(options)).code == 0


def test_all_faults_of_the_arguments_are_told_and_no_secret_repeated(
    run: Run, options: dict[str, Any]
) -> None:
    wrong = {"deal": 0, "secret": "ab" * 31, "salt": "\udce9", "commitment": "x"}
    options["hashes"].write_text("00\n\n" + "0" * 64 + "\n")
    faults = run(*arguments(options | wrong)).faults
    assert [fault.split(":")[0] for fault in faults] == [
        *("--deal", "--secret", "--salt", "--commitment", "hashes.txt", "hashes.txt")
    ]
    assert faults[4] == "hashes.txt: line 1: expected 64 hex digits, found text of length 2"
    assert faults[5] == "hashes.txt: line 2: expected 64 hex digits, found text of length 0"
    assert "ab" * 31 not in "".join(faults)


def test_a_list_that_is_not_there_or_empty_is_refused(run: Run, options: dict[str, Any]) -> None:
    options["hashes"].write_text("\n")
    (fault,) = run(*arguments(options)).faults
    assert fault == "hashes.txt: expected 1 to 1000000 lines, found 0"
    (fault,) = run(*arguments(options | {"hashes": "nowhere.txt"})).faults
    assert fault.startswith("nowhere.txt: expected a file that can be read")
