"""Run all steps, in their order, and report: a line a step and what failed.

A step that is `beside` runs while those after it do, so that a second processor is not idle.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from threading import Timer

from tests.checks.commit import ROOT
from tests.checks.machine import (
    DATABASE_VARIABLE,
    NEEDS,
    CannotInstall,
    install_missing,
    postgresql,
)
from tests.checks.steps import EVERYTHING, JUDGED, QUICK, Step, all_steps, pytest_command

LONGEST = 3600.0
"""Seconds after which a step counts as hung. No check asserts how fast anything is."""
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PYTEST_SUMMARY = re.compile(r"^=+ (.*\bin [\d.]+s.*?) =+$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step ended: status "ok", "FAILED" or "skipped"; `note` says more in a few words."""

    step: Step
    status: str
    seconds: float = 0.0
    note: str = ""

    @property
    def line(self) -> str:
        return f"{self.status:>8} {self.seconds:6.1f} s  {self.step.name:<26}{self.note}".rstrip()


def run_checks(arguments: Sequence[str]) -> int:
    """Run the checks, or with other arguments pytest alone with them; return the exit status.

    Without any, what is quick. `--install` runs all that a change must pass: it first installs the
    programs that some tests need, and then accepts no skipped test. `--everything` leaves nothing
    out.
    """
    os.chdir(ROOT)
    install, everything = "--install" in arguments, "--everything" in arguments
    if install:
        try:
            install_missing()
        except CannotInstall as error:
            print(error, file=sys.stderr)
            return 2
    strict = ["--no-skips"] if install else []
    extent = EVERYTHING if everything else JUDGED if install else QUICK
    for_pytest = [one for one in arguments if one not in {"--install", "--everything"}]
    with TemporaryDirectory(prefix="botifarra-checks-") as data:
        environment = _environment(data)
        if for_pytest:
            command = pytest_command(*strict, *for_pytest)
            return subprocess.run(command, env=environment).returncode
        database = postgresql() if extent.share_on_postgresql else None
        return _run_all(all_steps(extent, strict=strict, database=database), environment)


_LEFT_OUT = {
    "DATABASE_URL",
    "DJANGO_SETTINGS_MODULE",
    # Each step starts workers and servers by the dozen: none must compile every module again.
    "PYTHONDONTWRITEBYTECODE",
}


def _environment(data: str) -> dict[str, str]:
    """This process's environment without what belongs to an installation of the site."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == DATABASE_VARIABLE or not (name.startswith("BOTIFARRA_") or name in _LEFT_OUT)
    }
    return {**kept, "BOTIFARRA_DATA": data, "BOTIFARRA_NO_VENV": "1"}


def _run_all(steps: Sequence[Step], environment: Mapping[str, str]) -> int:
    outcomes: list[Outcome] = []

    def ended(outcome: Outcome) -> None:
        outcomes.append(outcome)
        print(outcome.line, flush=True)

    with ThreadPoolExecutor(max_workers=max(1, sum(step.beside for step in steps))) as others:
        beside = []
        for step in steps:
            if step.beside:
                beside.append(others.submit(_run_step, step, environment))
            else:
                ended(_run_step(step, environment))
        for other in beside:
            ended(other.result())
    if any(step.is_pytest for step in steps):
        print("\nAll steps:")
        for outcome in outcomes:
            print(outcome.line)
    failed = [outcome.step.name for outcome in outcomes if outcome.status == "FAILED"]
    seconds = sum(outcome.seconds for outcome in outcomes if not outcome.step.beside)
    print(f"{'Failed: ' + ', '.join(failed) if failed else 'All is well'} ({seconds:.0f} s).")
    return 1 if failed else 0


def _run_step(step: Step, environment: Mapping[str, str]) -> Outcome:
    missing = next((n for n in NEEDS if n.marker == step.needs and n.find() is None), None)
    if missing:
        return Outcome(step, "skipped", note=f"needs {missing.name}: {missing.install_line}")
    live = step.is_pytest and not step.beside
    if live:
        print(f"\n{step.name}:", flush=True)
    start = time.monotonic()
    status, output = _run(step, {**environment, **step.environment}, live=live)
    seconds = time.monotonic() - start
    if status and not live:
        print(f"\n{step.name}:\n{output.strip()}", flush=True)
    summaries = _PYTEST_SUMMARY.findall(_COLOURS.sub("", output)) if step.is_pytest else []
    note = summaries[-1] if summaries else ""
    return Outcome(step, "FAILED" if status else "ok", seconds, note)


def _run(step: Step, environment: Mapping[str, str], *, live: bool) -> tuple[int, str]:
    """The exit status and output of the step's command; `live`: shown while it runs."""
    with subprocess.Popen(
        step.command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        hung = Timer(LONGEST, process.kill)
        hung.start()
        pieces = []
        assert process.stdout
        while piece := os.read(process.stdout.fileno(), 65536):
            pieces.append(piece)
            if live:
                sys.stdout.buffer.write(piece)
                sys.stdout.flush()
        hung.cancel()
    return process.returncode, b"".join(pieces).decode(errors="replace")
