"""What would be registered: each line with its faults and doubts, and the list that comes back.

Nothing is stored while somebody looks at a preview. The lines that can be taken travel in a hidden
field, signed for this championship, with a token that makes a second sending harmless.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.errors import UserError
from tournament.core.names import name_key
from tournament.models import Championship, Player
from tournament.teams.importing.columns import PairList, ReadRow, read_pairs
from tournament.teams.importing.grids import (
    decode,
    is_workbook,
    refuse_false_workbook,
    refuse_size,
    text_grid,
)
from tournament.teams.importing.workbooks import workbook_grid
from tournament.teams.rows import (
    MAX_TEAMS,
    TeamRow,
    clean_row,
    doubled_names,
    faults_of,
    registered_already,
)

_SEALED_FOR = "teams.importing"
_GOOD_FOR_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the list: the pair as it would be registered, why not, and what to look at."""

    line: int
    row: TeamRow
    faults: tuple[str, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """All lines. `good` are those that can be taken."""

    read: tuple[ReadRow, ...]
    """As they were read."""
    lines: tuple[PreviewLine, ...]
    """As they would be registered."""
    unused: tuple[str, ...] = ()
    """The headings of the columns that are not used."""

    @property
    def good(self) -> tuple[TeamRow, ...]:
        return tuple(line.row for line in self.lines if not line.faults)

    @property
    def faulty(self) -> int:
        """How many lines can't be taken."""
        return sum(bool(line.faults) for line in self.lines)


def read_text(text: str) -> PairList:
    """The pairs of a pasted text. Raises UserError if it is too long or empty."""
    return _some(read_pairs(text_grid(text)))


def read_file(data: bytes, name: str = "") -> PairList:
    """The pairs of an uploaded .xlsx or .csv file. Raises UserError if it can't be read.

    What it is, is told by its content; a `name` that says something else is refused.
    """
    refuse_size(len(data))
    if is_workbook(data):
        return _some(read_pairs(workbook_grid(data)))
    text = decode(data)
    if text.strip():
        refuse_false_workbook(name)
    return _some(read_pairs(text_grid(text)))


def _some(found: PairList) -> PairList:
    if not found.rows:
        raise UserError(_("There is no pair in this list."))
    return found


def make_preview(championship: Championship, pairs: PairList) -> Preview:
    """What would become of these lines in this championship; 2 queries."""
    rows = pairs.rows
    taken = set(championship.teams.values_list("number", flat=True))
    given = Counter(one.row.number for one in rows if one.row.number is not None)
    registered: dict[str, set[int]] = {}
    people = Player.objects.filter(team__championship=championship)
    for name, number in people.values_list("name", "team__number"):
        registered.setdefault(name_key(name), set()).add(number)
    lines_of: dict[str, list[int]] = {}
    for one in rows:
        for name in filter(None, map(name_key, one.row.players)):
            lines_of.setdefault(name, []).append(one.line)
    room = MAX_TEAMS - len(taken)
    lines: list[PreviewLine] = []
    for one in rows:
        faults = [*one.faults, *(str(fault) for fault in faults_of(one.row))]
        faults += _number_faults(one.row.number, taken, given)
        if not faults:
            room -= 1
            if room < 0:
                faults.append(_("A championship has %(max)d pairs at most.") % {"max": MAX_TEAMS})
        row = one.row if faults else clean_row(one.row)
        doubts = tuple(_doubts(one, registered, lines_of))
        lines.append(PreviewLine(one.line, row, tuple(faults), doubts))
    return Preview(rows, tuple(lines), pairs.unused)


def _number_faults(number: int | None, taken: set[int], given: Mapping[int, int]) -> list[str]:
    if number is None:
        return []
    if number in taken:
        return [_("A registered pair has number %(number)d.") % {"number": number}]
    if given[number] > 1:
        return [_("Number %(number)d stands in more than one line.") % {"number": number}]
    return []


def _doubts(
    one: ReadRow, registered: Mapping[str, set[int]], lines_of: Mapping[str, list[int]]
) -> Iterable[str]:
    """Namesakes of the line's people: in the line, in the register, and in the rest of the list."""
    yield from doubled_names(one.row.players)
    for name in dict.fromkeys(filter(str.strip, one.row.players)):
        key = name_key(name)
        if pairs := sorted(registered.get(key, ())):
            yield registered_already(name, pairs)
        if others := sorted(set(lines_of.get(key, [])) - {one.line}):
            yield ngettext(
                "%(name)s stands in line %(lines)s too.",
                "%(name)s stands in lines %(lines)s too.",
                len(others),
            ) % {"name": name, "lines": ", ".join(map(str, others))}


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a preview hands out and gets back: the list as read, and how many lines were faulty."""

    pairs: PairList
    faulty: int
    token: str
    """Names the import, so that it is done once."""


def seal(championship: Championship, preview: Preview, token: str = "") -> str:
    """The preview's lines, signed for this championship and compressed."""
    content = {
        "token": token or secrets.token_hex(8),
        "faulty": preview.faulty,
        "lines": [
            [one.line, one.row.players, one.row.club, one.row.name, one.row.number, one.faults]
            for one in preview.read
        ],
        "unused": preview.unused,
    }
    return signing.dumps(content, salt=f"{_SEALED_FOR}.{championship.pk}", compress=True)


def unseal(championship: Championship, sealed: str) -> Sealed:
    """What was sealed. Raises UserError for what was not sealed here, or long ago."""
    try:
        content = signing.loads(
            sealed, salt=f"{_SEALED_FOR}.{championship.pk}", max_age=_GOOD_FOR_SECONDS
        )
    except signing.BadSignature as error:
        raise UserError(_("This preview is too old or damaged: read the list again.")) from error
    rows = tuple(
        ReadRow(line, TeamRow(tuple(players), club, name, number), tuple(faults))
        for line, players, club, name, number, faults in content["lines"]
    )
    pairs = PairList(rows, tuple(content.get("unused", ())))
    return Sealed(pairs, content["faulty"], content["token"])
