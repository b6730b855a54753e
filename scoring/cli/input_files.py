"""Readers of text and JSON files that report what is wrong with them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from scoring.cli.faults import Fault, InputFaults, quoted
from scoring.cli.text_table import printable

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path) -> str:
    """Return the file's text, UTF-8 with or without a byte order mark.

    Raises `InputFaults` with one fault for a file that can't be read or is in another encoding; it
    names the first line that tells.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        fault = Fault(printable(str(path)), "a file that can be read", error.strerror or "none")
        raise InputFaults([fault]) from None
    if data.startswith(_UTF16_MARKS):
        where = f"{printable(path.name)}: line 1"
        raise InputFaults([Fault(where, "text in UTF-8", "UTF-16 (save the file as UTF-8)")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        where = f"{printable(path.name)}: line {line}"
        found = f"the byte 0x{error.object[error.start]:02X} (save the file as UTF-8)"
        raise InputFaults([Fault(where, "text in UTF-8", found)]) from None


NOTHING = object()
"""Stand-in for a value that is missing."""


class JsonReader:
    """Reads part after part, and keeps what is wrong; `name` says where that is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []

    def report(self, place: str, expected: str, found: Any) -> None:
        """Keep a fault; `place` says where in the file."""
        where = f"{self.name}: {place}" if place else self.name
        self.faults.append(Fault(where, expected, _told(found)))

    def parse(self, text: str) -> Any:
        """Return the JSON's value. Raises `InputFaults` where the text is none."""
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
    """Return `value` as a fault tells it, on one line."""
    if value is NOTHING:
        return "nothing"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return json.dumps(value)
