"""The choices above a preview: the sheet, and which column is what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise

from tournament.contestants.list_import.drafts import Draft
from tournament.contestants.list_import.free_lists import layout_of
from tournament.contestants.list_import.grids import column_letters
from tournament.contestants.list_import.layouts import Part, is_list

_SAMPLE_LETTERS = 30


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A sheet that can be chosen, or why it can't."""

    index: int
    name: str
    rows: int
    refusal: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column, and the part that is read from it, "" if it is not used."""

    column: int
    letters: str
    heading: str
    sample: str
    """The first text in it."""
    part: str
    is_hidden: bool

    @property
    def title(self) -> str:
        return self.heading or self.sample


def sheet_choices(draft: Draft) -> list[SheetChoice]:
    """Return the sheets, if there are several."""
    sheets = draft.source.sheets
    if len(sheets) < 2:
        return []
    return [
        SheetChoice(
            index,
            sheet.name,
            len(sheet.rows),
            sheet.unread.sentence if sheet.unread else "",
            index == draft.sheet,
        )
        for index, sheet in enumerate(sheets)
    ]


def other_lists(draft: Draft) -> list[str]:
    """Return the names of the sheets that are not chosen and hold lines below such headings too."""
    others = [sheet for index, sheet in enumerate(draft.source.sheets) if index != draft.sheet]
    return [sheet.name for sheet in others if is_list(sheet, layout_of(sheet))]


def column_choices(draft: Draft) -> list[ColumnChoice]:
    """Return the columns with any content."""
    return list(_column_choices(draft))


def _column_choices(draft: Draft) -> Iterator[ColumnChoice]:
    sheet, layout, columns = draft.chosen, draft.layout, draft.columns
    below = sheet.rows[layout.begin :]
    for column in range(sheet.width):
        texts = (row.cell(column).line for row in below)
        sample = next(filter(None, texts), "")
        heading = layout.headings.get(column, "")
        if sample or heading or column in columns:
            yield ColumnChoice(
                column=column,
                letters=column_letters(column),
                heading=heading[:_SAMPLE_LETTERS],
                sample=sample[:_SAMPLE_LETTERS],
                part=columns[column].value if column in columns else "",
                is_hidden=column in sheet.hidden_columns,
            )


def part_choices() -> list[tuple[str, Promise]]:
    return [(part.value, part.label) for part in Part]
