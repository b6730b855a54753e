"""The faults of what a person typed, one line each, and answers that report faults."""

from collections.abc import Sequence
from dataclasses import dataclass

LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """`where` it is, what was `expected` there, and what was `found` if that can be shown."""

    where: str
    expected: str
    found: str = ""

    def __str__(self) -> str:
        found = f", found {self.found}" if self.found else ""
        return f"{self.where}: expected {self.expected}{found}"


class InputFaults(Exception):
    """All faults of a command's input; `faults` go to standard error."""

    def __init__(self, faults: Sequence[Fault | str]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


class FaultsFound(Exception):
    """Faults of a checked subject: `answer` lists them and is printed as usual."""

    def __init__(self, answer: str) -> None:
        super().__init__(answer)
        self.answer = answer


class CheckFailed(Exception):
    """Failure of a check: `line` names the step that failed, on standard error."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def quoted(text: str) -> str:
    """Return `text` in quotes on one line, whatever is in it, and cut where it is long."""
    return repr(shortened(text))


def shortened(text: str) -> str:
    """Return `text`, cut where it is long."""
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
