"""Preview of a list in a championship: each line as a pair, with its faults and doubts.

A **fault** keeps a line from being registered: something is missing or can't be used, or the pair
stands in the list or in the register already. A **doubt** asks for a look: namesakes exist, and the
reading may be right. Nothing is registered while a line has a fault or a doubt that nobody has
looked at, and is not left out on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.contestants.list_import.comparison import (
    Others,
    club_doubts,
    namesakes,
    number_faults,
    pair_faults,
    registered,
)
from tournament.contestants.list_import.doubts import Doubt
from tournament.contestants.list_import.drafts import Draft
from tournament.contestants.list_import.layouts import SEVERAL, WHOLE_NUMBER, Part, is_complete
from tournament.contestants.list_import.lines import (
    FIELDS,
    Fault,
    Found,
    ReadLine,
    ReadList,
    field_labels,
    names_of,
    one_line_of_names,
)
from tournament.contestants.rows import (
    MAX_CONTESTANTS,
    MAX_NUMBER,
    ContestantRow,
    asked_figures,
    clean_row,
    faults_of,
)
from tournament.core.errors import UserError
from tournament.core.labels import PRIVATE_LABELS
from tournament.core.private_data import take_out
from tournament.models import Championship


@dataclass(frozen=True, slots=True)
class Box:
    """A field of a line: its content and its faults."""

    field: str
    name: str
    """Name of the field in the page: the field and the line."""
    label: str
    text: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the list, as it would be registered."""

    index: int
    line: int
    boxes: tuple[Box, ...]
    row: ContestantRow
    faults: tuple[Fault, ...]
    """Faults of the line; those of its fields stand with them."""
    doubts: tuple[Doubt, ...]
    hidden: bool
    left_out: bool
    more: tuple[int, ...] = ()
    """Numbers of the other lines that are part of this pair."""
    typed: tuple[str, ...] = ()
    """The pair's lines as they were typed."""
    written: str = ""
    """The line as it was pasted."""
    taken: tuple[str, ...] = ()
    """Kinds of private data taken out of it, in words."""
    is_settled: bool = True
    """Whether somebody has looked at all of its doubts."""

    @property
    def has_faults(self) -> bool:
        return bool(self.faults) or any(box.faults for box in self.boxes)

    @property
    def faulty(self) -> bool:
        """Return whether the line keeps the list from being registered."""
        return self.has_faults and not self.left_out

    @property
    def doubtful(self) -> bool:
        """Return whether the line waits for somebody to look at it."""
        return not self.is_settled and not self.has_faults and not self.left_out

    @property
    def good(self) -> bool:
        return self.is_settled and not self.has_faults and not self.left_out


@dataclass(frozen=True, slots=True)
class Preview:
    """All lines, and remarks on the list as a whole."""

    lines: tuple[PreviewLine, ...]
    heads: Mapping[str, str]
    """Titles of the shown fields: those with a column, and those with a typed text."""
    found: ReadList
    column_faults: tuple[str, ...] = ()

    @property
    def good(self) -> tuple[ContestantRow, ...]:
        """Return the pairs that can be registered."""
        return tuple(line.row for line in self.lines if line.good)

    @property
    def faulty(self) -> frozenset[int]:
        """Return the indexes of the faulty lines that are not left out."""
        return frozenset(line.index for line in self.lines if line.faulty)

    @property
    def doubtful(self) -> frozenset[int]:
        """Return the indexes of the lines that somebody has to look at."""
        return frozenset(line.index for line in self.lines if line.doubtful)

    @property
    def doubted(self) -> dict[int, tuple[str, ...]]:
        """Return the keys of all doubts by line, settled or not."""
        return {
            line.index: tuple(doubt.key for doubt in line.doubts)
            for line in self.lines
            if line.doubts
        }

    @property
    def left_out(self) -> int:
        return sum(line.left_out for line in self.lines)

    @property
    def faulty_as_typed(self) -> str:
        """Return the faulty lines that nobody left out, as a text to correct and paste again.

        The text is stored for that, so it is without private data.
        """
        return "\n".join(
            take_out(one, brackets=False).text
            for line in self.lines
            if line.faulty
            for one in line.typed
        )


@dataclass(frozen=True, slots=True)
class _Typed:
    """A line with the texts typed into it."""

    read: ReadLine
    boxes: Mapping[str, Box]
    row: ContestantRow
    left_out: bool


def make_preview(championship: Championship, draft: Draft) -> Preview:
    """Return the preview of the list in this championship; 1 query."""
    found = draft.read()
    left_out = draft.left_out(found)
    labels = field_labels()
    answers = draft.sheet_answers
    if draft.of_players:
        labels["player_1"] = _("Player")
    typed = [
        _typed(one, labels, answers.typed, one.index in left_out, of_players=draft.of_players)
        for one in found.lines
    ]
    others = registered(championship)
    for one in typed:
        if not one.left_out:
            others.add(one.read.line, one.row)
    fields = tuple(_fields(typed, of_players=draft.of_players))
    by_line = {row.line: row.as_typed for row in draft.chosen.rows}
    lines = [
        replace(
            _line(one, fields, others, answers.settled, of_players=draft.of_players),
            typed=tuple(by_line[number] for number in (one.read.line, *one.read.more)),
        )
        for one in typed
    ]
    return Preview(
        tuple(
            _within_room(lines, MAX_CONTESTANTS - len(others.numbers), of_players=draft.of_players)
        ),
        {name: labels[name] for name in fields},
        found,
        tuple(_column_faults(draft, found)),
    )


