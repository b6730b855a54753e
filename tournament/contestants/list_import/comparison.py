"""A line compared with the register and with the other lines: numbers, pairs and namesakes.

Lines that are left out are ignored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.contestants.queries import registered_pairs
from tournament.contestants.rows import (
    ContestantRow,
    PairKey,
    doubled_names,
    pair_key,
    registered_already,
)
from tournament.core.names import name_key
from tournament.models import Championship


@dataclass(slots=True)
class Others:
    """What a line is compared with: the register, and the lines to be imported."""

    numbers: set[int]
    pairs: Mapping[PairKey, int]
    people: Mapping[str, set[int]]
    lines_of_number: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    lines_of_pair: dict[PairKey, list[int]] = field(default_factory=lambda: defaultdict(list))
    lines_of_person: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, line: int, row: ContestantRow) -> None:
        """A line of the list that is to be taken."""
        if row.number is not None:
            self.lines_of_number[row.number].append(line)
        if key := pair_key(row.players):
            self.lines_of_pair[key].append(line)
        for name in {name_key(name) for name in row.players} - {""}:
            self.lines_of_person[name].append(line)


def registered(championship: Championship) -> Others:
    """What is registered; 1 query."""
    pairs = registered_pairs(championship)
    people: dict[str, set[int]] = defaultdict(set)
    for number, names in pairs.items():
        for name in names:
            people[name_key(name)].add(number)
    by_key = {key: number for number, names in pairs.items() if (key := pair_key(names))}
    return Others(set(pairs), by_key, people)


def number_faults(line: int, number: int, others: Others) -> Iterator[str]:
    """That another pair has this number, or is to get it."""
    if number in others.numbers:
        yield _("A registered pair has number %(number)d.") % {"number": number}
    elif lines := _besides(line, others.lines_of_number[number]):
        yield ngettext(
            "Number %(number)d is also in line %(lines)s.",
            "Number %(number)d is also in lines %(lines)s.",
            len(lines),
        ) % {"number": number, "lines": _listed(lines)}


def pair_faults(line: int, row: ContestantRow, others: Others) -> Iterator[str]:
    """That these two are registered, or stand in a line above: one pair is not taken twice."""
    key = pair_key(row.players)
    if not key:
        return
    if (number := others.pairs.get(key)) is not None:
        yield _("This pair is already registered, with number %(number)d.") % {"number": number}
    lines = others.lines_of_pair[key]
    if lines[0] != line:
        yield _("This pair is already in line %(line)d.") % {"line": lines[0]}


def doubts(line: int, row: ContestantRow, others: Others) -> Iterator[str]:
    """Namesakes of the line's people: in the line, in the register, and in the rest of the list."""
    yield from doubled_names(row.players)
    key = pair_key(row.players)
    if key in others.pairs:
        return  # said of the pair as a whole
    same = others.lines_of_pair.get(key, ()) if key else ()
    for name in dict.fromkeys(filter(str.strip, row.players)):
        person = name_key(name)
        if pairs := sorted(others.people.get(person, ())):
            yield registered_already(name, pairs)
        if lines := sorted({*others.lines_of_person.get(person, ())} - {line, *same}):
            yield ngettext(
                "%(name)s is also in line %(lines)s.",
                "%(name)s is also in lines %(lines)s.",
                len(lines),
            ) % {"name": name, "lines": _listed(lines)}


def _besides(line: int, lines: Sequence[int]) -> list[int]:
    """These lines without one's own."""
    return [one for one in lines if one != line]


def _listed(lines: Sequence[int]) -> str:
    return ", ".join(map(str, lines))
