"""Reader of a JSON file with the contestants of a Swiss round, which reports everything wrong with
it."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.cli.arguments import is_unicode
from scoring.cli.faults import InputFaults
from scoring.cli.input_files import NOTHING, JsonReader, read_text
from scoring.cli.text_table import printable
from scoring.pairing.swiss_field import SwissEntrant, SwissField

LEAST_CONTESTANTS, MOST_CONTESTANTS = 2, 1000

_KEYS = ("contestants", "met", "forbidden")
_KEYS_OF_ONE = ("id", "score", "rests")
_MOST_RESTS = 1_000_000
_NUMBER = re.compile(r"[+-]?[0-9]{1,1000}(/[0-9]{1,1000}|\.[0-9]{1,1000})?")
_A_NUMBER = 'a whole number or a fraction in text, such as "7/2"'

Pair = frozenset[str]


def read_field(path: Path) -> SwissField[str]:
    """Return the contestants in the file. Raises `InputFaults` with every fault of the file."""
    return _FieldReader(printable(path.name)).read(read_text(path))


class _FieldReader(JsonReader):
    """Reader of the contestants, then of who has met and who must not."""

    def read(self, text: str) -> SwissField[str]:
        content = self.parse(text)
        if not isinstance(content, dict):
            self.report("", "an object with contestants, met and forbidden", content)
            raise InputFaults(self.faults)
        self._refuse_other_keys("", content, _KEYS)
        entrants = self._entrants(content.get("contestants", NOTHING))
        known = {one.contestant for one in entrants}
        met = self._pairs("met", content.get("met", []), known)
        forbidden = self._pairs("forbidden", content.get("forbidden", []), known)
        if self.faults:
            raise InputFaults(self.faults)
        return SwissField(tuple(entrants), met, forbidden)

    def _refuse_other_keys(self, place: str, value: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in value:
            if key not in keys:
                self.report(place, f"the keys {', '.join(keys)}", key)

    def _entrants(self, value: Any) -> list[SwissEntrant[str]]:
        """Return the contestants, with what could be read of them."""
        if not isinstance(value, list):
            self.report("contestants", "a list of contestants", value)
            return []
        if not LEAST_CONTESTANTS <= len(value) <= MOST_CONTESTANTS:
            expected = f"{LEAST_CONTESTANTS} to {MOST_CONTESTANTS} contestants"
            self.report("contestants", expected, len(value))
        entrants: list[SwissEntrant[str]] = []
        first: dict[str, int] = {}
        keys: int | None = None
        for number, one in enumerate(value, start=1):
            place = f"contestants, item {number}"
            if not isinstance(one, dict):
                self.report(place, "an object with id, score and rests", one)
                continue
            self._refuse_other_keys(place, one, _KEYS_OF_ONE)
            name = self._id(f"{place}, id", one.get("id", NOTHING), first)
            first.setdefault(name, number)
            score = self._score(f"{place}, score", one.get("score", NOTHING))
            if score is not None:
                keys = len(score) if keys is None else keys
                if len(score) != keys:
                    expected = f"{keys} keys, as many as the first contestant has"
                    self.report(f"{place}, score", expected, len(score))
            rests = self._rests(f"{place}, rests", one.get("rests", 0))
            entrants.append(SwissEntrant(name, score or (), rests))
        return entrants

    def _id(self, place: str, value: Any, first: dict[str, int]) -> str:
        if not isinstance(value, str) or not value or not is_unicode(value):
            self.report(place, "a text that is not empty", value)
            return ""
        if value in first:
            self.report(place, f"an id once (item {first[value]} has it)", value)
        return value

    def _score(self, place: str, value: Any) -> tuple[Fraction, ...] | None:
        if not isinstance(value, list):
            self.report(place, f"a list of keys, each {_A_NUMBER}", value)
            return None
        return tuple(
            self._number(f"{place}, key {number}", key) for number, key in enumerate(value, start=1)
        )

    def _number(self, place: str, value: Any) -> Fraction:
        if type(value) is int:
            return Fraction(value)
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            try:
                return Fraction(value)
            except ZeroDivisionError:
                pass
        self.report(place, _A_NUMBER, value)
        return Fraction(0)

    def _rests(self, place: str, value: Any) -> int:
        if type(value) is not int or not 0 <= value <= _MOST_RESTS:
            self.report(place, f"a whole number from 0 to {_MOST_RESTS}", value)
            return 0
        return value

    def _pairs(self, key: str, value: Any, known: set[str]) -> frozenset[Pair]:
        """Return the sets of two contestants that can be read."""
        if not isinstance(value, list):
            self.report(key, "a list of pairs of ids", value)
            return frozenset()
        pairs = set()
        for number, two in enumerate(value, start=1):
            place = f"{key}, item {number}"
            if not isinstance(two, list) or len(two) != 2:
                self.report(place, "a list of two ids", two)
                continue
            strangers = [one for one in two if not isinstance(one, str) or one not in known]
            for one in strangers:
                self.report(place, "the id of a contestant", one)
            if not strangers and two[0] == two[1]:
                self.report(place, "two different contestants", two[0])
            elif not strangers:
                pairs.add(frozenset(two))
        return frozenset(pairs)
