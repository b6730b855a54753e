"""A list between its file and the register: what was read, and the organiser's changes.

Nothing is stored while somebody works on a preview. All of it travels with the page (`seal`), so it
can be sent from any tab, and going back loses nothing.

A text typed into a line's field belongs to that line of that sheet, whatever columns are chosen
afterwards. It is compared with the page as shown, and only differences are kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from scoring.whole_numbers import whole_number
from tournament.contestants.list_import.doubts import with_proposal
from tournament.contestants.list_import.free_lists import layout_of, read_free_list
from tournament.contestants.list_import.grids import MAX_LETTERS, Sheet, Source, sheet_in, sheet_out
from tournament.contestants.list_import.layouts import Columns, Layout, Part, is_list
from tournament.contestants.list_import.lines import FIELDS, ReadList, join_players, read_lines
from tournament.core.errors import UserError
from tournament.models import Championship


@dataclass(frozen=True, slots=True)
class SheetAnswers:
    """Changes and choices about a sheet; lines by their index."""

    columns: Columns | None = None
    """The chosen columns; None for those that were found."""
    typed: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """Typed texts by line and field."""
    left_out: frozenset[int] | None = None
    """Lines that are left out; None for those that are hidden in the file."""
    settled: frozenset[tuple[int, str]] = frozenset()
    """Doubts that somebody has looked at: line and key."""


@dataclass(frozen=True, slots=True)
class Draft:
    source: Source
    of_players: bool = False
    """Whether each line holds a player who plays alone."""
    token: str = field(default_factory=lambda: secrets.token_hex(8))
    """Name of the import, so that it is done once."""
    sheet: int = 0
    """Index of the chosen sheet."""
    answers: Mapping[int, SheetAnswers] = field(default_factory=dict)
    """Changes and choices by sheet."""
    take_formulas: bool = False
    faulty: frozenset[int] = frozenset()
    """Lines that the page showed as faulty."""
    doubted: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Keys of the doubts that the page showed, by line."""

    @property
    def chosen(self) -> Sheet:
        return self.source.sheets[self.sheet]

    @property
    def sheet_answers(self) -> SheetAnswers:
        """Return the changes and choices about the chosen sheet."""
        return self.answers.get(self.sheet, SheetAnswers())

    @property
    def layout(self) -> Layout:
        return Layout(is_free=True) if self.of_players else layout_of(self.chosen)

    @property
    def is_free(self) -> bool:
        """Return whether the lines are read as people write them."""
        return self.layout.is_free and not self.columns

    @property
    def columns(self) -> Columns:
        chosen = self.sheet_answers.columns
        return self.layout.columns if chosen is None else chosen

    def shown(self, faulty: frozenset[int], doubted: Mapping[int, tuple[str, ...]]) -> Draft:
        """Return the draft as a page shows it, with these lines as faulty and as doubtful."""
        return replace(self, faulty=faulty, doubted=doubted)

    def read(self) -> ReadList:
        """Return the chosen sheet's lines, as they were read."""
        if self.is_free:
            return read_free_list(self.chosen, alone=self.of_players)
        columns = self.columns
        found = read_lines(self.chosen, self.layout, columns, take_formulas=self.take_formulas)
        return join_players(found, columns)

    @property
    def as_typed(self) -> str:
        """Return the chosen sheet as a text, as it was typed."""
        return "\n".join(row.as_typed for row in self.chosen.rows)

    def left_out(self, found: ReadList) -> frozenset[int]:
        """Return which of these lines are left out."""
        if self.sheet_answers.left_out is None:
            return frozenset(line.index for line in found.lines if line.hidden)
        return self.sheet_answers.left_out


def begin(source: Source, *, of_players: bool = False) -> Draft:
    """Return the draft of a source, with the sheet that looks most like a list of pairs, or
    `of_players` who play alone.

    Raises `UserError` if it has no line, only headings.
    """

    def likeness(index: int) -> tuple[bool, int, int]:
        sheet = source.sheets[index]
        layout = layout_of(sheet)
        return is_list(sheet, layout), len(layout.columns), -index

    draft = Draft(source, of_players, sheet=max(range(len(source.sheets)), key=likeness))
    if not draft.read().lines:
        raise UserError(
            _("There is nobody to register.") if of_players else _("There is no pair in this list.")
        )
    return draft


def answered(draft: Draft, sent: Mapping[str, str]) -> Draft:
    """Return the draft after the page's answers: the lines' fields, then the columns, then the
    sheet.

    The button of a proposal sends the texts of several fields.
    """
    sent = with_proposal(sent)
    answers = _answers(draft, sent)
    sheet = _number(sent.get("sheet", ""), len(draft.source.sheets), draft.sheet)
    if not draft.source.sheets[sheet].rows:
        sheet = draft.sheet
    return replace(
        draft,
        sheet=sheet,
        answers={**draft.answers, draft.sheet: answers},
        take_formulas="take_formulas" in sent,
    )


def _number(text: str, end: int, otherwise: int) -> int:
    number = whole_number(text)
    return otherwise if number is None or number >= end else number


def _answers(draft: Draft, sent: Mapping[str, str]) -> SheetAnswers:
    found = draft.read()
    typed = dict(draft.sheet_answers.typed)
    shown_lines = {line.index for line in found.lines}
    hidden = {index for index, row in enumerate(draft.chosen.rows) if row.hidden}
    # A line that the page didn't show stays as it was, until other columns bring it up.
    left_out = {*(draft.sheet_answers.left_out or hidden)} - shown_lines
    for line in found.lines:
        if f"out-{line.index}" in sent:
            left_out.add(line.index)
        for one in FIELDS:
            text = sent.get(f"{one}-{line.index}")
            shown = draft.sheet_answers.typed.get((line.index, one))
            if shown is None:
                shown = line.found[one].text if one in line.found else ""
            if text is not None and (clean := " ".join(text.split())[:MAX_LETTERS]) != shown:
                typed[line.index, one] = clean
    return SheetAnswers(
        _columns_sent(draft, sent), typed, frozenset(left_out), _settled(draft, sent)
    )


def _settled(draft: Draft, sent: Mapping[str, str]) -> frozenset[tuple[int, str]]:
    """Return the settled doubts: all of a line that is ticked, or one by its proposal."""
    settled = set(draft.sheet_answers.settled)
    for index, keys in draft.doubted.items():
        shown = {(index, key) for key in keys}
        if f"seen-{index}" in sent or "all_seen" in sent:
            settled |= shown
        elif shown <= settled:  # it was ticked, and is no more
            settled -= shown
        if (chosen := (index, sent.get(f"settle-{index}", ""))) in shown:
            settled.add(chosen)
    return frozenset(settled)


def _columns_sent(draft: Draft, sent: Mapping[str, str]) -> Columns | None:
    """Return the chosen columns; None if they are those that were found."""
    names = {part.value: part for part in Part}
    if not any(f"column-{column}" in sent for column in range(draft.chosen.width)):
        return draft.sheet_answers.columns
    chosen = {
        column: names[value]
        for column in range(draft.chosen.width)
        if (value := sent.get(f"column-{column}", "")) in names
    }
    return None if chosen == dict(draft.layout.columns) else chosen


_SEALED_FOR = "contestants.list_import"
_GOOD_FOR_SECONDS = 24 * 3600


def seal(championship: Championship, draft: Draft) -> str:
    """Return the draft as a text that a page carries: signed for this championship, compressed.

    The content comes from strangers, but the signature shows that it was packed here, so unpacking
    can't give more than was packed.
    """
    content = {
        "token": draft.token,
        "sheets": [sheet_out(sheet) for sheet in draft.source.sheets],
        "hidden": draft.source.hidden,
        "sheet": draft.sheet,
        "answers": [[index, *_answers_out(answers)] for index, answers in draft.answers.items()],
        "formulas": draft.take_formulas,
        "faulty": sorted(draft.faulty),
        "doubted": [[index, *keys] for index, keys in draft.doubted.items()],
    }
    return signing.dumps(content, salt=f"{_SEALED_FOR}.{championship.pk}", compress=True)


def unseal(championship: Championship, sealed: str) -> Draft:
    """Return the sealed draft. Raises `UserError` if it was not sealed here, or long ago."""
    try:
        content = signing.loads(
            sealed, salt=f"{_SEALED_FOR}.{championship.pk}", max_age=_GOOD_FOR_SECONDS
        )
        return Draft(
            source=Source(tuple(map(sheet_in, content["sheets"])), tuple(content["hidden"])),
            of_players=championship.of_players,
            token=content["token"],
            sheet=content["sheet"],
            answers={index: _answers_in(*one) for index, *one in content["answers"]},
            take_formulas=content["formulas"],
            faulty=frozenset(content["faulty"]),
            doubted={index: tuple(keys) for index, *keys in content["doubted"]},
        )
    except (signing.BadSignature, KeyError, ValueError) as error:
        raise UserError(_("This preview is too old or damaged: read the list again.")) from error


def _answers_out(answers: SheetAnswers) -> list[Any]:
    columns = (
        None if answers.columns is None else [[c, p.value] for c, p in answers.columns.items()]
    )
    typed = [[index, name, text] for (index, name), text in answers.typed.items()]
    left_out = None if answers.left_out is None else sorted(answers.left_out)
    return [columns, typed, left_out, sorted(answers.settled)]


def _answers_in(columns: Any, typed: Any, left_out: Any, settled: Any) -> SheetAnswers:
    return SheetAnswers(
        None if columns is None else {column: Part(part) for column, part in columns},
        {(index, name): text for index, name, text in typed},
        None if left_out is None else frozenset(left_out),
        frozenset((index, key) for index, key in settled),
    )
