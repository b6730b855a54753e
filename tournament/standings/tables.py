"""The standings as a table that people sort, from the declared columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from tournament.core.tables import Column, Table
from tournament.standings.columns import Kind, Output, StandingsColumn
from tournament.standings.queries import StandingsLine, StandingsView
from tournament.standings.remarks import deduction_text, withdrawn_text

MANY = 7
"""So many columns of rounds or hands, and more, stand closer."""


def standings_table(
    view: StandingsView[Any], parts: Sequence[StandingsColumn[Any]], query: QueryDict, *, slug: str
) -> Table:
    """The table as the address wants it, with a column for each part: a round, or a hand.

    `slug` is the championship's, for the links to the pairs' pages.
    """
    places = {line.contestant.id: place for place, line in enumerate(view.lines)}
    declared = (*_fixed_columns(view), *parts)
    columns = {one.key: _column(one, view, slug, places) for one in declared}
    return Table(
        view.lines,
        columns,
        query,
        label=_("Standings"),
        usual="rank",
        css="standings standings-many" if len(parts) > MANY else "standings",
    )


def _fixed_columns(view: StandingsView[Any]) -> list[StandingsColumn[Any]]:
    """The declared columns; what ranks stands before what doesn't."""
    shown = view.ranking.columns_on(Output.PAGE)
    ranking = iter(
        sorted((one for one in shown if one.ranks), key=lambda one: one.key != view.ranked_by)
    )
    return [next(ranking) if one.ranks else one for one in shown]


def round_parts(view: StandingsView[Any]) -> list[StandingsColumn[Any]]:
    """A column for each round of the view."""
    return [view.ranking.round_column(number) for number in view.rounds]


def _column(
    column: StandingsColumn[Any], view: StandingsView[Any], slug: str, places: dict[int, int]
) -> Column:
    css = "" if column.is_text else "num"
    is_main = column.key == view.ranked_by
    softly = {Kind.RANK: "rank", Kind.COUNT: "soft", Kind.NAME: "name"}
    return Column(
        column.head,
        shown=_cell(column, slug),
        # Pairs that share a rank stand in their order, and turned round in the opposite one.
        sorted_by=(
            (lambda line: places[line.contestant.id])
            if column.kind is Kind.RANK
            else column.sorted_by
        ),
        hint=column.hint,
        best_first=column.best_first,
        css=f"{css} main" if is_main else css,
        cell_css=softly.get(column.kind, ""),
        names_row=column.kind is Kind.NAME,
    )


def _cell(column: StandingsColumn[Any], slug: str) -> Callable[[StandingsLine[Any]], str]:
    """What makes a column's cells."""
    if column.kind is Kind.RANK:
        return _rank
    if column.kind is Kind.NAME:
        # One address for all, with the number put in: to look each up costs more than the rest.
        address = reverse("standings:pair_sheet", args=[slug, 0]).removesuffix("0/")
        return lambda line: _pair(line, f"{address}{line.contestant.number}/")
    if column.instead is not None:
        return lambda line: _score_or_word(column, line)
    return column.text


def _rank(line: StandingsLine[Any]) -> str:
    if not line.shared:
        return str(line.rank)
    return format_html('{}<span title="{}">=</span>', line.rank, _("shared rank"))


def _pair(line: StandingsLine[Any], address: str) -> str:
    """The pair's name, and below it what there is to tell of it."""
    below = format_html_join("", '<small class="{}">{}</small>', _told(line))
    return format_html('<a href="{}">{}</a>{}', address, line.contestant.name, below)


def _told(line: StandingsLine[Any]) -> Iterator[tuple[str, str]]:
    """The kind of each remark, and its text."""
    contestant = line.contestant
    if contestant.has_own_name:
        yield "players", " – ".join(contestant.players)
    if contestant.club:
        yield "club", contestant.club
    if contestant.withdrawn_from is not None:
        yield "withdrawn", withdrawn_text(contestant.withdrawn_from)
    for deduction in line.deductions:
        yield "deduction", deduction_text(deduction)
    if line.tie_text:
        yield "tie", line.tie_text


def _score_or_word(column: StandingsColumn[Any], line: StandingsLine[Any]) -> str:
    if column.value(line) is None and column.instead and (told := column.instead(line)):
        return format_html('<span class="soft">{}</span>', told)
    return column.text(line)