def _typed(
    line: ReadLine,
    labels: Mapping[str, str],
    typed: Mapping[tuple[int, str], str],
    left_out: bool,
    *,
    of_players: bool,
) -> _Typed:
    boxes: dict[str, Box] = {}
    for field in FIELDS:
        found = line.found.get(field, Found())
        text, faults = typed.get((line.index, field)), found.faults
        if text is None:
            text = found.text
        else:  # a typed text has no faults of cells
            text, faults = one_line_of_names(text) if field == "substitutes" else text, ()
        boxes[field] = Box(field, f"{field}-{line.index}", labels[field], text, faults)
    number = WHOLE_NUMBER.fullmatch(boxes["number"].text)
    players = [boxes["player_1"].text]
    if not of_players:
        players += [boxes["player_2"].text, *names_of(boxes["substitutes"].text)]
    row = ContestantRow(
        players=tuple(players),
        club=boxes["club"].text,
        name=boxes["name"].text,
        number=int(number[1]) if number else None,
    )
    return _Typed(line, boxes, row, left_out)


def _line(
    one: _Typed,
    fields: Sequence[str],
    others: Others,
    settled: Set[tuple[int, str]],
    *,
    of_players: bool,
) -> PreviewLine:
    wrong = faults_of(one.row, of_players=of_players)
    boxes = tuple(
        replace(box, faults=tuple(_box_faults(box, one, wrong, others)))
        for box in map(one.boxes.__getitem__, fields)
    )
    clean = not any(box.faults for box in boxes)
    index, line = one.read.index, one.read.line
    doubts = (
        *one.read.doubts,
        *(Doubt(f"number {name}", text) for name, text in asked_figures(one.row).items()),
        *namesakes(index, line, one.row, others),
        *club_doubts(one.row, others),
    )
    return PreviewLine(
        index=index,
        line=line,
        boxes=boxes,
        row=one.row if not clean or _is_unread(one) else clean_row(one.row, of_players=of_players),
        faults=tuple(_line_faults(one, others)),
        doubts=doubts,
        hidden=one.read.hidden,
        left_out=one.left_out,
        more=one.read.more,
        written=one.read.written,
        taken=tuple(str(PRIVATE_LABELS[kind]) for kind in one.read.taken),
        is_settled=all((index, doubt.key) in settled for doubt in doubts),
    )


def _is_unread(one: _Typed) -> bool:
    """Return whether nothing was understood of the line, and nobody has typed its players."""
    return bool(one.read.faults) and not all(one.row.players[:2])


def _line_faults(one: _Typed, others: Others) -> Iterator[Fault]:
    if _is_unread(one):
        yield from one.read.faults
    elif not one.left_out:
        for message in pair_faults(one.read.line, one.row, others):
            yield Fault(message)


def _box_faults(
    box: Box, one: _Typed, wrong: Sequence[UserError], others: Others
) -> Iterator[Fault]:
    """Yield the faults of the cells, or else of the text in the field."""
    if box.faults or _is_unread(one):
        yield from box.faults
        return
    found = one.read.found.get(box.field)
    place = found.place if found else ""
    own = [str(fault) for fault in wrong if fault.field == box.field]
    if box.field == "number" and not own:
        own = list(_number_faults(box, one, others))
    for message in own:
        yield Fault(message, place)


def _number_faults(box: Box, one: _Typed, others: Others) -> Iterator[str]:
    if one.row.number is not None:
        if not one.left_out:
            yield from number_faults(one.read.line, one.row.number, others)
    elif box.text:
        yield _("“%(text)s” is not a pair number: expected a whole number from 1 to %(max)d.") % {
            "text": box.text[:20],
            "max": MAX_NUMBER,
        }


def _within_room(
    lines: Sequence[PreviewLine], room: int, *, of_players: bool
) -> Iterator[PreviewLine]:
    """Yield the lines; those for which a championship has no room are faulty."""
    for line in lines:
        room -= line.good
        if line.good and room < 0:
            text = _("A championship has at most %(max)d pairs.")
            if of_players:
                text = _("A championship has at most %(max)d players.")
            yield replace(line, faults=(*line.faults, Fault(text % {"max": MAX_CONTESTANTS})))
        else:
            yield line


def _fields(typed: Sequence[_Typed], *, of_players: bool) -> Iterator[str]:
    for name in ("player_1", "club") if of_players else FIELDS:
        given = any(name in one.read.found or one.boxes[name].text for one in typed)
        if given or name in {"player_1", "player_2"}:
            yield name


def _column_faults(draft: Draft, found: ReadList) -> Iterator[str]:
    if draft.of_players:
        return
    columns = draft.columns
    parts = set(columns.values())
    alone = parts.isdisjoint({Part.FIRST, Part.SECOND, Part.BOTH})
    is_both = Part.BOTH in columns.values() or draft.is_free
    single = Part.ONE in parts and alone and not is_complete(columns)
    if single or (is_both and _seems_single(found)):
        yield _(
            "Where each line holds one player, a column must hold the number or the name of the "
            "pair: it tells which two lines belong together."
        )
    elif (columns and not is_complete(columns)) or (Part.ONE in parts and not alone):
        yield _("Say which columns hold the two players, or which one holds both.")
    for part, count in Counter(columns.values()).items():
        if count > 1 and part not in SEVERAL:
            yield _("Only one column can be “%(part)s”.") % {"part": part.label}


def _seems_single(found: ReadList) -> bool:
    """Return whether a column of both players seems to hold one on each line."""
    players = [line.found["player_2"] for line in found.lines if "player_2" in line.found]
    return len(players) > 1 and not any(second.text for second in players)
