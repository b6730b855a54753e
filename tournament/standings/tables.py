"""Standings as a sortable HTML table, built from the declared columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournament.core.addresses import numbered
from tournament.core.drawings.bars import distance_bar
from tournament.core.drawings.rank_lines import rank_spark
from tournament.core.drawings.svg import as_svg
from tournament.core.tables import Column, Table
from tournament.standings.columns import Kind, Output, StandingsColumn, climb_text
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.remarks import deduction_text, withdrawn_text

MANY = 7
"""Number of round or hand columns above which they stand closer."""
MOST_PRINTED = 11
"""Maximum number of round or hand columns on a printed page; more have their own paper."""


def standings_table(
    view: StandingsView[Any],
    parts: Sequence[StandingsColumn[Any]],
    query: QueryDict,
    *,
    slug: str,
    label: str = "",
) -> Table:
    """Return the table as the address asks for it, with a column for each of `parts`: rounds or
    hands.

    `slug` is the championship's, for the links to the pairs' pages.
    """
    places = {line.contestant.id: place for place, line in enumerate(view.lines)}
    declared = (*_fixed_columns(view), *parts)
    unprinted = {one.key for one in parts} if len(parts) > MOST_PRINTED else set()
    columns = {
        one.key: _column(one, view, slug, places, printed=one.key not in unprinted)
        for one in declared
    }
    return Table(
        view.lines,
        columns,
        query,
        label=label or _("Standings"),
        usual="rank",
        css="standings standings-many" if len(parts) > MANY else "standings",
    )


def group_title(name: str) -> str:
    """Return the title of a group."""
    return _("Group %(name)s") % {"name": name}


def group_tables(
    view: StandingsView[Any], parts: Sequence[StandingsColumn[Any]], query: QueryDict, *, slug: str
) -> list[tuple[str, Table]]:
    """Return the name and table of each group; "" and the whole table if there are none."""
    return [
        (name, standings_table(part, parts, query, slug=slug, label=name and group_title(name)))
        for name, part in view.parts
    ]


def _fixed_columns(view: StandingsView[Any]) -> list[StandingsColumn[Any]]:
    """Return the declared columns; the one that ranks comes before others that could."""
    shown = [
        one
        for one in view.ranking.columns_on(Output.PAGE)
        if (one.kind is not Kind.COURSE or view.has_course)
        and (one not in view.ranking.carried or any(map(one.value, view.lines)))
    ]
    ranking = iter(
        sorted((one for one in shown if one.ranks), key=lambda one: one.key != view.ranked_by)
    )
    return [next(ranking) if one.ranks else one for one in shown]


def round_parts(view: StandingsView[Any]) -> list[StandingsColumn[Any]]:
    """Return a column for each round of the view, newest first, so that the oldest don't fit."""
    return [view.ranking.round_column(number) for number in reversed(view.rounds)]


def has_bars(view: StandingsView[Any]) -> bool:
    """Return whether bars are drawn beside the value that ranks."""
    columns = view.ranking.columns_on(Output.PAGE)
    ranked_by_it = (one for one in columns if one.key == view.ranked_by)
    return len(view.lines) > 1 and any(one.barred for one in ranked_by_it)


def _column(
    column: StandingsColumn[Any],
    view: StandingsView[Any],
    slug: str,
    places: dict[int, int],
    *,
    printed: bool,
) -> Column:
    css = "" if column.is_text else "num" if column.told is None else "phrase"
    if not printed:
        css += " d-print-none"
    if column.wide_only:
        css += " d-none d-xxl-table-cell"
    is_main = column.key == view.ranked_by
    softly = {Kind.RANK: "rank", Kind.COUNT: "soft", Kind.NAME: "name", Kind.COURSE: "course"}
    return Column(
        column.head,
        shown=_barred(column, view) if column.barred and is_main else _cell(column, view, slug),
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
        tells_head=not is_main and column.kind not in {Kind.RANK, Kind.NAME},
    )


def _cell(
    column: StandingsColumn[Any], view: StandingsView[Any], slug: str
) -> Callable[[StandingsLine[Any]], str]:
    """Return the function that makes a column's cells."""
    if column.kind is Kind.RANK:
        return _rank
    if column.kind is Kind.NAME:
        return lambda line: _pair(
            line, numbered("standings:pair_sheet", slug, line.contestant.number)
        )
    if column.kind is Kind.COURSE:
        return lambda line: _course(line, len(view.lines))
    if column.instead is not None:
        return lambda line: _score_or_word(column, line)
    return column.text


def _rank(line: StandingsLine[Any]) -> str:
    if not line.shared:
        return str(line.rank)
    return format_html('{}<span title="{}">=</span>', line.rank, _("shared rank"))


def _course(line: StandingsLine[Any], of: int) -> str:
    """Return a drawing of the pair's ranks, and the last change of its rank."""
    climb = line.climb
    css = "" if not climb else "rise" if climb > 0 else "fall"
    return format_html(
        '{}<span class="climb {}">{}</span>',
        as_svg(rank_spark(line.ranks, of), "spark"),
        css,
        climb_text(climb),
    )


def _barred(
    column: StandingsColumn[Any], view: StandingsView[Any]
) -> Callable[[StandingsLine[Any]], str]:
    """Return a function for cells with a bar: the distance to the first, as a share of the last
    one's. Contestants ranked behind regardless of their value get an empty bar, to keep the figures
    aligned."""
    values = [column.value(line) for line in view.lines if not line.completion.behind]
    numbers = [Fraction(value) for value in values if isinstance(value, int | Fraction)]
    first = numbers[0] if numbers else Fraction(0)
    span = abs(first - numbers[-1]) if numbers else Fraction(0)
    bar = lru_cache(lambda drawing: as_svg(drawing, "bar"))  # they are as long as whole pixels

    def cell(line: StandingsLine[Any]) -> str:
        value = column.value(line)
        text = column.text(line)
        if not span or not isinstance(value, int | Fraction):
            return text
        behind = line.completion.behind
        share = Fraction(0) if behind else min(Fraction(1), abs(first - value) / span)
        return format_html("{}{}", text, bar(distance_bar(share)))

    return cell


def _pair(line: StandingsLine[Any], address: str) -> str:
    """Return the pair's name on one line with its club; other remarks unfold below."""
    # `format_html` took three times as long, for each of hundreds of pairs.
    told = _small(_told(line))
    return mark_safe(
        f'<div class="one-line"><a href="{address}">{escape(line.contestant.name)}</a>'
        f"{_small(_beside(line))}"
        f'<details class="more{"" if told else " more-narrow"}"><summary>'
        f'<span class="visually-hidden">{escape(_more_on(line.contestant))}</span>'
        f'</summary></details></div><div class="told">{told}</div>'
    )


def _small(remarks: Iterator[tuple[str, str]]) -> str:
    """Return these remarks, each a kind and a text, as HTML."""
    return "".join(f'<small class="{kind}">{escape(text)}</small>' for kind, text in remarks)


def _more_on(contestant: ContestantRef) -> str:
    text = _("More on pair %(number)s")
    if contestant.is_player:
        text = _("More on player %(number)s")
    return text % {"number": contestant.number}


def _beside(line: StandingsLine[Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each remark shown beside a pair's name."""
    contestant = line.contestant
    if contestant.withdrawn_from is not None:
        yield "withdrawn", withdrawn_text(contestant.withdrawn_from)
    if told := line.too_few_hands:
        yield "withdrawn", told
    if contestant.club:
        yield "club", contestant.club


def _told(line: StandingsLine[Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each remark that unfolds."""
    contestant = line.contestant
    if contestant.has_own_name:
        yield "players", " – ".join(contestant.players)
    for deduction in line.deductions:
        yield "deduction", deduction_text(deduction)
    if line.tie_text:
        yield "tie", line.tie_text


def _score_or_word(column: StandingsColumn[Any], line: StandingsLine[Any]) -> str:
    if column.value(line) is None and column.instead and (told := column.instead(line)):
        return format_html('<span class="soft">{}</span>', told)
    return column.text(line)
