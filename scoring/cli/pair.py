"""`pair FILE.json`: who meets whom in the next round of a Swiss, and why."""

import json
import re
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.cli.arguments import Arguments, is_unicode
from scoring.cli.faults import InputFaults
from scoring.cli.input_files import NOTHING, JsonReader, read_text
from scoring.cli.text_table import Column, printable, render
from scoring.errors import PairingError
from scoring.pairing.swiss import EXACT_TO, pair_swiss
from scoring.pairing.swiss_field import SwissEntrant, SwissField, SwissRound, price_of
from scoring.pairing.swiss_reasons import (
    Bar,
    Ground,
    MatchReasons,
    RestReasons,
    reasons_of,
    rest_reasons_of,
)

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


_EXPLANATION = f"""\
FILE.json is one object:

  {{"contestants": [{{"id": "A", "score": ["7/2", "57"], "rests": 0}}, …],
   "met": [["A", "B"], …], "forbidden": [["C", "D"], …]}}

  score      its keys from the most to the least important, as many for all contestants: whole
             numbers, or text such as "7/2" or "3.5"
  rests      in how many rounds it has rested (0 if not said)
  met        who has met before (nobody if not said)
  forbidden  who must not meet (nobody if not said)

Of all ways to pair everybody without a forbidden pair these count, in this order: whoever rests has
rested the fewest times; fewest rematches; the lowest score rests; the smallest cost, the squares of
the differences added up over all pairs, key by key; lots drawn from the seed.

For up to {EXACT_TO} contestants that is found exactly. For more, "exact" is false, and the cost is
the smallest among meetings within a "window" of neighbours in the ranking.

The exit code is 2 for a file that can't be read, or where the forbidden pairs leave no way to pair
everybody.
"""

_MOST_NAMED = 4


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "pair",
        help="the next round of a Swiss",
        description="Pair contestants by their scores, so that nobody meets the same one again.",
        epilog=_EXPLANATION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE.json", type=Path)
    parser.add_argument(
        "--seed", default="", metavar="TEXT", help="what lots are drawn from (default none)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: Namespace) -> Iterable[str]:
    arguments = Arguments()
    seed = arguments.seed("--seed", options.seed)
    arguments.refuse_faults()
    field = read_field(options.file)
    try:
        paired = pair_swiss(field, seed=seed)
    except PairingError as error:
        text = f"{options.file.name}: there is no valid pairing: {error}"
        raise InputFaults([printable(text)]) from None
    return [_as_json(field, paired) if options.format == "json" else _as_text(field, paired)]


def _as_json(field: SwissField[str], paired: SwissRound[str]) -> str:
    price = price_of(field, paired.pairs)
    content: dict[str, Any] = {
        "pairs": [list(pair) for pair in paired.pairs],
        "rest": paired.rest,
        "rematches": price.rematches,
        "cost": [str(key) for key in price.cost],
        "exact": paired.is_exact,
    }
    if not paired.is_exact:
        content["window"] = paired.window
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _as_text(field: SwissField[str], paired: SwissRound[str]) -> str:
    """Return a line for each pair and why, who rests, and what it costs."""
    scores = {one.contestant: ", ".join(map(str, one.score)) for one in field.entrants}
    columns = [Column("pair"), Column("score"), Column("with"), Column("score"), Column("why")]
    rows = [
        [one, scores[one], other, scores[other], _why(reasons)]
        for (one, other), reasons in zip(paired.pairs, reasons_of(field, paired))
    ]
    rest = rest_reasons_of(field, paired)
    return render(columns, rows) + "".join(["\n", *_rest(rest), *_price(field, paired)])


def _rest(rest: RestReasons[str] | None) -> Iterator[str]:
    if rest is None:
        return
    why = "rested the fewest times" if rest.is_fewest else "whom else somebody must meet"
    if rest.lower:
        why += f"; if {_names(rest.lower)} did, there would be more rematches or no way"
    elif rest.is_fewest:
        why += ", and of those has the lowest score"
    yield f"{printable(rest.contestant)} rests: {why}.\n"


def _price(field: SwissField[str], paired: SwissRound[str]) -> Iterator[str]:
    price = price_of(field, paired.pairs)
    yield f"Rematches {price.rematches}, cost {_listed(price.cost)}"
    if paired.is_exact:
        yield ", the smallest of all.\n"
    else:
        yield f", the smallest among meetings within a window of {paired.window} neighbours.\n"


def _listed(keys: tuple[Fraction, ...]) -> str:
    return ", ".join(map(str, keys)) or "none"


def _why(reasons: MatchReasons[str]) -> str:
    ground = {
        Ground.SAME_SCORE: "the same score",
        Ground.NEAREST: "nearest score",
        Ground.NEAREST_LEFT: f"nearest score left to {printable(reasons.contestant)}",
        Ground.SMALLEST_SUM: "the differences of all pairs together are smallest so",
    }[reasons.ground]
    told = [ground]
    if reasons.barred:
        if all(bar is Bar.HAD_MET for _, bar in reasons.barred):
            told = [f"nearest score without a rematch for {printable(reasons.contestant)}"]
        told.append(f"{_groups(reasons.groups_up)}, as {_bars(reasons)}")
    if reasons.is_rematch:
        told.append("a rematch, as that can't be avoided")
    return "; ".join(told)


def _groups(up: int) -> str:
    if not up:
        return "in its score group"
    count = "one score group" if abs(up) == 1 else f"{abs(up)} score groups"
    return f"{'up' if up > 0 else 'down'} {count}"


def _bars(reasons: MatchReasons[str]) -> str:
    """Return why a pair could not be met, such as "it had met B, C and it may not meet D"."""
    told = {
        Bar.HAD_MET: "it had met {}",
        Bar.FORBIDDEN: "it may not meet {}",
        Bar.RESTS: "{} rests",
    }
    parts = []
    for bar, words in told.items():
        names = tuple(third for third, why in reasons.barred if why is bar)
        if names:
            parts.append(words.format(_names(names)))
    return " and ".join(parts)


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(map(printable, names[:_MOST_NAMED]))
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown
