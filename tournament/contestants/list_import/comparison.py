"""Compare a line with the register and with the other lines: numbers, pairs, namesakes, clubs.

Lines that are left out are ignored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.contestants.list_import.club_names import club_key
from tournament.contestants.list_import.doubts import Doubt, Proposal
from tournament.contestants.queries.register import register_entries
from tournament.contestants.rows import (
    ContestantRow,
    PairKey,
    doubled_names,
    field_of_player,
    pair_key,
    registered_already,
)
from tournament.core.names import name_key
from tournament.models import Championship


@dataclass(slots=True)
class Spellings:
    """Spellings of clubs or people, by a key that all spellings of one share."""

    registered: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    listed: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def usual(self, key: str, text: str) -> str:
        """Return the register's spelling, or else the list's most frequent one; `text` itself where
        the register has it."""
        if registered := self.registered.get(key):
            return text if text in registered else registered.most_common(1)[0][0]
        listed = self.listed.get(key, Counter({text: 1}))
        return max(listed, key=lambda one: (listed[one], _is_title_case(one)))


def _is_title_case(text: str) -> bool:
    return text not in {text.lower(), text.upper()}


@dataclass(slots=True)
class Others:
    """The register and the lines to be imported, with which a line is compared."""

    numbers: set[int]
    pairs: Mapping[PairKey, int]
    people: Mapping[str, set[int]]
    names: Spellings
    clubs: Spellings
    of_players: bool
    """Whether the championship's contestants are players who play alone."""
    lines_of_number: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    lines_of_pair: dict[PairKey, list[int]] = field(default_factory=lambda: defaultdict(list))
    lines_of_person: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, line: int, row: ContestantRow) -> None:
        """Add a line of the list that is to be imported."""
        if row.number is not None:
            self.lines_of_number[row.number].append(line)
        if key := pair_key(row.players):
            self.lines_of_pair[key].append(line)
        for name in {name_key(name) for name in row.players} - {""}:
            self.lines_of_person[name].append(line)
        for name in row.players:
            self.names.listed[name_key(name)][name] += 1
        if club := club_key(row.club):
            self.clubs.listed[club][row.club] += 1


def registered(championship: Championship) -> Others:
    """Return the register; 1 query."""
    people: dict[str, set[int]] = defaultdict(set)
    numbers: dict[PairKey, int] = {}
    entries = register_entries(championship)
    others = Others(
        {entry.number for entry in entries},
        numbers,
        people,
        Spellings(),
        Spellings(),
        championship.of_players,
    )
    for entry in entries:
        if key := pair_key(entry.players):
            numbers[key] = entry.number
        for name in entry.players:
            people[name_key(name)].add(entry.number)
            others.names.registered[name_key(name)][name] += 1
        if club := club_key(entry.club):
            others.clubs.registered[club][entry.club] += 1
    return others


def number_faults(line: int, number: int, others: Others) -> Iterator[str]:
    """Yield the fault that another pair has this number, or is to get it."""
    if number in others.numbers:
        yield _("A registered pair has number %(number)d.") % {"number": number}
    elif lines := _besides(line, others.lines_of_number[number]):
        yield ngettext(
            "Number %(number)d is also in line %(lines)s.",
            "Number %(number)d is also in lines %(lines)s.",
            len(lines),
        ) % {"number": number, "lines": _listed(lines)}


def pair_faults(line: int, row: ContestantRow, others: Others) -> Iterator[str]:
    """Yield the fault that the pair is registered, or stands in a line above."""
    key = pair_key(row.players)
    if not key:
        return
    if (number := others.pairs.get(key)) is not None:
        yield _("This pair is already registered, with number %(number)d.") % {"number": number}
    lines = others.lines_of_pair[key]
    if lines[0] != line:
        yield _("This pair is already in line %(line)d.") % {"line": lines[0]}


def namesakes(index: int, line: int, row: ContestantRow, others: Others) -> Iterator[Doubt]:
    """Yield doubts about namesakes of the line's people: in the line, the register, the list."""
    for sentence in doubled_names(row.players):
        yield Doubt(f"doubled {sorted(map(name_key, row.players))}", sentence)
    key = pair_key(row.players)
    if key in others.pairs:
        return  # said of the pair as a whole
    same = others.lines_of_pair.get(key, ()) if key else ()
    for at, name in enumerate(row.players):
        person = name_key(name)
        if not name.strip() or name in row.players[:at]:
            continue
        usual = _usual_name(index, at, name, others)
        if pairs := sorted(others.people.get(person, ())):
            text = registered_already(name, pairs, of_players=others.of_players)
            yield Doubt(f"registered {person} {pairs}", text, usual)
        if lines := sorted({*others.lines_of_person.get(person, ())} - {line, *same}):
            sentence = ngettext(
                "%(name)s is also in line %(lines)s.",
                "%(name)s is also in lines %(lines)s.",
                len(lines),
            ) % {"name": name, "lines": _listed(lines)}
            yield Doubt(f"listed {person} {lines}", sentence, () if pairs else usual)


def _usual_name(index: int, at: int, name: str, others: Others) -> tuple[Proposal, ...]:
    """Return the proposal to write a player as elsewhere."""
    usual = others.names.usual(name_key(name), name)
    if at > 1 or usual == name:
        return ()
    label = _("Write “%(name)s”") % {"name": usual}
    return (Proposal(label, ((f"{field_of_player(at)}-{index}", usual),)),)


def club_doubts(row: ContestantRow, others: Others) -> Iterator[Doubt]:
    """Yield the doubt that the club is spelt differently elsewhere; one click changes all lines."""
    key = club_key(row.club)
    usual = others.clubs.usual(key, row.club) if key else row.club
    if usual == row.club:
        return
    count = others.clubs.listed[key][row.club]
    label = ngettext("Write “%(club)s”", "Write “%(club)s” in %(count)d lines", count) % {
        "club": usual,
        "count": count,
    }
    message = _("“%(club)s” may be the club that is “%(usual)s” elsewhere.")
    yield Doubt(
        f"spelling {row.club} {usual}",
        message % {"club": row.club, "usual": usual},
        (Proposal(label, (("club", row.club), ("new_club", usual))),),
    )


def _besides(line: int, lines: Sequence[int]) -> list[int]:
    return [one for one in lines if one != line]


def _listed(lines: Sequence[int]) -> str:
    return ", ".join(map(str, lines))
