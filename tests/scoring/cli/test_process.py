"""`python -m scoring` as a process of its own: exit codes, encodings, pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.cli.main import main
from tests.scoring.cli.conftest import Run

ROOT = Path(__file__).parents[3]
KEY = "00" * 32


def scoring(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "scoring", *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_output_is_utf8_in_every_locale(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("deal,maker,ns,ew,ns_points\n1,NS,Lluïsa·日,B,40\n", encoding="utf-8")
    for fmt in ("text", "csv", "json"):
        done = scoring(
            *("championship", str(path), "--format", fmt),
            LC_ALL="C",
            PYTHONUTF8="0",
            PYTHONIOENCODING="ascii",
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert "Lluïsa·日".encode() in done.stdout


def test_faults_are_utf8_in_every_locale(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("deal,maker,ns,ew,ns_points\n1,NS,A,B,ç\n", encoding="utf-8")
    done = scoring("championship", str(path), LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "found 'ç'".encode() in done.stderr


def test_a_reader_that_had_enough_gets_no_traceback() -> None:
    """As in `… | head`: the pipe is closed while there is much more to write."""
    with subprocess.Popen(
        [sys.executable, "-m", "scoring", "deal", "--key", KEY, "--deals", "1000000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Deal 1 ")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk always full")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scoring", "deal", "--key", KEY, "--deals", "1"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 74
    assert done.stderr.decode().count("\n") == 1
    assert done.stderr.startswith(b"the answer can't be written: ")


def test_it_needs_nothing_but_the_standard_library() -> None:
    """`-S` starts Python without site-packages, so Django and the rest aren't there."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "scoring", "commit", KEY, "--deals", "1"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("--nonsense",),
        ("commit",),
        ("commit", KEY, KEY),
        ("deal", "--key", KEY),
        ("deal", "--deals", "1"),
        ("deal", "--k", KEY, "--deals", "1"),
        ("deal", "--key", KEY, "--deals", "1", "--format", "csv"),
        ("championship",),
        ("championship", "x.csv", "--flat-score", "1.25"),
        ("championship", "x.csv", "--scale", "1-3"),
        ("championship", "x.csv", "--average-of", "none"),
        ("championship", "x.csv", "--method", "median"),
        ("championship", "x.csv", "--bogus\nline"),
        ("schedule",),
        ("pair",),
        ("pair", "x.json", "--format", "csv"),
        ("check-play",),
        ("check-play", "x.json", "--format", "csv"),
        ("game",),
        ("game", "x.csv", "--revoke", "half"),
        ("game", "x.csv", "--start"),
        ("abarrotada",),
        ("abarrotada", "x.csv", "--players", "5"),
    ],
)
def test_arguments_that_arent_understood_are_one_line_and_exit_code_2(
    run: Run, arguments: tuple[str, ...]
) -> None:
    (fault,) = run(*arguments).faults
    assert fault.startswith("python -m scoring")


@pytest.mark.parametrize(
    "command",
    [
        *("abarrotada", "championship", "check-play", "codes", "commit", "deal", "game"),
        *("pair", "schedule", "solve"),
    ],
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"usage: python -m scoring {command}" in capsys.readouterr().out
