"""Reading a page's tables as a person does: the words of each row's cells."""

from __future__ import annotations

from html.parser import HTMLParser

from tournament.models import Stage
from tournament.standings.queries.table import pair_view
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True
        elif tag == "svg" and self.in_cell:
            self.rows[-1][-1] += f" {dict(attrs).get('aria-label') or ''}"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data: str) -> None:
        if self.in_cell:
            self.rows[-1][-1] += f" {data}"


def rows_of(page: str) -> list[list[str]]:
    """The rows of all tables of a page, each a list of its cells' words."""
    parser = _Tables()
    parser.feed(page)
    return [[" ".join(cell.split()) for cell in row] for row in parser.rows]


def sheet_of_pair(stage: Stage, number: int) -> PairSheet:
    """The sheet of the pair with that number, as its page has it."""
    sheet = pair_view(stage, number)
    assert isinstance(sheet, PairSheet)
    return sheet
