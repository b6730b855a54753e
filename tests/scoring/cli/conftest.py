"""Running the command line in this process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring.cli.main import main


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def faults(self) -> list[str]:
        """The lines of standard error of a run that was refused."""
        assert (self.code, self.out) == (2, "")
        assert self.err.endswith("\n")
        return self.err.splitlines()


Run = Callable[..., Outcome]
RunRows = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_arguments(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run_arguments


HEADER = "deal,maker,ns,ew,ns_points,ew_points,trump,double,infraction"


@pytest.fixture
def run_rows(run: Run, tmp_path: Path) -> RunRows:
    """Runs `championship` on the rows, below the usual header unless another is given."""

    def run_file(*rows: str, header: str = HEADER, options: tuple[str, ...] = ()) -> Outcome:
        path = tmp_path / "results.csv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return run("championship", path, *options)

    return run_file
