"""The register as a sortable table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import QueryDict
from django.template.loader import get_template
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.contestants.queries.register import RegisterLine
from tournament.core.tables import Column, Table
from tournament.models import Championship


def register_table(
    championship: Championship,
    lines: Sequence[RegisterLine],
    query: QueryDict,
    *,
    made: bool,
    can_edit: bool,
) -> Table:
    """Return a table of number, pair, club, fixed table, and acts for those who `can_edit`.

    `made`: there is a schedule.
    """
    columns = {
        "number": Column(
            pgettext("number", "No."),
            shown=lambda line: str(line.contestant.number),
            sorted_by=lambda line: line.contestant.number,
            css="num",
            cell_css="lead-cell",
        ),
        "pair": Column(
            _("Player") if championship.of_players else _("Pair"),
            shown=_pair,
            sorted_by=lambda line: line.sort_name,
            cell_css="name",
            names_row=True,
        ),
        "club": Column(
            _("Club"),
            shown=lambda line: line.contestant.club,
            sorted_by=lambda line: (line.sort_club, line.sort_name),
            cell_css="name",
        ),
        "table": Column(
            _("Fixed table"),
            shown=lambda line: line.table,
            sorted_by=lambda line: line.table,
            tells_head=True,
        ),
    }
    if championship.of_players:
        del columns["table"]
    if can_edit:
        actions = get_template("contestants/_actions.html")

        def shown(line: RegisterLine) -> str:
            return actions.render(
                {"championship": championship, "made": made, "contestant": line.contestant}
            )

        columns["actions"] = Column("", shown=shown)
    label = _("Players") if championship.of_players else _("Pairs")
    return Table(lines, columns, query, label=label, usual="number", css="register stacked")


def _pair(line: RegisterLine) -> str:
    lines = format_html_join("", "<small>{}</small>", ((note,) for note in _notes(line)))
    return format_html("<strong>{}</strong>{}", line.contestant.name, lines)


def _notes(line: RegisterLine) -> Iterator[str]:
    contestant = line.contestant
    if contestant.has_own_name:
        yield " – ".join(contestant.players)
    if contestant.substitutes:
        yield _("Substitutes: %(names)s") % {"names": ", ".join(contestant.substitutes)}
    if contestant.joined_round > 1:
        yield _("plays from round %(number)d") % {"number": contestant.joined_round}
    if contestant.asked_rests:
        rounds = ", ".join(map(str, sorted(contestant.asked_rests)))
        yield _("asked to rest: round %(rounds)s") % {"rounds": rounds}
    if contestant.withdrawn_from is not None:
        yield _("withdrawn from round %(number)d") % {"number": contestant.withdrawn_from}
