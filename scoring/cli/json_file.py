"""Reading what a file in JSON holds, and telling where something else was expected."""

import json
from collections import Counter
from typing import Any

from scoring.cli.faults import Fault, InputFaults, quoted

NOTHING = object()
"""Stands for a value that is not there."""


class JsonReader:
    """Reads part after part, and keeps what is wrong; `name` says where that is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []

    def report(self, place: str, expected: str, found: Any) -> None:
        """Keep a fault at that place of what is read."""
        where = f"{self.name}: {place}" if place else self.name
        self.faults.append(Fault(where, expected, _told(found)))

    def parse(self, text: str) -> Any:
        """What the JSON says. Raises `InputFaults` for what is none."""
        try:
            return json.loads(text, object_pairs_hook=self._object)
        except json.JSONDecodeError as error:
            rest = text[error.pos :].splitlines()[:1]
            found = quoted(rest[0]) if rest else "nothing"
            where = f"{self.name}: line {error.lineno}, column {error.colno}"
            fault = Fault(where, "JSON", found)
        except (ValueError, RecursionError):
            # A number of thousands of digits, or thousands of brackets.
            fault = Fault(self.name, "JSON as a program writes it")
        raise InputFaults([*self.faults, fault])

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, times in Counter(key for key, _ in pairs).items():
            if times > 1:
                fault = Fault(self.name, "each key once", f"{quoted(key)} {times} times")
                self.faults.append(fault)
        return dict(pairs)


def _told(value: Any) -> str:
    """What was found, on one line however much it is."""
    if value is NOTHING:
        return "nothing"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return json.dumps(value)
