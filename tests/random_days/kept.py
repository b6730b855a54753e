"""Days that went wrong once, as files: what was done, act by act, and what was wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.random_days.acts import Act
from tests.random_days.crawl import Fault, Link
from tests.random_days.days import SHORT, DayPlayed, play_again

FOLDER = Path(__file__).parent / "kept"


@dataclass(frozen=True, slots=True)
class KeptDay:
    """A day that went wrong: its seed, its acts, and what was wrong at its end."""

    seed: str
    acts: Sequence[Act]
    wrong: Fault

    def played(self) -> DayPlayed:
        """Play the day once more; return it, with what is wrong at its end."""
        return play_again(self.seed, self.acts, SHORT, wrong=self.wrong)

    def write(self, file: Path) -> None:
        told = {
            "wrong": self.wrong.said,
            "seen_by": self.wrong.visitor,
            "at": self.wrong.link.to,
            "linked_on": self.wrong.link.on,
            "seed": self.seed,
            "acts": list(map(str, self.acts)),
        }
        file.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n")

    @classmethod
    def read(cls, file: Path) -> KeptDay:
        told = json.loads(file.read_text())
        wrong = Fault(told["wrong"], told["seen_by"], Link(told["at"], told["linked_on"]))
        return cls(told["seed"], [Act.read(one) for one in told["acts"]], wrong)
