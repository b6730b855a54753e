"""The runner of checks: it runs them all, says which failed, and what a skipped one needs."""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.checks import machine, running, sweeps
from tests.checks.commit import ROOT
from tests.checks.machine import NEEDS, Need
from tests.checks.order import longest_first
from tests.checks.steps import EVERYTHING, JUDGED, QUICK, Extent, Step, all_steps
from tests.checks.sweeps import LEAST, Drawing, drawn, how_many_of, left_out_of


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def run(steps: list[Step], capfd: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = running._run_all(steps, {})
    return status, capfd.readouterr().out.splitlines()


def test_all_steps_run_and_the_last_line_names_the_failed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    steps = [
        Step("first", python("print('seen only when it fails')")),
        Step("second", python("print('what is wrong'); raise SystemExit(2)")),
        Step(
            "third", python("print('====== 7 passed, 1 skipped in 0.12s ======')"), is_pytest=True
        ),
    ]
    status, lines = run(steps, capfd)
    assert status == 1
    assert lines[-1].startswith("Failed: second (")
    assert "what is wrong" in lines
    assert "seen only when it fails" not in lines
    assert lines[-2].startswith("      ok")
    assert lines[-2].endswith("third                     7 passed, 1 skipped in 0.12s")


def test_when_nothing_fails_the_status_is_zero(capfd: pytest.CaptureFixture[str]) -> None:
    status, lines = run([Step("only", python("pass"))], capfd)
    assert status == 0
    assert lines[-1].startswith("All is well")


def test_a_step_without_its_program_names_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    missing = Need("postgresql", "a PostgreSQL server", "postgresql", lambda: None)
    monkeypatch.setattr(running, "NEEDS", (missing,))
    status, lines = run([Step("site", python("raise SystemExit(1)"), needs="postgresql")], capfd)
    assert status == 0
    assert "needs a PostgreSQL server: apt install postgresql" in lines[0]


def test_every_need_of_a_step_is_known() -> None:
    needed = {step.needs for step in all_steps(EVERYTHING, strict=[], database=None)} - {""}
    assert needed <= {need.marker for need in NEEDS}


def test_every_tool_of_a_step_is_installed() -> None:
    for step in all_steps(EVERYTHING, strict=[], database=None):
        assert Path(step.command[0]).exists(), step.name


def test_installing_needs_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Need("chromium", "Chromium", "chromium", lambda: None)
    monkeypatch.setattr(machine, "NEEDS", (missing,))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(machine.CannotInstall, match="no apt-get"):
        machine.install_missing()


@pytest.mark.long
@pytest.mark.parametrize(("options", "status"), [([], 0), (["--no-skips"], 1)])
def test_skipped_tests_are_named_and_fail_where_none_is_accepted(
    tmp_path: Path, options: list[str], status: int
) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n"
        "@pytest.mark.skip('needs a full moon')\n"
        "def test_by_night(): pass\n"
        "def test_by_day(): pass\n"
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest"),
            *(str(tmp_path), *options),
        ],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stdout
    assert "test_by_night" in done.stdout
    assert "needs a full moon" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout


def test_a_step_beside_others_runs_while_they_do_and_is_heard_when_it_fails(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    wait = (
        f"import pathlib, time\nwhile not pathlib.Path({str(begun)!r}).exists(): time.sleep(0.01)"
    )
    steps = [
        Step("other", python(f"{wait}\nraise SystemExit('the other one failed')"), beside=True),
        Step("first", python(f"open({str(begun)!r}, 'w').close()")),
    ]
    status, lines = run(steps, capfd)
    assert status == 1
    assert "the other one failed" in lines
    assert lines[-1].startswith("Failed: other (")


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_each_worker_begins_with_a_long_module_and_no_test_is_lost(workers: int) -> None:
    items = [(f"tests/test_{one}.py", two) for one in range(30) for two in range(3)]
    long = [f"tests/test_{one}.py" for one in range(3, 30, 4)]
    ordered = longest_first(items, lambda one: one[0] in long, lambda one: one[0], workers)
    assert sorted(ordered) == sorted(items)
    begin, left = 0, len(items)
    for worker in range(workers):
        assert ordered[begin][0] in long
        size = left // (workers - worker)
        begin, left = begin + size, left - size


def swept(seed: str, share: float) -> set[str]:
    """The cases left out of a sweep of 50, of one of 1, and of one of 2."""
    cases = {
        f"{name}[{one}]": name for name, n in (("a", 50), ("b", 1), ("c", 2)) for one in range(n)
    }
    return set(left_out_of(cases, share=share, seed=seed))


def test_a_sweep_is_tried_in_part_and_never_left_out() -> None:
    left_out = swept("x", 0.1)
    assert len(left_out) == 45
    assert all(one.startswith("a[") for one in left_out)
    assert len(swept("x", 0.001)) == 50 - LEAST
    assert swept("x", 1) == set()


def test_the_seed_draws_what_is_tried_and_a_larger_share_tries_it_too() -> None:
    assert swept("x", 0.1) == swept("x", 0.1) != swept("y", 0.1)
    assert swept("x", 0.2) < swept("x", 0.1)


def test_within_a_test_some_of_each_kind_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [(kind, one) for kind in "abc" for one in range(20)]
    monkeypatch.setattr(sweeps, "THIS_RUN", Drawing(0.2, "x"))
    tried = drawn(cases, lambda one: one[0])
    assert tried == sorted(tried)
    assert [kind for kind, _one in tried] == [*"aaaabbbbcccc"]
    assert (how_many_of(1), how_many_of(5), how_many_of(60)) == (1, LEAST, 12)
    monkeypatch.setattr(sweeps, "THIS_RUN", Drawing())
    assert drawn(cases) == cases
    assert how_many_of(60) == 60


@cache
def collected(*options: str) -> list[str]:
    """The tests that a run with those options would try."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.long
@pytest.mark.parametrize("extent", [QUICK, JUDGED], ids=["quick", "judged"])
def test_a_run_collects_its_share(extent: Extent) -> None:
    module = "tests/tournament/test_access.py"
    whole, part = collected(module), collected(module, *extent.options)
    names = {one.partition("[")[0] for one in whole}
    assert {one.partition("[")[0] for one in part} == names
    assert len(part) <= extent.share * len(whole) + LEAST * len(names)


@pytest.mark.long
def test_what_takes_long_is_tried_in_part_and_promises_whole() -> None:
    kept = "tests/e2e/test_phones_kept.py"
    modules = ("tests/e2e/test_navigation.py", kept)
    whole, part = collected(*modules), collected(*modules, *JUDGED.options)
    counts = [Counter(one.partition("::")[0] for one in run) for run in (whole, part)]
    assert 0 < counts[1][modules[0]] < counts[0][modules[0]]
    assert 0 < counts[1][kept] == counts[0][kept]


@pytest.mark.long
def test_on_postgresql_each_module_of_the_site_is_tried_in_part() -> None:
    module = "tests/tournament/rounds/test_closing.py"
    _folder, *options = JUDGED.options_on_postgresql
    assert 0 < len(collected(module, *options)) < len(collected(module))


@pytest.mark.long
def test_everything_has_whole_days_on_postgresql_too() -> None:
    module = "tests/tournament/integrity/test_decisions.py"
    _folder, *options = EVERYTHING.options_on_postgresql
    assert collected(module, *options) == collected(module)


@pytest.mark.long
def test_what_is_quick_waits_for_no_other_program() -> None:
    tried = collected("tests/hall", "tests/e2e", "tests/test_requirements.py", *QUICK.options)
    assert {one.partition("::")[0] for one in tried} == {"tests/test_requirements.py"}
