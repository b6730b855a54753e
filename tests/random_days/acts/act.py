"""What somebody does, as data: it can be read, stored, and done again.

A kind of act says when it is likely, proposes what exactly is done from lots, and does it. What is
told of an act are numbers and words that people know: pairs, rounds, tables, hands, reasons. So an
act that was stored can be done again when the code that proposes has changed, and after others have
been left out: then it may find nothing to do (`NotThere`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from tests.random_days.hall import Hall

Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """An act: what is done, and with what. Its text is `withdraw pair=3 from_round=2`."""

    kind: str
    told: Told

    def __str__(self) -> str:
        said = (
            f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in self.told.items()
        )
        return " ".join([self.kind, *said])

    @classmethod
    def read(cls, text: str) -> Act:
        """The act of a text."""
        kind, _blank, rest = text.partition(" ")
        told: dict[str, Any] = {}
        decoder = json.JSONDecoder()
        while rest := rest.strip():
            name, _equals, rest = rest.partition("=")
            told[name], end = decoder.raw_decode(rest)
            rest = rest[end:]
        return cls(kind, told)


class Kind(ABC):
    """A kind of act."""

    name: ClassVar[str]

    @abstractmethod
    def weight(self, hall: Hall) -> float:
        """How likely it is now, beside the others; 0 where it makes no sense."""

    @abstractmethod
    def propose(self, hall: Hall, lots: Random) -> Told | None:
        """What exactly would be done; None where there is nothing to do it to."""

    do: Callable[..., object]
    """Does it, given the hall and what is told. Raises `NotThere` where there is nothing to do it
    to."""


REASONS = ("said so", "asked by the club", "wrong slip")


def reason(lots: Random) -> str:
    return lots.choice(REASONS)
